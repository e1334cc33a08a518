import { amount } from '../../wiki/amount.js';
import type { Located } from '../../wiki/entries.js';
import type { Commit, Happened } from '../../wiki/happened.js';
import type { Known } from './known.js';
import { type Failure, failuresIn } from './mended.js';
import { spanLine, spansOf, unseen } from './spans.js';
import { doesOf, STAGES, type Stage, stageOfCommand, stageOfCommit } from './stage.js';
import { tally } from './tally.js';
import { type Tool, toolsOf } from './tools.js';
import { code, counted, few, firstLine, said } from './words.js';

/** What happened on a day: what tools were asked, its sessions, and what was done in each step. */
export interface Trace {
  readonly tools: readonly Tool[];
  readonly sessions: readonly string[];
  readonly stages: readonly { readonly stage: Stage; readonly lines: readonly string[] }[];
  /** The day in one line, counted from what happened. */
  readonly summary: string;
}

/** A step lists so many things of a sort; the rest are counted. */
const MOST = 12;

/** The trace of a day (Mutable §Automation; FEATURES C4), from what happened alone; null where nothing did. */
export function traceOf(known: Known): Trace | null {
  const { happened, commits, handoffs, noted } = known;
  const spans = spansOf(happened);
  const calls = happened.filter(({ tool }) => tool !== null);
  const failures = failuresIn(calls);
  const [tools, errors] = (['tool', 'error'] as const).map((own) => noted.filter(({ type }) => type === own));
  if ([spans, calls, commits, handoffs, tools, errors].every((some) => some?.length === 0)) return null;
  const lines: Record<Stage, string[]> = { Research: [], Build: [], Deploy: [] };
  lines.Research.push(...looked(calls));
  lines.Build.push(...written(calls));
  for (const [stage, own] of commands(calls, tools ?? [])) lines[stage].push(...own);
  for (const stage of STAGES) lines[stage].push(...committed(commits, stage));
  lines.Build.push(...failures.map(failureLine), ...(errors ?? []).map(errorLine));
  return {
    tools: toolsOf(calls, known),
    sessions: [...spans.map((span) => spanLine(span, known)), ...unseen(handoffs, spans)],
    stages: STAGES.map((stage) => ({ stage, lines: lines[stage] })).filter(
      ({ lines: own }) => own.length > 0,
    ),
    summary: tally(known, spans, failures),
  };
}

/** What was read and looked up. */
function looked(calls: readonly Happened[]): readonly string[] {
  const read = calls.filter((call) => doesOf(call) === 'reads').flatMap(({ files }) => files);
  const asked = calls
    .filter((call) => doesOf(call) === 'looks up')
    .map(({ input }) => input)
    .filter(Boolean);
  return [
    ...(read.length === 0 ? [] : [`read ${counted(read.map(code), MOST)}`]),
    ...(asked.length === 0 ? [] : [`looked up ${few([...new Set(asked)].map(code), MOST)}`]),
  ];
}

function written(calls: readonly Happened[]): readonly string[] {
  const files = calls.filter((call) => call.ok && doesOf(call) === 'writes').flatMap((call) => call.files);
  return files.length === 0 ? [] : [`wrote ${counted(files.map(code), MOST)}`];
}

/** Commands by their step, each once with how often it ran; what the day's note names as a tool is one too. */
function commands(calls: readonly Happened[], tools: readonly Located[]): Map<Stage, readonly string[]> {
  const ran = calls
    .filter((call) => ['runs', 'else'].includes(doesOf(call)))
    .map(({ tool, input }) => ({ command: input || (tool ?? ''), words: code(input || (tool ?? '')) }));
  const noted = tools.map(({ text }) => ({ command: firstLine(text), words: said(firstLine(text)) }));
  return new Map(
    STAGES.map((stage) => {
      const own = [...ran, ...noted].filter(({ command }) => stageOfCommand(command) === stage);
      const words = own.map((one) => one.words);
      return [stage, own.length === 0 ? [] : [`ran ${counted(words, MOST)}`]];
    }),
  );
}

/** Commits of a step, oldest first: hash, subject, where it lies, and what it changed. */
function committed(commits: readonly Commit[], stage: Stage): readonly string[] {
  const own = commits.filter((commit) => stageOfCommit(commit) === stage);
  const authors = new Set(commits.map(({ author }) => author));
  const lines = own.slice(0, MOST * 2).map((commit) => {
    const { hash, subject, branch, tags, author, files, added, deleted } = commit;
    const place = [branch === null ? '' : `on ${branch}`, ...tags, authors.size > 1 ? `by ${author}` : ''];
    const where = place.filter(Boolean).join(', ');
    const what = files.length === 0 ? '' : `: ${few(files.map(code), 5)} +${added} −${deleted}`;
    return `commit \`${hash.slice(0, SHORT)}\` ${said(subject)}${where ? ` (${where})` : ''}${what}`;
  });
  return own.length <= lines.length
    ? lines
    : [...lines, `and ${amount(own.length - lines.length, 'commit')} more`];
}

/** Digits of a commit's hash. */
const SHORT = 8;

export function failureLine({ what, times, mended, by }: Failure): string {
  const failed = `${code(what)} failed${times === 1 ? '' : ` ${times} times`}`;
  if (!mended) return `${failed}, and was left so`;
  return by.length === 0
    ? `${failed}, then passed`
    : `${failed}, then passed after ${few(by.map(code), 5)} was written`;
}

const errorLine = ({ text, why, status }: Located): string =>
  `error: ${said(firstLine(text))}${why === null ? '' : `, mended: ${said(why)}`}${status === 'resolved' ? ', resolved' : ''}`;
