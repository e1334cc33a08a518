import { computeTextSum } from '../../platform/checksum.js';
import type { Caches } from './cache-files.js';

/** Vectors by the checksum of their text. */
export type VectorTable = Map<string, Int8Array>;

const CACHE = 'vectors';
const MAGIC = 0x76656331;
/** Bytes of the head: magic, checksum of the model's name, length of a vector, number of vectors. */
const HEAD = 20;
/** Bytes of a checksum before its vector. */
const KEY = 8;

export const getVectorKey = (text: string): string => computeTextSum(text).join(' ');

/** Reads the cached vectors of a model; empty if there are none or they are damaged. */
export function readVectors(caches: Caches, model: string): VectorTable {
  const bytes = caches.readCache(CACHE);
  const found: VectorTable = new Map();
  if (!bytes || bytes.length < HEAD) return found;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [magic, low, high, length, count] = [0, 4, 8, 12, 16].map((at) => view.getUint32(at, true));
  const isOurs = magic === MAGIC && `${low} ${high}` === getVectorKey(model);
  if (!isOurs || bytes.length !== HEAD + count! * (KEY + length!)) return found;
  for (let at = HEAD; at < bytes.length; at += KEY + length!) {
    const key = `${view.getUint32(at, true)} ${view.getUint32(at + 4, true)}`;
    found.set(key, Int8Array.from(bytes.subarray(at + KEY, at + KEY + length!)));
  }
  return found;
}

/** Replaces the cached vectors. Those of another length than the first are left out. */
export function writeVectors(caches: Caches, model: string, vectors: VectorTable): void {
  const length = [...vectors.values()][0]?.length ?? 0;
  const rows = [...vectors].filter(([, vector]) => vector.length === length);
  const bytes = new Uint8Array(HEAD + rows.length * (KEY + length));
  const view = new DataView(bytes.buffer);
  const head = [MAGIC, ...computeTextSum(model), length, rows.length];
  for (const [at, value] of head.entries()) view.setUint32(4 * at, value, true);
  for (const [row, [key, vector]] of rows.entries()) {
    const at = HEAD + row * (KEY + length);
    for (const [half, value] of key.split(' ').entries()) view.setUint32(at + 4 * half, Number(value), true);
    bytes.set(new Uint8Array(vector.buffer, vector.byteOffset, length), at + KEY);
  }
  caches.writeCache(CACHE, bytes);
}
