import type { AgentSetup } from '../hook-entries.js';
import type { AgentName } from '../hook-registrations.js';
import type { ManagedFile } from '../managed-settings-file.js';
import { createAntigravityFiles } from './antigravity.js';
import { createClaudeFiles } from './claude.js';
import { createCodexFiles } from './codex.js';
import { createCopilotFiles } from './copilot.js';
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
  antigravity: createAntigravityFiles,
  copilot: createCopilotFiles,
  other: createGenericFiles,
};

/** Daybook's parts of an agent's files. */
export const createManagedFiles = (agent: AgentName, setting: AgentSetup): readonly ManagedFile[] =>
  PIECES[agent](setting);
