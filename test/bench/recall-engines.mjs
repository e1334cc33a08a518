// The parts of search, bundled from the source, and other engines to compare with.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import Fuse from 'fuse.js';
import MiniSearch from 'minisearch';
import { inFolder } from './measure.mjs';
import { generator } from './vault.mjs';

const ENTRY = `
export { scanBlocks } from './src/markdown/block-scanner.ts';
export { getNoteKind } from './src/notes/kinds/note-kind.ts';
export { readEntries } from './src/notes/entries/read-entries.ts';
export { createInMemorySearch } from './src/search/search.ts';
export { RANKING_WEIGHTS } from './src/search/ranking/ranking-weights.ts';
export { getEntryText } from './src/search/ranking/dedupe.ts';
export { runEmbedder } from './src/platform/run-program.ts';
export { STOP_WORDS } from './src/text/stem.ts';
export { listIndexedWords as indexedWords } from './src/search/index/term.ts';
export { estimateTokens } from './src/text/tokens/estimate.ts';
export { openNoteIndex } from './src/store/note-index/note-index.ts';
`;

/** The parts of search, as a module. */
export const bundled = () =>
  inFolder(async (folder) => {
    const outfile = join(folder, 'search.mjs');
    await build({
      stdin: { contents: ENTRY, resolveDir: resolve('.'), loader: 'ts' },
      bundle: true,
      minify: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      outfile,
      logLevel: 'warning',
    });
    return { ...(await import(pathToFileURL(outfile).href)), generator };
  });

/** Reads a note's entries as the command does. */
export const readWith =
  ({ getNoteKind, readEntries, scanBlocks }) =>
  (note) => {
    const outline = scanBlocks(note.text);
    return {
      kind: getNoteKind(note.path, 'content').name,
      outline,
      entries: readEntries(note, outline, { content: 'content', local }),
    };
  };

function local(ms) {
  const iso = new Date(ms).toISOString();
  return { date: iso.slice(0, 10), time: iso.slice(11, 16), iso: `${iso.slice(0, 19)}+00:00` };
}

/** The notes of a workspace. */
export function notesIn(root, folder = 'content') {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((item) => {
    const path = `${folder}/${item.name}`;
    if (item.isDirectory()) return notesIn(root, path);
    return item.name.endsWith('.md') ? [noteAt(root, path)] : [];
  });
}

export function noteAt(root, path) {
  const bytes = readFileSync(`${root}/${path}`);
  return {
    path,
    text: bytes.toString(),
    bom: false,
    // Lazy, as in the store: most notes never need it.
    get hash() {
      return createHash('sha256').update(bytes).digest('hex');
    },
  };
}

/** Other engines over the same entries, with the best settings found. */
export function rivals({ indexedWords }) {
  const terms = (text) => indexedWords(text).flatMap(({ key, whole }) => (whole ? [] : [key]));
  const miniSearch = (documents, options) => {
    const index = new MiniSearch({ fields: ['text'], ...options });
    index.addAll(documents);
    return (words) => index.search(words).map(({ id }) => id);
  };
  return [
    ['minisearch, defaults', { step: 1, open: (documents) => miniSearch(documents, {}) }],
    [
      'minisearch, our words and stems, fuzzy .2, prefix',
      {
        step: 1,
        open: (documents) =>
          miniSearch(documents, {
            tokenize: terms,
            processTerm: (term) => term,
            searchOptions: { fuzzy: 0.2, prefix: true },
          }),
      },
    ],
    [
      'fuse.js, token search .2, no stop words',
      {
        step: 10,
        open(documents) {
          const fuse = new Fuse(documents, {
            keys: ['text'],
            useTokenSearch: true,
            threshold: 0.2,
            fieldNormWeight: 0.3,
          });
          return (words) =>
            fuse
              .search(
                indexedWords(words)
                  .flatMap(({ form, whole }) => (whole ? [] : [form]))
                  .join(' '),
                { limit: 20 },
              )
              .map(({ item }) => item.id);
        },
      },
    ],
  ];
}
