// @module-tag full: 21 s of processor time
/*
 * A week of a project, replayed once with an agent that answers and once without: the content of the block on each morning.
 * DAYBOOK_LABELS names another folder of labelled weeks.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { drawRows, FULL } from '../../support/workspace.js';
import { replayWeek, type Week } from './replay-week.js';

const FOLDER =
  process.env.DAYBOOK_LABELS ?? fileURLToPath(new URL('../../fixtures/labels/open/', import.meta.url));

/** A run without DAYBOOK_FULL and DAYBOOK_LABELS replays one week, because each takes a minute. */
const weeks = readdirSync(FOLDER).filter((name) =>
  (FULL || process.env.DAYBOOK_LABELS ? /^week.*\.json$/ : /^week-jq\.json$/).test(name),
);

/** What a brief may take, in tokens (setting `context.budget`). */
const BUDGET = 800;

/** What the open weeks reach, and the goal. Without answers a reversal or a fix in other words leaves the earlier line. */
const LIMITS = [
  { answers: true, least: { musts: 0.9, mustNots: 0.12 }, goal: { musts: 0.9, mustNots: 0.03 } },
  { answers: false, least: { musts: 0.75, mustNots: 0.33 }, goal: { musts: 0.75, mustNots: 0.1 } },
];

interface Count {
  readonly right: number;
  readonly all: number;
}

/** Prints a share with its 95 % Wilson interval, and returns it. */
function printShare(name: string, { right, all }: Count): number {
  const share = right / all;
  const z = 1.96;
  const middle = (share + z ** 2 / (2 * all)) / (1 + z ** 2 / all);
  const half = (z * Math.sqrt((share * (1 - share)) / all + z ** 2 / (4 * all ** 2))) / (1 + z ** 2 / all);
  console.log(
    `${name}: ${right}/${all} = ${share.toFixed(3)} [${(middle - half).toFixed(3)}, ${(middle + half).toFixed(3)}]`,
  );
  return share;
}

/** Returns the lines between the markers of the block. */
const readBlock = (text: string): string =>
  /^<!-- MIND:CONTEXT.*\n([\s\S]*?)^<!-- MIND:END/m.exec(text)?.[1] ?? '';

const matches = (patterns: readonly string[], line: string): boolean =>
  patterns.every((pattern) => new RegExp(pattern, 'i').test(line));

describe.each(weeks)('%s', (name) => {
  const week = JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Week;

  test.each(drawRows(LIMITS, 2))('answers: $answers', async ({ answers, least, goal }) => {
    const blocks = (await replayWeek(week, answers)).map((text) => readBlock(text));
    const faults: string[] = [];
    const told = { right: 0, all: 0 };
    const wrong = { right: 0, all: 0 };
    for (const [at, { date, morning }] of week.days.entries()) {
      const block = blocks[at] ?? '';
      for (const must of morning.must) {
        const isTold = block.split('\n').some((line) => matches(must, line));
        told.all++;
        if (isTold) told.right++;
        else faults.push(`after ${date} not told: ${must.join(' … ')}`);
      }
      for (const pattern of morning.mustNot) {
        const line = block.split('\n').find((one) => matches([pattern], one));
        wrong.all++;
        if (line !== undefined) {
          wrong.right++;
          faults.push(`after ${date} told: ${line}`);
        }
      }
    }
    console.log(`${name} (${week.project}), answers: ${answers}\n${faults.join('\n')}`);
    if (process.env.DAYBOOK_SHOW) console.log(blocks.at(-1));
    const shareOfMusts = printShare(`musts (goal ${goal.musts})`, told);
    const shareOfMustNots = printShare(`must-nots (goal ${goal.mustNots})`, wrong);
    const tokens = blocks.map((block) => encode(block).length);
    console.log(`tokens: ${tokens.join(', ')}`);
    expect(Math.max(...tokens)).toBeLessThanOrEqual(BUDGET);
    expect(shareOfMusts).toBeGreaterThanOrEqual(least.musts);
    expect(shareOfMustNots).toBeLessThanOrEqual(least.mustNots);
  });
});
