import {
  type CommandContext,
  type CommandPlan,
  defineCommand,
  type Notice,
  type ResultItem,
} from '../../command/define-command.js';
import { readMemoryEntries } from '../../command/entry-format.js';
import { defineFlag, defineText, defineTextList } from '../../command/params.js';
import {
  createArchiveDeps,
  createHistoryPromotionDeps,
  createPromotionDeps,
} from '../../command/planning-deps.js';
import { SCHEDULER_USER } from '../../config/jobs.js';
import { addDays } from '../../dates/local-time.js';
import type { Change } from '../../notes/changes/change.js';
import { editEntries, ensureId } from '../../notes/edit/edit-entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { notePath } from '../../notes/kinds/index.js';
import type { Notebook } from '../../notes/notebook.js';
import { planAutoSave } from '../auto-save/auto-save.js';
import { planGuardCounts } from '../feedback/guard-outcomes.js';
import { writeHandoffAtEnd } from '../handoffs/write-handoff.js';
import { type AppliedProposal, applyAnswers } from '../inbox/apply-answers.js';
import { type ProposedComment, proposeComments } from '../inbox/code-comments.js';
import { NO_BRANCH_PROPOSALS, proposeBranchEntries } from '../inbox/propose-branch-entries.js';
import { PHASE_PARAMS, parsePhase } from '../tasks/phase-checkpoint.js';
import { isSessionGap, planSessionStart } from '../working-session/session-start.js';

import { formatPromoted } from './format-promoted.js';
import { type PromotedEntry, promote, type Rise } from './promote.js';
import { promoteFromHistory } from './promote-from-history.js';
import { proposeOvertaken } from './propose-overtaken.js';
import { findSessionDay } from './session-day.js';
import { planAnswers } from './waiting/answer-waiting.js';
import { NO_QUESTIONS, planQuestions, toWaitingJson } from './waiting/plan-questions.js';
import { proposeUnanswered } from './waiting/propose-unanswered.js';

