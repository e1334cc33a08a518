import { join } from 'node:path';
import { redactAll } from '../wiki/secrets.js';
import type { ToolCall } from '../wiki/tool-call.js';
import { decode } from './decode.js';
import { quietly } from './failure.js';
import { OWN_FILE, readRange, statAt } from './file.js';
import { furnish, type Ground } from './layout.js';
import { OPEN, type Port } from './port.js';

/** A record is one line, and one write: longer input is cut. */
const LONGEST_INPUT = 1000;
const MOST_FILES = 20;
/** Beyond this size the log is put aside once, so that it never holds more than twice as much. */
const LARGEST = 4 * 1024 * 1024;

/** Notes a tool call, without its secrets. Telemetry: it takes no lock and flushes nothing, and a failure is silent. */
export function appendToolCall(ground: Ground, call: ToolCall): void {
  const { port } = ground;
  const path = pathOf(ground);
  const short = {
    ...call,
    input: call.input.slice(0, LONGEST_INPUT),
    files: call.files.slice(0, MOST_FILES),
  };
  const line = Buffer.from(`${JSON.stringify(redactAll(short).value)}\n`);
  quietly(() => {
    furnish(ground);
    const size = statAt(port, path)?.size ?? 0;
    if (size > LARGEST) port.rename(path, `${path}.1`);
    const file = port.open(path, OPEN.append, OWN_FILE);
    try {
      port.write(file, line, 0, line.length, null); // one write at the end, wherever that is by then
    } finally {
      port.close(file);
    }
  });
}

/** The newest records, oldest first; lines that are torn or foreign are passed over. */
export function readToolCalls(ground: Ground, most: number): readonly ToolCall[] {
  const found: ToolCall[] = [];
  for (const path of [pathOf(ground), `${pathOf(ground)}.1`]) {
    if (found.length >= most) break;
    found.unshift(...callsIn(tailOf(ground.port, path)).slice(-(most - found.length)));
  }
  return found;
}

const pathOf = ({ at }: Ground): string => join(at.keep, 'tools.jsonl');

function tailOf(port: Port, path: string): string {
  const size = statAt(port, path)?.size;
  if (size === undefined) return '';
  const file = port.open(path, OPEN.read);
  try {
    const from = Math.max(0, size - LARGEST);
    const text = decode(readRange(port, file, from, size - from))?.text ?? '';
    return from === 0 ? text : text.slice(text.indexOf('\n') + 1);
  } finally {
    port.close(file);
  }
}

const callsIn = (text: string): ToolCall[] =>
  text.split('\n').flatMap((line) => {
    const call = line.startsWith('{') ? parsed(line) : null;
    return call ? [call] : [];
  });

function parsed(line: string): ToolCall | null {
  try {
    const found = JSON.parse(line) as Partial<ToolCall>;
    const { id, parent = null, session = null, at, tool, input = '', ok = true, files = [] } = found;
    if (typeof id !== 'string' || typeof at !== 'string' || typeof tool !== 'string') return null;
    return { id, parent, session, at, tool, input, ok, files };
  } catch {
    return null;
  }
}
