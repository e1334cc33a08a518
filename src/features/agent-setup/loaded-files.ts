import { CODEX, GEMINI, OPENCODE } from '../../notes/kinds/agent-files.js';
import type { Notebook } from '../../notes/notebook.js';

/** Files of Claude Code; where a project has one of them it reads no AGENTS.md unless one imports it. */
export const CLAUDE_FILES: readonly string[] = ['CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md'];

/** Files of a project that clients load by default, as far as known. */
const LOADED_FILES: Readonly<Record<string, readonly string[]>> = {
  claude: CLAUDE_FILES,
  codex: [CODEX.rules],
  gemini: [GEMINI.rules],
  opencode: [OPENCODE.rules],
};

/** Returns true if a client has loaded a file at the start of its session, by itself or through an import of CLAUDE.md. */
export function isFileLoaded(client: string, path: string, notebook: Notebook): boolean {
  if (LOADED_FILES[client]?.includes(path)) return true;
  if (client !== 'claude') return false;
  const own = CLAUDE_FILES.flatMap((file) => notebook.note(file) ?? []);
  return own.length === 0 ? path === CODEX.rules : own.some(({ text }) => text.includes(`@${path}`));
}
