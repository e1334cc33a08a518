import type { CommandResult } from '../app/execute.js';
import type { Notice, ResultItem, UserError } from '../command/define-command.js';
import type { ParamDefinitions } from '../command/params.js';
import { mapStrings } from '../security/secrets.js';
import { stripInvisible } from '../text/sanitize.js';
import { estimateTokens } from '../text/tokens/estimate.js';

/** A reader with a budget: so many tokens, then a line that says how to get the rest. */
export interface OutputBudget {
  readonly tokens: number;
  readonly rest: (rows: number) => string;
}

const PIPE_TOKENS = 400;
const PIPE: OutputBudget = { tokens: PIPE_TOKENS, rest: (rows) => `--limit ${rows}, or --json for all` };

/** What a pipe takes of a verb's rows: no cut where somebody said how many they want, and no advice of what it does not take. */
export function pipedOutputBudget(params: ParamDefinitions, isLimited: boolean): OutputBudget {
  if (!Object.hasOwn(params, 'limit')) return { tokens: PIPE_TOKENS, rest: () => '--json for all' };
  return isLimited ? { ...PIPE, tokens: Number.POSITIVE_INFINITY } : PIPE;
}

/** One JSON object: `ok`, `say`, `changes`, `notices` and the verb's own keys. */
export const formatJson = (result: CommandResult): string => `${JSON.stringify(toJsonResult(result))}\n`;

/** What `--json` prints, as an object. */
export function toJsonResult({ plan, seq, queued, diff, effects, globalRoot: elsewhere }: CommandResult) {
  const { message: say, data, changes, notices = [] } = plan;
  return {
    ok: true,
    say,
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

/** A refusal in JSON, in the one shape of all errors. */
export const formatErrorJson = ({ code, message, hint, details }: UserError): string =>
  `${JSON.stringify({ ok: false, error: { code, message, hint, ...details } })}\n`;

/** A refusal for people: what, found and expected, do this. */
export function formatErrorText({ message, hint, details }: UserError): string {
  const found = typeof details.found === 'string' ? `${details.found}\n` : '';
  return stripInvisible(`daybook: ${message}\n${found}${hint}\n`);
}

/** A notice for people: where, and what. */
export const formatNotice = ({ path, line, message }: Notice): string =>
  stripInvisible(`daybook: ${path ? `${path}${line ? `:${line}` : ''} ` : ''}${message}\n`);

/** For a reader behind a pipe: `say`, then `path:line what — why` within the budget, then place and way back. */
export function formatPiped(result: CommandResult, budget = PIPE): string {
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

/** For a person at a terminal: grouped, marked, ending with place and way back. */
export function formatTerminal(result: CommandResult, style: AnsiStyle): string {
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
const shown = ({ plan: { message: say, items: rows = [] } }: CommandResult) =>
  mapStrings({ say, rows }, stripInvisible);

/** How a terminal marks text; plain where NO_COLOR is set. */
export interface AnsiStyle {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
}

/** SGR codes, or nothing when `plain`. */
export const ansiStyle = (plain: boolean): AnsiStyle =>
  plain
    ? { bold: (text) => text, dim: (text) => text }
    : { bold: (text) => `\x1b[1m${text}\x1b[22m`, dim: (text) => `\x1b[2m${text}\x1b[22m` };

const pipeRow = ({ path, line, what, why }: ResultItem): string =>
  `${path ? `${path}${line ? `:${line}` : ''} ` : ''}${what.replaceAll('**', '')}${why ? ` — ${why}` : ''}`;

function wayBack({ plan, seq, globalRoot: elsewhere }: CommandResult): string {
  const there = elsewhere === undefined ? '' : ` --workspace "${elsewhere}"`;
  const undo = seq === null ? '' : `undo: daybook undo ${seq}${there}`;
  const line = [plan.location, undo].filter(Boolean).join(' · ');
  return line !== '' && plan.message.includes('\n\n') ? `\n${line}` : line;
}

const marked = (text: string, style: AnsiStyle): string =>
  text
    .replace(/\*\*([^*\n]+)\*\*/g, (_, inner: string) => style.bold(inner))
    .replace(/^#{1,6} (.+)$/gm, (_, inner: string) => style.bold(inner));

/** The parts that say something, a line each. */
const joined = (parts: readonly string[]): string => {
  const text = parts.filter(Boolean).join('\n');
  return text === '' ? '' : `${text.replace(/(?<!\n)\n+$/, '')}\n`;
};
