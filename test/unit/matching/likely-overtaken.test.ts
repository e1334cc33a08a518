import { describe, expect, it } from 'vitest';
import { findLikelyOvertaken } from '../../../src/matching/relations/find-likely-overtaken.js';

const find = (laterType: string, later: string, earlierType: string, earlier: string) => {
  const entry = { type: earlierType, text: earlier };
  const other = { type: 'decision', text: 'the parser is written by hand' };
  return findLikelyOvertaken({ type: laterType, text: later }, () => [other, entry]) === entry;
};

describe('a line with words of a change', () => {
  it.each([
    ['fact', 'we use logrus for all log output', 'decision', 'switching from logrus to slog for log output'],
    ['decision', 'sessions are stored in Redis', 'experience', 'sessions move from Redis to Postgres'],
    ['constraint', 'the oldest supported Ruby is 2.7', 'constraint', 'the oldest supported Ruby is now 3.0'],
    ['problem', 'the export leaks file handles', 'progress', 'fixed: the export closes its file handles'],
  ])('likely overtakes a %s near to it: %s', (earlierType, earlier, laterType, later) => {
    expect(find(laterType, later, earlierType, earlier)).toBe(true);
  });

  it.each([
    ['decision', 'sessions are stored in Redis', 'decision', 'sessions are stored per region'],
    ['decision', 'sessions are stored in Redis', 'decision', 'the docs now have a search box'],
    ['problem', 'the export leaks file handles', 'progress', 'the export has a progress bar'],
    ['decision', 'sessions are stored in Redis', 'problem', 'Redis now drops sessions'],
  ])('leaves a %s without such words, or of another kind: %s', (earlierType, earlier, laterType, later) => {
    expect(find(laterType, later, earlierType, earlier)).toBe(false);
  });
});
