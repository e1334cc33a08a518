import type { CommandContext, CommandReply, ResultItem } from '../../command/define-command.js';
import { readEntriesAt, toEntryJson } from '../../command/entry-format.js';
import { findByName, toCandidate } from '../../command/find-entry.js';
import { recordNotePaths } from '../../notes/edit/upsert-note.js';
import { listEntryLabels } from '../../notes/entries/entry.js';
import { notePath } from '../../notes/kinds/index.js';
import type { Notebook } from '../../notes/notebook.js';
import { pluralize } from '../../text/pluralize.js';
import { type Feedback, findRelevantFeedback, isUnresolved, parseFeedback } from './feedback-record.js';

/** All feedback of the living note. */
export function readAllFeedback(ctx: CommandContext, notebook: Notebook): readonly Feedback[] {
  const note = notebook.note(feedbackNotePath(notebook));
  return note ? parseFeedback(note, readEntriesAt(ctx, notebook, note.path)) : [];
}

/** Labels in use, also in the archive: none is used twice. */
export const listFeedbackLabels = (ctx: CommandContext): readonly string[] =>
  recordNotePaths('feedback', ctx.notebook).flatMap((path) => {
    const note = ctx.notebook.note(path);
    return note ? parseFeedback(note, ctx.entries(note)).map(({ label }) => label) : [];
  });

/** The state of the correction log. */
export const feedbackNotePath = ({ content }: Notebook): string => `${content}/${notePath('feedback')}`;

/** Feedback in JSON: the seed's schema, and the entry that it is. */
export const toFeedbackJson = (ctx: CommandContext, { entry, label, ...schema }: Feedback) => ({
  id: label,
  ...schema,
  timestamp: toEntryJson(ctx, entry).at,
  entry: toEntryJson(ctx, entry),
});

/** A record in a list. */
export const toFeedbackItem = (one: Feedback): ResultItem => ({
  path: one.entry.path,
  line: one.entry.line,
  group: one.verified ? 'Heeded' : 'Unresolved',
  what: `${one.label} ${one.mistake}`,
  why: [
    one.correction,
    one.prevention,
    `${one.severity} ${one.category}`,
    ...listEntryLabels(one.entry),
    one.hits > 0 ? `shown ${pluralize(one.hits, 'time')}` : '',
    one.violated > 0 || one.seen > 1 ? `made ${one.seen + one.violated} times` : '',
  ]
    .filter(Boolean)
    .join('; '),
  id: one.entry.id,
});

/** Finds the record that a user names by its number, its id, its place or its words. */
export function findFeedback(ctx: CommandContext, id: string): Feedback {
  const note = ctx.notebook.note(feedbackNotePath(ctx.notebook));
  const candidates = note
    ? readAllFeedback(ctx, ctx.notebook).map((one) => ({
        ...toCandidate(one.entry, note),
        item: one,
        labels: [one.label],
        text: `${one.label} ${one.mistake}`,
      }))
    : [];
  return findByName(id, candidates, { noun: 'feedback record', hint: 'list them: daybook feedback list' })
    .item;
}

/** Lists records about a tool, a skill or a planned action (Mutable §Loop Prevention). */
export function checkFeedback(ctx: CommandContext, words: string): CommandReply {
  const known = readAllFeedback(ctx, ctx.notebook);
  const found = findRelevantFeedback(words, known, ctx.query('relevanceTest', words, 'question'));
  return {
    message:
      found.length === 0
        ? `No feedback matches (of ${known.length}).`
        : `Mind ${found.length === 1 ? 'this feedback' : `these ${found.length}`}:`,
    items: found.map(toFeedbackItem),
    data: { feedback: found.map((one) => toFeedbackJson(ctx, one)) },
  };
}

/** The records, or only unresolved ones; with `last` the newest only. */
export function listFeedback(
  ctx: CommandContext,
  { last, unresolved: open }: { readonly last: number | undefined; readonly unresolved: boolean },
): CommandReply {
  const known = readAllFeedback(ctx, ctx.notebook);
  const wanted = open ? isUnresolved(known) : known;
  const shown = last === undefined ? wanted : last < 1 ? [] : wanted.slice(-Math.floor(last));
  return {
    message:
      known.length === 0
        ? 'No mistake is logged. Log one: `daybook feedback add --mistake "ran X without Y" --correction "pass Y"`.'
        : `${shown.length} of ${known.length}, ${isUnresolved(known).length} unresolved.`,
    historyMessage: `${isUnresolved(known).length} of ${known.length} unresolved.`,
    items: shown.map(toFeedbackItem),
    data: { feedback: shown.map((one) => toFeedbackJson(ctx, one)) },
  };
}
