import type { TranscriptReader, TranscriptSink } from '../entry.js';
import type { Fields } from '../message.js';
import { readChimera } from './chimera.js';
import { readClaude } from './claude.js';
import { readCodex } from './codex.js';
import { readGemini } from './gemini.js';

/** Clients whose sessions are read in place, with a reader for each. */
export const CLIENTS = {
  claude: readClaude,
  codex: readCodex,
  gemini: readGemini,
  chimera: readChimera,
} as const satisfies Record<string, (sink: TranscriptSink) => TranscriptReader>;

export type Client = keyof typeof CLIENTS;

/** Returns the client that wrote a line; null if unknown. */
export function detectClient(line: Fields): Client | null {
  if (typeof line.payload === 'object' && line.payload !== null) return 'codex';
  if (line.$set !== undefined || line.projectHash !== undefined || line.type === 'gemini') return 'gemini';
  if (
    line.type === 'user' ||
    line.type === 'assistant' ||
    line.uuid !== undefined ||
    line.sessionId !== undefined
  )
    return 'claude';
  return null;
}
