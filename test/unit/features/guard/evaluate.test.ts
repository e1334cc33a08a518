import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { evaluateRule } from '../../../../src/features/guard/evaluate.js';
import { buildGuardRule, isHardToDetect } from '../../../../src/features/guard/guard-rule.js';
import { type GuardedEntry, listGuardedEntries } from '../../../../src/features/guard/guarded-entries.js';
import { describeCall } from '../../../../src/features/guard/tool-action.js';
import { parsePendingToolCall } from '../../../../src/hooks/parse-pending-call.js';
import { scanBlocks } from '../../../../src/markdown/block-scanner.js';
import { createNotebook } from '../../../../src/notes/notebook.js';
import { noteOf, read as readNote } from '../../../support/search-notebook.js';

/** A call, and a part of what it is to be warned of; null for an innocent one. */
type Labelled = readonly [known: string | null, tool: string, input: Readonly<Record<string, unknown>>];

const file = (path: string): string => readFileSync(`test/fixtures/guard/${path}`, 'utf8');

/** All that the notes of a workspace look out for. */
function lookedOutFor(name: string): readonly GuardedEntry[] {
  const notes = ['FAILURES', 'FEEDBACK-LOG', 'SESSION', 'MEMORY'].map((note) =>
    noteOf(`content/${note}.md`, file(`${name}/${note}.md`)),
  );
  const reader = { note: (path: string) => notes.find((one) => one.path === path) ?? null, list: () => [] };
  return listGuardedEntries(createNotebook(reader, scanBlocks, 'content'), (note, only) =>
    readNote(note).entries.filter(({ type }) => only === undefined || type === only),
  );
}

/** What they say of a call. */
function warnings(name: string): (one: Labelled) => readonly string[] {
  const known = lookedOutFor(name);
  return ([, tool, input]) => {
    const deed = describeCall(parsePendingToolCall(tool, input));
    return known.flatMap(({ trap, line }) => (evaluateRule(trap, deed) === 'does' ? [line] : []));
  };
}

interface Score {
  readonly all: number;
  readonly precision: number;
  readonly recall: number;
  readonly wrong: readonly string[];
}

/** Which calls of a set are judged: those of even or of odd places, or all. */
type Half = 'even' | 'odd' | 'all';

const isOf = (half: Half) => (_: unknown, place: number) =>
  half === 'all' || place % 2 === (half === 'odd' ? 1 : 0);

/** A warning counts as right where it is of what the call is labelled with. */
function scoreOf(names: readonly string[], half: Half = 'all'): Score {
  const judged = names.flatMap((name) => {
    const warn = warnings(name);
    return (JSON.parse(file(`${name}/calls.json`)) as Labelled[]).filter(isOf(half)).map((one) => {
      const said = warn(one);
      const [known, tool, input] = one;
      const isRight = known !== null && said.some((line) => line.includes(known));
      return {
        wanted: known !== null,
        warned: said.length > 0,
        isRight,
        told: `${tool} ${JSON.stringify(input)} -> ${said.join(' | ')}; wanted: ${known}`,
      };
    });
  });
  const warned = judged.filter((one) => one.warned);
  const wanted = judged.filter((one) => one.wanted);
  return {
    all: judged.length,
    precision: warned.filter(({ isRight }) => isRight).length / warned.length,
    recall: wanted.filter(({ isRight }) => isRight).length / wanted.length,
    wrong: judged.filter((one) => (one.wanted ? !one.isRight : one.warned)).map(({ told }) => told),
  };
}

describe('the mistake guard warns of what went wrong before, and of nothing else', () => {
  it.each([
    ['shop', ['shop']],
    ['pipeline', ['pipeline']],
    ['fleet', ['fleet']],
    ['press, held out', ['press']],
    ['all', ['shop', 'pipeline', 'fleet', 'press']],
  ] as const)('%s', (label, names) => {
    const { all, precision, recall, wrong } = scoreOf(names);
    console.log(
      `guard, ${label}: ${all} calls, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}${wrong.map((one) => `\n  wrong: ${one}`).join('')}`,
    );
    expect(precision).toBeGreaterThanOrEqual(0.95);
    expect(recall).toBeGreaterThanOrEqual(0.85);
  });
});

const LATER = ['clinic', 'arcade', 'lab', 'counter'] as const;

