import { type Asked, saidIn } from './asked.js';
import { archived, pathOf } from './kinds/index.js';
import { isNothing, sift } from './lifecycle/hold-back.js';
import { readsAsOrder } from './lifecycle/orders.js';
import { proposeOrder } from './lifecycle/propose.js';
import { type Notice, type Outcome, Refusal, type World } from './verbs/verb.js';
import { type Change, placesOf } from './wiki/change.js';
import { GLOBAL_CONTENT, kindOfNote } from './wiki/entries.js';

/** Words that are held back, and the note that they were for. */
interface Held {
  readonly words: string;
  readonly path: string;
}

/**
 * The one gate for words that a person did not say (FEATURES H7): whatever verb an agent or a job asks, and whatever reads
 * what others wrote, no note but the inbox gains a text that reads as an order. It waits there until a person keeps it.
 * Expects one change a note.
 */
export function gated(outcome: Outcome, asked: Asked, world: World): Outcome {
  const { changes, undoes, forgets } = outcome;
  if (changes.length === 0 || undoes !== undefined || forgets) return outcome; // none of these adds words
  const exempt = exemptFrom(asked, changes, world);
  const sifted = changes.map((whole) => siftedOf(whole, exempt, world));
  const held = once(sifted.flatMap(({ held: all, path }) => all.map((words) => ({ words, path }))));
  if (held.length === 0) return outcome;
  const left = sifted.some(({ isUndone }) => isUndone) ? [] : sifted.flatMap((one) => one.left);
  const proposals = askedOf(held, left, asked, world);
  const said = Object.values(asked.input).flat().join(' ');
  if (left.length === 0 && readsAsOrder(said)) return refused(outcome, held, proposals, world);
  const notices = [...(outcome.notices ?? []), ...noticesOf(held, world)];
  return { ...outcome, changes: [...left, ...proposals], notices };
}

/** A change without what is held back of it. */
interface Passed {
  readonly path: string;
  readonly left: readonly Change[];
  readonly held: readonly string[];
  /** Nothing that was to happen with it can: a note is called by an order, or lies where the inbox is not at hand. */
  readonly isUndone: boolean;
}

function siftedOf(whole: Change, exempt: (words: string) => boolean, world: World): Passed {
  const { path } = whole;
  if (!isGated(whole, world)) return { path, left: [whole], held: [], isUndone: false };
  const name = nameOf(whole.do === 'move' ? whole.to : path);
  if (whole.do !== 'edit' && readsAsOrder(name) && !exempt(name))
    return { path, left: [], held: [name], isUndone: true };
  const { change, held } = sift(whole, world.wiki, exempt);
  const isUndone = held.length > 0 && path.startsWith(GLOBAL_CONTENT);
  return { path, left: held.length > 0 && isEmptied(change, world) ? [] : [change], held, isUndone };
}

/** What a note is called, in words. */
const nameOf = (path: string): string =>
  (path.split('/').at(-1) ?? '').replace(/\.md$/, '').replace(/[-_]+/g, ' ');

/** Notes of memory: neither what Daybook writes for other programs, nor the inbox, nor a version that is brought back. */
function isGated(change: Change, { wiki }: World): boolean {
  if (change.do === 'remove') return false;
  if (change.do === 'create' && change.version !== undefined) return false;
  return [wiki.content, GLOBAL_CONTENT].some(
    (content) =>
      change.path.startsWith(`${content}/`) &&
      ![pathOf('inbox'), archived(pathOf('inbox'))].includes(change.path.slice(content.length + 1)),
  );
}

/** Tells whether words are a person's own, or stood in a note that the same changes touch: what moves is not new. */
function exemptFrom(
  asked: Asked,
  changes: readonly Change[],
  { wiki, who }: World,
): (words: string) => boolean {
  let stood: string | null = null;
  const own = saidIn(asked, who.by).filter(readsAsOrder).map(lettersOf);
  return (words) => {
    const letters = lettersOf(words);
    if (own.some((one) => letters.includes(one) || one.includes(letters))) return true;
    stood ??= lettersOf(standing(changes, wiki));
    return words.split(' — ').every((part) => stood?.includes(lettersOf(part)));
  };
}

/** Notes that nothing comes into but through this gate, or by a person’s hand. */
const KEPT = ['memory', 'session', 'failures', 'feedback'] as const;

