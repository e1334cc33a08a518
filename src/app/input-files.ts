import type { ParamDefinitions } from '../command/params.js';
import { readInputFile } from '../platform/read-input.js';

/**
 * The input with the texts of the files that it names: a verb gets what `--input FILE` or `-` holds, so that a request
 * that has to wait is whole, and passes the same door as all words.
 */
export function resolveFileInputs<I extends Readonly<Record<string, unknown>>>(
  input: I,
  params: ParamDefinitions,
  cwd: string,
): I {
  const texts = Object.entries(params).flatMap(([name, { readsFile: reads }]) => {
    const path = input[name];
    return reads && typeof path === 'string' ? [[name, readInputFile(cwd, path)] as const] : [];
  });
  return texts.length === 0 ? input : { ...input, ...Object.fromEntries(texts) };
}
