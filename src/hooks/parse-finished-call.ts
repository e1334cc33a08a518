import { redactAll, removeScrubWords } from '../security/secrets.js';
import { selectErrorLines } from '../transcripts/error-lines.js';
import { listToolCallFiles, type ToolCall } from '../transcripts/tool-call.js';
import { TOOL_NAMES } from '../transcripts/tool-names.js';

type Fields = Readonly<Record<string, unknown>>;

/** The events after a tool call, with its outcome. */
const OUTCOMES: Readonly<Record<string, boolean>> = { PostToolUse: true, PostToolUseFailure: false };

/** Characters of an input that are searched for secrets, and characters that are stored. */
const LOOKED_AT = 20_000;
const KEPT = 400;
const MOST_FILES = 20;

/** Parses the finished call of an event, with secrets removed; null for other events. */
export function parseToolCall(
  event: string,
  fields: Fields,
  { at, session }: Pick<ToolCall, 'at' | 'session'>,
): ToolCall | null {
  if (!Object.hasOwn(OUTCOMES, event) || typeof fields.tool_name !== 'string') return null;
  const [input, response] = [fieldsOf(fields.tool_input), fieldsOf(fields.tool_response)];
  const folder = textOf(fields.cwd);
  const ok =
    OUTCOMES[event] === true &&
    response.isError !== true &&
    response.is_error !== true &&
    faultOf(response) === null;
  const errorLines = ok ? [] : listErrorLines(fields, response);
  return {
    id: textOf(fields.tool_use_id) ?? `${at} ${fields.tool_name}`,
    parent: textOf(fields.agent_id),
    session,
    at,
    tool: (TOOL_NAMES[fields.tool_name] ?? fields.tool_name).slice(0, 100),
    input: below(shortOf(input), folder),
    ok,
    files: [...listToolCallFiles(input), ...filesOfPatch(input)]
      .slice(0, MOST_FILES)
      .map((path) => below(path, folder)),
    started: textOf(response.agentId),
    error: errorLines[0] ?? null,
    ...(errorLines.length > 1 ? { errorLines } : {}),
  };
}

/** A call that the user stopped or forbade is no mistake. */
const STOPPED = 'stopped by the user';

/** The error lines of a failed tool, with secrets removed, the most specific first. */
function listErrorLines(fields: Fields, response: Fields): readonly string[] {
  if (fields.is_interrupt === true) return [STOPPED];
  const text =
    textOf(fields.error) ??
    textOf(fields.error_message) ??
    faultOf(response) ??
    textOf(response.error) ??
    textOf(response.stderr) ??
    wordsIn(response);
  return selectErrorLines(redactAll((text ?? '').slice(0, LOOKED_AT)).value);
}

/** The error of Gemini CLI, which reports failures as ordinary ends. */
const faultOf = (response: Fields): string | null => textOf(fieldsOf(response.error).message);

/** The text answer of a server's tool. */
const wordsIn = ({ content }: Fields): string | null =>
  Array.isArray(content) ? content.flatMap((part) => textOf(fieldsOf(part).text) ?? []).join('\n') : null;

/** The files that a patch names (Codex: `*** Update File: PATH`). */
const filesOfPatch = (input: Fields): readonly string[] => {
  const patch = [input.command, input.input, input.patch].flatMap((one) => textOf(one) ?? []).join('\n');
  if (!patch.includes('*** Begin Patch')) return [];
  return [...patch.slice(0, LOOKED_AT).matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm)].map(
    ([, path = '']) => path.trim(),
  );
};

/** A command as it is; of other inputs the field that names it, else all of it. */
function shortOf(input: Fields): string {
  const named = ['command', 'description', 'query', 'pattern', 'url', ...FILES].find((key) =>
    textOf(input[key]),
  );
  const text = named === undefined ? unnamed(input) : (textOf(input[named]) ?? '');
  const clean = redactAll(removeScrubWords(text.slice(0, LOOKED_AT)))
    .value.replace(/\s+/g, ' ')
    .trim();
  if (clean === '{}') return '';
  return clean.length > KEPT ? `${clean.slice(0, KEPT)}…` : clean;
}

/** A command as a list of words (`["bash", "-lc", "npm test"]`) is its last word or all of them; other input stays whole. */
function unnamed(input: Fields): string {
  const words = Array.isArray(input.command) ? input.command.flatMap((word) => textOf(word) ?? []) : [];
  if (words.length === 0) return JSON.stringify(input);
  return /^(?:ba|z|da)?sh$/.test(words[0] ?? '') ? (words.at(-1) ?? '') : words.join(' ');
}

const FILES = ['file_path', 'notebook_path', 'path'];

const below = (path: string, folder: string | null): string =>
  folder !== null && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
