import { askProgram, findOwnCommand } from '../../platform/run-program.js';
import type { Invocation } from '../invocation.js';

/** An MCP request. */
interface ServerRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The only request that a second server receives. */
const ID = 1;

/**
 * Sends a request to a second server of this build in a separate process, and resolves with the result. Resolves with
 * null if it cannot be started or answers with an error: then the caller does the work itself.
 */
export async function askSecondServer(
  { method, params }: ServerRequest,
  { cwd, env, workspace }: Invocation,
  stop: AbortSignal,
): Promise<unknown> {
  const words = [...findOwnCommand(), 'mcp', '--profile', 'full'];
  const input = `${JSON.stringify({ jsonrpc: '2.0', id: ID, method, params })}\n`;
  const place = workspace === undefined ? [] : ['--workspace', workspace];
  const line = await askProgram([...words, ...place], { cwd, env, input, stop }, isAnswer);
  return line === null ? null : ((JSON.parse(line) as { readonly result?: unknown }).result ?? null);
}

function isAnswer(line: string): boolean {
  try {
    const message = JSON.parse(line) as { readonly id?: unknown; readonly method?: unknown };
    return message.id === ID && message.method === undefined;
  } catch {
    return false;
  }
}
