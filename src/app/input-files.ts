import type { ParamDefinitions } from '../command/params.js';
import { readInputFile } from '../platform/read-input.js';

/**
 * Replaces file names in the input by the texts of the files, or of standard input for `-`. A queued request is then
 * complete, and the text gets the same checks as all input.
 */
export function resolveFileInputs<I extends Readonly<Record<string, unknown>>>(
  input: I,
  params: ParamDefinitions,
  cwd: string,
): I {
  const texts = Object.entries(params).flatMap(([name, { readsFile, readsText, readsTextInto }]) => {
    const path = input[name];
    if (readsTextInto !== undefined && path === '-')
      return [[readsTextInto, readInputFile(cwd, '-')] as const];
    const isRead = typeof path === 'string' && (readsFile || (readsText && path === '-'));
    return isRead ? [[name, readInputFile(cwd, path, readsFile === 'any bytes')] as const] : [];
  });
  return texts.length === 0 ? input : { ...input, ...Object.fromEntries(texts) };
}
