import { isUtf8 } from 'node:buffer';
import { UserError } from '../errors.js';
import { readFile } from './file-io.js';
import type { FileSystem } from './file-system.js';

export interface Decoded {
  /** Without byte order mark, with line endings as found. */
  readonly text: string;
  readonly bom: boolean;
}

const BOM = Uint8Array.of(0xef, 0xbb, 0xbf);

/** Decodes bytes; null if they are not UTF-8. Such a file is never written. */
export function decode(bytes: Uint8Array): Decoded | null {
  const own = familiar(bytes);
  if (own.decoded === undefined) own.decoded = decoded(bytes);
  return own.decoded;
}

function decoded(bytes: Uint8Array): Decoded | null {
  if (!isUtf8(bytes)) return null;
  const bom = BOM.every((byte, i) => bytes[i] === byte);
  const { buffer, byteOffset, length } = bom ? bytes.subarray(BOM.length) : bytes;
  return { text: Buffer.from(buffer, byteOffset, length).toString('utf8'), bom };
}

/** Reads the text of a small file; '' if it is missing, larger, a link, not UTF-8 or otherwise unreadable. */
export function readSmallText(port: FileSystem, path: string, most: number): string {
  try {
    const read = readFile(port, path, most);
    return (read && decode(read.bytes)?.text) ?? '';
  } catch {
    return '';
  }
}

/** Encodes a text. Throws Error for half a surrogate pair, which no file can hold. */
export function encode(text: string, bom: Decoded['bom']): Uint8Array {
  const known = lately.find(({ decoded: one }) => one?.bom === bom && one.text === text);
  if (known) return known.bytes;
  if (!text.isWellFormed())
    throw new UserError(
      'half-character',
      'the text has half a character (an unpaired surrogate)',
      'pass the whole text',
    );
  const bytes = Buffer.from(bom ? `\ufeff${text}` : text, 'utf8');
  if (bom || !text.startsWith('\ufeff')) familiar(bytes).decoded = { text, bom };
  return bytes;
}

/** Returns the SHA-256 in hex. The module is loaded on demand, since it takes a tenth of a bare start. */
export function computeHash(bytes: Uint8Array | string): string {
  if (typeof bytes === 'string') return sha256(bytes);
  const own = familiar(bytes);
  own.hash ??= sha256(bytes);
  return own.hash;
}

const sha256 = (bytes: Uint8Array | string): string =>
  process.getBuiltinModule('node:crypto').createHash('sha256').update(bytes).digest('hex');

/** Bytes with their cached results. Bytes that were read or created are never modified. */
interface Familiar {
  readonly bytes: Uint8Array;
  decoded?: Decoded | null;
  hash?: string;
}

/** The most recent bytes: a change reads a note five times, and the next change starts with the same. */
const lately: Familiar[] = [];
const MOST_FAMILIAR = 6;
/** Smaller input is fast anyway; larger input is rare and would use the memory. */
const WORTH_KEEPING = { least: 1024, most: 256 * 1024 };

/** Returns the cache entry of these exact bytes. It says nothing about the disk, which is read every time. */
function familiar(bytes: Uint8Array): Familiar {
  const { length } = bytes;
  if (length < WORTH_KEEPING.least || length > WORTH_KEEPING.most) return { bytes };
  const known = lately.find((one) => one.bytes === bytes || isSame(one.bytes, bytes));
  if (known) return known;
  const own = { bytes };
  lately.unshift(own);
  if (lately.length > MOST_FAMILIAR) lately.pop();
  return own;
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && Buffer.compare(a, b) === 0;

/** Length of a key in bytes. */
const KEY_LENGTH = 32;

/** Creates a random key for `computeKeyedHash`, in hex. */
export const createHashKey = (): string =>
  process.getBuiltinModule('node:crypto').randomBytes(KEY_LENGTH).toString('hex');

/** The number of digits of a hash: enough to tell words apart. */
const HASH_DIGITS = 16;

/** Returns a hash that cannot be computed or checked without the key, as 16 hex digits. */
export const computeKeyedHash = (key: string, text: string): string =>
  process
    .getBuiltinModule('node:crypto')
    .createHmac('sha256', Buffer.from(key, 'hex'))
    .update(text)
    .digest('hex')
    .slice(0, HASH_DIGITS);
