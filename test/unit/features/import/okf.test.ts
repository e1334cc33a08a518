import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { LOGGABLE_TYPES } from '../../../../src/notes/entry-types.js';
import { createWorkspace, FULL } from '../../../support/workspace.js';

/** The examples of the specification of the Open Knowledge Format 0.2 (Google LLC, Apache License 2.0). */
const EXAMPLES = 'test/fixtures/okf';

const listFiles = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md'))
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  );

const NOTES = {
  'content/Release plan.md':
    '---\ntags: [release]\nstatus: ours\n---\n# Release plan\n\nSee [[MEMORY#^known-1|the database]], [[Sites/index]], [[nothing]] and `[[code]]`.\n',
  'content/Sites/index.md': '# Sites\r\n\r\nBack to [[Release plan]].\r\n',
  'content/broken.md': '---\n: [\n---\nText.\n',
  'content/evolving/2026-06-01.md': '# 2026-06-01\n\n## Decision\n\nWhat: move the sensor\n',
  'content/FEEDBACK-LOG.md':
    '# Feedback\n\n## FB-1\n\n- mistake: pushed to main\n- correction: open a request\n',
};

it('a bundle of entries of every type comes back with each line and each byte of a note', async () => {
  const bench = createWorkspace(NOTES);
  await bench.run(['init', '--agent', 'none', '--adopt', '--quiet']);
  const values = Array.from({ length: FULL ? 500 : 80 }, (_, n) => {
    const type = LOGGABLE_TYPES[n % LOGGABLE_TYPES.length] ?? 'fact';
    return [type, `sensor ${n} reports ${type} number ${n * 7} to gateway ${n % 13}`] as const;
  });
  for (const [type, text] of values.slice(0, LOGGABLE_TYPES.length))
    await bench.run(['log', text, '--type', type, '--quiet']);
  const memory = values
    .slice(LOGGABLE_TYPES.length)
    .map(
      ([, text], n) =>
        `- ${text} — reason ${n} #area-${n % 5} [at:: 2026-05-${10 + (n % 20)}T10:00:00+02:00] [by:: claude]${n % 3 ? '' : ' [verified:: 2026-06-01]'}${n % 7 ? '' : ' [superseded:: ^known-1]'} [[Release plan#^x]] ^known-${n}`,
    );
  const before = bench.read('content/MEMORY.md');
  bench.write(
    'content/MEMORY.md',
    `${before}\n## Facts of others\n\n${memory.slice(0, 200).join('\n')}\n\n## Decisions\n\n${memory.slice(200).join('\n')}\n\nA paragraph without a type.\n`,
  );
  await bench.run(['remind', 'renew the certificate', '2026-07-01', '--quiet']);
  const first = await bench.run(['export', '--format', 'okf', '--to', '../okf', '--private']);
  expect(first.err).toBe('');
  const bundle = listFiles(join(bench.root, '../okf'));
  for (const [path, text] of Object.entries(bundle)) {
    const [, front] = /^---\n([\s\S]*?)\n---(?:\n|$)/.exec(text) ?? [];
    if (/(?:^|\/)(?:index|log)\.md$/.test(path)) continue;
    expect(parse(front ?? '').type, path).toMatch(/\S/);
  }
  expect(bundle['index.md']).toContain('okf_version: "0.2"');

  const other = createWorkspace();
  await other.run(['init', '--agent', 'none', '--quiet']);
  const { out, err } = await other.run(['import', 'okf', join(bench.root, '../okf')]);
  expect(err).toBe('');
  expect(out).toContain('Imported');
  const sorted = (text: string) =>
    text
      .split('\n')
      .filter((line) => line.trim() !== '' && !/^(?:<!--|#)/.test(line))
      .sort();
  const [mine, theirs] = [bench.texts('content'), other.texts('content')];
  expect(Object.keys(mine)).toEqual(
    expect.arrayContaining([...Object.keys(NOTES), 'content/SESSION.md', 'content/REMINDERS.md']),
  );
  for (const [path, text] of Object.entries(mine))
    if (path in NOTES) expect(theirs[path], path).toBe(text);
    else if (/(?:MEMORY|SESSION|REMINDERS|INBOX)\.md$/.test(path))
      expect(sorted(theirs[path] ?? ''), path).toEqual(sorted(text));
  const again = await other.run(['import', 'okf', join(bench.root, '../okf')]);
  expect(again.out).toContain('nothing to do');
});

it('the examples of the specification keep every byte, and are exported as they are', async () => {
  const examples = listFiles(EXAMPLES);
  const bench = createWorkspace(
    Object.fromEntries(Object.entries(examples).map(([path, text]) => [`okf/${path}`, text])),
  );
  await bench.run(['init', '--agent', 'none', '--quiet']);
  const reply = await bench.run(['import', 'okf', 'okf']);
  expect(reply.err).toBe('');
  for (const [path, text] of Object.entries(examples))
    expect(bench.read(`content/private/imported/okf/${path}`)).toBe(text);
  await bench.run(['export', '--format', 'okf', '--private']);
  for (const [path, text] of Object.entries(examples)) {
    const [was, now] = [text, bench.read(`.daybook/okf/private/imported/okf/${path}`)].map((one) =>
      parse(/^---\n([\s\S]*?)\n---/.exec(one)?.[1] ?? ''),
    );
    expect(now).toMatchObject(was);
  }
});
