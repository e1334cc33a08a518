import { pathOf } from '../kinds/index.js';
import { handoffsIn, type Recorded } from '../lifecycle/handoff.js';
import { placesOf } from '../lifecycle/record.js';
import { nearest } from '../recall/nearest.js';
import { amount } from '../wiki/amount.js';
import { marksOf } from '../wiki/marks.js';
import type { Wiki } from '../wiki/wiki.js';
import { asEntry, entriesAt } from './entries.js';
import { bareId, shownId } from './naming.js';
import { type Outcome, Refusal, type Row, type World } from './verb.js';

/** All records of the living note, oldest first. */
export function allHandoffs(world: World, wiki: Wiki): readonly Recorded[] {
  const note = wiki.note(logIn(wiki));
  return note ? handoffsIn(note, entriesAt(world, wiki, note.path)) : [];
}

/** Labels that were given, those in the archive included: none is given twice. */
export const labelsGiven = (world: World): readonly string[] =>
  placesOf('handoff', world.wiki).flatMap((path) => {
    const note = world.wiki.note(path);
    return note ? handoffsIn(note, world.entries(note)).map(({ label }) => label) : [];
  });

/** Where records stand. */
export const logIn = ({ content }: Wiki): string => `${content}/${pathOf('handoff')}`;

/** What a workspace is called: its folder's own name; null for a disk's root. */
export function workspaceName(world: World): string | null {
  const { root } = world.ask('root');
  return root.slice(Math.max(root.lastIndexOf('/'), root.lastIndexOf('\\')) + 1) || null;
}

/** A record in JSON: its fields under the session's name, and the entry that it is. */
export const asHandoff = (world: World, { entry, label, ...fields }: Recorded) => ({
  id: label,
  ...fields,
  entry: asEntry(world, entry),
});

/** The index of sessions (FEATURES C7), the newest first. */
export function listHandoffs(world: World): Outcome {
  const known = allHandoffs(world, world.wiki).toReversed();
  return {
    say:
      known.length === 0
        ? 'No session handed anything on yet: `daybook handoff --goal "…" --outcome complete`.'
        : `${amount(known.length, 'session')}, the newest first:`,
    rows: known.map(row),
    data: { handoffs: known.map((one) => asHandoff(world, one)) },
    changes: [],
  };
}

/** One record as it stands in its note. */
export function showHandoff(world: World, id: string | undefined): Outcome {
  if (id === undefined)
    throw new Refusal('usage', 'it is not said which one', 'list them: daybook handoff list', {}, 2);
  const one = handoffNamed(world, id);
  const { path, line, start, end, id: own } = one.entry;
  return {
    say: (world.wiki.note(path)?.text.slice(start, end) ?? '').trimEnd(),
    data: { handoff: asHandoff(world, one) },
    changes: [],
    place: `${path}:${line} ${shownId(own)}`,
  };
}

/** The one of a session, of an id, or of a handle; else the only one whose session begins so. */
function handoffNamed(world: World, id: string): Recorded {
  const known = allHandoffs(world, world.wiki);
  const wanted = bareId(id);
  const exact = known.filter(({ label, entry }) => label === wanted || entry.id === wanted);
  const found = exact.length > 0 ? exact : known.filter(({ label }) => label.startsWith(wanted));
  const [one] = found;
  if (one && found.length === 1) return one;
  if (found.length > 1)
    throw new Refusal(
      'ambiguous-id',
      `${found.length} records are called ${id}: ${found.map(({ entry }) => `${entry.path}:${entry.line}`).join(', ')}`,
      `name it by its id: daybook handoff show ${shownId(found.at(-1)?.entry.id ?? '')}`,
    );
  const [near] = nearest(
    wanted,
    known.map(({ label }) => label),
  );
  throw new Refusal(
    'unknown-id',
    `no session ${id} handed anything on`,
    near ? `did you mean: daybook handoff show ${near}` : 'list them: daybook handoff list',
  );
}

const row = ({ entry, label, goal, outcome, blockers, questions }: Recorded): Row => ({
  path: entry.path,
  line: entry.line,
  what: `${label} ${goal}`,
  why: [
    entry.at?.slice(0, 10),
    outcome ?? 'no outcome',
    blockers.length > 0 && amount(blockers.length, 'blocker'),
    questions.length > 0 && amount(questions.length, 'question'),
    ...marksOf(entry),
  ]
    .filter(Boolean)
    .join(', '),
  id: entry.id,
});
