import { ByteReader, type ByteWriter } from './bytes.js';
import { Damaged } from './pages.js';

/**
 * Where a word stands: its forms, how many entries have it, and its postings as bytes. A posting is the step from
 * the entry before, doubled, and one more for the first form once, which most are; for all others follow the form
 * and, in the lowest three bits, the number of times (up to seven). Numbers have seven bits a byte. An entry has a
 * posting for each form that it has.
 */
export interface TermList {
  readonly key: string;
  readonly forms: readonly string[];
  readonly entries: number;
  readonly count: number;
  readonly body: Uint8Array;
}

export interface Posting {
  readonly entry: number;
  readonly form: number;
  readonly times: number;
}

/** A list while it is collected. */
export interface OpenList {
  readonly key: string;
  readonly forms: ReadonlyMap<string, number>;
  readonly entries: number;
  readonly count: number;
  readonly bytes: ByteWriter;
}

/** Of a form only what differs from the key is written: how much both begin with, and the rest. */
export function writeList({ key, forms, entries, count, bytes }: OpenList, into: ByteWriter): void {
  into.text(key);
  into.number(forms.size);
  for (const form of forms.keys()) {
    const shared = sharedLength(key, form);
    into.number(shared);
    into.text(form.slice(shared));
  }
  into.number(entries);
  into.number(count);
  into.bytes(bytes.done());
}

/** Reads the list that begins the bytes; its postings stay as they are until somebody walks them. */
export function readList(bytes: Uint8Array): TermList {
  const reader = new ByteReader(bytes);
  const key = reader.text();
  const forms = Array.from({ length: reader.number() }, () => key.slice(0, reader.number()) + reader.text());
  const entries = reader.number();
  const count = reader.number();
  if (count > bytes.length) throw new Damaged('a list is longer than its bytes');
  return { key, forms, entries, count, body: bytes.subarray(reader.at) };
}

function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

/** The first form, once. */
const FIRST_ONCE = 1;

/** Adds a posting behind those of a list. */
export function writePosting(step: number, form: number, times: number, into: ByteWriter): void {
  const packed = (form << 3) | times;
  into.number((step << 1) | (packed === FIRST_ONCE ? 1 : 0));
  if (packed !== FIRST_ONCE) into.number(packed);
}

/** The postings of a list, one by one. For scoring, `score` walks the bytes itself. */
export function* postingsOf({ count, body }: TermList): Iterable<Posting> {
  const reader = new ByteReader(body);
  for (let i = 0, entry = 0; i < count; i++) {
    const step = reader.number();
    entry += step >>> 1;
    const packed = step & 1 ? FIRST_ONCE : reader.number();
    yield { entry, form: packed >>> 3, times: packed & 7 };
  }
}
