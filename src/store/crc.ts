let table: Int32Array | undefined;

/** CRC-32 of a text's UTF-8 bytes, as 8 hex digits: finds damage, not malice. */
export function crcOf(text: string): string {
  table ??= Int32Array.from({ length: 256 }, remainder);
  let crc = ~0;
  const bytes = Buffer.from(text, 'utf8');
  for (let at = 0; at < bytes.length; at++) crc = table[(crc ^ bytes[at]!) & 0xff]! ^ (crc >>> 8);
  return (~crc >>> 0).toString(16).padStart(8, '0');
}

function remainder(_: number, byte: number): number {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
}
