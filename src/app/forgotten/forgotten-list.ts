import type { ForgetEffect } from '../../command/effects.js';
import { findEffectiveRevert } from '../../features/history/revert-changes.js';
import {
  createForgottenSearch,
  type FindForgotten,
  type ForgottenBatch,
  type Tombstone,
} from '../../matching/similarity/forgotten.js';
import { createPhraseSketch, createSketch } from '../../matching/similarity/sketch.js';
import { normalizeSentence } from '../../matching/similarity/source-passage.js';
import type { HistoryRecord } from '../../notes/changes/history-record.js';
import { computeKeyedHash } from '../../platform/encoding.js';
import type { ForgottenFiles } from '../../store/registry/forgotten-files.js';
import type { Store } from '../../store/store.js';

/** Creates the matcher for forgotten text; null if there is none. */
export function openForgotten({ key, records }: ForgottenFiles): FindForgotten | null {
  const batches = records.flatMap(({ value }) => (isBatch(value) ? [value] : []));
  return createForgottenSearch(batches, (text) => computeKeyedHash(key, text));
}

/** Records what a plan forgot, as hashes, never as text. */
export function recordForgotten(store: Store, { id, at, entries, phrase }: ForgetEffect): void {
  const key = store.ensureForgottenKey();
  const hash = (text: string) => computeKeyedHash(key, text);
  const batch: ForgottenBatch = {
    id,
    at,
    root: store.root.root,
    tombstones: entries.map(
      (entry): Tombstone => ({
        id: entry.id,
        sources: entry.sources.map((source) => hash(`source ${source}`)),
        sketch: createSketch(entry.text, hash),
        ...(entry.sentences.length === 0
          ? {}
          : { passage: entry.sentences.map((one) => hash(normalizeSentence(one))) }),
      }),
    ),
    ...(phrase === null ? {} : { phrase: createPhraseSketch(phrase, hash) }),
  };
  store.writeForgotten(`${id}.json`, batch);
}

/** Allows forgotten text again when the change that forgot it is undone, and withholds it again after a redo. */
export function settleForgotten(store: Store): void {
  const records = store.readForgotten()?.records ?? [];
  if (records.length === 0) return;
  const history = store.history();
  for (const { name, value } of records) {
    if (!isBatch(value) || value.root !== store.root.root) continue;
    const record = history.find((one) => isForgetRecord(one, value.id));
    if (!record) continue;
    const isLifted = findEffectiveRevert(history, record.seq) !== undefined;
    if (isLifted === (value.lifted === true)) continue;
    const { lifted: _, ...batch } = value;
    store.writeForgotten(name, isLifted ? { ...batch, lifted: true } : batch);
  }
}

const isForgetRecord = ({ verb: command, say }: HistoryRecord, id: string): boolean =>
  command === 'forget' && say.includes(id);

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

function isBatch(value: unknown): value is ForgottenBatch {
  const { id, at, root, tombstones, phrase } = (value ?? {}) as Partial<
    Record<keyof ForgottenBatch, unknown>
  >;
  return (
    isTexts([id, at, root]) &&
    Array.isArray(tombstones) &&
    tombstones.every(isTombstone) &&
    (phrase === undefined || isTexts(phrase))
  );
}

function isTombstone(value: unknown): value is Tombstone {
  const { id, sources, sketch, passage = [] } = (value ?? {}) as Partial<Record<keyof Tombstone, unknown>>;
  const { whole, words, phrase } = (sketch ?? {}) as Partial<Record<keyof Tombstone['sketch'], unknown>>;
  return isTexts([id, whole]) && isTexts(passage) && isTexts(sources) && isTexts(words) && isTexts(phrase);
}
