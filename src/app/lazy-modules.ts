import type { Command } from '../command/define-command.js';
import type { NaturalDates } from '../dates/natural-date.js';
import type { pressureOf } from '../features/context-pressure/pressure.command.js';
import type { writeHandoffAtEnd } from '../features/handoffs/write-handoff.js';
import type { memory } from '../features/memory/memory.command.js';
import type { save } from '../features/snapshots/save.command.js';
import type { snap } from '../features/tasks/snap.command.js';
import type { YamlApi } from '../markdown/front-matter.js';
import type { Outline } from '../markdown/outline.js';
import type { openNoteIndex } from '../store/note-index/note-index.js';
import type { languageNamed } from '../text/other-languages.js';
import type * as Sessions from './agent-sessions.js';
import { COMMAND_NAMES, COMMANDS } from './command-registry.js';

/** What is loaded only when a thought comes to need it: remark, the tokenizer's ranks, dates in words, the index, every verb. */
export interface LazyModules {
  tree: ((text: string) => Outline) | null;
  /** Front matter, read and written by the yaml package. */
  frontMatter: YamlApi | null;
  tokenizer: ((text: string) => number) | null;
  dates: NaturalDates | null;
  table: readonly Command[] | null;
  catalogue: typeof openNoteIndex | null;
  /** The verb that a prompt asks where it says "remember this". */
  memory: typeof memory | null;
  /** What a session hands on at its end. */
  handOnAtEnd: typeof writeHandoffAtEnd | null;
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
export const NOTHING_LOADED: LazyModules = {
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

export type LazyModuleName = keyof LazyModules;

/** What takes a while and is remembered by whoever sent for it; it is done outside the lock. */
export type AsyncTask = () => Promise<void>;

/** Thrown through a verb that needs what is not there yet; run waits for it, and thinks the verb again. */
export class NotReadyError extends Error {
  constructor(readonly part: LazyModuleName | AsyncTask) {
    super(typeof part === 'string' ? `the ${part} is wanted` : 'an errand is to be done');
  }
}

/** A part that must be there; thrown for, where it is not. */
export function requireModule<P extends LazyModuleName>(
  parts: LazyModules,
  part: P,
): NonNullable<LazyModules[P]> {
  const found = parts[part];
  if (found === null) throw new NotReadyError(part);
  return found as NonNullable<LazyModules[P]>;
}

/** Loads a part into its place. */
export async function loadModule(parts: LazyModules, part: LazyModuleName): Promise<void> {
  if (part === 'tree') parts.tree ??= (await import('../markdown/remark-outline.js')).parseWithRemark;
  if (part === 'frontMatter') parts.frontMatter ??= await import('../markdown/front-matter.js');
  if (part === 'tokenizer') {
    const { createTokenizer } = await import('../text/tokens/o200k.js');
    parts.tokenizer ??= createTokenizer((await import('../platform/assets.js')).readTokenizerRanks());
  }
  if (part === 'dates') parts.dates ??= (await import('../dates/natural-date.js')).createNaturalDates();
  if (part === 'catalogue')
    parts.catalogue ??= (await import('../store/note-index/note-index.js')).openNoteIndex;
  if (part === 'memory') parts.memory ??= (await import('../features/memory/memory.command.js')).memory;
  if (part === 'handOnAtEnd')
    parts.handOnAtEnd ??= (await import('../features/handoffs/write-handoff.js')).writeHandoffAtEnd;
  if (part === 'save') parts.save ??= (await import('../features/snapshots/save.command.js')).save;
  if (part === 'snap') parts.snap ??= (await import('../features/tasks/snap.command.js')).snap;
  if (part === 'pressure')
    parts.pressure ??= (await import('../features/context-pressure/pressure.command.js')).pressureOf;
  if (part === 'languages') parts.languages ??= (await import('../text/other-languages.js')).languageNamed;
  if (part === 'sessions') parts.sessions ??= await import('./agent-sessions.js');
  if (part === 'table') parts.table ??= await Promise.all(COMMAND_NAMES.map((name) => COMMANDS[name]()));
}
