import { describe, expect, it } from 'vitest';
import { computeCosine, splitForMeaning } from '../../../src/search/meaning.js';
import { readVectors, type VectorTable, writeVectors } from '../../../src/store/cache/vector-cache.js';
import { searchIn } from '../../support/search-notebook.js';

const FILES = {
  'content/MEMORY.md':
    '# Memory\n\n## Facts\n\n- the office sends each invoice on Friday ^f-1\n- the office has a lamp that flickers all day ^f-2\n',
};
const VECTORS: Readonly<Record<string, readonly number[]>> = {
  'payments in the office': [127, 0],
  'the office has a lamp that flickers all day': [10, 120],
  'the office sends each invoice on Friday': [127, 0],
};
const meaning = {
  id: 'test',
  of: (text: string) => (VECTORS[text] ? Int8Array.from(VECTORS[text]) : null),
};

describe('a meaning port', () => {
  const search = searchIn(FILES);
  const idsOf = (words: string, more = {}) => search(words, more).hits.map(({ id }) => id);

  it('moves entries of like meaning up, and says how much that gave', () => {
    expect(idsOf('payments in the office')[0]).toBe('f-2');
    const { hits } = search('payments in the office', { meaning, explain: true });
    expect(hits[0]!.id).toBe('f-1');
    expect(hits[0]!.parts?.meaning).toBeGreaterThan(0);
  });

  it('changes nothing if it is absent or has no vector for the query or the entries', () => {
    const words = 'the office at night';
    expect(idsOf(words, { meaning })).toEqual(idsOf(words));
    expect(idsOf('payments in the office', { meaning: { id: 'none', of: () => null } })).toEqual([
      'f-2',
      'f-1',
    ]);
  });

  it('compares each paragraph of a long entry, and takes the nearest', () => {
    const filler = 'The crates of the depot are counted on the first day. '.repeat(30).trim();
    const long = searchIn({
      'content/depot.md': `# Depot\n\n- ${filler}\n\n  the office pays on Friday\n`,
      ...FILES,
    });
    const known = {
      ...VECTORS,
      'crates that the office gets': [0, 127],
      'the office pays on Friday': [0, 127],
    };
    const port = {
      id: 'test',
      of: (text: string) => (text in known ? Int8Array.from(known[text as keyof typeof known]!) : null),
    };
    const { hits } = long('crates that the office gets', { meaning: port, explain: true });
    expect(hits.find(({ path }) => path === 'content/depot.md')?.parts?.meaning).toBeGreaterThan(0);
    expect(splitForMeaning('short\n\ntext')).toEqual(['short\n\ntext']);
  });

  it('compares by the angle; vectors of different lengths are not alike', () => {
    expect(computeCosine(Int8Array.of(3, 4), Int8Array.of(6, 8))).toBeCloseTo(1);
    expect(computeCosine(Int8Array.of(1, 0), Int8Array.of(0, 1))).toBe(0);
    expect(computeCosine(Int8Array.of(1), Int8Array.of(1, 0))).toBe(0);
    expect(computeCosine(Int8Array.of(0, 0), Int8Array.of(1, 0))).toBe(0);
  });
});

describe('cached vectors', () => {
  let file: Uint8Array | null = null;
  const caches = {
    readCache: () => file,
    writeCache: (_: string, bytes: Uint8Array) => {
      file = Buffer.from(bytes);
    },
  };
  const vectors: VectorTable = new Map([
    ['1 2', Int8Array.of(-127, 5, 0)],
    ['3 4294967295', Int8Array.of(1, 2, 3)],
  ]);

  it('are read as they were written, for the same model only', () => {
    writeVectors(caches, 'model', vectors);
    expect(readVectors(caches, 'model')).toEqual(vectors);
    expect(readVectors(caches, 'other').size).toBe(0);
  });

  it('are empty if the file is missing, cut or of another kind', () => {
    writeVectors(caches, 'model', vectors);
    const whole = file!;
    for (const bytes of [
      null,
      new Uint8Array(0),
      whole.subarray(0, 10),
      whole.subarray(0, -1),
      Buffer.alloc(64),
    ]) {
      file = bytes;
      expect(readVectors(caches, 'model').size).toBe(0);
    }
  });
});
