import type { UserError } from '../errors.js';
import { stripInvisible } from '../text/sanitize.js';
import { estimateTokens } from '../text/tokens/estimate.js';
import { listOddPaths, quoteIn } from './quote-names.js';

/** One line of a printed list. */
export interface PrintedItem {
  readonly path?: string;
  readonly line?: number;
  readonly group?: string;
  readonly mark?: string;
  readonly type?: string | null;
  readonly what: string;
  readonly why?: string | null;
  readonly state?: string | null;
  readonly id?: string;
  readonly at?: string | null;
  readonly by?: string | null;
}

interface PrintedNotice {
  readonly message: string;
  readonly path?: string;
  readonly line?: number;
}

/** What is printed of a command's result. */
export interface PrintedResult {
  readonly plan: {
    readonly message: string;
    readonly format?: 'plain' | 'diff';
    readonly preview?: string;
    readonly items?: readonly PrintedItem[];
    readonly data: Readonly<Record<string, unknown>>;
    readonly changes: readonly { readonly path: string; readonly why: string }[];
    readonly notices?: readonly PrintedNotice[];
    readonly location?: string;
    readonly isFinal?: true;
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
export const formatJson = (result: PrintedResult): string => `${escapeJson(toJsonResult(result))}\n`;

/** As `JSON.stringify`, with escapes also for characters that steer a terminal or turn the reading direction. */
const escapeJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

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
  `${escapeJson({ ok: false, error: { code, message, hint, ...details } })}\n`;

/** Formats an error for people: what is wrong, what was found and expected, and what to do. */
export function formatErrorText({ message, hint, details }: UserError): string {
  const found = typeof details.found === 'string' ? `${details.found}\n` : '';
  return stripInvisible(quoteIn(`daybook: ${message}\n${found}${hint}\n`, listOddPaths(details)));
}

/** Formats a notice for people: place and message. */
export const formatNotice = ({ path, line, message }: PrintedNotice): string =>
  stripInvisible(`daybook: ${path ? `${path}${line ? `:${line}` : ''} ` : ''}${message}\n`);

/** For a reader behind a pipe: `say`, then `path:line what — why` within the budget, then place and way back. */
export function formatPiped(result: PrintedResult, budget = PIPE): string {
  const { items: rows = [], preview = '' } = result.plan;
  const say = preview + result.plan.message;
  const lines: string[] = [];
  let left = budget.tokens - estimateTokens(say);
  for (const row of rows) {
    const line = pipeRow(row);
    left -= estimateTokens(line);
    if (left < 0 && lines.length > 0) break;
    lines.push(line);
  }
  const more = rows.length - lines.length;
  const rest = more > 0 ? `${more} more: ${budget.rest(rows.length)}` : '';
  return stripInvisible(joined([say, ...lines, rest, formatWayBack(result)]));
}

/** Formats the id of a row as it is typed. A handle has its `~`. */
export const formatRowId = (id: string): string => (/^[~^]/.test(id) ? id : `^${id}`);

/** Formats a row: place, mark and time of a log, type, text, reason and day, and the id of an entry, whose type is null where it has no name. */
function pipeRow({ path, line, mark, type, what, why, state, id, at, by }: PrintedItem): string {
  const place = path ? `${path}${line ? `:${line}` : ''}` : '';
  const time = mark && at ? at.slice(0, 16).replace('T', ' ') : '';
  const tail = [why, mark ? by : null, time === '' ? at?.slice(0, 10) : null, state]
    .filter(Boolean)
    .join(', ');
  const text = `${type ? `${type}: ` : ''}${what.replaceAll('**', '')}${tail ? ` — ${tail}` : ''}`;
  return [place, mark, time, text, type !== undefined && id ? formatRowId(id) : ''].filter(Boolean).join(' ');
}

/** Formats the place that a reply names and the command that undoes the change; empty if there is neither. */
export function formatWayBack({ plan, seq, globalRoot: elsewhere }: PrintedResult): string {
  const there = elsewhere === undefined ? '' : ` --workspace "${elsewhere}"`;
  const undo = seq === null || plan.isFinal ? '' : `undo: daybook undo ${seq}${there}`;
  const line = [plan.location, undo].filter(Boolean).join(' · ');
  return line !== '' && plan.message.includes('\n\n') ? `\n${line}` : line;
}

/** Joins the non-empty parts, one per line. */
const joined = (parts: readonly string[]): string => {
  const text = parts.filter(Boolean).join('\n');
  return text === '' ? '' : `${text.replace(/(?<!\n)\n+$/, '')}\n`;
};
