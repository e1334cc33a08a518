import type { AgentSetup } from '../hook-entries.js';
import type { AgentName } from '../hook-registrations.js';
import type { ManagedFile } from '../managed-settings-file.js';
import { createClaudeFiles } from './claude.js';
import { createCodexFiles } from './codex.js';
import { createCursorFiles } from './cursor.js';
import { createGeminiFiles } from './gemini.js';
import { createGenericFiles } from './generic.js';
import { createOpencodeFiles } from './opencode.js';

const PIECES: Readonly<Record<AgentName, (setting: AgentSetup) => readonly ManagedFile[]>> = {
  claude: createClaudeFiles,
  codex: createCodexFiles,
  gemini: createGeminiFiles,
  opencode: createOpencodeFiles,
  cursor: createCursorFiles,
  other: createGenericFiles,
};

/** What Daybook has in an agent's files, piece by piece. */
export const createManagedFiles = (agent: AgentName, setting: AgentSetup): readonly ManagedFile[] =>
  PIECES[agent](setting);
