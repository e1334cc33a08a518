import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readExchange } from '../../../src/features/agent-sessions/propose-statements.js';
import { type PassageFacts, readPassage } from '../../../src/features/snapshots/read-passage.js';
import { drawLabels, LABELS_FOLDER } from '../../support/labels-folder.js';
import { reportShare } from '../../support/report-share.js';

/*
 * What a save takes from the end of a conversation. Limits and corrections share one field of a snapshot.
 */
const PATH = join(LABELS_FOLDER, 'passages.json');

interface Row {
  readonly id: string;
  readonly messages: Parameters<typeof readPassage>[0];
  readonly expect: {
    readonly state: string | null;
    readonly next: string | null;
    readonly decisions: readonly string[];
    readonly constraints: readonly string[];
    readonly corrections: readonly string[];
    readonly nothing: boolean;
  };
}

const rows = drawLabels(existsSync(PATH) ? (JSON.parse(readFileSync(PATH, 'utf8')) as Row[]) : []);

const FIELDS = ['state', 'next', 'decisions', 'constraints'] as const;
type Field = (typeof FIELDS)[number];

function wantedIn({ expect: want }: Row, field: Field): readonly string[] {
  if (field === 'constraints') return [...want.constraints, ...want.corrections];
  return field === 'decisions' ? want.decisions : [want[field]].filter((one) => one !== null);
}

const takenIn = (facts: PassageFacts, field: Field): readonly string[] =>
  field === 'state' || field === 'next' ? [facts[field]].filter((one) => one !== null) : facts[field];

const fits = (text: string, pattern: string): boolean => new RegExp(pattern, 'is').test(text);

describe.skipIf(rows.length === 0)('labelled passages', () => {
  it('give what a save takes from them', () => {
    const sums = { taken: 0, right: 0, wanted: 0, found: 0 };
    for (const field of FIELDS) {
      let [taken, right, wanted, found] = [0, 0, 0, 0];
      for (const row of rows) {
        const want = wantedIn(row, field);
        const got = takenIn(readPassage(row.messages), field);
        taken += got.length;
        wanted += want.length;
        right += got.filter((text) => want.some((pattern) => fits(text, pattern))).length;
        found += want.filter((pattern) => got.some((text) => fits(text, pattern))).length;
        for (const text of got)
          if (!want.some((pattern) => fits(text, pattern))) console.log(`wrong ${row.id} ${field}: ${text}`);
        for (const pattern of want)
          if (!got.some((text) => fits(text, pattern))) console.log(`missed ${row.id} ${field}: ${pattern}`);
      }
      reportShare(`passages, ${field}, precision`, right, taken);
      reportShare(`passages, ${field}, coverage`, found, wanted);
      sums.taken += taken;
      sums.right += right;
      sums.wanted += wanted;
      sums.found += found;
    }
    const precision = reportShare('passages, precision', sums.right, sums.taken);
    const coverage = reportShare('passages, coverage', sums.found, sums.wanted);
    expect(precision).toBeGreaterThanOrEqual(0.9);
    expect(coverage).toBeGreaterThanOrEqual(0.7);
  });

  it('give what an import of past sessions proposes', () => {
    let [taken, right] = [0, 0];
    for (const { id, messages, expect: want } of rows) {
      const texts = messages.filter(({ role }) => role !== 'tool');
      const answerAt = (at: number) => (texts[at]?.role === 'assistant' ? texts[at].text : '');
      const read = texts.flatMap(({ role, text }, at) =>
        role === 'user' ? readExchange(text, answerAt(at + 1), answerAt(at - 1)) : [],
      );
      const limits = [...want.constraints, ...want.corrections];
      const got = read.flatMap(({ requests, correction, decisions }) => [
        ...decisions.map((one) => [one, want.decisions] as const),
        ...[...requests, ...(correction ? [formatProposal(correction)] : [])].map(
          (one) => [one, limits] as const,
        ),
      ]);
      for (const [text, wanted] of got) {
        taken++;
        if (wanted.some((pattern) => fits(text, pattern))) right++;
        else console.log(`wrong ${id}: ${text}`);
      }
    }
    expect(reportShare('passages, proposals of an import, precision', right, taken)).toBeGreaterThanOrEqual(
      0.9,
    );
  });
});

const formatProposal = ({ mistake, correction }: { mistake: string; correction: string }) =>
  `${mistake} ${correction}`;
