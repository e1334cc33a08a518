import { estimateTokens } from '../../recall/brief/tokens.js';
import type { Result } from '../../run.js';
import type { Params } from '../../verbs/params.js';
import type { Notice, Refusal, Row } from '../../verbs/verb.js';
import { visible } from '../../wiki/harmless.js';
import { mapStrings } from '../../wiki/secrets.js';

/** A reader with a budget: so many tokens, then a line that says how to get the rest. */
export interface Budget {
  readonly tokens: number;
  readonly rest: (rows: number) => string;
}

const PIPE_TOKENS = 400;
const PIPE: Budget = { tokens: PIPE_TOKENS, rest: (rows) => `--limit ${rows}, or --json for all` };

/** What a pipe takes of a verb's rows: no cut where somebody said how many they want, and no advice of what it does not take. */
export function pipeBudget(params: Params, isLimited: boolean): Budget {
  if (!Object.hasOwn(params, 'limit')) return { tokens: PIPE_TOKENS, rest: () => '--json for all' };
  return isLimited ? { ...PIPE, tokens: Number.POSITIVE_INFINITY } : PIPE;
}

/** One JSON object: `ok`, `say`, `changes`, `notices` and the verb's own keys. */
export const asJson = (result: Result): string => `${JSON.stringify(replyOf(result))}\n`;

/** What `--json` prints, as an object. */
export function replyOf({ outcome, seq, queued, diff, elsewhere }: Result) {
  const { say, data, changes, notices = [] } = outcome;
  return {
    ok: true,
    say,
    changes: changes.map(({ path, why }) => ({ path, why })),
    notices,
    ...data,
    ...(seq === null ? {} : { seq }),
    ...(elsewhere === undefined ? {} : { workspace: elsewhere }),
    ...(queued === null ? {} : { queued: true }),
    ...(diff === null ? {} : { diff }),
  };
}

/** A refusal in JSON, in the one shape of all errors. */
export const refusalAsJson = ({ code, message, hint, details }: Refusal): string =>
  `${JSON.stringify({ ok: false, error: { code, message, hint, ...details } })}\n`;

/** A refusal for people: what, found and expected, do this. */
export function refusalAsText({ message, hint, details }: Refusal): string {
  const found = typeof details.found === 'string' ? `${details.found}\n` : '';
  return visible(`daybook: ${message}\n${found}${hint}\n`);
}

/** A notice for people: where, and what. */
export const noticeAsText = ({ path, line, message }: Notice): string =>
  visible(`daybook: ${path ? `${path}${line ? `:${line}` : ''} ` : ''}${message}\n`);

/** For a reader behind a pipe: `say`, then `path:line what — why` within the budget, then place and way back. */
export function asPipe(result: Result, budget = PIPE): string {
  const { rows = [] } = result.outcome;
  const say = visible(result.outcome.say);
  const lines: string[] = [];
  let left = budget.tokens - estimateTokens(say);
  for (const row of rows) {
    const line = visible(pipeRow(row));
    left -= estimateTokens(line);
    if (left < 0 && lines.length > 0) break;
    lines.push(line);
  }
  const more = rows.length - lines.length;
  const rest = more > 0 ? `${more} more: ${budget.rest(rows.length)}` : '';
  return joined([say, ...lines, rest, wayBack(result)]);
}

/** For a person at a terminal: grouped, marked, ending with place and way back. */
export function asTerminal(result: Result, style: Style): string {
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

/** What a reply says, without what nobody sees or what steers a terminal; JSON has everything as it is. */
const shown = ({ outcome: { say, rows = [] } }: Result) => mapStrings({ say, rows }, visible);

/** How a terminal marks text; plain where NO_COLOR is set. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
}

/** SGR codes, or nothing when `plain`. */
export const styleFor = (plain: boolean): Style =>
  plain
    ? { bold: (text) => text, dim: (text) => text }
    : { bold: (text) => `\x1b[1m${text}\x1b[22m`, dim: (text) => `\x1b[2m${text}\x1b[22m` };

const pipeRow = ({ path, line, what, why }: Row): string =>
  `${path ? `${path}${line ? `:${line}` : ''} ` : ''}${what.replaceAll('**', '')}${why ? ` — ${why}` : ''}`;

function wayBack({ outcome, seq, elsewhere }: Result): string {
  const there = elsewhere === undefined ? '' : ` --workspace "${elsewhere}"`;
  const undo = seq === null ? '' : `undo: daybook undo ${seq}${there}`;
  const line = [outcome.place, undo].filter(Boolean).join(' · ');
  return line !== '' && outcome.say.includes('\n\n') ? `\n${line}` : line;
}

const marked = (text: string, style: Style): string =>
  text
    .replace(/\*\*([^*\n]+)\*\*/g, (_, inner: string) => style.bold(inner))
    .replace(/^#{1,6} (.+)$/gm, (_, inner: string) => style.bold(inner));

/** The parts that say something, a line each. */
const joined = (parts: readonly string[]): string => {
  const text = parts.filter(Boolean).join('\n');
  return text === '' ? '' : `${text.replace(/(?<!\n)\n+$/, '')}\n`;
};
