import type { HealthCheckResult } from '../../command/queries.js';
import { UserError } from '../../errors.js';
import { type Embedded, runEmbedder, spawnOwn } from '../../platform/run-program.js';
import type { MeaningPort } from '../../search/meaning.js';
import { getVectorKey, readVectors, writeVectors } from '../../store/cache/vector-cache.js';
import { requireTrust } from '../../store/registry/recognize-workspace.js';
import type { Store } from '../../store/store.js';

/** Time limit for the vector of a query (ms). */
const QUERY_MS = 1500;
/** Texts that are embedded by one run of the command, and its time limit (ms). */
const BATCH = 256;
const BATCH_MS = 120_000;

/**
 * Returns the vectors for a search: those of entries from the cache, that of the query from the user's command. Null
 * without the setting or without trust, and the reason if the command fails: then the search ranks by words alone.
 */
export function openMeaning(
  store: Store,
  command: string,
  words: string,
  now: number,
): MeaningPort | { readonly failed: string } | null {
  if (command === '' || store.root.trusted !== true || words.trim() === '') return null;
  const known = readVectors(store, command);
  if (known.size === 0) return null;
  const answer = embedOnce(store, command, words, now);
  const vector = 'failed' in answer ? null : answer.vectors[0];
  if (!vector) return 'failed' in answer ? answer : null;
  return { id: command, of: (text) => (text === words ? vector : (known.get(getVectorKey(text)) ?? null)) };
}

let last: { readonly key: string; readonly answer: Embedded } | null = null;

/** Runs the command once for a request, which may be planned more than once. */
function embedOnce(store: Store, command: string, words: string, now: number): Embedded {
  const key = JSON.stringify([store.root.root, command, words, now]);
  if (last?.key !== key) last = { key, answer: runEmbedder(store.root, command, [words], QUERY_MS) };
  return last.answer;
}

/** Tries the command as a search does; null if none is set. */
export function checkEmbedder(store: Store, command: string): HealthCheckResult | null {
  if (command === '') return null;
  const name = 'search.embed';
  if (store.root.trusted !== true)
    return { name, ok: true, detail: 'is not run: this workspace is not trusted (daybook trust)' };
  const answer = runEmbedder(store.root, command, ['daybook'], QUERY_MS);
  if ('failed' in answer)
    return {
      name,
      ok: false,
      detail: `the command failed, so search ranks by words alone: ${answer.failed}`,
    };
  const { size } = readVectors(store, command);
  return {
    name,
    ok: true,
    detail:
      size === 0 ? 'works, but no entry has a vector yet: daybook search --embed' : `works; ${size} vectors`,
  };
}

/** Embeds the texts that have no vector yet, and forgets the vectors of others. Returns how many have one. */
export function fillVectors(store: Store, command: string, texts: readonly string[]): number {
  if (command === '')
    throw new UserError(
      'no-embedder',
      'no command makes vectors',
      'name one in daybook.yaml: `search: {embed: COMMAND}`',
    );
  requireTrust(store.root, 'search.embed names a command to run');
  const known = readVectors(store, command);
  const wanted = new Map(texts.map((text) => [getVectorKey(text), text]));
  for (const key of known.keys()) if (!wanted.has(key)) known.delete(key);
  const missing = [...wanted].filter(([key]) => !known.has(key));
  for (let at = 0; at < missing.length; at += BATCH) {
    const batch = missing.slice(at, at + BATCH);
    const answer = runEmbedder(
      store.root,
      command,
      batch.map(([, text]) => text),
      BATCH_MS,
    );
    if ('failed' in answer)
      throw new UserError(
        'embedder-failed',
        `the command of search.embed failed: ${answer.failed}`,
        'it reads lines {"text": …} and writes an array of numbers for each',
      );
    for (const [i, [key]] of batch.entries()) known.set(key, answer.vectors[i]!);
    writeVectors(store, command, known);
  }
  return known.size;
}

/** Starts `daybook search --embed` in the background, if a command is set and the user trusts the workspace. */
export function fillVectorsAside(store: Store | null, command: string): void {
  if (store?.root.trusted === true && command !== '') spawnOwn(['search', '--embed'], store.root.root);
}
