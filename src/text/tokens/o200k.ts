/** Counts the tokens of a text by o200k. */
type Tokenizer = (text: string) => number;

/**
 * Returns the tokenizer over the decompressed file of ranks (`.ci/ranks.mjs` writes it): byte pair encoding as tiktoken
 * does it.
 */
export function createTokenizer(file: Uint8Array): Tokenizer {
  const rankOf = ranksIn(file);
  const encoder = new TextEncoder();
  const pieces = new RegExp(PIECES, 'gu');
  const known = new Map<string, number>();
  return (text) => {
    let tokens = 0;
    for (const [piece] of text.matchAll(pieces)) {
      const count = known.get(piece) ?? countPiece(encoder.encode(piece), rankOf);
      if (piece.length < LONG) known.set(piece, count);
      tokens += count;
    }
    return tokens;
  };
}

/** The rank of the bytes from `start` to `end`, or `NONE`. */
type RankOf = (bytes: Uint8Array, start: number, end: number) => number;

const NONE = 0xffffffff;
/** Pieces from this length on are not cached. */
const LONG = 32;

/** How o200k parts a text before it merges bytes: words with the sign before them, numbers by three, signs, blanks. */
const ENDING = "(?:'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?";
const PIECES = [
  String.raw`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+${ENDING}`,
  String.raw`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*${ENDING}`,
  String.raw`\p{N}{1,3}`,
  String.raw` ?[^\s\p{L}\p{N}]+[\r\n/]*`,
  String.raw`\s*[\r\n]+`,
  String.raw`\s+(?!\S)`,
  String.raw`\s+`,
].join('|');

/** The hash table has this many slots: more than twice as many as there are tokens. */
const SLOTS = 2 ** 19;

function ranksIn(file: Uint8Array): RankOf {
  const count = new DataView(file.buffer, file.byteOffset, 4).getUint32(0, true);
  const lengths = file.subarray(4, 4 + count);
  const tokens = file.subarray(4 + count);
  const starts = new Uint32Array(count);
  const table = new Uint32Array(SLOTS);
  for (let rank = 0, start = 0; rank < count; rank++) {
    const end = start + (lengths[rank] as number);
    starts[rank] = start;
    let slot = hash(tokens, start, end) & (SLOTS - 1);
    while (table[slot] !== 0) slot = (slot + 1) & (SLOTS - 1);
    table[slot] = rank + 1;
    start = end;
  }
  return (bytes, start, end) => {
    for (let slot = hash(bytes, start, end) & (SLOTS - 1); ; slot = (slot + 1) & (SLOTS - 1)) {
      const entry = table[slot] as number;
      if (entry === 0) return NONE;
      if (lengths[entry - 1] !== end - start) continue;
      const from = starts[entry - 1] as number;
      let at = start;
      while (at < end && tokens[from + at - start] === bytes[at]) at++;
      if (at === end) return entry - 1;
    }
  };
}

/** FNV-1a. */
function hash(bytes: Uint8Array, start: number, end: number): number {
  let value = 0x811c9dc5;
  for (let at = start; at < end; at++) value = Math.imul(value ^ (bytes[at] as number), 0x01000193);
  return value >>> 0;
}

const countPiece = (bytes: Uint8Array, rankOf: RankOf): number =>
  bytes.length === 1 || rankOf(bytes, 0, bytes.length) !== NONE ? 1 : mergePairs(bytes, rankOf);

/**
 * Joins the neighbours of the lowest rank, and of equals the first, until none are a token together; gives how many tokens
 * are left. Neighbours are in a list, and the lowest rank is on top of a heap: a run of bytes may be long.
 */
function mergePairs(bytes: Uint8Array, rankOf: RankOf): number {
  const size = bytes.length;
  const next = Int32Array.from({ length: size + 1 }, (_, at) => at + 1);
  const before = Int32Array.from({ length: size + 1 }, (_, at) => at - 1);
  const ranks = new Float64Array(size).fill(NONE);
  const heap: number[] = [];
  const look = (at: number): void => {
    const middle = next[at] as number;
    const rank = middle < size ? rankOf(bytes, at, next[middle] as number) : NONE;
    ranks[at] = rank;
    if (rank !== NONE) push(heap, rank * PLACES + at);
  };
  for (let at = 0; at < size - 1; at++) look(at);
  let tokens = size;
  while (heap.length > 0) {
    const lowest = pop(heap);
    const at = lowest % PLACES;
    if (ranks[at] !== Math.floor(lowest / PLACES)) continue;
    const middle = next[at] as number;
    const end = next[middle] as number;
    next[at] = end;
    before[end] = at;
    ranks[middle] = NONE;
    tokens--;
    look(at);
    if (at > 0) look(before[at] as number);
  }
  return tokens;
}

/** Rank and place in one number, as a heap orders them. */
const PLACES = 2 ** 24;

function push(heap: number[], value: number): void {
  let at = heap.length;
  while (at > 0) {
    const up = (at - 1) >> 1;
    if ((heap[up] as number) <= value) break;
    heap[at] = heap[up] as number;
    at = up;
  }
  heap[at] = value;
}

function pop(heap: number[]): number {
  const top = heap[0] as number;
  const value = heap.pop() as number;
  if (heap.length === 0) return top;
  let at = 0;
  for (let down = 1; down < heap.length; down = 2 * at + 1) {
    if (down + 1 < heap.length && (heap[down + 1] as number) < (heap[down] as number)) down++;
    if (value <= (heap[down] as number)) break;
    heap[at] = heap[down] as number;
    at = down;
  }
  heap[at] = value;
  return top;
}
