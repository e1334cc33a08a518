import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Invocation } from '../app/invocation.js';
import { UserError } from '../command/define-command.js';
import type { Profile } from '../features/agent-setup/mcp.command.js';
import { suggestNames } from '../text/did-you-mean.js';
import { VERSION } from '../version.js';
import { callAside, isForAside } from './call-in-process.js';
import { callTool, toToolError } from './call-tool.js';
import { createClientTracker, type McpClient } from './client.js';
import { createDispatcher, type Dispatcher } from './dispatcher.js';
import { formatInstructions } from './instructions.js';
import { registerPrompts } from './prompts.js';
import { registerResources } from './resources.js';
import { hasStartHook } from './start-hook.js';
import { type LineSource, StdioLineTransport } from './stdio-transport.js';
import { createToolset, type Toolset, toMcpTool } from './toolset.js';

/** Registers the tools of a profile. A failed call is a normal reply; only an unknown tool is a protocol error. */
function registerTools(
  server: Server,
  {
    desk: deps,
    caller,
    toolbox,
  }: { readonly desk: Dispatcher; readonly caller: McpClient; readonly toolbox: Toolset },
): void {
  server.setRequestHandler('tools/list', async () => {
    const revision = server.getNegotiatedProtocolVersion();
    return { tools: (await toolbox.listed()).map((tool) => toMcpTool(tool, revision)) };
  });
  server.setRequestHandler('tools/call', async ({ params }, ctx) => {
    const tool = await toolbox.tool(params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, await noTool(params.name, toolbox));
    try {
      const args = params.arguments ?? {};
      return await caller.serve(ctx, async (client) => {
        const done = isForAside(tool, ctx) ? await callAside(tool, args, deps, client) : null;
        return done ?? callTool(tool, args, deps, client);
      });
    } catch (error) {
      if (error instanceof UserError) return toToolError(error);
      throw error;
    }
  });
}

async function noTool(name: string, toolbox: Toolset): Promise<string> {
  const names = await toolbox.names();
  const [near] = suggestNames(name.slice(0, 60), names);
  return `there is no tool ${name.slice(0, 60)}; ${near ? `did you mean: ${near}` : `there are: ${names.join(', ')}`}`;
}

/** The parts of its process that a server may use. */
interface ServerOptions {
  readonly start: Invocation;
  readonly profile: Profile;
  readonly input: LineSource;
  /** Writes to standard output, which carries only messages. */
  readonly write: (text: string) => void;
}

/** Serves one client over lines of text until the input ends, in both eras of the protocol. */
export function serveMcp({ start, profile, input, write }: ServerOptions): Promise<void> {
  const deps = createDispatcher(start);
  const toolbox = createToolset(profile);
  const lines = new StdioLineTransport(input, write);
  const onerror = ({ message }: Error) => start.warn(message);
  const serve = async () =>
    createServer(deps, toolbox, formatInstructions(await hasStartHook(start, lines.clientName)));
  serveStdio(serve, { transport: lines, onerror });
  return new Promise((done) => {
    const close = lines.onclose;
    lines.onclose = () => {
      close?.();
      deps.end();
      done();
    };
  });
}

/** Lists that do not change while the server runs may be cached by a client for an hour. */
const LASTING = { ttlMs: 3_600_000, cacheScope: 'public' } as const;
/** The instructions differ between clients. */
const LASTING_HERE = { ...LASTING, cacheScope: 'private' } as const;

/** Creates a server with all its tools, resources and prompts. The connection decides on the protocol era. */
export function createServer(deps: Dispatcher, toolbox: Toolset, instructions: string): Server {
  const server = new Server(
    { name: 'daybook', title: 'Daybook', version: VERSION },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions,
      cacheHints: {
        'server/discover': LASTING_HERE,
        'tools/list': LASTING,
        'prompts/list': LASTING,
        'resources/templates/list': LASTING,
      },
    },
  );
  const caller = createClientTracker(server);
  registerTools(server, { desk: deps, caller, toolbox });
  registerResources(server, { desk: deps, caller });
  registerPrompts(server);
  return server;
}
