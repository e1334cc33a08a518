import type { UserError } from '../errors.js';
import { mapStrings } from '../text/map-strings.js';
import { stripInvisible } from '../text/sanitize.js';
import { estimateTokens } from '../text/tokens/estimate.js';

/** One line of a printed list. */
interface PrintedItem {
  readonly path?: string;
  readonly line?: number;
  readonly group?: string;
  readonly what: string;
  readonly why?: string | null;
}

interface PrintedNotice {
  readonly message: string;
  readonly path?: string;
  readonly line?: number;
}

/** What is printed of a command's result. */
interface PrintedResult {
  readonly plan: {
    readonly message: string;
    readonly items?: readonly PrintedItem[];
    readonly data: Readonly<Record<string, unknown>>;
    readonly changes: readonly { readonly path: string; readonly why: string }[];
    readonly notices?: readonly PrintedNotice[];
    readonly location?: string;
  };
  readonly seq: number | null;
  readonly queued: string | null;
  readonly diff: string | null;
  readonly effects?: readonly unknown[];
  readonly globalRoot?: string;
}

/** An output limit: a number of tokens, then a line that says how to get the rest. */
export interface OutputBudget {
  readonly tokens: number;
  readonly rest: (rows: number) => string;
}

const PIPE_TOKENS = 400;
const PIPE: OutputBudget = { tokens: PIPE_TOKENS, rest: (rows) => `--limit ${rows}, or --json for all` };

/**
 * Returns the output limit for a pipe: no cut if the caller set a limit, and no hint for options that the command
 * lacks.
 */
export function getPipedBudget(params: object, isLimited: boolean): OutputBudget {
  if (!Object.hasOwn(params, 'limit')) return { tokens: PIPE_TOKENS, rest: () => '--json for all' };
  return isLimited ? { ...PIPE, tokens: Number.POSITIVE_INFINITY } : PIPE;
}

/** Formats a result as one JSON object: `ok`, `message`, `changes`, `notices` and the command's own keys. */
export const formatJson = (result: PrintedResult): string => `${JSON.stringify(toJsonResult(result))}\n`;

/** Converts a result to the object that `--json` prints. */
export function toJsonResult({ plan, seq, queued, diff, effects, globalRoot: elsewhere }: PrintedResult) {
  const { message, data, changes, notices = [] } = plan;
  return {
    ok: true,
    message,
    say: message, // its earlier name
    changes: changes.map(({ path, why }) => ({ path, why })),
    notices,
    ...(effects === undefined ? {} : { effects }),
    ...data,
    ...(seq === null ? {} : { seq }),
    ...(elsewhere === undefined ? {} : { workspace: elsewhere }),
    ...(queued === null ? {} : { queued: true }),
    ...(diff === null ? {} : { diff }),
  };
}

/** Formats an error as JSON. All errors have the same shape. */
export const formatErrorJson = ({ code, message, hint, details }: UserError): string =>
  `${JSON.stringify({ ok: false, error: { code, message, hint, ...details } })}\n`;

/** Formats an error for people: what is wrong, what was found and expected, and what to do. */
export function formatErrorText({ message, hint, details }: UserError): string {
  const found = typeof details.found === 'string' ? `${details.found}\n` : '';
  return stripInvisible(`daybook: ${message}\n${found}${hint}\n`);
}

/** Formats a notice for people: place and message. */
export const formatNotice = ({ path, line, message }: PrintedNotice): string =>
  stripInvisible(`daybook: ${path ? `${path}${line ? `:${line}` : ''} ` : ''}${message}\n`);

/** For a reader behind a pipe: `say`, then `path:line what — why` within the budget, then place and way back. */
export function formatPiped(result: PrintedResult, budget = PIPE): string {
  const { items: rows = [] } = result.plan;
  const say = stripInvisible(result.plan.message);
  const lines: string[] = [];
  let left = budget.tokens - estimateTokens(say);
  for (const row of rows) {
    const line = stripInvisible(pipeRow(row));
    left -= estimateTokens(line);
    if (left < 0 && lines.length > 0) break;
    lines.push(line);
  }
  const more = rows.length - lines.length;
  const rest = more > 0 ? `${more} more: ${budget.rest(rows.length)}` : '';
  return joined([say, ...lines, rest, wayBack(result)]);
}

/** Formats a result for a terminal: grouped and marked, with place and undo command at the end. */
export function formatTerminal(result: PrintedResult, style: AnsiStyle): string {
  const { say, rows } = shown(result);
  const lines: string[] = [];
  let group: string | undefined;
  for (const row of rows) {
    if (row.group !== undefined && row.group !== group) lines.push(`\n${style.bold(row.group)}`);
    group = row.group;
    const place = row.path ? style.dim(`  ${row.path}${row.line ? `:${row.line}` : ''}`) : '';
    lines.push(`  ${marked(row.what, style)}${row.why ? style.dim(` — ${row.why}`) : ''}${place}`);
  }
  const back = wayBack(result);
  return joined([marked(say, style), ...lines, back ? style.dim(back) : '']);
}

/** Removes invisible characters and terminal control sequences from a reply. JSON keeps everything. */
const shown = ({ plan: { message: say, items: rows = [] } }: PrintedResult) =>
  mapStrings({ say, rows }, stripInvisible);

/** Terminal styles; plain if NO_COLOR is set. */
interface AnsiStyle {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
}

/** Returns SGR codes, or empty strings if `plain`. */
export const createAnsiStyle = (plain: boolean): AnsiStyle =>
  plain
    ? { bold: (text) => text, dim: (text) => text }
    : { bold: (text) => `\x1b[1m${text}\x1b[22m`, dim: (text) => `\x1b[2m${text}\x1b[22m` };

const pipeRow = ({ path, line, what, why }: PrintedItem): string =>
  `${path ? `${path}${line ? `:${line}` : ''} ` : ''}${what.replaceAll('**', '')}${why ? ` — ${why}` : ''}`;

function wayBack({ plan, seq, globalRoot: elsewhere }: PrintedResult): string {
  const there = elsewhere === undefined ? '' : ` --workspace "${elsewhere}"`;
  const undo = seq === null ? '' : `undo: daybook undo ${seq}${there}`;
  const line = [plan.location, undo].filter(Boolean).join(' · ');
  return line !== '' && plan.message.includes('\n\n') ? `\n${line}` : line;
}

const marked = (text: string, style: AnsiStyle): string =>
  text
    .replace(/\*\*([^*\n]+)\*\*/g, (_, inner: string) => style.bold(inner))
    .replace(/^#{1,6} (.+)$/gm, (_, inner: string) => style.bold(inner));

/** Joins the non-empty parts, one per line. */
const joined = (parts: readonly string[]): string => {
  const text = parts.filter(Boolean).join('\n');
  return text === '' ? '' : `${text.replace(/(?<!\n)\n+$/, '')}\n`;
};
