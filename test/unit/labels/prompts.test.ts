import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawLabels, LABELS_FOLDER } from '../../support/labels-folder.js';
import { createIndex, formatId, HEADINGS, type Known } from '../../support/labels-index.js';
import { findRelevant } from '../../support/note-index.js';
import { reportShare } from '../../support/report-share.js';

/*
 * Entries brought up at prompts that were labelled without knowledge of the rules. Prompts that share a name, path, command
 * or quoted word with an entry are promised; of the others the figures are printed.
 */
const FILE = join(LABELS_FOLDER, 'prompts.json');

interface Prompt {
  readonly text: string;
  readonly answer: readonly string[] | null;
  readonly shares: boolean;
}
interface Labels {
  readonly trades: readonly { readonly entries: readonly Known[]; readonly prompts: readonly Prompt[] }[];
  readonly ordinary: readonly string[];
}

/** A memory of 500 lines: `type`, a tab, the text. */
const LARGE = join(LABELS_FOLDER, 'memory.txt');

const { trades, ordinary: all }: Labels = existsSync(FILE)
  ? JSON.parse(readFileSync(FILE, 'utf8'))
  : { trades: [], ordinary: [] };
const ordinary = drawLabels(all);

describe.skipIf(trades.length === 0)('labelled prompts', () => {
  const judged = trades.flatMap(({ entries, prompts }) => {
    const index = createIndex(entries);
    const tell = (text: string) =>
      findRelevant(index, { text, purpose: 'prompt', most: 4 }).map(
        (found) => entries.find((_, at) => formatId(at) === found.id)?.id ?? found.text,
      );
    return [
      ...drawLabels(prompts).map((prompt) => ({ prompt, told: tell(prompt.text), isOrdinary: false })),
      ...ordinary.map((text) => ({
        prompt: { text, answer: null, shares: false } as Prompt,
        told: tell(text),
        isOrdinary: true,
      })),
    ];
  });

  it('bring up entries that share a name, and little else', () => {
    const own = judged.filter(({ isOrdinary }) => !isOrdinary);
    const isRight = ({ told, prompt }: (typeof judged)[number]) =>
      told.some((id) => prompt.answer?.includes(id));
    const sharing = own.filter(({ prompt }) => prompt.shares);
    const others = own.filter(({ prompt }) => prompt.answer !== null && !prompt.shares);
    const quiet = own.filter(({ prompt }) => prompt.answer === null);
    for (const one of own)
      if (one.prompt.shares ? !isRight(one) : one.prompt.answer === null && one.told.length > 0)
        console.log(`  ${one.prompt.answer} by [${one.told}]: ${one.prompt.text}`);
    const right = reportShare('share a name, right', sharing.filter(isRight).length, sharing.length);
    const extra = sharing.flatMap(({ told, prompt }) => told.filter((id) => !prompt.answer?.includes(id)));
    console.log(`beside the right ones at those: ${extra.length}`);
    reportShare('by meaning, right', others.filter(isRight).length, others.length);
    const idle = reportShare(
      'nothing to tell, idle',
      quiet.filter(({ told }) => told.length > 0).length,
      quiet.length,
    );
    expect(right).toBeGreaterThanOrEqual(0.85);
    expect(idle).toBeLessThanOrEqual(0.05);
  });

  it('of ordinary work bring up nothing', () => {
    const idle = ordinary.filter((text) =>
      judged.some(({ prompt, told }) => prompt.text === text && told.length > 0),
    );
    console.log(
      `ordinary prompts with an idle line in any trade: ${idle.length} of ${ordinary.length} [${idle}]`,
    );
    expect(idle.length).toBeLessThanOrEqual(Math.max(1, ordinary.length / 20));
  });

  it.skipIf(!existsSync(LARGE))('of ordinary work bring up nothing in a large memory', () => {
    const known = readFileSync(LARGE, 'utf8').trim().split('\n');
    const index = createIndex(
      known.flatMap((line, at) => {
        const [type = '', text = ''] = line.split('\t');
        return type in HEADINGS || type === 'rejected' ? [{ id: String(at), type, text }] : [];
      }),
    );
    const idle = ordinary.filter(
      (text) => findRelevant(index, { text, purpose: 'prompt', most: 4 }).length > 0,
    );
    console.log(
      `ordinary prompts with an idle line in a large memory: ${idle.length} of ${ordinary.length} [${idle}]`,
    );
    expect(idle.length).toBeLessThanOrEqual(ordinary.length / 20);
  });
});
