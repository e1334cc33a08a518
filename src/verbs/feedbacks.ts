import { pathOf } from '../kinds/index.js';
import { bearing, type Feedback, feedbackIn, unresolved } from '../lifecycle/feedback.js';
import { placesOf } from '../lifecycle/record.js';
import { nearest } from '../recall/nearest.js';
import { amount } from '../wiki/amount.js';
import { marksOf } from '../wiki/marks.js';
import type { Wiki } from '../wiki/wiki.js';
import { asEntry, entriesAt } from './entries.js';
import { bareId } from './naming.js';
import { type Outcome, Refusal, type Row, type World } from './verb.js';

/** All feedback of the living note. */
export function allFeedback(world: World, wiki: Wiki): readonly Feedback[] {
  const note = wiki.note(logIn(wiki));
  return note ? feedbackIn(note, entriesAt(world, wiki, note.path)) : [];
}

/** Labels that were given, those in the archive included: none is given twice. */
export const labelsGiven = (world: World): readonly string[] =>
  placesOf('feedback', world.wiki).flatMap((path) => {
    const note = world.wiki.note(path);
    return note ? feedbackIn(note, world.entries(note)).map(({ label }) => label) : [];
  });

/** Where the correction log stands. */
export const logIn = ({ content }: Wiki): string => `${content}/${pathOf('feedback')}`;

/** Feedback in JSON: the seed's schema, and the entry that it is. */
export const asFeedback = (world: World, { entry, label, ...schema }: Feedback) => ({
  id: label,
  ...schema,
  timestamp: asEntry(world, entry).at,
  entry: asEntry(world, entry),
});

/** A record in a list. */
export const feedbackRow = (one: Feedback): Row => ({
  path: one.entry.path,
  line: one.entry.line,
  group: one.verified ? 'Heeded' : 'Unresolved',
  what: `${one.label} ${one.mistake}`,
  why: [
    one.correction,
    one.prevention,
    `${one.severity} ${one.category}`,
    ...marksOf(one.entry),
    one.hits > 0 ? `told ${amount(one.hits, 'time')}` : '',
    one.violated > 0 || one.seen > 1 ? `made ${one.seen + one.violated} times` : '',
  ]
    .filter(Boolean)
    .join('; '),
  id: one.entry.id,
});

/** The one with a label, an id or a handle. */
export function feedbackNamed(world: World, id: string): Feedback {
  const known = allFeedback(world, world.wiki);
  const wanted = bareId(id);
  const found = known.filter(({ label, entry }) => label === wanted.toUpperCase() || entry.id === wanted);
  const [one] = found;
  if (one && found.length === 1) return one;
  if (found.length > 1) {
    const places = found.map(({ entry }) => `${entry.path}:${entry.line}`);
    throw new Refusal(
      'ambiguous-id',
      `${found.length} records are called ${id}: ${places.join(', ')}`,
      'name it by its ^id, or give one of them another number',
      { places },
    );
  }
  const [near] = nearest(
    wanted,
    known.map(({ label }) => label),
  );
  throw new Refusal(
    'unknown-id',
    `no feedback is called ${id}`,
    near ? `did you mean: ${near}` : 'list them: daybook feedback list',
  );
}

/** What bears on a tool, a skill or something that one is about to do (Mutable §Loop Prevention). */
export function checkFeedback(world: World, words: string): Outcome {
  const known = allFeedback(world, world.wiki);
  const found = bearing(words, known);
  return {
    say:
      found.length === 0
        ? `No feedback bears on it (of ${known.length}).`
        : `Mind ${found.length === 1 ? 'this feedback' : `these ${found.length}`}:`,
    rows: found.map(feedbackRow),
    data: { feedback: found.map((one) => asFeedback(world, one)) },
    changes: [],
  };
}

/** The log, or only what is still to be learned of it; the last of them where that is asked. */
export function listFeedback(
  world: World,
  { last, unresolved: open }: { readonly last: number | undefined; readonly unresolved: boolean },
): Outcome {
  const known = allFeedback(world, world.wiki);
  const wanted = open ? unresolved(known) : known;
  const shown = last === undefined ? wanted : last < 1 ? [] : wanted.slice(-Math.floor(last));
  return {
    say:
      known.length === 0
        ? 'No mistake is logged. Log one: `daybook feedback add --mistake "ran X without Y" --correction "pass Y"`.'
        : `${shown.length} of ${known.length}, ${unresolved(known).length} unresolved.`,
    did: `${unresolved(known).length} of ${known.length} unresolved.`,
    rows: shown.map(feedbackRow),
    data: { feedback: shown.map((one) => asFeedback(world, one)) },
    changes: [],
  };
}
