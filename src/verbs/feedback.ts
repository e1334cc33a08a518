import { CATEGORY_NAMES, SEVERITIES } from '../kinds/feedback.js';
import { pathOf } from '../kinds/index.js';
import { escalate, patterns } from '../lifecycle/escalate.js';
import {
  bearing,
  categoryOf,
  type Feedback,
  feedbackIn,
  feedbackLines,
  sameMistake,
  unresolved,
} from '../lifecycle/feedback.js';
import { addRecord, nextNumber, placesOf } from '../lifecycle/record.js';
import { reviseBlock } from '../lifecycle/revise-block.js';
import { nearest } from '../recall/nearest.js';
import type { Wiki } from '../wiki/wiki.js';
import { asEntry, entriesAt, marksOf } from './entries.js';
import { bareId, shownId } from './naming.js';
import { type Outcome, Refusal, type Row, verb, type World } from './verb.js';

const ACTS = ['add', 'check', 'list', 'applied', 'audit'] as const;

/** The correction log (Mutable §Procedural Corrections; FEATURES C8, C9): a mistake once, looked up before it is made again. */
export const feedback = verb({
  name: 'feedback',
  about: 'log a mistake and what to do instead; look it up before; say whether it was heeded',
  params: {
    act: { kind: 'text', word: 'one', choices: ACTS, about: 'add, check WORDS, list, applied ID, or audit' },
    words: { kind: 'text', word: 'rest', about: 'a tool, a skill, what you are about to do; or an ID' },
    mistake: { kind: 'text', about: 'what went wrong', holder: 'TEXT' },
    correction: { kind: 'text', about: 'what to do instead', holder: 'TEXT' },
    trigger: { kind: 'text', about: 'what caused it', holder: 'TEXT' },
    prevention: { kind: 'text', about: 'what keeps it from happening again', holder: 'TEXT' },
    category: {
      kind: 'text',
      choices: CATEGORY_NAMES,
      about: `one of: ${CATEGORY_NAMES.join(', ')}`,
      holder: 'CATEGORY',
    },
    severity: {
      kind: 'text',
      choices: SEVERITIES,
      about: `one of: ${SEVERITIES.join(', ')} (medium)`,
      holder: 'SEVERITY',
    },
    last: { kind: 'number', about: 'only so many, the newest', holder: 'N' },
    unresolved: { kind: 'flag', about: 'only what was not applied cleanly since' },
    clean: { kind: 'flag', about: 'it was applied, and the mistake not made' },
    violated: { kind: 'flag', about: 'the mistake was made again' },
  },
  examples: [
    'daybook feedback add --mistake "assumed that the cache is shared" --correction "ask which cache" --severity high',
    'daybook feedback check hugo',
    'daybook feedback applied FB-20260607-002 --clean',
    'daybook feedback list --unresolved --last 2',
    'daybook feedback audit',
  ],
  faces: ['cli', 'mcp', 'cron'],
  needs: 'workspace',
  whenLocked: 'queue',
  activity: ({ act }) => act !== 'audit',
  think(world, input) {
    const { act = 'list', words } = input;
    if (act === 'add') return add(world, input);
    if (act === 'check')
      return check(world, said(words, 'which tool, skill or work', 'daybook feedback check "hugo build"'));
    if (act === 'applied')
      return applied(
        world,
        said(words, 'which one', 'daybook feedback applied FB-20260607-001 --clean'),
        input,
      );
    if (act === 'audit') return audit(world);
    if (act === 'list' && words === undefined) return list(world, input);
    const [near] = nearest(act, [...ACTS]);
    throw usage(
      `\`daybook feedback ${act}\` is nothing that it does`,
      near ? `did you mean: daybook feedback ${near}` : `one of: ${ACTS.join(', ')}`,
    );
  },
});

interface Given {
  readonly words: string | undefined;
  readonly mistake: string | undefined;
  readonly correction: string | undefined;
  readonly trigger: string | undefined;
  readonly prevention: string | undefined;
  readonly category: string | undefined;
  readonly severity: string | undefined;
}

/** A second telling within so many minutes is the same telling, not the mistake made again. */
const SAID_TWICE_MINUTES = 10;

