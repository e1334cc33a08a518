/** Table for half bytes: one for whole bytes takes longer to build than most lines to check. */
let table: Int32Array | undefined;

/** Returns the CRC-32 of a text's UTF-8 bytes as 8 hex digits. It detects damage, not tampering. */
export function computeCrc(text: string): string {
  table ??= Int32Array.from({ length: 16 }, remainder);
  let crc = ~0;
  const bytes = Buffer.from(text, 'utf8');
  for (let at = 0; at < bytes.length; at++) {
    crc = table[(crc ^ bytes[at]!) & 0xf]! ^ (crc >>> 4);
    crc = table[(crc ^ (bytes[at]! >>> 4)) & 0xf]! ^ (crc >>> 4);
  }
  return (~crc >>> 0).toString(16).padStart(8, '0');
}

function remainder(_: number, half: number): number {
  let rest = half;
  for (let bit = 0; bit < 4; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
}

/** Encodes a value with a checksum, for small caches, which may be damaged in any way. */
export function sealCache(value: unknown): Uint8Array {
  const body = JSON.stringify(value);
  return Buffer.from(`${computeChecksum(body)} ${body}`);
}

/** Decodes a sealed value; null if it is damaged. */
export function unsealCache(bytes: Uint8Array): unknown {
  const text = Buffer.from(bytes).toString('utf8');
  const body = text.slice(SEAL_LENGTH + 1);
  return text.startsWith(`${computeChecksum(body)} `) ? JSON.parse(body) : null;
}

const SEAL_LENGTH = 16;

/** Returns a 64-bit checksum of a text's bytes, as 16 hex digits. */
export const computeChecksum = (text: string): string => computeTextSum(text).map(hex).join('');

/** A 64-bit checksum in two halves. */
export type Sum = readonly [low: number, high: number];

/** Returns a 64-bit checksum of a text's bytes. It detects damage, not tampering, and loads no module. */
export function computeTextSum(text: string): Sum {
  const bytes = Buffer.from(text);
  const words = new Int32Array(Math.ceil(bytes.length / 4));
  new Uint8Array(words.buffer).set(bytes);
  let low = 0x811c9dc5 ^ bytes.length;
  let high = bytes.length;
  for (let at = 0; at < words.length; at++) {
    low = Math.imul(low ^ words[at]!, 0x01000193);
    high = Math.imul(((high << 5) | (high >>> 27)) ^ low, 0x85ebca77);
  }
  return [low >>> 0, high >>> 0];
}

const hex = (bits: number): string => bits.toString(16).padStart(SEAL_LENGTH / 2, '0');
