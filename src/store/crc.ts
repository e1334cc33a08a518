/** For half a byte at a time: a table for whole ones takes longer to make than most lines to read. */
let table: Int32Array | undefined;

/** CRC-32 of a text's UTF-8 bytes, as 8 hex digits: finds damage, not malice. */
export function crcOf(text: string): string {
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
