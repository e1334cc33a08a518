import { expect, it } from 'vitest';
import { progressBar } from '../../../src/faces/cli/progress.js';

it('shows each percent once on one line, and leaves nothing', () => {
  const written: string[] = [];
  const progress = progressBar((text) => written.push(text));
  for (const done of [0, 0.001, 0.5, 0.501, 1]) progress('indexing', done);
  expect(written).toEqual([
    `\rindexing ${'.'.repeat(30)} 0 %`,
    `\rindexing ${'#'.repeat(15)}${'.'.repeat(15)} 50 %`,
    '\r\x1b[K',
  ]);
});
