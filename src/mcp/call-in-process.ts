import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { VERSION } from '../version.js';
import type { Dispatcher, RequestClient } from './dispatcher.js';
import type { Tool } from './toolset.js';

/** In the `_meta` of a request: the server does it itself. */
const IN_PLACE = 'daybook/in-place';

/** True for a call that another process does, so that this server goes on answering. */
export const isForAside = ({ command }: Tool, { mcpReq }: ServerContext): boolean =>
  command.slow === true && mcpReq._meta?.[IN_PLACE] !== true;

/** Calls a slow tool in a second server. Resolves with null where that cannot be done. */
export async function callAside(
  { name, command }: Tool,
  args: Readonly<Record<string, unknown>>,
  deps: Dispatcher,
  client: RequestClient,
): Promise<CallToolResult | null> {
  const { askSecondServer } = await import('../app/agents/second-server.js');
  const request = { method: 'tools/call', params: { name, arguments: args, _meta: META } };
  const result = await deps.aside(command, client, (start) => askSecondServer(request, start, client.signal));
  return result as CallToolResult | null;
}

const META = {
  [IN_PLACE]: true,
  [PROTOCOL_VERSION_META_KEY]: '2026-07-28',
  [CLIENT_INFO_META_KEY]: { name: 'daybook', version: VERSION },
  [CLIENT_CAPABILITIES_META_KEY]: {},
};
