const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let rest = n;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

/** CRC-32 of a text's UTF-8 bytes, as 8 hex digits: finds damage, not malice. */
export function crcOf(text: string): string {
  let crc = ~0;
  for (const byte of Buffer.from(text, 'utf8')) crc = TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return (~crc >>> 0).toString(16).padStart(8, '0');
}
