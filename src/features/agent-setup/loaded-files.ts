import { CODEX, GEMINI, OPENCODE } from '../../notes/kinds/agent-files.js';
import type { Notebook } from '../../notes/notebook.js';

/** Files of a project that clients load by default, as far as known. */
const LOADED_FILES: Readonly<Record<string, readonly string[]>> = {
  claude: ['CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md'],
  codex: [CODEX.rules],
  gemini: [GEMINI.rules],
  opencode: [OPENCODE.rules],
};

/** Returns true if a client has loaded a file at the start of its session, by itself or through an import of CLAUDE.md. */
export function isFileLoaded(client: string, path: string, notebook: Notebook): boolean {
  if (LOADED_FILES[client]?.includes(path)) return true;
  return client === 'claude' && (notebook.note('CLAUDE.md')?.text.includes(`@${path}`) ?? false);
}
