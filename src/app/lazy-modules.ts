import type { Command } from '../command/define-command.js';
import type { NaturalDates } from '../dates/natural-date.js';
import type * as Html from '../html/read-html.js';
import type { YamlApi } from '../markdown/front-matter.js';
import type { Outline } from '../markdown/outline.js';
import type { findRelevant } from '../matching/find-relevant.js';
import type { createRelevanceTest } from '../matching/rate-words.js';
import { setDecoder } from '../platform/streams/line-stream.js';
import type { openNoteIndex } from '../store/note-index/note-index.js';
import type { findLanguage } from '../text/other-languages.js';
import type { WordRarity } from '../text/word-rarity.js';
import type * as Sessions from './agents/agent-sessions.js';
import type * as SessionSearch from './agents/search-sessions.js';
import { COMMAND_NAMES, COMMANDS } from './command-registry.js';
import type * as Forgotten from './forgotten/forgotten-list.js';

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
  /** The note index, and the search for entries that are relevant to a text. */
  catalogue: {
    readonly openNoteIndex: typeof openNoteIndex;
    readonly findRelevant: typeof findRelevant;
    readonly createRelevanceTest: typeof createRelevanceTest;
    readonly rarityOf: WordRarity;
  } | null;
  /** Stemmers for languages other than English. */
  languages: typeof findLanguage | null;
  /** Readers of agents' transcripts. */
  sessions: typeof Sessions | null;
  /** The search through transcripts. */
  sessionSearch: typeof SessionSearch | null;
  /** The converter from HTML to Markdown. */
  html: typeof Html | null;
  /** The matcher for forgotten text. */
  forgotten: typeof Forgotten | null;
}

/** The initial state: nothing is loaded. */
export const NOTHING_LOADED: LazyModules = {
  tree: null,
  frontMatter: null,
  tokenizer: null,
  dates: null,
  table: null,
  catalogue: null,
  languages: null,
  sessions: null,
  sessionSearch: null,
  html: null,
  forgotten: null,
};

export type LazyModuleName = keyof LazyModules;

/** A slow task that its creator caches. It runs outside the lock. */
export type AsyncTask = () => Promise<void>;

/** Thrown during planning when a lazy module is not loaded. `planCommand` loads it and plans again. */
export class NotReadyError extends Error {
  constructor(readonly part: LazyModuleName | AsyncTask) {
    super(typeof part === 'string' ? `the ${part} is wanted` : 'a task must run first');
  }
}

/**
 * Runs a function, and runs it again after loading what it needs and has not yet. After so many runs the
 * `NotReadyError` is thrown on.
 */
export async function withModules<T>(
  { load }: { readonly load: (part: LazyModuleName | AsyncTask) => Promise<void> },
  run: () => T | Promise<T>,
  mostRuns = Number.POSITIVE_INFINITY,
): Promise<T> {
  for (let runs = 1; ; runs++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof NotReadyError) || runs >= mostRuns) throw error;
      await load(error.part);
    }
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

/** The tables of this process, which take long to make. */
const tables: Partial<Pick<LazyModules, 'tokenizer' | 'catalogue'>> = {};

/** Loads a module into its place. */
export async function loadModule(parts: LazyModules, part: LazyModuleName): Promise<void> {
  if (part === 'tree') parts.tree ??= (await import('../markdown/remark-outline.js')).parseWithRemark;
  if (part === 'frontMatter') parts.frontMatter ??= await import('../markdown/front-matter.js');
  if (part === 'tokenizer') {
    const { createTokenizer } = await import('../text/tokens/o200k.js');
    const { readTokenizerRanks } = await import('../platform/assets.js');
    tables.tokenizer ??= createTokenizer(readTokenizerRanks());
    parts.tokenizer = tables.tokenizer;
  }
  if (part === 'dates') parts.dates ??= (await import('../dates/natural-date.js')).createNaturalDates();
  if (part === 'catalogue') {
    tables.catalogue ??= {
      openNoteIndex: (await import('../store/note-index/note-index.js')).openNoteIndex,
      findRelevant: (await import('../matching/find-relevant.js')).findRelevant,
      createRelevanceTest: (await import('../matching/rate-words.js')).createRelevanceTest,
      rarityOf: (await import('../text/word-rarity.js')).createWordRarity(),
    };
    parts.catalogue = tables.catalogue;
  }
  if (part === 'languages') parts.languages ??= (await import('../text/other-languages.js')).findLanguage;
  if (part === 'sessions') {
    setDecoder((await import('../platform/streams/zstd.js')).createZstdDecoder);
    parts.sessions ??= await import('./agents/agent-sessions.js');
  }
  if (part === 'sessionSearch') parts.sessionSearch ??= await import('./agents/search-sessions.js');
  if (part === 'html') parts.html ??= await import('../html/read-html.js');
  if (part === 'forgotten') parts.forgotten ??= await import('./forgotten/forgotten-list.js');
  if (part === 'table') parts.table ??= await Promise.all(COMMAND_NAMES.map((name) => COMMANDS[name]()));
}
