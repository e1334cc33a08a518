import type { LauncherApi } from './launcher-api.js';

/** Runs the server of MCP, or the page: one bundle, because most of what they load is the same. Returns the exit status. */
export const main = async (api: LauncherApi): Promise<number> =>
  api.command === 'mcp' ? (await import('./mcp.js')).main(api) : (await import('./web.js')).main();
