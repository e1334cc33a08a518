import { isUtf8 } from 'node:buffer';
import { UserError } from '../errors.js';

export interface Decoded {
  /** Without the byte order mark, line endings as found. */
  readonly text: string;
  readonly bom: boolean;
}

const BOM = Uint8Array.of(0xef, 0xbb, 0xbf);

/** Bytes as text, or null where they are not UTF-8: such a file is never written. */
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

/** The bytes of a text; refuses half a character, which no file can hold. */
export function encode(text: string, bom: Decoded['bom']): Uint8Array {
  const known = lately.find(({ decoded: one }) => one?.bom === bom && one.text === text);
  if (known) return known.bytes;
  if (!text.isWellFormed())
    throw new UserError(
      'half-character',
      'the text holds half a character (one surrogate of two)',
      'hand it over whole',
    );
  const bytes = Buffer.from(bom ? `\ufeff${text}` : text, 'utf8');
  if (bom || !text.startsWith('\ufeff')) familiar(bytes).decoded = { text, bom };
  return bytes;
}

/** SHA-256 in hex. The module is loaded here, since it takes a tenth of a bare start and who only reads hashes nothing. */
export function hashOf(bytes: Uint8Array | string): string {
  if (typeof bytes === 'string') return sha256(bytes);
  const own = familiar(bytes);
  own.hash ??= sha256(bytes);
  return own.hash;
}

const sha256 = (bytes: Uint8Array | string): string =>
  process.getBuiltinModule('node:crypto').createHash('sha256').update(bytes).digest('hex');

/** Bytes, and what was found out of them. Nobody changes bytes that were read or made. */
interface Familiar {
  readonly bytes: Uint8Array;
  decoded?: Decoded | null;
  hash?: string;
}

/** What was read or made last: a change reads a note five times over, and the next change begins where it ended. */
const lately: Familiar[] = [];
const MOST_FAMILIAR = 6;
/** What is smaller is quickly found out; what is larger is seldom and would take the room. */
const WORTH_KEEPING = { least: 1024, most: 256 * 1024 };

/** What is known of these very bytes. It tells nothing of the disk, which is read every time. */
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
