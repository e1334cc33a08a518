import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkProof } from '../../../src/features/guard/check-proof.js';
import { buildGuardRule } from '../../../src/features/guard/guard-rule.js';
import { evaluateRule } from '../../../src/features/guard/match-call.js';
import { describeCall } from '../../../src/features/guard/tool-action.js';
import { drawLabels, LABELS_FOLDER } from '../../support/labels-folder.js';
import { reportShare } from '../../support/report-share.js';

/*
 * Proved guards on calls that were graded without knowledge of the matcher; the patterns were written without sight
 * of the graded calls.
 */
const FILE = join(LABELS_FOLDER, 'proved.json');

interface Trap {
  readonly trade: string;
  readonly entry: string;
  readonly pattern: string;
  readonly trips: readonly string[];
  readonly passes: readonly string[];
  readonly graded: readonly { readonly command: string; readonly warn: boolean }[];
}

const { traps } = existsSync(FILE)
  ? (JSON.parse(readFileSync(FILE, 'utf8')) as { traps: readonly Trap[] })
  : { traps: [] };

describe.skipIf(traps.length === 0)('proved guards', () => {
  it('hold for their own examples', () => {
    const failed = traps.flatMap(({ pattern, trips, passes }) => {
      try {
        checkProof({ pattern, trips, passes });
        return [];
      } catch (error) {
        return [String(error)];
      }
    });
    reportShare('patterns that hold for their examples', traps.length - failed.length, traps.length);
    expect(failed).toEqual([]);
  });

  it('warn of the graded calls, and of no others', () => {
    const judged = drawLabels(traps).flatMap(({ pattern, trips, passes, entry, graded }) => {
      const rule = buildGuardRule({
        what: entry,
        instead: [],
        isRejection: true,
        proof: { pattern, trips, passes },
      });
      return graded.map(({ command, warn }) => {
        const action = describeCall({ tool: 'Bash', words: command, files: [], text: '', before: '' });
        return { pattern, command, warn, warned: rule !== null && evaluateRule(rule, action) === 'breaks' };
      });
    });
    for (const { pattern, command, warn, warned } of judged)
      if (warn !== warned) console.log(`  ${warn ? 'missed' : 'wrong'} by ${pattern}: ${command}`);
    const warned = judged.filter((one) => one.warned);
    const wanted = judged.filter(({ warn }) => warn);
    const right = warned.filter(({ warn }) => warn).length;
    console.log(`${traps.length} traps of ${new Set(traps.map(({ trade }) => trade)).size} trades`);
    expect(reportShare('proved, precision', right, warned.length)).toBeGreaterThanOrEqual(0.97);
    expect(reportShare('proved, recall', right, wanted.length)).toBeGreaterThanOrEqual(0.9);
  });
});
