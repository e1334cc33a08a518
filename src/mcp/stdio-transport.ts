import { isUtf8 } from 'node:buffer';
import { CLIENT_INFO_META_KEY, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import { mapStrings } from '../text/json-value.js';
import { toAgentText } from '../text/sanitize.js';

/** The reason why a value is not a JSON-RPC 2.0 message, with the id to answer if there is one. */
interface MessageFault {
  readonly id?: string | number;
  readonly code: number;
  readonly message: string;
}

/** Returns the problem of a parsed line; null for a request, a notification or a response. */
function validateMessage(value: unknown): MessageFault | null {
  if (value === undefined) return { code: -32700, message: 'a line must be one JSON object' };
  if (!isObject(value)) return invalid(undefined, 'a line must be one JSON object, not a batch');
  const { jsonrpc, id, method, params } = value;
  if (id !== undefined && !isRequestId(id)) return invalid(undefined, 'an id is a string or a whole number');
  if (jsonrpc !== '2.0') return invalid(id, 'a message says "jsonrpc": "2.0"');
  if (method === undefined && ('result' in value || 'error' in value)) return null;
  if (typeof method !== 'string') return invalid(id, 'a request names its method');
  if (params !== undefined && !isObject(params)) return invalid(id, 'params is an object');
  return null;
}

const invalid = (id: string | number | undefined, message: string): MessageFault =>
  id === undefined ? { code: -32600, message } : { id, code: -32600, message };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isRequestId = (value: unknown): value is string | number =>
  typeof value === 'string' || Number.isSafeInteger(value);

/** A longer line (in bytes) is not parsed: only its id is searched, to answer the request with an error. */
const LONGEST_LINE = 16 * 1024 * 1024;
/** Bytes at both ends of such a line in which the id is searched: clients write it before or after the long part. */
const EDGE = 1024;
/** How long closing waits for pending answers, in ms. */
const LAST_ANSWERS_MS = 10_000;

/** The source of lines: standard input, or a stream of a test. */
export interface LineSource {
  on(event: 'data', listener: (chunk: Buffer) => void): unknown;
  on(event: 'end' | 'close' | 'error', listener: () => void): unknown;
  pause(): unknown;
}

/**
 * MCP over lines of text. Input that is not a message is answered if possible and then ignored. It never ends the
 * server, as the transport of the SDK would for a long line. After the end of the input pending answers are still sent.
 */
export class StdioLineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** The name that the client reported in its first messages; undefined if none. */
  clientName: string | undefined;
  readonly #input: LineSource;
  readonly #write: (text: string) => void;
  /** The requests without an answer, by id: the tool of a call, else the method. */
  readonly #owed = new Map<string | number, string>();
  #pieces: Buffer[] = [];
  #length = 0;
  #ended = false;
  #closed = false;

  constructor(input: LineSource, write: (text: string) => void) {
    this.#input = input;
    this.#write = write;
  }

  async start(): Promise<void> {
    this.#input.on('data', (chunk) => this.#take(chunk));
    this.#input.on('end', () => this.#end());
    this.#input.on('close', () => this.#end());
    this.#input.on('error', () => this.#end());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return;
    // An error repeats words of the request, which an agent may have from a note.
    const sent = 'error' in message ? { ...message, error: mapStrings(message.error, toAgentText) } : message;
    this.#write(`${JSON.stringify(sent)}\n`);
    if ('id' in message && message.id !== undefined && !('method' in message)) this.#owed.delete(message.id);
    if (this.#ended && this.#owed.size === 0) await this.close();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#owed.size > 0) this.onerror?.(new Error(formatUnanswered([...this.#owed.values()])));
    this.#input.pause();
    this.onclose?.();
  }

  #take(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0 && !this.#closed; at = chunk.indexOf(10, from)) {
      this.#keep(chunk.subarray(from, at));
      this.#line();
      from = at + 1;
    }
    this.#keep(chunk.subarray(from));
  }

  #keep(piece: Buffer): void {
    this.#length += piece.length;
    if (piece.length > 0) this.#pieces.push(piece);
    if (this.#length <= LONGEST_LINE) return;
    const whole = Buffer.concat(this.#pieces);
    this.#pieces = [Buffer.concat([whole.subarray(0, EDGE), whole.subarray(-EDGE)])];
  }

  #line(): void {
    const [line, length] = [Buffer.concat(this.#pieces), this.#length];
    this.#pieces = [];
    this.#length = 0;
    if (length > LONGEST_LINE) this.#answer(tooLong(length, findRequestId(line.toString('utf8'))));
    else if (!isUtf8(line)) this.#answer({ code: -32700, message: 'a line must be UTF-8' });
    else this.#read(line.toString('utf8').trim());
  }

  #read(line: string): void {
    if (line === '') return;
    const message = parsed(line);
    const fault = validateMessage(message);
    if (fault) this.#answer(fault);
    else this.#deliver(message as JSONRPCMessage);
  }

  #deliver(message: JSONRPCMessage): void {
    if ('method' in message && 'id' in message && message.id !== undefined)
      this.#owed.set(message.id, nameRequest(message));
    if ('method' in message && message.method === 'notifications/cancelled')
      this.#owed.delete((message.params as { requestId?: string | number } | undefined)?.requestId ?? '');
    this.clientName ??= readClientName(message);
    this.onmessage?.(message);
  }

  /** Answers a line that is not a message with an error. */
  #answer({ id, code, message }: MessageFault): void {
    this.onerror?.(new Error(message));
    void this.send({ jsonrpc: '2.0', ...(id === undefined ? {} : { id }), error: { code, message } });
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    if (this.#owed.size === 0) void this.close();
    else setTimeout(() => void this.close(), LAST_ANSWERS_MS).unref();
  }
}

