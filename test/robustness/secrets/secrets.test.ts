// @module-tag full: it runs commands many times over
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMAND_NAMES, COMMANDS } from '../../../src/app/command-registry.js';
import { LOGGABLE_TYPES } from '../../../src/notes/entry-types.js';
import { freshFolder } from '../../support/store-root.js';
import { createWorkspace, FULL, later, SEED, type Workspace } from '../../support/workspace.js';
import { type Sample, samples } from './samples.js';
import { traces } from './traces.js';

const SAMPLES = samples(SEED, FULL ? 10 : 2);
const KINDS = new Set(SAMPLES.map(({ kind }) => kind));

/** Every place of `log` that takes words. */
const FIELDS: readonly (readonly [
  string,
  (one: Sample, i: number) => readonly string[],
  keyof NodeJS.ProcessEnv | null,
])[] = [
  [
    'text',
    ({ text }, i) => [
      text,
      ...(i % 2 === 0 ? [] : ['--type', LOGGABLE_TYPES[i % LOGGABLE_TYPES.length] ?? 'fact']),
    ],
    null,
  ],
  ['why', ({ text }, i) => [`reason ${i}`, '--why', text], null],
  ['tag', ({ text, secret, alone }, i) => [`tagged ${i}`, '--tag', alone ? secret : text], null],
  ['file', ({ text }, i) => [`about a file ${i}`, '--file', text], null],
  ['from', ({ text }, i) => [`from there ${i}`, '--from', `[[${text}]]`], null],
  ['by', (_, i) => [`said by ${i}`, '--type', 'fact'], 'DAYBOOK_BY'],
  ['session', (_, i) => [`said in ${i}`, '--type', 'fact'], 'DAYBOOK_SESSION'],
];

describe('T21: secrets at the one door', () => {
  it.each(FIELDS)('in %s of log, none reaches the disk', async (field, words, variable) => {
    const bench = createWorkspace();
    for (const [i, one] of SAMPLES.entries()) {
      const env = variable === null ? {} : { [variable]: one.text };
      await bench.run(['log', ...words(one, i)], { now: later(i), env });
    }
    report(`log ${field}`, bench, SAMPLES);
  });

  it('in queued requests that run later, none reaches the disk', async () => {
    const bench = createWorkspace({
      'daybook.yaml': 'timezone: Europe/Berlin\nstore.fsync: "off"\nlock.wait: 0\n',
    });
    await bench.run(['log', 'first of all', '--type', 'fact']);
    const lock = join(bench.root, '.daybook/locks/store.lock');
    writeFileSync(lock, 'somebody');
    for (const [i, { text }] of SAMPLES.entries())
      expect((await bench.json(['log', `${i} ${text}`], { now: later(i) })).queued ?? true).toBe(true);
    report('spool, waiting', bench, SAMPLES);
    rmSync(lock);
    await bench.run(['session'], { now: later(1000) });
    report('spool, filed', bench, SAMPLES);
  });

  it('in imported files, none reaches the disk', { tags: 'desk' }, async () => {
    const bench = createWorkspace();
    const folder = freshFolder();
    const lines = SAMPLES.map(({ text }, i) => `- TIL ${i}: ${text}`).join('\n');
    writeFileSync(join(folder, 'MEMORY.md'), `# Memory\n\n## Learnings\n\n${lines}\n`);
    const session = SAMPLES.map(({ text }, i) => `${i} says ${text}`).join('\n\n');
    writeFileSync(join(folder, 'SESSION.md'), `# Session\n\n## Experience\n\n${session}\n`);
    const reply = await bench.json(['import', 'mind', folder]);
    expect(reply, JSON.stringify(reply.error)).toMatchObject({ ok: true });
    expect(JSON.stringify(reply.notices)).toContain('a secret was left out');
    report('an import', bench, SAMPLES);
  });

  it('in any argument of any command, none reaches the disk', async () => {
    const bench = createWorkspace({ 'CLAUDE.md': '# Rules\n' });
    await bench.run(['log', 'something to find', '--type', 'fact']);
    let request = 0;
    const used: Sample[] = [];
    for (const args of await wordings()) {
      const own = SAMPLES.filter((_, i) => (i + request) % Math.ceil(SAMPLES.length / 6) === 0);
      for (const one of own) {
        await bench.run(args(one.text), { now: later(request++ % 50) });
        used.push(one);
      }
    }
    console.log(`secrets: ${request} calls of ${COMMAND_NAMES.length} commands`);
    expect(request).toBeGreaterThan(150);
    report('every command', bench, used);
  });
});

describe('T21: a secret in a person’s own note', () => {
  it('a secret in a person’s note stays there, and promotion, block and inbox do not copy it', {
    tags: 'desk',
  }, async () => {
    const bench = createWorkspace({ 'CLAUDE.md': '# Rules\n' });
    const mine = SAMPLES.filter(({ kind, text }) => kind !== 'private' && !text.includes('\n'));
    const lines = mine.map(({ text }) => `- learned that src/net.ts needs this: ${text}`).join('\n');
    await bench.run(['log', 'somebody is here']);
    bench.write('content/SESSION.md', `# Session\n\n## Experience\n\n${lines}\n`);
    await bench.run(['context'], { now: later(1) });
    const reply = await bench.json(['recall'], { now: later(90) });
    expect(reply.gap).toMatchObject({ promoted: 0, rolled: mine.length });
    const day = bench.read('content/evolving/2026-06-07.md');
    for (const { secret } of mine) expect(day).toContain(secret);
    expect(bench.files()).not.toHaveProperty('content/MEMORY.md');
    const copies = [bench.read('CLAUDE.md'), JSON.stringify(reply)];
    const leaked = mine.filter(({ secret }) => copies.some((text) => text.includes(secret)));
    console.log(
      `secrets copied from a person’s note: ${mine.length} of ${KINDS.size} kinds, ${leaked.length} leaked`,
    );
    expect(leaked.length).toBeLessThanOrEqual(mine.length * 0.05);
  });
});

function report(where: string, bench: Workspace, used: readonly Sample[]): void {
  const found = traces(bench, [...new Set(used.map(({ secret }) => secret))]);
  const kinds = new Set(used.map(({ kind }) => kind));
  console.log(
    `secrets in ${where}: seed ${SEED}, ${used.length} of ${kinds.size} kinds, ${found.length} reached the disk`,
  );
  expect(used.length).toBeGreaterThanOrEqual(100);
  expect(kinds.size).toBeGreaterThanOrEqual(28);
  expect(found).toEqual([]);
}

/** Every verb with each of its words and options of text once; what it needs besides is given. */
async function wordings(): Promise<readonly ((text: string) => readonly string[])[]> {
  const verbs = await Promise.all(COMMAND_NAMES.map((name) => COMMANDS[name]()));
  return verbs
    .filter(
      ({ requires: needs, params }) =>
        needs === 'workspace' && !Object.values(params).some((param) => param.redaction === 'said'),
    )
    .flatMap(({ name, params }) =>
      Object.entries(params)
        .filter(([, { kind, choices }]) => kind === 'text' && !choices)
        .map(([wanted]) => (text: string): readonly string[] => [
          name,
          ...Object.entries(params).flatMap(([key, param]) => {
            const value =
              key === wanted ? text : param.required || param.positional ? filler(param.choices?.[0]) : null;
            if (
              value === null ||
              (param.positional === 'one' && !param.required && key !== wanted && !param.choices)
            )
              return [];
            return param.positional ? [value] : [`--${key}`, value];
          }),
        ]),
    );
}

const filler = (choice: string | undefined): string => choice ?? 'something to find';
