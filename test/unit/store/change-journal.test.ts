import { appendFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type JournalLine, parseLines, toLine } from '../../../src/store/change-journal/record.js';
import { append, quickStore, stateOf, workspace } from '../../support/store-root.js';

/** Mulberry32, so that a failure can be run again. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const record = (seq: number): JournalLine => ({
  t: 'abort',
  seq,
  id: `op${seq}`,
  note: `„${'x'.repeat(seq % 50)}” {"v":1,"t": "crc":"00000000"}`,
});

const DAMAGE: Readonly<Record<string, (bytes: Buffer, at: number, length: number) => Buffer>> = {
  truncation: (bytes, at) => bytes.subarray(0, at),
  hole: (bytes, at, length) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]),
  nul: (bytes, at, length) => Buffer.from(bytes).fill(0, at, Math.min(at + length, bytes.length)),
  flip: (bytes, at) => Buffer.from(bytes).fill(bytes[at]! ^ 4, at, at + 1),
  splice: (bytes, at, length) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at - length), bytes]),
  crlf: (bytes) => Buffer.from(bytes.toString('utf8').replaceAll('\n', '\r\n')),
};

describe('journal', () => {
  it('reads every intact record of a damaged journal, and no damaged one', () => {
    const [seed, rounds] = [20260607, process.env.DAYBOOK_FULL ? 6000 : 900];
    const random = generator(seed);
    const lines = Array.from({ length: 20 }, (_, i) => Buffer.from(toLine(record(i + 1))));
    const whole = Buffer.concat(lines);
    const original = new Map(Array.from({ length: 20 }, (_, i) => [i + 1, JSON.stringify(record(i + 1))]));
    let read = 0;
    for (let round = 0; round < rounds; round++) {
      const kind = Object.keys(DAMAGE)[round % 6]!;
      const bytes = DAMAGE[kind]!(
        whole,
        60 + Math.floor(random() * (whole.length - 60)),
        1 + Math.floor(random() * 50),
      );
      const found = parseLines(bytes);
      for (const { crc: _crc, v: _v, ...rest } of found.lines as unknown as {
        crc: string;
        v: number;
        seq: number;
      }[]) {
        expect(JSON.stringify(rest), `${kind} of round ${round}, seed ${seed}`).toBe(original.get(rest.seq));
      }
      const seen = new Set(found.lines.map(({ seq }) => seq));
      lines.forEach((line, i) => {
        if (bytes.includes(line) || kind === 'crlf')
          expect(seen.has(i + 1), `${kind} of round ${round}, seed ${seed}`).toBe(true);
      });
      read += found.lines.length;
    }
    console.log(
      `journal: seed ${seed}, ${rounds} damaged journals, ${read} records read, 0 intact lost, 0 damaged accepted`,
    );
  });

  it('saves a whole record that is glued behind a torn one', () => {
    const torn = Buffer.from(toLine(record(1))).subarray(0, 30);
    const { lines, damaged } = parseLines(Buffer.concat([torn, toLine(record(2))]));
    expect([lines.map(({ seq }) => seq), damaged]).toEqual([[2], [1]]);
  });

  it('sets a torn tail aside before it appends', () => {
    const root = workspace();
    append(quickStore(root), 'content/A.md', 'one');
    const path = stateOf(root.root, 'keep/journal.jsonl');
    appendFileSync(path, '{"v":1,"t":"done","seq":2,"id":"to');
    append(quickStore(root), 'content/A.md', 'two');
    expect(
      quickStore(root)
        .history()
        .map(({ seq }) => seq),
    ).toEqual([2, 1]);
    expect(parseLines(readFileSync(path)).damaged).toEqual([]);
    expect(
      readdirSync(stateOf(root.root, 'keep')).filter((name) => name.startsWith('journal.torn-')),
    ).toHaveLength(1);
  });

  it('continues after the journal was truncated or emptied', () => {
    const root = workspace();
    const store = quickStore(root);
    for (let i = 0; i < 5; i++) append(store, 'content/A.md', `line ${i}`);
    const path = stateOf(root.root, 'keep/journal.jsonl');
    truncateSync(path, 700);
    append(store, 'content/A.md', 'after a cut');
    writeFileSync(path, '');
    append(store, 'content/A.md', 'after nothing');
    expect(store.snapshot().note('content/A.md')!.text.split('\n')).toHaveLength(8);
  });
});