/** Names what a request asks for: the tool of a call, else the method. */
function nameRequest({ method, params }: { method: string; params?: object | undefined }): string {
  const { name } = (params ?? {}) as { name?: unknown };
  return method === 'tools/call' && typeof name === 'string' ? name : method;
}

/** Describes the requests that have no answer: how many, and of which tools. */
function formatUnanswered(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const calls = [...counts].map(([name, count]) => `${count} ${name}`).join(', ');
  return `the input has ended, and ${names.length} ${names.length === 1 ? 'call was' : 'calls were'} not answered within ${LAST_ANSWERS_MS / 1000} s: ${calls}`;
}

/** Returns the client's name from its handshake, or from the metadata of a request. */
function readClientName(message: JSONRPCMessage): string | undefined {
  const { params } = message as {
    params?: { clientInfo?: unknown; _meta?: Readonly<Record<string, unknown>> };
  };
  const info = params?.clientInfo ?? params?._meta?.[CLIENT_INFO_META_KEY];
  const { name } = (info ?? {}) as { name?: unknown };
  return typeof name === 'string' ? name : undefined;
}

const MEMBER = String.raw`\s*"(?:jsonrpc|id|method)"\s*:\s*(?:"(?:[^"\\]|\\.)*"|-?\d+)\s*`;
/** The members before the first and after the last long one of an object. */
const FIRST_MEMBERS = new RegExp(`^\\s*\\{((?:${MEMBER},)*)`);
const LAST_MEMBERS = new RegExp(`((?:,${MEMBER})*)\\}\\s*$`);

/** Returns the id of a request from the ends of its line; undefined if it is in neither, or if the line is no request. */
function findRequestId(ends: string): string | number | undefined {
  const [, first] = FIRST_MEMBERS.exec(ends) ?? [];
  const [, last = ''] = LAST_MEMBERS.exec(ends) ?? [];
  const value = first === undefined ? undefined : parsed(`{${first}"long":true${last}}`);
  return isObject(value) && value.method !== undefined && isRequestId(value.id) ? value.id : undefined;
}

function tooLong(length: number, id: string | number | undefined): MessageFault {
  const message = `the message has ${length} bytes; at most ${LONGEST_LINE} are read: send less at once`;
  return { ...(id === undefined ? {} : { id }), code: -32600, message };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
