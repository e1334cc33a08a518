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

/** A request with this key in its `_meta` is run by the server itself. */
const IN_PLACE = 'daybook/in-place';

/** Returns true for a call that another process runs, so that this server can answer other requests meanwhile. */
export const isForAside = ({ command }: Tool, { mcpReq }: ServerContext): boolean =>
  command.slow === true && mcpReq._meta?.[IN_PLACE] !== true;

/** Runs a slow call in a second server. Resolves with null if that fails. */
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