/** Settles what is pending (Mind: force process pending memories; FEATURES A4): the inbox, the session, comments in changed files. */
export const checkpoint = defineCommand({
  name: 'checkpoint',
  description: 'settle what is pending: answered proposals, session and day entries, MEMORY: comments',
  group: 'Other names and plumbing',
  params: {
    ended: defineFlag('promote from the session only if a pause has ended it'),
    transcript: defineText('the transcript of a session that ended, for its handoff', 'FILE', {
      reaches: 'transcript',
    }),
    answer: defineTextList(
      'what becomes of a line that waits: ID=keep, type:TYPE, drop, replaces:ID or closes:ID',
      'ID=ACT',
    ),
    ...PHASE_PARAMS,
  },
  examples: [
    'daybook checkpoint',
    'daybook checkpoint --ended',
    'daybook checkpoint --answer ~fd4c0db6=type:rule --answer ^61k630g2cwz=drop',
    'daybook checkpoint --phase exploration --task station_feature --next "write the service"',
  ],
  isTool: true,
  onLocked: 'queue',
  countsAsActivity: () => true,
  whenUnknown: 'write',
  updatesBlock: 'outside jobs',
  plan(ctx, { ended, transcript, answer, ...input }) {
    if (answer.length > 0) return planAnswers(ctx, answer);
    const phase = parsePhase(ctx, input);
    const saved = phase && planAutoSave(ctx, { signals: { phaseEnded: true }, transcript });
    const deps = createArchiveDeps(ctx);
    const inbox = ctx.known(() => applyAnswers(ctx.notebook, deps), { changes: [], settled: [] });
    const goesOn = ended && !hasEnded(ctx);
    const session = goesOn
      ? UNTOUCHED
      : ctx.known(() => promoteNow(ctx, ctx.notebook.after(inbox.changes)), UNTOUCHED);
    const climbing = () =>
      promoteFromHistory(ctx.notebook.after([...inbox.changes, ...session.changes]), {
        ...createHistoryPromotionDeps(ctx),
        until: lastDay(ctx, goesOn),
      });
    const promotionPlan = ctx.known(climbing, UNTOUCHED);
    const notebook = ctx.notebook.after([...inbox.changes, ...session.changes, ...promotionPlan.changes]);
    const promoted = [...session.promoted, ...promotionPlan.promoted];
    const comments = ctx.known(() => {
      const known = readMemoryEntries(ctx, notebook);
      return proposeComments(ctx.query('filesContaining', 'MEMORY:'), notebook, { ...deps, known });
    }, NO_COMMENTS);
    const atEnd = { ...ctx, notebook: notebook.after(comments.changes) };
    const handed =
      transcript === undefined
        ? null
        : ctx.known<CommandPlan>(() => writeHandoffAtEnd(atEnd, transcript) ?? NOT_HANDED, NOT_HANDED);
    const plan = (make: () => readonly Change[]) => ctx.known(() => ({ changes: make() }), UNTOUCHED).changes;
    const begun = transcript === undefined ? [] : plan(() => planSessionStart(atEnd).changes);
    const counted = plan(() => planGuardCounts(ctx, notebook));
    const late = plan(() => proposeUnanswered(ctx, notebook.after(comments.changes)));
    const overtaken = plan(() => proposeOvertaken(ctx, notebook.after([...comments.changes, ...late])));
    const proposed = [...comments.changes, ...late, ...overtaken];
    const ofBranches = ctx.known(
      () => proposeBranchEntries(ctx, notebook.after(proposed)),
      NO_BRANCH_PROPOSALS,
    );
    const mayAsk = !ended && transcript === undefined && ctx.actor.by !== SCHEDULER_USER;
    const questions = mayAsk ? planQuestions(ctx, notebook, true) : NO_QUESTIONS;
    const { settled } = inbox;
    const inboxPath = `${notebook.content}/${notePath('inbox')}`;
    const settledLine = summary(
      settled,
      promoted,
      session.closed,
      comments.proposed,
      handed?.changes.length ?? 0,
      late.length,
      overtaken.length,
      ofBranches.items.length,
    );
    return {
      message: [
        ...(phase && settledLine === NOTHING_PENDING ? [] : [settledLine]),
        ...(phase ? [`Checkpoint: ${phase.change.path}`] : []),
        ...(saved ? [saved.say] : []),
        ...(counted.length > 0 ? ['Counted: warnings that agents got, followed and ignored.'] : []),
        ...(questions.text === '' ? [] : [questions.text]),
      ].join('\n'),
      ...(promoted.length > 0
        ? { historyMessage: `${settledLine.replace(/\.$/, '')}: ${formatPromoted(promoted)}.` }
        : {}),
      items: [
        ...settled.filter(({ how }) => how === 'applied' || how === 'declined').map(settledRow),
        ...promoted.map(({ type, text, from }) => ({
          group: 'Promoted',
          what: `${type}: ${text}`,
          why: from,
        })),
        ...session.closed.map(({ path, line, text }) => ({ path, line, group: 'Closed', what: text })),
        ...comments.proposed.map(commentRow),
        ...ofBranches.items,
      ],
      data: {
        checkpoint: phase?.checkpoint ?? null,
        handoff: handed?.data.handoff ?? null,
        promoted,
        settled: settled.map(({ proposal, words, how, said: phrase }) => ({
          id: proposal.id,
          proposal: words,
          how,
          said: phrase,
        })),
        proposed: comments.proposed,
        waiting: toWaitingJson(questions),
        answered: [],
      },
      changes: [
        ...inbox.changes,
        ...session.changes,
        ...promotionPlan.changes,
        ...proposed,
        ...ofBranches.changes,
        ...(handed?.changes ?? []),
        ...begun,
        ...counted,
        ...(phase ? [phase.change] : []),
        ...(saved?.changes ?? []),
      ],
      ...(questions.batch === null ? {} : { questions: questions.batch }),
      ...(saved ? { statusFields: saved.signal, activityMarks: [{ mark: 'saved' } as const] } : {}),
      ...(settled.length === 0
        ? {}
        : { approvedPaths: [inboxPath, ...settled.flatMap(({ outOf }) => outOf ?? [])] }),
      notices: settled.filter(({ how }) => how === 'stale' || how === 'unknown').map(leftAlone),
      ...placeOf(
        notebook,
        settled.length + comments.proposed.length + overtaken.length + ofBranches.items.length,
        promoted,
      ),
    };
  },
});

