import type { AgentSetup } from '../hook-config.js';
import type { AgentName } from '../hook-registrations.js';
import type { ManagedFile } from '../managed-file.js';
import { claude } from './claude.js';
import { codex } from './codex.js';
import { cursor } from './cursor.js';
import { gemini } from './gemini.js';
import { other } from './generic.js';
import { opencode } from './opencode.js';

const PIECES: Readonly<Record<AgentName, (setting: AgentSetup) => readonly ManagedFile[]>> = {
  claude,
  codex,
  gemini,
  opencode,
  cursor,
  other,
};

/** What Daybook has in an agent's files, piece by piece. */
export const managedFilesFor = (agent: AgentName, setting: AgentSetup): readonly ManagedFile[] =>
  PIECES[agent](setting);
