import { CATEGORY_NAMES, type Category, SEVERITIES } from '../kinds/feedback.js';
import { categoryOf, type Feedback, feedbackLines, sameMistake } from '../lifecycle/feedback.js';
import { addRecord, nextNumber } from '../lifecycle/record.js';
import { reviseBlock } from '../lifecycle/revise-block.js';
import { nearest } from '../recall/nearest.js';
import { allFeedback, asFeedback, feedbackNamed, labelsGiven, logIn } from './feedbacks.js';
import { askForName } from './known-again.js';
import { shownId } from './naming.js';
import { type Outcome, Refusal, type World } from './verb.js';

interface Given {
  readonly words: string | undefined;
  readonly mistake: string | undefined;
  readonly correction: string | undefined;
  readonly trigger: string | undefined;
  readonly prevention: string | undefined;
  readonly category: string | undefined;
  readonly severity: string | undefined;
}

/** Mistakes of these kinds are made by calling something; of the others no call shows. */
const OF_TOOLS: ReadonlySet<Category> = new Set(['tool_usage', 'config', 'workflow']);

/** A second telling within so many minutes is the same telling, not the mistake made again. */
const SAID_TWICE_MINUTES = 10;

/** Logs a mistake, once: told again it is counted where it is known. */
export function logMistake(world: World, given: Given): Outcome {
  const plain = (text: string | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
  const mistake = plain(given.mistake ?? given.words);
  if (mistake === '')
    throw usage(
      'it is not said what went wrong',
      'write: daybook feedback add --mistake "ran X without Y" --correction "pass Y"',
    );
  const category = oneOf('category', given.category, CATEGORY_NAMES) ?? categoryOf(mistake);
  const severity = oneOf('severity', given.severity, SEVERITIES) ?? 'medium';
  const known = sameMistake(mistake, allFeedback(world, world.wiki));
  if (known) return again(world, known);
  const at = world.local(world.now);
  const label = `FB-${nextNumber(at.date, labelsGiven(world))}`;
  const path = logIn(world.wiki);
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
  const made = allFeedback(world, world.wiki.after([change])).find(({ entry }) => entry.id === id);
  if (!made)
    throw new Refusal('unwritable', 'this text does not read back as one record', 'say it in one plain line');
  const ask = OF_TOOLS.has(category)
    ? askForName(world, { what: mistake, instead: [texts.correction], kind: 'mistake' })
    : '';
  return {
    say: [`Logged as ${label}: ${made.mistake}`, ask].filter(Boolean).join('\n'),
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

/** Says whether a correction was heeded: `verified` follows, and the counts (Mutable §Entry Schema). */
export function applyFeedback(
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
  const now =
    allFeedback(world, world.wiki.after(changes)).find(({ label }) => label === known.label) ?? known;
  return {
    say: `${now.label} ${how}: ${now.mistake} (clean ${now.clean}, violated ${now.violated})`,
    did: `${now.label} ${how}`,
    data: { feedback: asFeedback(world, now) },
    changes,
    place: `${now.entry.path}:${now.entry.line} ${shownId(now.entry.id)}`,
  };
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

const usage = (message: string, hint: string): Refusal => new Refusal('usage', message, hint, {}, 2);
