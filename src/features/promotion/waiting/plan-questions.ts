import type { CommandContext } from '../../../command/define-command.js';
import { createOrigins } from '../../../command/find-origin.js';
import type { QuestionBatch } from '../../../command/hook-records.js';
import type { Notebook } from '../../../notes/notebook.js';
import { findWaitingEntries, LEAST_SCORE, MOST_TRIED, type WaitingEntry } from './find-waiting.js';
import { formatWaiting } from './format-waiting.js';

/** Most lines in the questions of one session, and most tokens that they take; at its start half of them. */
const MOST_QUESTIONS = 8;
const MOST_TOKENS = 250;
const SHARE_AT_START = 0.5;

/** What a reply asks, and what is recorded of it, so that no question comes twice. */
export interface Questions {
  readonly waiting: readonly WaitingEntry[];
  readonly text: string;
  readonly batch: Omit<QuestionBatch, 'at' | 'session'> | null;
  /** None: to ask changes no note. */
  readonly changes: readonly [];
}

export const NO_QUESTIONS: Questions = { waiting: [], text: '', batch: null, changes: [] };

/**
 * Chooses what to ask this session: lines of no earlier question, within what is left of its questions and tokens.
 * Lines of a teammate are left out: they are not this user's to keep.
 */
export const planQuestions = (ctx: CommandContext, notebook: Notebook, session = false): Questions =>
  ctx.known(() => chooseQuestions(ctx, notebook, session), NO_QUESTIONS);

function chooseQuestions(ctx: CommandContext, notebook: Notebook, session: boolean): Questions {
  const batches = ctx.query('questions');
  const own = batches.filter((batch) => isOfThisSession(ctx, batch));
  const listed = own.filter(({ tokens }) => tokens > 0); // those of `log` are in no list
  const most = MOST_QUESTIONS - listed.reduce((sum, { keys }) => sum + keys.length, 0);
  const budget = session ? MOST_TOKENS : MOST_TOKENS * SHARE_AT_START;
  const left = budget - own.reduce((sum, { tokens }) => sum + tokens, 0);
  const count = (lines: readonly WaitingEntry[]) => ctx.query('tokens', formatWaiting(lines));
  if (most <= 0) return NO_QUESTIONS;
  const before = new Set(batches.flatMap(({ keys }) => keys));
  const origins = createOrigins(ctx);
  const waiting: WaitingEntry[] = [];
  for (const one of findWaitingEntries(ctx, notebook, { session }).slice(0, MOST_TRIED)) {
    if (waiting.length === most) break;
    if ((one.isOrder && ctx.actor.by !== null) || one.score < LEAST_SCORE || before.has(one.key)) continue;
    if (count([...waiting, one]) > left) continue;
    if (origins.of(one.entry, notebook) === 'teammate') continue;
    waiting.push(one);
  }
  if (waiting.length === 0) return NO_QUESTIONS;
  const text = formatWaiting(waiting);
  const [ids, keys] = [waiting.map(({ entry }) => entry.id), waiting.map(({ key }) => key)];
  return { waiting, text, batch: { ids, keys, tokens: count(waiting) }, changes: [] };
}

/** True for questions to this session; a request without a session counts those since the last pause. */
function isOfThisSession({ actor, now, settings }: CommandContext, { session, at }: QuestionBatch): boolean {
  if (actor.session !== null && session !== null) return session === actor.session;
  return now - Date.parse(at) <= settings['session.gap'] * 60_000;
}

/** The questions for `--json`. */
export const toWaitingJson = ({ waiting }: Questions) =>
  waiting.map(({ entry, text, type }) => ({ id: entry.id, text, type, path: entry.path, line: entry.line }));
