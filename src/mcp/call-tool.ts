import type { CallToolResult } from '@modelcontextprotocol/server';
import { type Notice, UserError } from '../command/define-command.js';
import { formatErrorText, formatPiped, type OutputBudget, toJsonResult } from '../output/format-result.js';
import { mapStrings } from '../text/json-value.js';
import { toAgentText } from '../text/sanitize.js';
import { estimateTokens } from '../text/tokens/estimate.js';
import { type Dispatcher, isNoWorkspaceError, type RequestClient } from './dispatcher.js';
import { parseToolInput } from './json-schema.js';
import type { Tool } from './toolset.js';

/** Keys of search results. */
const FOUND: ReadonlySet<string> = new Set(['hits', 'about', 'related']);
/** Details of a search result that an agent does not need: it sees the order, and each word costs tokens. */
const HOW: ReadonlySet<string> = new Set(['score', 'matches', 'section']);
/** Keys of the entries beside a hit. */
const BESIDE: ReadonlySet<string> = new Set(['before', 'after']);
/** Tokens that the entries beside the hits of one reply may take; the first hits come first. */
const BESIDE_TOKENS = 300;

/** Returns the data of a reply without those details, and with the entries beside its first hits. */
export function omitRedundantFields<T extends object>(data: T): T {
  let left = BESIDE_TOKENS;
  const keep = (key: string, value: unknown): boolean => {
    if (!BESIDE.has(key)) return !HOW.has(key);
    const tokens = value ? estimateTokens(JSON.stringify(value)) : Infinity;
    if (tokens > left) return false;
    left -= tokens;
    return true;
  };
  const omit = (hit: object): object =>
    Object.fromEntries(Object.entries(hit).filter(([key, value]) => keep(key, value)));
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      FOUND.has(key) && Array.isArray(value) ? value.map(omit) : value,
    ]),
  ) as T;
}

/**
 * The size limit of a reply to an agent, which is higher than for a pipe: an agent has no other way to read the rest.
 */
const AGENT: OutputBudget = { tokens: 2000, rest: () => 'ask more narrowly, or read the note' };

/**
 * Calls a tool and returns its reply as Markdown and as data. An error is also a reply, so that the agent can react.
 */
export async function callTool(
  { command, form }: Tool,
  args: Readonly<Record<string, unknown>>,
  deps: Dispatcher,
  client: RequestClient,
): Promise<CallToolResult> {
  try {
    const result = await deps.dispatch(command, parseToolInput(form, args), client);
    const { say: _, message: __, ...data } = mapStrings(toJsonResult(result), toAgentText); // all of it is read by an agent
    const text = [formatPiped(result, AGENT).trimEnd(), ...data.notices.map(noticeLine)].join('\n');
    return {
      content: [{ type: 'text', text: toAgentText(text) }],
      structuredContent: omitRedundantFields(data),
    };
  } catch (error) {
    if (error instanceof UserError && !isNoWorkspaceError(error)) return toToolError(error);
    throw error;
  }
}

const noticeLine = ({ path, line, message }: Omit<Notice, 'level'>): string =>
  `Note: ${path ? `${path}${line ? `:${line}` : ''} ` : ''}${message}`;

/** Formats an error in three lines: what, found and expected, next command. */
export const toToolError = (error: UserError): CallToolResult => ({
  content: [{ type: 'text', text: toAgentText(formatErrorText(error).trimEnd()) }],
  isError: true,
});
