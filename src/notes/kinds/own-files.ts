import { isAgentFile } from './agent-files.js';
import { getKindByPath } from './index.js';

/** Files at the root that Daybook keeps. */
const ROOT_FILES: ReadonlySet<string> = new Set([
  'daybook.yaml',
  'CLAUDE.md',
  'CLAUDE.local.md',
  '.gitattributes',
]);

/** Returns true for a file that Daybook keeps: settings, state, agent files, and every note that is no page. */
export function isOwnFile(path: string, content: string): boolean {
  if (ROOT_FILES.has(path) || isAgentFile(path) || /(?:^|\/)\.daybook\//.test(path)) return true;
  return path.startsWith(`${content}/`) && getKindByPath(path.slice(content.length + 1)).name !== 'page';
}

/** Removes own files from calls, and calls that were only about own files. */
export const listForeignCalls = <C extends { readonly files: readonly string[] }>(
  calls: readonly C[],
  content: string,
): readonly C[] =>
  calls.flatMap((call) => {
    const files = call.files.filter((path) => !isOwnFile(path, content));
    return files.length === 0 && call.files.length > 0 ? [] : [{ ...call, files }];
  });
