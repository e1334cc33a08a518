/* A client of one connection to the shipped server: lines of JSON over a process of its own, in either era. */
import { spawn } from 'node:child_process';
import { createToolset, type Tool } from '../../../src/mcp/toolset.js';
import { COMMAND, NOON, SEED } from '../../support/workspace.js';

export const ERAS = ['2025-06-18', '2026-07-28'] as const;
export type Era = (typeof ERAS)[number];

const MODERN: Era = '2026-07-28';

/** What comes back for a request. */
export interface Answer {
  readonly id?: number | string;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into by tests, which fail where a key is missing
  readonly result?: any;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface Talk {
  /** Asks and waits for the answer of that id. */
  ask(method: string, params?: object): Promise<Answer>;
  /** Calls a tool and gives its result. */
  call(name: string, args?: object): Promise<Answer['result']>;
  /** Sends without waiting; gives the id. */
  send(method: string, params?: object): number;
  notify(method: string, params?: object): void;
  /** Writes bytes as they are. */
  write(bytes: string | Uint8Array): void;
  /** The answer to an id that was sent. */
  answer(id: number | string): Promise<Answer>;
  /** Ends the input and waits for the process; gives its exit status and all that it wrote. */
  end(): Promise<{ readonly status: number | null; readonly lines: readonly string[]; readonly err: string }>;
  readonly lines: readonly string[];
  readonly pid: number;
}

export interface Place {
  readonly root: string;
  readonly home: string;
  readonly era?: Era;
  readonly args?: readonly string[];
  readonly client?: string;
  readonly capabilities?: object;
  readonly env?: Readonly<Record<string, string>>;
  /** Answers what the server asks back. */
  readonly reply?: (method: string) => object;
}

/** Starts a server; in the older era the handshake is done. */
export async function talk(place: Place): Promise<Talk> {
  const { root, home, era = '2025-06-18', args = [], client = 'vitest', capabilities = {} } = place;
  const env = {
    HOME: home,
    DAYBOOK_HOME: `${home}/.daybook`,
    DAYBOOK_NOW: NOON,
    DAYBOOK_SEED: SEED,
    PATH: process.env.PATH ?? '',
    ...place.env,
  };
  const child = spawn(process.execPath, [COMMAND, 'mcp', ...args], { cwd: root, env });
  const lines: string[] = [];
  const waiting = new Map<number | string, (answer: Answer) => void>();
  const early = new Map<number | string, Answer>();
  let err = '';
  let rest = '';
  const take = (line: string) => {
    lines.push(line);
    const message = JSON.parse(line);
    if (message.method !== undefined) {
      if (message.id !== undefined)
        write({ jsonrpc: '2.0', id: message.id, result: place.reply?.(message.method) ?? {} });
      return;
    }
    if (message.id === undefined) return;
    const settle = waiting.get(message.id);
    if (settle) settle(message);
    else early.set(message.id, message);
  };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) take(line);
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const closed = new Promise<number | null>((done) => child.on('close', done));
  void closed.then(() => {
    for (const settle of waiting.values())
      settle({ error: { code: 0, message: `the server ended\n${err}` } });
  });
  child.stdin.on('error', () => undefined);
  const write = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`);
  const enveloped = (params: object | undefined) =>
    era === MODERN
      ? {
          ...params,
          _meta: {
            'io.modelcontextprotocol/protocolVersion': MODERN,
            'io.modelcontextprotocol/clientInfo': { name: client, version: '1' },
            'io.modelcontextprotocol/clientCapabilities': capabilities,
          },
        }
      : (params ?? {});
  let next = 1;
  const send = (method: string, params?: object): number => {
    const id = next++;
    write({ jsonrpc: '2.0', id, method, params: enveloped(params) });
    return id;
  };
  const answer = (id: number | string): Promise<Answer> => {
    const known = early.get(id);
    return known ? Promise.resolve(known) : new Promise((settle) => waiting.set(id, settle));
  };
  const ask = (method: string, params?: object) => answer(send(method, params));
  const notify = (method: string, params?: object) =>
    void write({ jsonrpc: '2.0', method, params: enveloped(params) });
  if (era !== MODERN) {
    await ask('initialize', {
      protocolVersion: era,
      capabilities,
      clientInfo: { name: client, version: '1' },
    });
    notify('notifications/initialized');
  }
  return {
    ask,
    send,
    notify,
    answer,
    async call(name, given = {}) {
      const { result, error } = await ask('tools/call', { name, arguments: given });
      if (error) throw new Error(`${error.code} ${error.message}`);
      return result;
    },
    write: (bytes) => void child.stdin.write(bytes),
    async end() {
      child.stdin.end();
      return { status: await closed, lines, err };
    },
    lines,
    pid: child.pid ?? 0,
  };
}

/** All tools of the full profile: those that `tools/list` names, and those that are only answered by their names. */
export async function listAllTools(): Promise<readonly Tool[]> {
  const { names, tool } = createToolset('full');
  return (await Promise.all((await names()).map(tool))) as Tool[];
}
