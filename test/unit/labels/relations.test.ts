import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { formatNearLines } from '../../../src/features/memory/relate-entry.js';
import { findRelation } from '../../../src/matching/relations/find-relation.js';
import type { LocatedEntry } from '../../../src/notes/entries/read-entries.js';
import { openNoteIndex } from '../../../src/store/note-index/note-index.js';
import { LABELS_FOLDER } from '../../support/labels-folder.js';
import { findRelevant, Shelf } from '../../support/note-index.js';
import { reportShare } from '../../support/report-share.js';
import { read, SETTING } from '../../support/search-notebook.js';

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

const PAIRS = lines('pairs.jsonl').map((line) => JSON.parse(line) as Pair);
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
    const said = PAIRS.map((pair) => ({ pair, relation: findRelation(earlierOf(pair), laterOf(pair)) }));
    const sure = said.filter(({ relation }) => relation !== null);
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

  /** The entries that the reply to the later line names, in a memory whose newest line is the earlier one, without its type. */
  const findNear = (pair: Pair) => {
    const lines = [...MEMORY.map(({ text }) => text), pair.earlier];
    const shelf = new Shelf();
    shelf.write('content/MEMORY.md', `# Memory\n\n${lines.map((text) => `- ${text}`).join('\n')}\n`);
    const index = openNoteIndex(shelf, { ...SETTING, read, clock: () => shelf.now });
    return findRelevant(index, { text: pair.later, purpose: 'line', most: 3 });
  };
  const near = new Map(PAIRS.map((pair) => [pair, findNear(pair)]));
  const isNamed = (pair: Pair) => (near.get(pair) ?? []).some(({ line }) => line === MEMORY.length + 3);

  it('are named among three, with or without a type', () => {
    const share = (name: Pair['relation']) => {
      const own = RELATED.filter(({ relation }) => relation === name);
      reportShare(`the earlier line is among three, ${name}`, own.filter(isNamed).length, own.length);
    };
    for (const name of ['replaces', 'repeats', 'fixes'] as const) share(name);
    const own = RELATED.filter(({ relation }) => relation !== 'fixes'); // half of these share no word with what they fix
    expect(reportShare('without fixes', own.filter(isNamed).length, own.length)).toBeGreaterThanOrEqual(0.9);
  });

  it('that are compatible are seldom near', () => {
    const counts = COMPATIBLE.map((pair) => near.get(pair)?.length ?? 0);
    const mean = counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length);
    console.log(`entries named for a compatible pair: ${mean.toFixed(2)}`);
    expect(mean).toBeLessThanOrEqual(1);
  });

  it('are named within 80 tokens', () => {
    const counts = PAIRS.map((pair) => countTokens(formatForAgent(near.get(pair) ?? [])));
    const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    console.log(`tokens of near lines: ${mean.toFixed(0)} on average, at most ${Math.max(...counts)}`);
    expect(Math.max(...counts)).toBeLessThanOrEqual(80);
  });
});

const formatForAgent = (entries: readonly LocatedEntry[]): string => formatNearLines(entries, '61k0y57pskr');

const LONG = 'the nightly export of the accounts of all our customers runs for hours and blocks the imports';

describe('near lines', () => {
  it.each([LONG, '导出任务每天晚上都要运行好几个小时，并且会阻塞所有客户的导入任务'])(
    'stay within 80 tokens: %s',
    (text) => {
      const entries = ['61k0y5g2cwz', '61k0y5k9xfs', '6cpc3gtj7cx'].map(
        (id) => ({ id, text, type: 'problem' }) as unknown as LocatedEntry,
      );
      expect(countTokens(formatForAgent(entries))).toBeLessThanOrEqual(80);
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
      expect(findRelation({ type, text: earlier }, { type, text: later }), type).toBe(null);
  });
});
