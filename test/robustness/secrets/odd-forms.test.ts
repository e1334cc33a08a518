// @module-tag full: it runs commands many times over
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findSecrets, redact } from '../../../src/security/secrets.js';
import { createWorkspace, FULL, later, SEED } from '../../support/workspace.js';
import { oddForms, oddInnocents } from './odd-forms.js';
import { innocents } from './samples.js';
import { everyFile } from './traces.js';

const ROWS = Array.from({ length: FULL ? 20 : 3 }, (_, i) => oddForms(`${SEED} ${i}`)).flat();
const INNOCENTS = oddInnocents(SEED);
const FORMS = [...new Set(ROWS.map(({ form }) => form))];

describe('secrets in odd forms', () => {
  it.each(FORMS)('%s is taken out', (form) => {
    const rows = ROWS.filter((row) => row.form === form);
    const left = rows.flatMap(({ kind, text, parts }) => {
      const { text: clean, found } = redact(text);
      const kept = parts.filter((part) => clean.includes(part));
      return kept.length === 0 && found.includes(kind)
        ? []
        : [`${JSON.stringify(text)} → ${JSON.stringify(clean)}`];
    });
    expect(left, `seed ${SEED}`).toEqual([]);
  });

  it('is seen by lint at the line where it begins, and a second run changes nothing', () => {
    for (const { text } of ROWS) {
      const seen = findSecrets(text);
      expect(seen.length, text).toBeGreaterThan(0);
      for (const { at } of seen) expect(at).toBeLessThan(text.length);
      const once = redact(text).text;
      expect(redact(once)).toEqual({ text: once, found: [] });
    }
  });

  it('all 14 have rows, and the words around a secret stay', () => {
    expect(FORMS.length).toBeGreaterThanOrEqual(14);
    const token = ROWS.find(({ form }) => form === 'zero-width inside');
    expect(redact(token?.text ?? '').text).toMatch(/^use \[redacted:github-pat:[0-9a-f]{4}\] there$/);
    const two = ROWS.find(({ text }) => text.startsWith('it is\n'));
    expect(redact(two?.text ?? '').text).toMatch(/^it is\n\[redacted:github-pat:[0-9a-f]{4}\]\nand works$/);
  });

  it('leaves the same mark as the plain form', () => {
    const token = `gh${'p_'}${'aB1c'.repeat(9)}`;
    const marks = [
      token,
      token.replace('B', '\u200bB'),
      token.replace('_', '&#95;'),
      token.replace('1', '1\\\n'),
    ].map((text) => redact(`it is ${text}.`).text);
    expect(new Set(marks).size).toBe(1);
  });

  it('tokens one below the other are each one secret, and the line below a whole token stays', () => {
    const [a, b] = ['aB1c', 'dE2f'].map((four) => `gh${'p_'}${four.repeat(9)}`);
    expect(redact(`${a}\n${b}\n`).text).toMatch(
      /^\[redacted:github-pat:\w{4}\]\n\[redacted:github-pat:\w{4}\]\n$/,
    );
    for (const next of ['abc123 is the commit', 'v1.2.3', 'Next line', '2026-06-07', 'node20'])
      expect(redact(`${a}\n${next}\n`).text).toMatch(new RegExp(`^\\[redacted:[^\\]]*\\]\\n${next}\\n$`));
  });

  it(`raises no alarm for ${INNOCENTS.length} texts that look alike`, () => {
    const hurt = [...INNOCENTS, ...innocents(SEED)].filter((text) => redact(text).text !== text);
    expect(hurt.map((text) => `${text} → ${redact(text).text}`)).toEqual([]);
    expect(INNOCENTS.filter((text) => findSecrets(text).length > 0)).toEqual([]);
  });

  it('raises no alarm for the pages of this repository’s guide', () => {
    const pages = ['trust', 'agents', 'commands', 'mcp'].map((name) => `content/guide/${name}.md`);
    for (const page of pages) expect(redact(readFileSync(page, 'utf8')).found).toEqual([]);
  });

  it('hostile texts of 100 KB take no second', () => {
    const filled = (part: string) => part.repeat(Math.ceil(100_000 / part.length));
    const parts = [
      'abc ',
      'legal winner thank ',
      'aaaa',
      'A1b2\n',
      'A1b2\\\n',
      '&#95;',
      '\u200b',
      'ghp_\u200b',
      'mysql -p ',
      'mysql ',
      'sshpass -p ',
      'docker login -',
      'LS0t',
      'Z2hwX2Fi\n',
      '_auth=',
      'ghp_aB1\n',
      '\\_',
      'a&#',
    ];
    for (const part of parts) {
      const began = process.cpuUsage();
      redact(filled(part));
      const { user, system } = process.cpuUsage(began);
      expect((user + system) / 1000, JSON.stringify(part)).toBeLessThan(1000);
    }
  });
});

it('through the built command none of them reaches the disk', async () => {
  const bench = createWorkspace();
  const rows = oddForms(SEED);
  const picked = FORMS.flatMap((form) => rows.filter((row) => row.form === form).slice(0, 2));
  for (const [i, { text }] of picked.entries())
    expect((await bench.start(['log', text, '--type', 'fact'], { now: later(i) }).ended).status, text).toBe(
      0,
    );
  const files = [...everyFile(bench)];
  const left = picked.flatMap(({ form, parts }) =>
    parts.flatMap((part) =>
      files.flatMap(([path, bytes]) =>
        bytes.includes(Buffer.from(part).toString('latin1')) ? [`${form} in ${path}`] : [],
      ),
    ),
  );
  expect(left).toEqual([]);
  expect(files.map(([path]) => path)).toContain(join(bench.root, 'content/MEMORY.md'));
});
