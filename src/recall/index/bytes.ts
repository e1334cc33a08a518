const encoder = new TextEncoder();
const decoder = new TextDecoder();

export const utf8 = (text: string): Uint8Array => encoder.encode(text);
export const text = (bytes: Uint8Array): string => decoder.decode(bytes);

/** Bytes that grow as they are written: whole numbers of seven bits a byte (LEB128), and texts with their length. */
export class ByteWriter {
  #bytes: Uint8Array;
  length = 0;

  constructor(room: number) {
    this.#bytes = new Uint8Array(room);
  }

  number(value: number): void {
    this.#room(5);
    let rest = value;
    while (rest > 127) {
      this.#bytes[this.length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.#bytes[this.length++] = rest;
  }

  text(value: string): void {
    const bytes = utf8(value);
    this.number(bytes.length);
    this.bytes(bytes);
  }

  bytes(bytes: Uint8Array): void {
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
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
    return text(this.bytes.subarray(this.at - length, this.at));
  }
}

/** 32 bits over whole words of four bytes (FNV-1a): each step is a bijection, so one wrong bit never goes unseen. */
export function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5 ^ bytes.length;
  const words = bytes.length >> 2;
  const view = new Int32Array(bytes.buffer, bytes.byteOffset, words);
  for (let i = 0; i < words; i++) hash = Math.imul(hash ^ view[i]!, 0x01000193);
  for (let i = words << 2; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return hash >>> 0;
}
