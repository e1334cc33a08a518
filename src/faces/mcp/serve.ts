import { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Start } from '../../house.js';
import type { Profile } from '../../verbs/mcp.js';
import { VERSION } from '../../version.js';
import { createCaller } from './client.js';
import { createDesk, type Desk } from './desk.js';
import { INSTRUCTIONS } from './instructions.js';
import { type Input, Lines } from './lines.js';
import { offerNotes } from './offer-notes.js';
import { offerPrompts } from './offer-prompts.js';
import { offerTools } from './offer-tools.js';
import { createToolbox, type Toolbox } from './toolbox.js';

/** What the server may see and touch of its process. */
export interface Serving {
  readonly start: Start;
  readonly profile: Profile;
  readonly input: Input;
  /** Writes to standard output, which holds nothing but messages. */
  readonly write: (text: string) => void;
}

/** Serves the memory over lines of text until their end: to clients of both eras of the protocol, one at a time. */
export function serve({ start, profile, input, write }: Serving): Promise<void> {
  const desk = createDesk(start);
  const toolbox = createToolbox(profile);
  const lines = new Lines(input, write);
  const onerror = ({ message }: Error) => start.warn(message);
  serveStdio(() => createServer(desk, toolbox), { transport: lines, onerror });
  return new Promise((done) => {
    const close = lines.onclose;
    lines.onclose = () => {
      close?.();
      done();
    };
  });
}

/** What does not change while the server runs may be kept by a client for an hour. */
const LASTING = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

/** A server with everything that it offers; the connection that it is given decides on the era. */
export function createServer(desk: Desk, toolbox: Toolbox): Server {
  const server = new Server(
    { name: 'daybook', title: 'Daybook', version: VERSION },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: INSTRUCTIONS,
      cacheHints: {
        'server/discover': LASTING,
        'tools/list': LASTING,
        'prompts/list': LASTING,
        'resources/templates/list': LASTING,
      },
    },
  );
  const caller = createCaller(server);
  offerTools(server, { desk, caller, toolbox });
  offerNotes(server, { desk, caller });
  offerPrompts(server);
  return server;
}
