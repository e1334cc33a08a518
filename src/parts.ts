import type { NaturalDates } from './lifecycle/when/natural-date.js';
import type { FrontMatters } from './markdown/front-matter.js';
import type { Outline } from './markdown/outline.js';
import type { languageNamed } from './recall/words/languages.js';
import type * as Sessions from './sessions-here.js';
import type { openCatalogue } from './store/catalogue.js';
import type { handOnAtEnd } from './verbs/hand-on.js';
import { LIST, VERBS } from './verbs/index.js';
import type { memory } from './verbs/memory.js';
import type { pressureOf } from './verbs/pressure.js';
import type { save } from './verbs/save.js';
import type { snap } from './verbs/snap.js';
import type { Verb } from './verbs/verb.js';

/** What is loaded only when a thought comes to need it: remark, the tokenizer's ranks, dates in words, the index, every verb. */
export interface Parts {
  tree: ((text: string) => Outline) | null;
  /** Front matter, read and written by the yaml package. */
  frontMatter: FrontMatters | null;
  tokenizer: ((text: string) => number) | null;
  dates: NaturalDates | null;
  table: readonly Verb[] | null;
  catalogue: typeof openCatalogue | null;
  /** The verb that a prompt asks where it says "remember this". */
  memory: typeof memory | null;
  /** What a session hands on at its end. */
  handOnAtEnd: typeof handOnAtEnd | null;
  /** The verbs by which is saved what nobody asked to save. */
  save: typeof save | null;
  snap: typeof snap | null;
  /** What is thought of a context that fills, where a client tells how full it is. */
  pressure: typeof pressureOf | null;
  /** Stemmers of other languages than English. */
  languages: typeof languageNamed | null;
  /** Readers of what agents write down of their sessions. */
  sessions: typeof Sessions | null;
}

/** Nothing loaded yet. */
export const NO_PARTS: Parts = {
  tree: null,
  frontMatter: null,
  tokenizer: null,
  dates: null,
  table: null,
  catalogue: null,
  memory: null,
  handOnAtEnd: null,
  save: null,
  snap: null,
  pressure: null,
  languages: null,
  sessions: null,
};

export type Part = keyof Parts;

/** What takes a while and is remembered by whoever sent for it; it is done outside the lock. */
export type Errand = () => Promise<void>;

/** Thrown through a verb that needs what is not there yet; run waits for it, and thinks the verb again. */
export class Wanted extends Error {
  constructor(readonly part: Part | Errand) {
    super(typeof part === 'string' ? `the ${part} is wanted` : 'an errand is to be done');
  }
}

/** A part that must be there; thrown for, where it is not. */
export function needed<P extends Part>(parts: Parts, part: P): NonNullable<Parts[P]> {
  const found = parts[part];
  if (found === null) throw new Wanted(part);
  return found as NonNullable<Parts[P]>;
}

/** Loads a part into its place. */
export async function loadPart(parts: Parts, part: Part): Promise<void> {
  if (part === 'tree') parts.tree ??= (await import('./markdown/tree.js')).tree;
  if (part === 'frontMatter') parts.frontMatter ??= await import('./markdown/front-matter.js');
  if (part === 'tokenizer') {
    const { createTokenizer } = await import('./recall/brief/tokenizer.js');
    parts.tokenizer ??= createTokenizer((await import('./store/ranks.js')).readRanks());
  }
  if (part === 'dates')
    parts.dates ??= (await import('./lifecycle/when/natural-date.js')).createNaturalDates();
  if (part === 'catalogue') parts.catalogue ??= (await import('./store/catalogue.js')).openCatalogue;
  if (part === 'memory') parts.memory ??= (await import('./verbs/memory.js')).memory;
  if (part === 'handOnAtEnd') parts.handOnAtEnd ??= (await import('./verbs/hand-on.js')).handOnAtEnd;
  if (part === 'save') parts.save ??= (await import('./verbs/save.js')).save;
  if (part === 'snap') parts.snap ??= (await import('./verbs/snap.js')).snap;
  if (part === 'pressure') parts.pressure ??= (await import('./verbs/pressure.js')).pressureOf;
  if (part === 'languages') parts.languages ??= (await import('./recall/words/languages.js')).languageNamed;
  if (part === 'sessions') parts.sessions ??= await import('./sessions-here.js');
  if (part === 'table') parts.table ??= await Promise.all(LIST.map((name) => VERBS[name]()));
}
