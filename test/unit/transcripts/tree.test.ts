import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MessageEntry } from '../../../src/transcripts/entry.js';
import {
  findBranchPoints,
  findLeaves,
  findPathToEntry,
  type SessionTree,
} from '../../../src/transcripts/tree.js';

const entry = (id: string, parent: string | null): MessageEntry => ({
  ...{ type: 'message', id, parent, at: null, side: null },
  message: { role: 'user' },
  isPrompt: true,
});

/** Entries in any order, that go on from one another, from themselves, from nothing or from what is not there. */
const TREE = fc
  .uniqueArray(
    fc.record({ id: fc.integer({ min: 0, max: 12 }), parent: fc.option(fc.integer({ min: 0, max: 14 })) }),
    { selector: ({ id }) => id, maxLength: 13 },
  )
  .map((all): SessionTree => {
    const entries = all.map(({ id, parent }) => entry(`e${id}`, parent === null ? null : `e${parent}`));
    return {
      about: { id: null, cwd: null, branch: null, model: null, title: null, started: null, last: null },
      entries: new Map(entries.map((one) => [one.id, one])),
      leaf: entries.at(-1)?.id ?? null,
      spent: 0,
    };
  });

it('leaves, branch points and paths are what they say, however entries hang together', () => {
  fc.assert(
    fc.property(TREE, (tree) => {
      const all = [...tree.entries.values()];
      const children = (id: string) => all.filter(({ parent }) => parent === id).length;
      expect(findLeaves(tree)).toEqual(all.filter(({ id }) => children(id) === 0));
      expect(findBranchPoints(tree)).toEqual(all.filter(({ id }) => children(id) > 1));
      const path = findPathToEntry(tree, tree.leaf);
      expect(new Set(path).size).toBe(path.length);
      expect(path.at(-1)?.id ?? null).toBe(tree.leaf);
      for (const [index, { parent }] of path.entries())
        if (index > 0) expect(parent).toBe(path[index - 1]?.id);
      const [first] = path;
      const isEnd = !first?.parent || !tree.entries.has(first.parent);
      expect(isEnd || path.some(({ id }) => id === first.parent)).toBe(true);
    }),
    { numRuns: 500, seed: 12 },
  );
});