function add(world: World, given: Given): Outcome {
  const plain = (text: string | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
  const mistake = plain(given.mistake ?? given.words);
  if (mistake === '')
    throw usage(
      'it is not said what went wrong',
      'write: daybook feedback add --mistake "ran X without Y" --correction "pass Y"',
    );
  const category = oneOf('category', given.category, CATEGORY_NAMES) ?? categoryOf(mistake);
  const severity = oneOf('severity', given.severity, SEVERITIES) ?? 'medium';
  const known = sameMistake(mistake, all(world, world.wiki));
  if (known) return again(world, known);
  const at = world.local(world.now);
  const label = `FB-${nextNumber(at.date, labelsIn(world))}`;
  const path = pathIn(world.wiki);
  const id = world.ids.mint((taken) => world.wiki.note(path)?.text.includes(`^${taken}`) ?? false);
  const texts = {
    correction: plain(given.correction),
    trigger: plain(given.trigger),
    prevention: plain(given.prevention),
  };
  const lines = feedbackLines({
    label,
    mistake,
    ...texts,
    category,
    severity,
    id,
    at: at.iso,
    by: world.who.by,
  });
  const change = addRecord({ kind: 'feedback', lines, why: 'log a mistake' }, world.wiki, (name) =>
    world.ask('template', name),
  );
  const made = all(world, world.wiki.after([change])).find(({ entry }) => entry.id === id);
  if (!made)
    throw new Refusal('unwritable', 'this text does not read back as one record', 'say it in one plain line');
  return {
    say: `Logged as ${label}: ${made.mistake}`,
    did: `${label}: ${made.mistake}`,
    data: { feedback: asFeedback(world, made) },
    changes: [change],
    place: `${path}:${made.entry.line} ^${id}`,
  };
}

/** The same mistake again is counted where it is known, and is open again; told twice at once it is told once. */
function again(world: World, known: Feedback): Outcome {
  const since = `${known.entry.at === null ? '' : ` since ${known.entry.at.slice(0, 10)}`} as ${known.label} (${known.entry.path}:${known.entry.line})`;
  const isEcho =
    known.entry.at !== null && world.now - Date.parse(known.entry.at) < SAID_TWICE_MINUTES * 60_000;
  if (isEcho) return { say: `Known${since}.`, data: { feedback: asFeedback(world, known) }, changes: [] };
  const seen = known.seen + 1;
  const outcome = revised(
    world,
    known,
    { seen: String(seen), verified: 'false' },
    `made again, ${seen} times now`,
  );
  return { ...outcome, say: `Known${since}; counted: made ${seen} times now.` };
}

function check(world: World, words: string): Outcome {
  const known = all(world, world.wiki);
  const found = bearing(words, known);
  return {
    say:
      found.length === 0
        ? `No feedback bears on it (of ${known.length}).`
        : `Mind ${found.length === 1 ? 'this feedback' : `these ${found.length}`}:`,
    rows: found.map(row),
    data: { feedback: found.map((one) => asFeedback(world, one)) },
    changes: [],
  };
}

function list(
  world: World,
  { last, unresolved: open }: { readonly last: number | undefined; readonly unresolved: boolean },
): Outcome {
  const known = all(world, world.wiki);
  const wanted = open ? unresolved(known) : known;
  const shown = last === undefined ? wanted : last < 1 ? [] : wanted.slice(-Math.floor(last));
  return {
    say:
      known.length === 0
        ? 'No mistake is logged. Log one: `daybook feedback add --mistake "ran X without Y" --correction "pass Y"`.'
        : `${shown.length} of ${known.length}, ${unresolved(known).length} unresolved.`,
    rows: shown.map(row),
    data: { feedback: shown.map((one) => asFeedback(world, one)) },
    changes: [],
  };
}

function applied(
  world: World,
  id: string,
  { clean, violated }: { readonly clean: boolean; readonly violated: boolean },
): Outcome {
  if (clean === violated)
    throw usage(
      clean ? 'it was heeded or not, not both' : 'it is not said whether it was heeded',
      `write: daybook feedback applied ${id} --clean, or --violated`,
    );
  const known = feedbackNamed(world, id);
  const date = world.local(world.now).date;
  return clean
    ? revised(world, known, { verified: 'true', clean: String(known.clean + 1), applied: date }, 'heeded')
    : revised(world, known, { verified: 'false', violated: String(known.violated + 1) }, 'made again');
}

function revised(
  world: World,
  known: Feedback,
  fields: Readonly<Record<string, string>>,
  how: string,
): Outcome {
  const note = world.wiki.note(known.entry.path);
  if (!note) throw new RangeError(`there is no note ${known.entry.path}`);
  const id = known.entry.hasId ? known.entry.id : world.ids.mint((taken) => note.text.includes(`^${taken}`));
  const changes = reviseBlock(
    known.entry,
    note,
    world.wiki.outline(note),
    { fields, id },
    `${known.label} ${how}`,
  );
  const now = all(world, world.wiki.after(changes)).find(({ label }) => label === known.label) ?? known;
  return {
    say: `${now.label} ${how}: ${now.mistake} (clean ${now.clean}, violated ${now.violated})`,
    did: `${now.label} ${how}`,
    data: { feedback: asFeedback(world, now) },
    changes,
    place: `${now.entry.path}:${now.entry.line} ${shownId(now.entry.id)}`,
  };
}

/** The daily list of what is unresolved, and what was made three times or more proposed as a rule (Mutable §Loop Prevention). */
function audit(world: World): Outcome {
  const known = all(world, world.wiki);
  const open = unresolved(known);
  const found = patterns(known);
  const desk = {
    ids: world.ids,
    template: (name: string) => world.ask('template', name),
    entries: world.entries,
  };
  const { changes, proposed } = escalate(found, world.wiki, desk);
  const asked =
    proposed.length === 0
      ? ''
      : ` ${proposed.length === 1 ? 'One is' : `${proposed.length} are`} proposed as ${proposed.length === 1 ? 'a rule' : 'rules'} in ${pathOf('inbox')}.`;
  return {
    say: `${open.length} of ${known.length} unresolved; ${found.length} made three times or more.${asked}`,
    rows: [
      ...open.map(row),
      ...found.map(({ records, times, rule }) => ({
        group: 'Again and again',
        what: `made ${times} times: ${rule}`,
        why: records.map(({ label }) => label).join(', '),
      })),
    ],
    data: {
      feedback: open.map((one) => asFeedback(world, one)),
      patterns: found.map(({ records, times, rule }) => ({
        times,
        rule,
        feedback: records.map(({ label }) => label),
      })),
      proposed: proposed.map(({ rule }) => rule),
    },
    changes,
    ...(proposed.length > 0 ? { place: `${world.wiki.content}/${pathOf('inbox')}` } : {}),
  };
}

/** All feedback of the living note. */
export function all(world: World, wiki: Wiki): readonly Feedback[] {
  const note = wiki.note(pathIn(wiki));
  return note ? feedbackIn(note, entriesAt(world, wiki, note.path)) : [];
}

/** Labels that were given, those in the archive included. */
const labelsIn = (world: World): readonly string[] =>
  placesOf('feedback', world.wiki).flatMap((path) => {
    const note = world.wiki.note(path);
    return note ? feedbackIn(note, world.entries(note)).map(({ label }) => label) : [];
  });

const pathIn = ({ content }: Wiki): string => `${content}/${pathOf('feedback')}`;

/** Feedback in JSON: the seed's schema, and the entry that it is. */
export const asFeedback = (world: World, { entry, label, ...schema }: Feedback) => ({
  id: label,
  ...schema,
  timestamp: asEntry(world, entry).at,
  entry: asEntry(world, entry),
});

const row = (one: Feedback): Row => ({
  path: one.entry.path,
  line: one.entry.line,
  group: one.verified ? 'Heeded' : 'Unresolved',
  what: `${one.label} ${one.mistake}`,
  why: [
    one.correction,
    one.prevention,
    `${one.severity} ${one.category}`,
    ...marksOf(one.entry),
    one.violated > 0 || one.seen > 1 ? `made ${one.seen + one.violated} times` : '',
  ]
    .filter(Boolean)
    .join('; '),
  id: one.entry.id,
});

/** The one with a label, an id or a handle. */
function feedbackNamed(world: World, id: string): Feedback {
  const known = all(world, world.wiki);
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

function oneOf<T extends string>(
  name: string,
  given: string | undefined,
  known: readonly T[],
): T | undefined {
  if (given === undefined) return undefined;
  const plain = given.toLowerCase().replaceAll('-', '_');
  const found = known.find((one) => one === plain);
  if (found) return found;
  const [near] = nearest(plain, known);
  throw usage(
    `no ${name} \`${given}\``,
    near ? `did you mean: --${name} ${near}` : `one of: ${known.join(', ')}`,
  );
}

function said(words: string | undefined, what: string, example: string): string {
  if (words?.trim()) return words.trim();
  throw usage(`it is not said ${what}`, `write: ${example}`);
}

const usage = (message: string, hint: string): Refusal => new Refusal('usage', message, hint, {}, 2);
