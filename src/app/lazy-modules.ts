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

/**
 * Modules that are loaded when a plan first needs them: remark, tokenizer ranks, natural dates, the index, commands.
 */
export interface LazyModules {
  tree: ((text: string) => Outline) | null;
  /** The YAML parser and formatter for front matter. */
  frontMatter: YamlApi | null;
  tokenizer: ((text: string) => number) | null;
  dates: NaturalDates | null;
  table: readonly Command[] | null;
  catalogue: typeof openNoteIndex | null;
  /** The command that a prompt with "remember this" runs. */
  memory: typeof memory | null;
  /** Writes the handoff at the end of a session. */
  handOnAtEnd: typeof writeHandoffAtEnd | null;
  /** The commands behind automatic saving. */
  save: typeof save | null;
  snap: typeof snap | null;
  /** Judges how full the context is, if a client reports it. */
  pressure: typeof pressureOf | null;
  /** Stemmers for languages other than English. */
  languages: typeof languageNamed | null;
  /** Readers of agents' transcripts. */
  sessions: typeof Sessions | null;
}

/** The initial state: nothing is loaded. */
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

/** A slow task that its creator caches. It runs outside the lock. */
export type AsyncTask = () => Promise<void>;

/** Thrown during planning when a lazy module is not loaded. `planCommand` loads it and plans again. */
export class NotReadyError extends Error {
  constructor(readonly part: LazyModuleName | AsyncTask) {
    super(typeof part === 'string' ? `the ${part} is wanted` : 'an errand is to be done');
  }
}

/** Returns a module that must be loaded. Throws NotReadyError if it is not. */
export function requireModule<P extends LazyModuleName>(
  parts: LazyModules,
  part: P,
): NonNullable<LazyModules[P]> {
  const found = parts[part];
  if (found === null) throw new NotReadyError(part);
  return found as NonNullable<LazyModules[P]>;
}

/** Loads a module into its place. */
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
