import {
  ByteReader,
  type ByteWriter,
  decodeUtf8,
  encodeUtf8,
  pageChecksum,
  putWord,
  readWord,
} from './byte-codec.js';
import { INLINE } from './format.js';
import { CorruptIndexError } from './paged-bytes.js';

/**
 * The postings of a word: its forms, the number of entries, and the postings as bytes. A posting is the step from
 * the entry before, doubled, and one more for the first form once, which most are; for all others follow the form
 * and, in the lowest three bits, the number of times (up to seven). Numbers have seven bits a byte. An entry has a
 * posting for each form that it has.
 */
export interface TermList {
  readonly key: string;
  readonly forms: readonly string[];
  readonly entries: number;
  readonly count: number;
  /** How many bytes `body` has, known before they are read. */
  readonly size: number;
  readonly body: Uint8Array;
}

/** Reads so many bytes of the long lists. */
type ReadLong = (offset: number, length: number) => Uint8Array;

/** A list to be written. */
export type OpenList = Omit<TermList, 'size'>;

/**
 * A term in its bucket: length of the rest, key, forms, counts, then the postings, or where they stand among the long
 * lists. Of a form only what differs from the key is written: how many letters are cut off there, and what follows
 * instead. Most terms have one posting an entry, so the entries are written only where they are fewer.
 */
export function writeTerm(
  { key, forms, entries, count, body }: OpenList,
  scratch: ByteWriter,
  bucket: ByteWriter,
  long: ByteWriter,
): void {
  scratch.length = 0;
  scratch.text(key);
  for (const [i, form] of forms.entries()) {
    const shared = sharedLength(key, form);
    const rest = shared === form.length ? NONE : encodeUtf8(form.slice(shared));
    const differs = rest.length * (key.length + 1) + key.length - shared;
    scratch.number(differs * 2 + (i + 1 < forms.length ? MORE : 0));
    scratch.bytes(rest);
  }
  const isLong = body.length > INLINE;
  scratch.number(count * 4 + (isLong ? LONG : 0) + (entries < count ? FEWER : 0));
  if (entries < count) scratch.number(count - entries);
  if (!isLong) scratch.bytes(body);
  else {
    scratch.number(body.length);
    scratch.number(long.length);
    long.bytes(prependChecksum(body, body.length));
  }
  bucket.number(scratch.length);
  bucket.bytes(scratch.done());
}

const NONE = new Uint8Array(0);

/** Beside what a form differs in: that another one follows. */
const MORE = 1;
/** Flags beside the number of postings: fewer entries than postings; the list is stored among the long lists. */
const FEWER = 1;
const LONG = 2;

/** Bytes with their checksum before them. */
export function prependChecksum(body: Uint8Array, seed: number): Uint8Array {
  const bytes = new Uint8Array(body.length + SEAL);
  bytes.set(body, SEAL);
  putWord(bytes, 0, pageChecksum(bytes.subarray(SEAL), seed));
  return bytes;
}

/** Returns the sealed bytes; throws `Damaged` if the checksum differs. */
export function verifyChecksum(bytes: Uint8Array, seed: number): Uint8Array {
  const body = bytes.subarray(SEAL);
  if (bytes.length < SEAL || pageChecksum(body, seed) !== readWord(bytes, 0))
    throw new CorruptIndexError('a record is damaged');
  return body;
}

export const SEAL = 4;

/** The term of a key in its bucket, or null where it is not there. */
export function findTerm(bucket: Uint8Array, key: string, long: ReadLong): TermList | null {
  const wanted = encodeUtf8(key);
  const reader = new ByteReader(bucket);
  while (reader.at < bucket.length) {
    const length = reader.number();
    const next = reader.at + length;
    const size = reader.number();
    if (size === wanted.length && isAt(bucket, reader.at, wanted)) {
      reader.at += size;
      return readTerm(key, reader, next, long);
    }
    reader.at = next;
  }
  return null;
}

/** All terms of a bucket. */
export function* listTerms(bucket: Uint8Array, long: ReadLong): Iterable<TermList> {
  const reader = new ByteReader(bucket);
  while (reader.at < bucket.length) {
    const length = reader.number();
    const next = reader.at + length;
    yield readTerm(decodeUtf8(reader.take(reader.number())), reader, next, long);
    reader.at = next;
  }
}

/** Reads a term behind its key, up to its end. */
function readTerm(key: string, reader: ByteReader, end: number, long: ReadLong): TermList {
  const forms = readForms(key, reader);
  const counts = reader.number();
  const count = counts >>> 2;
  const entries = count - (counts & FEWER ? reader.number() : 0);
  const inline = counts & LONG ? null : reader.take(end - reader.at);
  const size = inline?.length ?? reader.number();
  if (count > size) throw new CorruptIndexError('a list is longer than its bytes');
  const offset = inline ? 0 : reader.number();
  let body = inline;
  return {
    key,
    forms,
    entries,
    count,
    size,
    get body() {
      body ??= verifyChecksum(long(offset, size + SEAL), size);
      return body;
    },
  };
}

function readForms(key: string, reader: ByteReader): string[] {
  const forms: string[] = [];
  for (let marks = MORE; marks & MORE; ) {
    marks = reader.number();
    const differs = marks >>> 1;
    const cut = differs % (key.length + 1);
    const rest = (differs - cut) / (key.length + 1);
    forms.push(key.slice(0, key.length - cut) + (rest === 0 ? '' : decodeUtf8(reader.take(rest))));
  }
  return forms;
}

function isAt(bytes: Uint8Array, at: number, wanted: Uint8Array): boolean {
  for (let i = 0; i < wanted.length; i++) if (bytes[at + i] !== wanted[i]) return false;
  return true;
}

function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

/** The first form, once. */
const FIRST_ONCE = 1;

/** Adds a posting behind those of a list: form and times as stored, in one number. */
export function writePosting(step: number, packed: number, into: ByteWriter): void {
  into.number((step << 1) | (packed === FIRST_ONCE ? 1 : 0));
  if (packed !== FIRST_ONCE) into.number(packed);
}

/** Calls a function with each entry of a list, once for each form; allocates nothing. */
export function eachEntry({ body }: TermList, tell: (entry: number) => void): void {
  for (let at = 0, entry = 0; at < body.length; ) {
    let packed = body[at]! & 127;
    for (let shift = 7; body[at++]! > 127; shift += 7) packed |= (body[at]! & 127) << shift;
    if ((packed & 1) === 0) while (body[at++]! > 127);
    entry += packed >>> 1;
    tell(entry);
  }
}

/** The postings of a list, one by one. For scoring, `score` walks the bytes itself. */
export function* listPostings({ count, body }: TermList) {
  const reader = new ByteReader(body);
  for (let i = 0, entry = 0; i < count; i++) {
    const step = reader.number();
    entry += step >>> 1;
    const packed = step & 1 ? FIRST_ONCE : reader.number();
    yield { entry, form: packed >>> 3, times: packed & 7 };
  }
}
