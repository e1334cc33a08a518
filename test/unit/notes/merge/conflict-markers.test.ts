import { describe, expect, it } from 'vitest';
import { scanBlocks } from '../../../../src/markdown/block-scanner.js';
import { parseLine } from '../../../../src/notes/entries/entry-line.js';
import { findMergeConflicts, hideConflictMarkers } from '../../../../src/notes/merge/conflict-markers.js';
import { CONFLICTS, LOOK_ALIKES } from '../../../support/conflict-forms.js';

const shown = (text: string, inFences = false) =>
  hideConflictMarkers(text, findMergeConflicts(text, inFences));

const itemsOf = (text: string): readonly string[] =>
  scanBlocks(text)
    .blocks.filter(({ kind }) => kind === 'item')
    .map((block) => parseLine(block.text).text);

it('has at least 40 forms and look-alikes', () => {
  expect(CONFLICTS.length + LOOK_ALIKES.length).toBeGreaterThanOrEqual(40);
});

describe.each([...CONFLICTS, ...LOOK_ALIKES])('$name', ({ text, conflicts, items }) => {
  it('is found in its lines', () => {
    expect(findMergeConflicts(text).map(({ line, lastLine }) => [line, lastLine])).toEqual(conflicts);
  });

  it('is read as the entries of both sides, in their lines', () => {
    const found = shown(text);
    expect(itemsOf(found)).toEqual(items);
    expect(found.length).toBe(text.length);
    expect(found.replace(/[^\r\n]/g, '')).toBe(text.replace(/[^\r\n]/g, ''));
    if (conflicts.length === 0) expect(found).toBe(text);
    else expect(found).not.toMatch(/^(?:<{7,}|\|{7,}|>{7,})/m);
  });
});

it('finds a conflict in a fence where git says that there is one', () => {
  const text = '```yaml\n<<<<<<< HEAD\na: 1\n=======\na: 2\n>>>>>>> side\n```\n';
  expect(findMergeConflicts(text)).toEqual([]);
  expect(findMergeConflicts(text, true)).toMatchObject([{ line: 2, lastLine: 6 }]);
  expect(shown(text, true)).not.toContain('<<<');
});

it('takes linear time for lines that begin conflicts without an end', () => {
  const text = '<<<<<<< HEAD\n- a\n=======\n'.repeat(50_000);
  const began = performance.now();
  expect(findMergeConflicts(text)).toEqual([]);
  expect(performance.now() - began).toBeLessThan(1000);
});
