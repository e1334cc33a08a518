import type { CallToolResult } from '@modelcontextprotocol/server';
import { type Notice, Refusal } from '../../verbs/verb.js';
import { agentText } from '../../wiki/harmless.js';
import { mapStrings } from '../../wiki/secrets.js';
import { asPipe, type Budget, refusalAsText, replyOf } from '../cli/reply.js';
import { type Client, type Desk, isHomeless } from './desk.js';
import { filled } from './form.js';
import { slim } from './slim.js';
import type { Tool } from './toolbox.js';

/** An agent that asked reads more than a pipe, and has no other way to the rest than to ask for less. */
const AGENT: Budget = { tokens: 2000, rest: () => 'ask more narrowly, or read the note' };

/** Calls a tool: the reply as Markdown, and the same as data. A refusal is a reply too, one that the agent can act on. */
export async function call(
  { verb, form }: Tool,
  given: Readonly<Record<string, unknown>>,
  desk: Desk,
  client: Client,
): Promise<CallToolResult> {
  try {
    const result = await desk.ask(verb, filled(form, given), client);
    const { say: _, ...data } = mapStrings(replyOf(result), agentText); // all of it is read by an agent
    const text = [asPipe(result, AGENT).trimEnd(), ...data.notices.map(noticeLine)].join('\n');
    return { content: [{ type: 'text', text: agentText(text) }], structuredContent: slim(data) };
  } catch (error) {
    if (error instanceof Refusal && !isHomeless(error)) return refused(error);
    throw error;
  }
}

const noticeLine = ({ path, line, message }: Notice): string =>
  `Note: ${path ? `${path}${line ? `:${line}` : ''} ` : ''}${message}`;

/** A refusal in its three lines: what, found and expected, do this. */
export const refused = (error: Refusal): CallToolResult => ({
  content: [{ type: 'text', text: agentText(refusalAsText(error).trimEnd()) }],
  isError: true,
});