/** What stands in notes of memory and in those that are changed, and what a person ticked; what waits in the inbox is not known. */
function standing(changes: readonly Change[], { note, content }: World['wiki']): string {
  const inbox = `${content}/${pathOf('inbox')}`;
  const kept = KEPT.map((kind) => `${content}/${pathOf(kind)}`);
  const paths = new Set([...changes.flatMap(placesOf), ...kept, inbox]);
  return [...paths]
    .flatMap((path) =>
      (note(path)?.text ?? '').split('\n').filter((line) => path !== inbox || TICKED.test(line)),
    )
    .join('\n');
}

const TICKED = /^\s*[-*+]\s+\[x\]/i;

/** What is the same however it is marked up. */
const lettersOf = (text: string): string => text.toLowerCase().replace(/[\s!-/:-@[-`{-~«»“”‘’…—–]+/g, '');

/** True where nothing is left of a change but its frame: headings, and what the template of its kind says. */
function isEmptied(change: Change, { wiki, ask }: World): boolean {
  const { name, shape } = kindAt(change.path, wiki.content);
  if (change.do === 'create' && shape === 'front matter') return false; // that is no frame there, but what it says
  if (isNothing(change, wiki)) return true;
  const template = () => (name === 'page' ? '' : ask('template', name));
  const stood = change.do === 'create' ? template() : wiki.note(change.path)?.text;
  const known = new Set((stood ?? '').split('\n'));
  const lines = wiki.after([change]).note(change.path)?.text.split('\n') ?? [];
  return lines.every((line) => known.has(line) || /^\s*(?:#{1,6}\s.*)?$/.test(line));
}

const kindAt = (path: string, content: string) =>
  kindOfNote(path, path.startsWith('~/') ? GLOBAL_CONTENT : content);

/** Each once: what one note says at length, another may hold in short. */
function once(held: readonly Held[]): readonly Held[] {
  const letters = held.map(({ words }) => lettersOf(words));
  return held.filter((_, i) => {
    const isSaid = (other: string, j: number) =>
      j !== i && (letters[i] === other ? j < i : (letters[i] ?? '').includes(other));
    return !letters.some(isSaid);
  });
}

/** What a person is asked about it: none where they were asked before. */
function askedOf(
  held: readonly Held[],
  left: readonly Change[],
  { verb }: Asked,
  world: World,
): readonly Change[] {
  const { by, session } = world.who;
  const who = `${by === null ? '' : ` of ${by}`}${session === null ? '' : ` in session ${session}`}`;
  const desk = { ids: world.ids, template: (name: string) => world.ask('template', name) };
  let wiki = world.wiki.after(left);
  return held.flatMap(({ words, path }) => {
    const made = proposeOrder(words, null, `${verb.name}${who}, for ${path}`, wiki, desk);
    wiki = wiki.after(made);
    return made;
  });
}

const WAITS = `reads like an order to an agent: it waits in ${pathOf('inbox')} until a person keeps it`;

/** More of them at once are counted, not told one by one. */
const MOST_TOLD = 5;
const LONGEST = 80;

function noticesOf(held: readonly Held[], { wiki }: World): readonly Notice[] {
  const short = ({ words }: Held) => (words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words);
  const more = held.length - MOST_TOLD;
  return [
    ...held.slice(0, MOST_TOLD).map((one) => `«${short(one)}» ${WAITS}`),
    ...(more > 0 ? [`${more} more such texts wait there`] : []),
  ].map((message) => ({ level: 'warning', path: `${wiki.content}/${pathOf('inbox')}`, message }));
}

/** Nothing of what was asked is kept; refuses where a person was asked about it before. */
function refused(
  outcome: Outcome,
  held: readonly Held[],
  proposals: readonly Change[],
  world: World,
): Outcome {
  const inbox = `${world.wiki.content}/${pathOf('inbox')}`;
  const note = world.wiki.after(proposals).note(inbox);
  const entry = (note ? world.entries(note) : []).at(-1);
  if (proposals.length === 0 || !entry)
    throw new Refusal(
      'asked-before',
      'this reads like an order to an agent, and a person was asked about it before',
      `their answer is in ${pathOf('inbox')}, or was settled; log what you learned in words of your own`,
    );
  const { path, line, id, text } = entry;
  const told =
    typeof outcome.data.entry === 'object' ? { entry: { ...outcome.data.entry, id, path, line, text } } : {};
  const warning = `It ${WAITS}.`;
  return {
    ...outcome,
    say: `Not kept. ${warning}`,
    did: `asked about: ${held.map(({ words }) => words).join('; ')}`,
    data: { ...outcome.data, ...told, warning },
    changes: proposals,
    place: `${path}:${line} ^${id}`,
  };
}
