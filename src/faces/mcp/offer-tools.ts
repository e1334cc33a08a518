import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import { nearest } from '../../recall/nearest.js';
import { Refusal } from '../../verbs/verb.js';
import { call, refused } from './call.js';
import { callAside, isForAside } from './call-aside.js';
import type { Caller } from './client.js';
import type { Desk } from './desk.js';
import { shown, type Toolbox } from './toolbox.js';

/** Offers the tools of a profile. Whatever goes wrong in a call is its reply; only a tool that is not there is an error. */
export function offerTools(
  server: Server,
  { desk, caller, toolbox }: { readonly desk: Desk; readonly caller: Caller; readonly toolbox: Toolbox },
): void {
  server.setRequestHandler('tools/list', async () => ({ tools: (await toolbox.all()).map(shown) }));
  server.setRequestHandler('tools/call', async ({ params }, ctx) => {
    const tool = await toolbox.tool(params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, await noTool(params.name, toolbox));
    try {
      const given = params.arguments ?? {};
      return await caller.serve(ctx, async (client) => {
        const done = isForAside(tool, ctx) ? await callAside(tool, given, desk, client) : null;
        return done ?? call(tool, given, desk, client);
      });
    } catch (error) {
      if (error instanceof Refusal) return refused(error);
      throw error;
    }
  });
}

async function noTool(name: string, toolbox: Toolbox): Promise<string> {
  const names = await toolbox.names();
  const [near] = nearest(name.slice(0, 60), names);
  return `there is no tool ${name.slice(0, 60)}; ${near ? `did you mean: ${near}` : `there are: ${names.join(', ')}`}`;
}
