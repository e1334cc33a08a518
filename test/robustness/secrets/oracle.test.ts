// @module-tag full: it runs commands many times over
import { expect, it } from 'vitest';
import { scanWithSecretlint } from '../../../src/security/secretlint.js';
import { redact } from '../../../src/security/secrets.js';
import { FULL, SEED } from '../../support/workspace.js';
import { innocents, samples } from './samples.js';

const SAMPLES = samples(SEED, FULL ? 20 : 3);

it('T21: what secretlint sees in any sample, ours takes out too', async () => {
  const kinds = new Map<string, { samples: number; seen: number; ours: number; left: number }>();
  const left: string[] = [];
  for (const { kind, text, secret } of SAMPLES) {
    const row = kinds.get(kind) ?? { samples: 0, seen: 0, ours: 0, left: 0 };
    kinds.set(kind, row);
    const clean = redact(text).text;
    const [before, after] = [await scanWithSecretlint(text), await scanWithSecretlint(clean)];
    row.samples++;
    if (before.length > 0) row.seen++;
    if (!clean.includes(secret)) row.ours++;
    if (after.length === 0) continue;
    row.left++;
    left.push(`${kind}: secretlint still sees ${after.map(({ kind: rule }) => rule)} in ${clean}`);
  }
  const rows = [...kinds.values()];
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0);
  const also = [...kinds].flatMap(([kind, { seen, samples: all }]) =>
    seen > 0 ? [`${kind} ${seen}/${all}`] : [],
  );
  console.log(
    `secretlint as oracle: seed ${SEED}, ${sum((row) => row.samples)} samples of ${kinds.size} kinds; ours takes out ${sum((row) => row.ours)}, secretlint sees ${sum((row) => row.seen)} (${also.join(', ')}), ${sum((row) => row.left)} of those are left by ours`,
  );
  expect(left).toEqual([]);
  expect(sum((row) => row.seen)).toBeGreaterThan(SAMPLES.length / 10);
});

it('T21: of 300 innocent strings ours redacts at most 3, and says which', async () => {
  const all = innocents(SEED);
  const ours = all.filter((text) => redact(text).text !== text);
  const theirs = (await Promise.all(all.map(scanWithSecretlint))).filter((seen) => seen.length > 0);
  console.log(
    `innocents by both: seed ${SEED}, ${all.length} strings, ours redacts ${ours.length}, secretlint sees ${theirs.length}`,
  );
  expect(all.length).toBeGreaterThanOrEqual(300);
  expect(ours.length, ours.join('\n')).toBeLessThanOrEqual(3);
});
