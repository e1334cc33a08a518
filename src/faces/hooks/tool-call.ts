import { redactAll } from '../../wiki/secrets.js';
import { filesIn, type ToolCall } from '../../wiki/tool-call.js';

type Fields = Readonly<Record<string, unknown>>;

/** The events that tell of a tool, and what came of it. */
const OUTCOMES: Readonly<Record<string, boolean>> = { PostToolUse: true, PostToolUseFailure: false };

/** What is looked at of an input for secrets, before it is cut; and what is kept of it, in characters. */
const LOOKED_AT = 20_000;
const KEPT = 400;
const MOST_FILES = 20;

/** The tool call that an event tells of, its secrets taken out; null for any other event. */
export function toolCallIn(
  event: string,
  told: Fields,
  { at, session }: Pick<ToolCall, 'at' | 'session'>,
): ToolCall | null {
  if (!Object.hasOwn(OUTCOMES, event) || typeof told.tool_name !== 'string') return null;
  const [input, response] = [fieldsOf(told.tool_input), fieldsOf(told.tool_response)];
  const folder = textOf(told.cwd);
  return {
    id: textOf(told.tool_use_id) ?? `${at} ${told.tool_name}`,
    parent: textOf(told.agent_id),
    session,
    at,
    tool: told.tool_name.slice(0, 100),
    input: below(shortOf(input), folder),
    ok: OUTCOMES[event] === true && response.isError !== true && response.is_error !== true,
    files: filesIn(input)
      .slice(0, MOST_FILES)
      .map((path) => below(path, folder)),
    started: textOf(response.agentId),
  };
}

/** A command as it stands; of other input what names it, else all of it. */
function shortOf(input: Fields): string {
  const named = ['command', 'description', 'query', 'pattern', 'url', ...FILES].find((key) =>
    textOf(input[key]),
  );
  const said = named === undefined ? JSON.stringify(input) : (textOf(input[named]) ?? '');
  const clean = redactAll(said.slice(0, LOOKED_AT)).value.replace(/\s+/g, ' ').trim();
  if (clean === '{}') return '';
  return clean.length > KEPT ? `${clean.slice(0, KEPT)}…` : clean;
}

const FILES = ['file_path', 'notebook_path', 'path'];

const below = (path: string, folder: string | null): string =>
  folder !== null && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