const NOTHING_PENDING = 'Nothing is pending.';
const UNTOUCHED = { changes: [], promoted: [], closed: [] };
const NO_COMMENTS = { changes: [], proposed: [] };
const NOT_HANDED: CommandPlan = { message: '', data: { handoff: null }, changes: [] };

/** A session without activity (FEATURES A5); where its last activity is unknown it counts as current. */
function hasEnded(ctx: CommandContext): boolean {
  const last = ctx.query('heartbeat')?.lastActivity;
  return last !== undefined && isSessionGap(last, ctx.now, ctx.settings['session.gap']);
}

/** A day with an open session waits for its end. */
function lastDay({ local, now }: CommandContext, goesOn: boolean): string {
  const { date } = local(now);
  return goesOn ? addDays(date, -1) : date;
}

/** Promotes what lasts now; the session stays as it is, but for the ids that the new lines link to. */
function promoteNow(ctx: CommandContext, notebook: Notebook): Omit<Rise, 'ids'> {
  const path = `${notebook.content}/${notePath('session')}`;
  const note = notebook.note(path);
  if (!note) return UNTOUCHED;
  const entries = ctx.entries(note);
  const day = findSessionDay(entries, ctx);
  const { changes, promoted, closed, ids } = promote(entries, notebook, {
    ...createPromotionDeps(ctx),
    source: day,
    date: day,
  });
  const linked = entries.filter(({ line }) => ids.has(line));
  const edit = (words: string, { line }: LocatedEntry) => ensureId(ids.get(line) ?? '')(words);
  const named = editEntries(linked, note, notebook.outline(note), edit, 'a line of memory links to it');
  return { changes: [...changes, ...named], promoted, closed };
}

/** The note to look at: the inbox, or memory where only that changed. */
function placeOf(
  notebook: Notebook,
  inbox: number,
  promoted: readonly PromotedEntry[],
): { readonly location?: string } {
  const [first] = promoted;
  if (inbox > 0) return { location: `${notebook.content}/${notePath('inbox')}` };
  return first ? { location: `${notebook.content}/${notePath('memory')} ^${first.id}` } : {};
}

function summary(
  settled: readonly AppliedProposal[],
  promoted: readonly PromotedEntry[],
  closed: readonly LocatedEntry[],
  proposed: readonly ProposedComment[],
  handed: number,
  late: number,
  overtaken: number,
  ofBranches: number,
): string {
  const count = (how: AppliedProposal['how']) => settled.filter((one) => one.how === how).length;
  const parts = [
    [count('applied'), 'accepted and done'],
    [count('declined'), 'declined'],
    [count('stale') + count('unknown'), 'left alone'],
    [promoted.length, 'promoted to MEMORY.md'],
    [closed.length, 'closed, since the session says that it is fixed'],
    [handed, 'session handed off from its transcript'],
    [late, `unanswered and proposed in ${notePath('inbox')}`],
    [overtaken, `reversed or fixed by a line written by hand and proposed in ${notePath('inbox')}`],
    [ofBranches, `noted for branches that ended and proposed in ${notePath('inbox')}`],
    [proposed.length, `found in source files and proposed in ${notePath('inbox')}`],
  ] as const;
  const done = parts.filter(([some]) => some > 0).map(([some, what]) => `${some} ${what}`);
  return done.length === 0 ? NOTHING_PENDING : `Settled: ${done.join(', ')}.`;
}

const settledRow = ({ words, how, said: text }: AppliedProposal): ResultItem => ({
  group: how === 'applied' ? 'Accepted' : 'Declined',
  what: words,
  why: text,
});

const commentRow = ({ path, line, text }: ProposedComment): ResultItem => ({
  path,
  line,
  group: 'Other names and plumbing',
  what: text,
});

const leftAlone = ({ proposal, words, said: text }: AppliedProposal): Notice => ({
  level: 'warning',
  path: proposal.path,
  line: proposal.line,
  message: `«${words.slice(0, 80)}» ${text}`,
});
