import type { TranscriptReader, TranscriptSink } from '../entry.js';
import type { Fields } from '../message.js';
import { readAntigravity } from './antigravity.js';
import { readChimera } from './chimera.js';
import { readClaude } from './claude.js';
import { readCodex } from './codex.js';
import { readCopilot } from './copilot.js';
import { readCursor } from './cursor.js';
import { readGemini } from './gemini.js';
import { readOpenCode } from './open-code.js';

/** Clients whose sessions are read in place, with a reader for each. */
export const CLIENTS = {
  claude: readClaude,
  codex: readCodex,
  gemini: readGemini,
  opencode: readOpenCode,
  copilot: readCopilot,
  cursor: readCursor,
  antigravity: readAntigravity,
  chimera: readChimera,
} as const satisfies Record<string, (sink: TranscriptSink) => TranscriptReader>;

export type Client = keyof typeof CLIENTS;

/** Returns the client that wrote a line; null if unknown. */
export function detectClient(line: Fields): Client | null {
  if (typeof line.payload === 'object' && line.payload !== null) return 'codex';
  if (line.$set !== undefined || line.projectHash !== undefined || line.type === 'gemini') return 'gemini';
  if (typeof line.step_index === 'number') return 'antigravity';
  if (/^[a-z]+\.[a-z_.]+$/.test(String(line.type)) && line.data !== undefined) return 'copilot';
  if (line.role !== undefined && line.type === undefined && line.uuid === undefined) return 'cursor';
  if (
    line.type === 'user' ||
    line.type === 'assistant' ||
    line.uuid !== undefined ||
    line.sessionId !== undefined
  )
    return 'claude';
  return null;
}
