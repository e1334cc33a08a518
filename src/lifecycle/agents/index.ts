import type { AgentName } from '../../kinds/agents.js';
import { claude } from './claude.js';
import { codex } from './codex.js';
import { cursor } from './cursor.js';
import { gemini } from './gemini.js';
import { opencode } from './opencode.js';
import { other } from './other.js';
import type { Piece } from './piece.js';
import type { Setting } from './setting.js';

const PIECES: Readonly<Record<AgentName, (setting: Setting) => readonly Piece[]>> = {
  claude,
  codex,
  gemini,
  opencode,
  cursor,
  other,
};

/** What Daybook has in an agent's files, piece by piece. */
export const piecesOf = (agent: AgentName, setting: Setting): readonly Piece[] => PIECES[agent](setting);
