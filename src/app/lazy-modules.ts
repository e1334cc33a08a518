import type { Command } from '../command/define-command.js';
import { setDecoder } from '../platform/streams/line-stream.js';
import { COMMAND_NAMES, COMMANDS } from './command-registry.js';

/** What is loaded when a plan first needs it, because it is large or takes long to make. */
const LOADERS = {
  tree: async () => (await import('../markdown/remark-outline.js')).parseWithRemark,
  /** The YAML parser and formatter for front matter. */
  frontMatter: () => import('../markdown/front-matter.js'),
  async tokenizer() {
    const { createTokenizer } = await import('../text/tokens/o200k.js');
    return createTokenizer((await import('../platform/assets.js')).readTokenizerRanks());
  },
  dates: async () => (await import('../dates/natural-date.js')).createNaturalDates(),
  table: (): Promise<readonly Command[]> => Promise.all(COMMAND_NAMES.map((name) => COMMANDS[name]())),
  /** The note index, and the search for entries that are relevant to a text. */
  catalogue: async () => ({
    index: await import('../store/note-index/note-index.js'),
    relevant: await import('../matching/find-relevant.js'),
    rating: await import('../matching/rate-words.js'),
    rarityOf: (await import('../text/word-rarity.js')).createWordRarity(),
  }),
  /** Stemmers for languages other than English. */
  languages: async () => (await import('../text/other-languages.js')).findLanguage,
  /** Readers of agents' transcripts. */
  async sessions() {
    setDecoder((await import('../platform/streams/zstd.js')).createZstdDecoder);
    return import('./agents/agent-sessions.js');
  },
  sessionSearch: () => import('./agents/search-sessions.js'),
  /** The converter from HTML to Markdown. */
  html: () => import('../html/read-html.js'),
  /** The matcher for forgotten text. */
  forgotten: () => import('./forgotten/forgotten-list.js'),
};

export type LazyModuleName = keyof typeof LOADERS;

/** What this process has loaded. */
const loaded: { [N in LazyModuleName]?: Awaited<ReturnType<(typeof LOADERS)[N]>> } = {};

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
  run: () => T | Promise<T>,
  mostRuns = Number.POSITIVE_INFINITY,
): Promise<T> {
  for (let runs = 1; ; runs++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof NotReadyError) || runs >= mostRuns) throw error;
      await (typeof error.part === 'string' ? loadModule(error.part) : error.part());
    }
  }
}

export const isLoaded = (name: LazyModuleName): boolean => loaded[name] !== undefined;

/** Returns a module that must be loaded. Throws NotReadyError if it is not. */
export function requireModule<N extends LazyModuleName>(name: N): NonNullable<(typeof loaded)[N]> {
  const found = loaded[name];
  if (found === undefined) throw new NotReadyError(name);
  return found;
}

/** Loads a module, once in a process. */
export async function loadModule<N extends LazyModuleName>(name: N): Promise<void> {
  loaded[name] ??= (await LOADERS[name]()) as (typeof loaded)[N];
}
