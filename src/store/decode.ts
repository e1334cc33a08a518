import { Refusal } from '../wiki/refusal.js';

export interface Decoded {
  /** Without the byte order mark, line endings as found. */
  readonly text: string;
  readonly bom: boolean;
}

const BOM = Uint8Array.of(0xef, 0xbb, 0xbf);

/** Bytes as text, or null where they are not UTF-8: such a file is never written. */
export function decode(bytes: Uint8Array): Decoded | null {
  const bom = BOM.every((byte, i) => bytes[i] === byte);
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    return { text: decoder.decode(bom ? bytes.subarray(BOM.length) : bytes), bom };
  } catch {
    return null;
  }
}

/** The bytes of a text; refuses half a character, which no file can hold. */
export function encode(text: string, bom: Decoded['bom']): Uint8Array {
  if (!text.isWellFormed())
    throw new Refusal(
      'half-character',
      'the text holds half a character (one surrogate of two)',
      'hand it over whole',
    );
  return Buffer.from(bom ? `\ufeff${text}` : text, 'utf8');
}

/** SHA-256 in hex. The module is loaded here, since it takes a tenth of a bare start and who only reads hashes nothing. */
export function hashOf(bytes: Uint8Array | string): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(bytes).digest('hex');
}
