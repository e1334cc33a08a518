import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { VERSION } from '../../version.js';
import type { Client, Desk } from './desk.js';
import type { Tool } from './toolbox.js';

/** In the `_meta` of a request: the server does it itself. */
const IN_PLACE = 'daybook/in-place';

/** True for a call that another process does, so that this server goes on answering. */
export const isForAside = ({ verb }: Tool, { mcpReq }: ServerContext): boolean =>
  verb.slow === true && mcpReq._meta?.[IN_PLACE] !== true;

/** Calls a slow tool in a second server. Resolves with null where that cannot be done. */
export async function callAside(
  { name, verb }: Tool,
  given: Readonly<Record<string, unknown>>,
  desk: Desk,
  client: Client,
): Promise<CallToolResult | null> {
  const { askSecondServer } = await import('../../second-server.js');
  const request = { method: 'tools/call', params: { name, arguments: given, _meta: META } };
  const result = await desk.aside(verb, client, (start) => askSecondServer(request, start, client.signal));
  return result as CallToolResult | null;
}

const META = {
  [IN_PLACE]: true,
  [PROTOCOL_VERSION_META_KEY]: '2026-07-28',
  [CLIENT_INFO_META_KEY]: { name: 'daybook', version: VERSION },
  [CLIENT_CAPABILITIES_META_KEY]: {},
};
