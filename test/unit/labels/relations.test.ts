import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { formatRelatedQuestion } from '../../../src/features/memory/relate-entry.js';
import { findRelatedEntries } from '../../../src/matching/relations/find-related-entries.js';
import { findRelation } from '../../../src/matching/relations/find-relation.js';
import type { LocatedEntry } from '../../../src/notes/entries/read-entries.js';
import { drawLabels, LABELS_FOLDER } from '../../support/labels-folder.js';
import { reportShare } from '../../support/report-share.js';

/*
 * Relations found in pairs of lines that were labelled without knowledge of the rules. If the rules act alone they
 * must be right; how often they act is printed, not promised.
 */
const lines = (name: string): readonly string[] =>
  existsSync(join(LABELS_FOLDER, name))
    ? readFileSync(join(LABELS_FOLDER, name), 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '')
    : [];

interface Pair {
  readonly earlier: string;
  readonly earlierType: string;
  readonly later: string;
  readonly laterType: string;
  readonly relation: 'replaces' | 'fixes' | 'repeats' | 'compatible';
}

interface Line {
  readonly type: string;
  readonly text: string;
}

const PAIRS = drawLabels(lines('pairs.jsonl').map((line) => JSON.parse(line) as Pair));
const MEMORY = lines('memory.txt').map((line): Line => {
  const [type = '', text = ''] = line.split('\t');
  return { type, text };
});
const RELATED = PAIRS.filter(({ relation }) => relation !== 'compatible');
const COMPATIBLE = PAIRS.filter(({ relation }) => relation === 'compatible');

const earlierOf = ({ earlier, earlierType }: Pair): Line => ({ type: earlierType, text: earlier });
const laterOf = ({ later, laterType }: Pair): Line => ({ type: laterType, text: later });

describe.skipIf(PAIRS.length === 0)('labelled pairs of lines', () => {
  it('are related only where that is right', () => {
    const said = PAIRS.map((pair) => ({ pair, ...findRelation(earlierOf(pair), laterOf(pair)) }));
    const sure = said.filter(({ relation, sure: isSure }) => relation !== null && isSure);
    const wrong = sure.filter(({ pair, relation }) => relation !== pair.relation);
    for (const name of ['replaces', 'fixes', 'repeats'] as const) {
      const own = PAIRS.filter(({ relation }) => relation === name).length;
      reportShare(
        `coverage, ${name}`,
        sure.filter(({ pair, relation }) => relation === name && pair.relation === name).length,
        own,
      );
    }
    const precision = reportShare(
      'precision where the rules act alone',
      sure.length - wrong.length,
      sure.length,
    );
    const refused = wrong.filter(({ pair }) => pair.relation === 'compatible');
    reportShare('compatible pairs left alone', COMPATIBLE.length - refused.length, COMPATIBLE.length);
    console.log(
      wrong
        .map(({ pair, relation }) => `${relation}, not ${pair.relation}: ${pair.earlier} <> ${pair.later}`)
        .join('\n'),
    );
    expect(precision).toBeGreaterThanOrEqual(0.95);
    expect(refused).toEqual([]);
  });

  const named = (pair: Pair, place: number) => {
    const earlier = earlierOf(pair);
    const all = [...MEMORY.slice(0, place), earlier, ...MEMORY.slice(place)];
    return { earlier, found: findRelatedEntries(pair.later, pair.laterType, all) };
  };
  const share = (what: string, place: number) => {
    for (const name of ['replaces', 'fixes', 'repeats'] as const) {
      const own = RELATED.filter(({ relation }) => relation === name);
      const right = own.filter((pair) => isNamed(pair, place)).length;
      reportShare(`${what}, ${name}`, right, own.length);
    }
    return reportShare(what, RELATED.filter((pair) => isNamed(pair, place)).length, RELATED.length);
  };
  const isNamed = (pair: Pair, place: number): boolean => {
    const { earlier, found } = named(pair, place);
    return found.includes(earlier);
  };

  it('are found in a memory of many entries', () => {
    const newest = share('the earlier entry, the newest of all, is among the three named', MEMORY.length);
    share('the same, in the middle of the note', Math.floor(MEMORY.length / 2)); // printed, not promised
    expect(newest).toBeGreaterThanOrEqual(0.9);
  });

  it('that are compatible seldom raise a question', () => {
    const counts = COMPATIBLE.map((pair) => named(pair, MEMORY.length).found.length);
    const mean = counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length);
    console.log(`entries named for a compatible pair: ${mean.toFixed(2)}`);
    expect(mean).toBeLessThanOrEqual(1);
  });

  it('are asked about within 80 tokens', () => {
    const most = PAIRS.map((pair) => {
      const entries = named(pair, MEMORY.length).found.map(
        (line, at) => ({ ...line, id: `61k0y5g2cw${at}` }) as unknown as LocatedEntry,
      );
      return countTokens(formatRelatedQuestion(entries, '61k0y57pskr') ?? '');
    });
    console.log(`tokens of a question: at most ${Math.max(...most)}`);
    expect(Math.max(...most)).toBeLessThanOrEqual(80);
  });
});

const LONG = 'the nightly export of the accounts of all our customers runs for hours and blocks the imports';

describe('a question about related entries', () => {
  it.each([LONG, '导出任务每天晚上都要运行好几个小时，并且会阻塞所有客户的导入任务'])(
    'stays within 80 tokens: %s',
    (text) => {
      const entries = ['61k0y5g2cwz', '61k0y5k9xfs', '6cpc3gtj7cx'].map(
        (id) => ({ id, text, type: 'problem' }) as unknown as LocatedEntry,
      );
      const question = formatRelatedQuestion(entries, '61k0y57pskr') ?? '';
      expect(countTokens(question), question).toBeLessThanOrEqual(80);
    },
  );
});

describe('lines that only look alike', () => {
  it.each([
    ['note two', 'note three'],
    ['step 2 takes 5 minutes', 'step 3 takes 5 minutes'],
    ['topic1 holds the orders', 'topic11 holds the orders'],
    ['the EU region of billing listens on port 5432', 'the US region of search listens on port 5433'],
    ['TIL: the mirror is slow', 'TIL: the registry moved'],
    ['Kafka', 'Kafka streams'],
    ['decided against Kafka', 'decided against Kafka streams'],
    ['use Redis for sessions', 'use Postgres instead of Redis for EU sessions'],
    ['no merges during a release', 'exception: a merge during a release is fine when CI is down'],
    ['hotel: 24 rooms', 'hotel: two lifts'],
    ['server 0 says 1', 'server 1 says 0'],
  ])('both stand: %s | %s', (earlier, later) => {
    for (const type of ['fact', 'decision', 'learning', 'rule', 'rejected'])
      expect(findRelation({ type, text: earlier }, { type, text: later }).sure, type).toBe(false);
  });
});
