// Writes the ranks of the o200k tokenizer as one file that is looked up in place: read in a millisecond, where parsing
// them as a module takes a quarter of a second. src/text/tokens/o200k.ts reads this layout:
// count, slots, then offsets of all tokens (count + 1), then slots (rank + 1, or 0 for none), then the tokens' bytes.
import ranks from 'gpt-tokenizer/bpeRanks/o200k_base';

const SLOTS = 2 ** 19;

export function ranksFile() {
  const tokens = ranks.map((token) => Buffer.from(token));
  const offsets = new Uint32Array(tokens.length + 1);
  for (const [rank, token] of tokens.entries()) offsets[rank + 1] = offsets[rank] + token.length;
  const slots = new Uint32Array(SLOTS);
  for (const [rank, token] of tokens.entries()) {
    let slot = hash(token) & (SLOTS - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (SLOTS - 1);
    slots[slot] = rank + 1;
  }
  const head = Uint32Array.of(tokens.length, SLOTS);
  return Buffer.concat([bytes(head), bytes(offsets), bytes(slots), ...tokens]);
}

/** FNV-1a, as the tokenizer computes it. */
function hash(token) {
  let value = 0x811c9dc5;
  for (const byte of token) value = Math.imul(value ^ byte, 0x01000193);
  return value >>> 0;
}

const bytes = (words) => Buffer.from(words.buffer);
