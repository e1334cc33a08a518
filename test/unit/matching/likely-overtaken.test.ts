import { describe, expect, it } from 'vitest';
import type { RelatedLine } from '../../../src/matching/relations/changed-value.js';
import {
  findLikelyOvertaken,
  findSameSubject,
} from '../../../src/matching/relations/find-likely-overtaken.js';
import { LineRanker, type RankEntries } from '../../../src/matching/relations/find-related-entries.js';

const createRank = (entries: readonly RelatedLine[]) => {
  const ranker = new LineRanker(entries);
  return ranker.rank.bind(ranker) as RankEntries<RelatedLine>;
};

const find = (laterType: string, later: string, earlierType: string, earlier: string) => {
  const entry = { type: earlierType, text: earlier };
  const other = { type: 'decision', text: 'the parser is written by hand' };
  return findLikelyOvertaken({ type: laterType, text: later }, createRank([other, entry])) === entry;
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

describe('a line about the subject of an earlier one', () => {
  const same = (
    laterType: string,
    later: string,
    earlierType: string,
    earlier: string,
    isOfMoment = false,
  ) => {
    const entry = { type: earlierType, text: earlier };
    const other = { type: 'decision', text: 'the parser is written by hand' };
    return (
      findSameSubject({ type: laterType, text: later }, isOfMoment, createRank([other, entry])) === entry
    );
  };

  it.each([
    [
      'decision',
      'grace_period is 20 seconds in 7.0',
      'experience',
      'grace_period: 65, the balancer lets go at 60',
    ],
    [
      'problem',
      'an empty `POOL_SIZE` makes the start fail',
      'learning',
      'a blank POOL_SIZE counts as not set',
    ],
    [
      'question',
      'who signs the Windows installer?',
      'decision',
      'the Windows installer is signed by the foundation',
    ],
    ['fact', 'the oldest supported Ruby is 2.7', 'fact', 'Ruby 3.0 is the oldest that is supported'],
  ])('is found for a %s: %s', (earlierType, earlier, laterType, later) => {
    expect(same(laterType, later, earlierType, earlier)).toBe(true);
  });

  it.each([
    ['blocker', 'the tag waits for a signing key', 'rule', 'releases are a signed tag, never a laptop'],
    ['rejected', 'Redis for sessions', 'decision', 'sessions are stored in Redis'],
    ['decision', 'the importer reads UTF-8', 'decision', 'the exporter writes one file a day'],
  ])('leaves a %s of another kind or subject: %s', (earlierType, earlier, laterType, later) => {
    expect(same(laterType, later, earlierType, earlier)).toBe(false);
  });

  it('needs a shared name where the line is of its moment', () => {
    const earlier = 'binaries are built with thin linking';
    expect(same('experience', 'the build of binaries takes 94 seconds', 'decision', earlier, true)).toBe(
      false,
    );
    expect(same('experience', 'max_age is 65 s', 'decision', 'max_age is 20 s in 7.0', true)).toBe(true);
  });
});
