export const encodeUtf8 = (decodeUtf8: string): Uint8Array => Buffer.from(decodeUtf8);
export const decodeUtf8 = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString();

/** Bytes that grow as they are written: whole numbers of seven bits a byte (LEB128), and texts with their length. */
export class ByteWriter {
  #bytes: Uint8Array;
  length = 0;

  constructor(room: number) {
    this.#bytes = new Uint8Array(room);
  }

  number(value: number): void {
    if (this.length + 5 > this.#bytes.length) this.#room(5);
    if (value < 128) {
      this.#bytes[this.length++] = value;
      return;
    }
    let rest = value;
    while (rest > 127) {
      this.#bytes[this.length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.#bytes[this.length++] = rest;
  }

  text(value: string): void {
    const start = this.length;
    this.number(value.length);
    if (this.letters(value)) return;
    const bytes = encodeUtf8(value);
    this.length = start;
    this.number(bytes.length);
    this.bytes(bytes);
  }

  /** A text of ASCII alone, without its length; false where it is not. The encoder takes longer for a few letters. */
  letters(value: string): boolean {
    this.#room(value.length);
    for (let i = 0; i < value.length; i++) {
      const letter = value.charCodeAt(i);
      if (letter > 127) return false;
      this.#bytes[this.length + i] = letter;
    }
    this.length += value.length;
    return true;
  }

  bytes(bytes: Uint8Array): void {
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  byte(value: number): void {
    this.#room(1);
    this.#bytes[this.length++] = value;
  }

  done(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }

  #room(more: number): void {
    if (this.length + more <= this.#bytes.length) return;
    const wider = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + more));
    wider.set(this.#bytes.subarray(0, this.length));
    this.#bytes = wider;
  }
}

/** Reads what `ByteWriter` wrote, in the same order. */
export class ByteReader {
  at = 0;
  constructor(readonly bytes: Uint8Array) {}

  number(): number {
    let value = 0;
    let shift = 0;
    let byte = 128;
    while (byte & 128) {
      byte = this.bytes[this.at++] ?? 0;
      value |= (byte & 127) << shift;
      shift += 7;
    }
    return value >>> 0;
  }

  text(): string {
    const length = this.number();
    this.at += length;
    return decodeUtf8(this.bytes.subarray(this.at - length, this.at));
  }

  take(length: number): Uint8Array {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
}

/**
 * 32 bits over whole words of four bytes: each step multiplies by x modulo a primitive polynomial, as CRC-32 does for a
 * bit, so neither one wrong word nor two that changed places go unseen. Only shifts, whose numbers never leave 32 bits: a cold
 * process runs them before anything is compiled, and a sum that did would be put on the heap.
 */
export function pageChecksum(bytes: Uint8Array, seed = 0): number {
  const count = bytes.length >> 2;
  let hash = folded(wordsOf(bytes), 0, count, 0x811c9dc5 ^ bytes.length ^ seed);
  for (let i = count << 2; i < bytes.length; i++)
    hash = (hash << 1) ^ ((hash >> 31) & POLYNOMIAL) ^ bytes[i]!;
  return hash >>> 0;
}

/** The same of each piece of so many bytes, a multiple of four; the last may be shorter. */
export function pageChecksums(bytes: Uint8Array, piece: number): readonly number[] {
  const words = wordsOf(bytes);
  const sums: number[] = [];
  let from = 0;
  for (; from + piece <= bytes.length; from += piece)
    sums.push(folded(words, from >> 2, (from + piece) >> 2, 0x811c9dc5 ^ piece) >>> 0);
  if (from < bytes.length) sums.push(pageChecksum(bytes.subarray(from)));
  return sums;
}

/** That of CRC-32. */
const POLYNOMIAL = 0x04c11db7;

function folded(words: Int32Array, from: number, end: number, seed: number): number {
  let hash = seed;
  for (let i = from; i < end; i++) hash = (hash << 1) ^ ((hash >> 31) & POLYNOMIAL) ^ words[i]!;
  return hash;
}

const wordsOf = (bytes: Uint8Array): Int32Array =>
  new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);

/** Puts a number of 32 bits, lowest byte first. */
export function putWord(bytes: Uint8Array, at: number, value: number): void {
  for (let i = 0; i < 4; i++) bytes[at + i] = value >>> (i * 8);
}

/** Reads what `putWord` put. */
export const readWord = (bytes: Uint8Array, at: number): number =>
  (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