/** Trades that somebody else wrote, who did not know the rules. */
const BLIND = ['observatory', 'bakery'] as const;

/**
 * Trades that the rules were not made with, and the least that they may come to. Each was judged before it was looked
 * at (content/guide/agents.md › The mistake guard), and has taught the rules since but where that is denied.
 */
const JUDGED = [
  ['four later trades, even calls', LATER, 'even', 0.95, 0.85],
  ['four later trades, odd calls', LATER, 'odd', 0.94, 0.95],
  ['ferry, even calls', ['ferry'], 'even', 0.95, 0.85],
  ['ferry, odd calls', ['ferry'], 'odd', 0.9, 0.62],
  ['observatory and bakery', BLIND, 'all', 0.95, 0.95],
  ['ledger', ['ledger'], 'all', 0.95, 0.9],
  ['theatre', ['theatre'], 'all', 0.93, 0.8],
  ['claims, whose entries name what a call shows', ['claims'], 'all', 0.89, 0.84],
  ['orchard, the same, which taught nothing and was never read', ['orchard'], 'all', 0.92, 0.62],
  ['harbour, which taught nothing and was never read', ['harbour'], 'all', 0.63, 0.2],
] as const;

describe('in trades that came later, of which all but the last two have taught by now', () => {
  it.each(JUDGED)('%s', (label, names, half, leastPrecision, leastRecall) => {
    const { all, precision, recall } = scoreOf(names, half);
    console.log(
      `guard, ${label}: ${all} calls, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`,
    );
    expect(precision).toBeGreaterThanOrEqual(leastPrecision);
    expect(recall).toBeGreaterThanOrEqual(leastRecall);
  });
});

/** What somebody told by many plain words. */
const HARD = [
  'let a worker hold on to its own copy of an order',
  'gave a visitor the wrong seat twice in one evening',
];

/** What a call shows as it stands. */
const EASY = [
  'axios',
  'Redis for sessions',
  'let a worker hold on to its own copy of an order: `stripe orders cache`',
  'changed the totals of an evening in src/box-office/totals.ts',
  'ran hugo build without --minify',
  'committed straight to main and force-pushed over what a colleague had done',
];

describe('where an entry can hardly be known again, its writer is asked for a name', () => {
  const rejected = (what: string) => buildGuardRule({ what, instead: [], kind: 'rejected' });

  it('it is told by many plain words', () => {
    expect(HARD.filter((what) => !isHardToDetect(rejected(what)))).toEqual([]);
    expect(EASY.filter((what) => isHardToDetect(rejected(what)))).toEqual([]);
  });

  it('with code behind it the code decides, however long the tale is', () => {
    const [tale = '', other = ''] = HARD;
    const deed = describeCall(parsePendingToolCall('Bash', { command: 'stripe orders cache --worker' }));
    const says = (what: string) => {
      const trap = rejected(what);
      return trap && evaluateRule(trap, deed);
    };
    expect(says(tale)).toBe(null);
    expect(says(`${tale}: \`stripe orders cache\``)).toBe('does');
    expect(says(`${tale} without telling anybody: \`stripe orders cache\``)).toBe('does');
    expect(says(`${other} without telling anybody: \`stripe orders cache\``)).toBe('does');
    expect(says(`with \`stripe orders cache\`, ${tale}`)).toBe('does');
  });

  it('of the calls of such entries few are known in a trade that taught nothing, of the others more', () => {
    const calls = JSON.parse(file('harbour/calls.json')) as Labelled[];
    const judged = lookedOutFor('harbour').flatMap(({ trap, line }) =>
      calls
        .filter(([known]) => known !== null && line.includes(known))
        .map(([, tool, input]) => ({
          isHard: isHardToDetect(trap),
          isKnown: evaluateRule(trap, describeCall(parsePendingToolCall(tool, input))) === 'does',
        })),
    );
    const knownOf = (isHard: boolean) => {
      const own = judged.filter((one) => one.isHard === isHard);
      const known = own.filter(({ isKnown }) => isKnown).length;
      console.log(
        `guard, harbour, ${isHard ? 'asked for a name' : 'not asked'}: ${known} of ${own.length} known`,
      );
      return known / own.length;
    };
    expect(knownOf(true)).toBeLessThan(0.15);
    expect(knownOf(false)).toBeGreaterThan(0.3);
  });
});
