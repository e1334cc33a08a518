import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createInitializedWorkspace, type InitializedWorkspace } from '../../support/workspace.js';

const FIXTURES = join('test', 'fixtures', 'mind');
let stage: InitializedWorkspace;

async function withMind(
  name: string,
  files: Readonly<Record<string, string>> = {},
): Promise<InitializedWorkspace> {
  const made = await createInitializedWorkspace(files);
  cpSync(join(FIXTURES, name), join(made.root, '.mind'), { recursive: true });
  return made;
}

/** Words that name a type or join it to what it says; the type itself says them now. */
const CARRIED = new Set(
  'decided to use because til learned that fixed problem gotcha memory session reminders decisions learnings problems progress gotchas log x key mood experience blockers rejected assumptions 决 定 因 为 open i mention'.split(
    ' ',
  ),
);
const words = (text: string) => text.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? [];

test.each(['tidy', 'loose'])('nothing of a %s memory is lost, and twice is once', async (name) => {
  stage = await withMind(name);
  const before = stage.texts('content');
  const { status, answer } = await stage.ask('import', 'mind', '.mind');
  expect(status).toBe(0);
  const after = stage.texts('content');
  const here = new Set(words(Object.values(after).join('\n')));
  const mind = ['MEMORY.md', 'SESSION.md', 'REMINDERS.md'].map((file) => stage.read(`.mind/${file}`));
  const lost = mind
    .flatMap(words)
    .filter((word) => !here.has(word) && !CARRIED.has(word) && !/^\d+$/.test(word));
  const items = answer.imported.items as { what: string }[];
  const count = (what: string) => items.filter((item) => item.what === what).length;
  console.log(
    `import ${name}: ${count('entry')} entries, ${count('reminder')} reminders, ${count('summary')} summaries, ${count('kept')} kept, ${lost.length} words lost of ${mind.flatMap(words).length}`,
  );
  expect(lost).toEqual([]);
  expect((await stage.ask('import', 'mind', '.mind')).answer.changes).toEqual([]);
  expect(stage.texts('content')).toEqual(after);
  await stage.ask('undo');
  const undone = stage.texts('content');
  for (const path of Object.keys(undone)) expect([path, undone[path]]).toEqual([path, before[path]]);
  expect(Object.keys(undone)).toEqual(Object.keys(before));
});

test('entries of a tidy memory go home with type, reason, status and date', async () => {
  stage = await withMind('tidy');
  await stage.ask('import', 'mind', '.mind');
  const memory = stage.read('content/MEMORY.md');
  for (const line of [
    '- keep sessions in Postgres — Redis lost them on restart [at:: 2025-12-12] [by:: mind] ^',
    '- use pnpm — npm hoists everything [at:: 2025-12-12] [by:: mind] ^',
    '- the cache key ignores the locale [at:: 2025-12-12] [by:: mind] ^',
    '- avatars vanish after deploy [at:: 2025-12-12] [by:: mind] [status:: resolved] ^',
    '- `reset` drops the schema -> take a dump first [at:: 2025-12-12] [by:: mind] ^',
    '- never deploy on Friday #key [at:: 2025-12-12] [by:: mind] ^',
  ])
    expect(memory).toContain(line);
  expect(stage.read('content/evolving/2025-12-10.md')).toContain('- wrote the importer (mood: productive)');
  const reminders = stage.read('content/REMINDERS.md');
  for (const line of [
    '- [ ] 2026-07-01 | absolute | Check the security audit ^',
    '- [ ] - | next session | Demo prep ^',
    '- [ ] auth | context | Update auth tokens ^',
    '- [x] 2025-12-01 | absolute | Renew the certificate ^',
    '- [ ] rate limits | context | Read the quota page ^',
  ])
    expect(reminders).toContain(line);
  const { answer } = await stage.ask('search', 'sessions Postgres');
  expect(answer.hits[0]).toMatchObject({ type: 'decision', why: 'Redis lost them on restart', by: 'mind' });
});

test('what is written loosely is understood where it can be, and kept whole where it cannot', async () => {
  stage = await withMind('loose');
  await stage.ask('import', 'mind', '.mind');
  const memory = stage.read('content/MEMORY.md');
  expect(memory).toContain('- keep the REST API — partners depend on it [at:: ');
  expect(memory).toContain('- chose Vite over Webpack — cold starts take a second [at:: 2025-12-03]');
  expect(memory).toContain('- Mailgun retries for eight hours -> make handlers idempotent [at:: 2025-12-03]');
  expect(memory).toContain('- 用 Redis 做缓存 — 数据库压力太大 [at:: ');
  expect(memory).not.toMatch(/quote somebody|run this|on a cache yet/);
  expect(stage.read('content/SESSION.md')).toContain(
    '- I am halfway through the upload page; the progress bar lies. [at:: ',
  );
  const page = stage.read('content/imported/mind-2026-06-07.md');
  for (const kept of [
    'This project sells bikes. Ask Anna about the tax rules, she wrote them.',
    'We decided to stream the rows because memory ran out on the big file. It took two days, and Jo hated it.',
    "* haven't decided on a cache yet",
    '  - Jo has the logs',
    '| orders | Kim |',
    '```sh\ndecided --to run this\n```',
    '> decided to quote somebody',
    '```yaml\n---\nproject: shop\n---\n```',
    '### 12/3/2025',
    'an old note about [[nothing]]',
  ])
    expect(page).toContain(kept);
  const reminders = stage.read('content/REMINDERS.md');
  for (const line of [
    '- [ ] 2026-12-20 | absolute | Ask Anna about taxes on December 20, 2026 ^',
    '- [ ] API | context | Check rate limits when we work on API ^',
    '- [ ] look at the invoices some day ^',
    '- [ ] 2026-08-01T14:00 | absolute | call the bank \\| ask for Joe ^',
  ])
    expect(reminders).toContain(line);
});

test('reminders by relative words are dated from the day on which they were written, where that is known', async () => {
  stage = await createInitializedWorkspace({
    '.mind/REMINDERS.md': [
      '- [ ] Check the audit tomorrow',
      '- [ ] look at the invoices some day',
      '',
      '## 2026-05-29 | wrote the importer | mood: fine',
      '',
      '- [ ] Check the security audit tomorrow',
      '- [ ] in 3 days | time | call the bank',
      '- [x] ask Jo next week',
      '- [ ] 明天检查部署',
      '- [ ] Demo prep next session',
      '',
      '## Notes',
      '',
      '- [ ] send the report on friday',
      '- [ ] ask Kim in 2 days [at:: 2026-06-01]',
      '',
    ].join('\n'),
  });
  const { status, answer } = await stage.ask('import', 'mind', '.mind');
  expect(status).toBe(0);
  const reminders = stage.read('content/REMINDERS.md');
  for (const line of [
    '- [ ] Check the audit tomorrow ^',
    '- [ ] look at the invoices some day ^',
    '- [ ] 2026-05-30 | absolute | Check the security audit tomorrow ^',
    '- [ ] 2026-06-01 | absolute | call the bank (in 3 days) ^',
    '- [x] 2026-06-05 | absolute | ask Jo next week ^',
    '- [ ] 2026-05-30 | absolute | 明天检查部署 ^',
    '- [ ] - | next session | Demo prep next session ^',
    '- [ ] send the report on friday ^',
    '- [ ] 2026-06-03 | absolute | ask Kim in 2 days ^',
  ])
    expect(reminders).toContain(line);
  expect(
    answer.notices.map(({ path, line, message }: { path: string; line: number; message: string }) => [
      path,
      line,
      /«(.*)»/.exec(message)?.[1],
    ]),
  ).toEqual([
    ['.mind/REMINDERS.md', 1, 'tomorrow'],
    ['.mind/REMINDERS.md', 14, 'on friday'],
  ]);
  expect((await stage.ask('import', 'mind', '.mind')).answer.changes).toEqual([]);
});

test('a line that is here already is not written again, and ids and later lines of the source are kept apart', async () => {
  stage = await createInitializedWorkspace({
    'content/MEMORY.md': '## Decisions\n\n- use pnpm — npm hoists everything ^taken1\n',
  });
  stage.write(
    '.mind/MEMORY.md',
    '## Decisions\n\n- use pnpm - npm hoists everything\n- use Vite ^own-1\n- use Biome ^taken1\n',
  );
  const { answer } = await stage.ask('import', 'mind', '.');
  expect(
    answer.imported.items.map((item: { what: string; id: string }) => [
      item.what,
      item.id === 'taken1' || item.id === 'own-1' ? item.id : 'new',
    ]),
  ).toEqual([
    ['known', 'taken1'],
    ['entry', 'own-1'],
    ['entry', 'new'],
  ]);
  stage.write('.mind/MEMORY.md', `${stage.read('.mind/MEMORY.md')}- use vitest\n- use vitest\n`);
  const again = await stage.ask('import', 'mind', '.mind');
  expect(again.answer.imported.items.map((item: { what: string }) => item.what)).toEqual(['entry', 'known']);
  expect(again.answer.imported.before).toBe(3);
});

test('links, binaries and files that are too large stay where they are, and are named', async () => {
  stage = await withMind('tidy', { 'secret.md': 'do not read' });
  symlinkSync(join(stage.root, 'secret.md'), join(stage.root, '.mind', 'link.md'));
  symlinkSync('/', join(stage.root, '.mind', 'root'));
  writeFileSync(join(stage.root, '.mind', 'image.png'), Uint8Array.of(0x89, 0x50, 0, 0xff));
  writeFileSync(join(stage.root, '.mind', 'large.md'), 'x'.repeat(3 * 1024 * 1024));
  mkdirSync(join(stage.root, '.mind', '.git'));
  const { status, answer } = await stage.ask('import', 'mind', '.mind');
  expect(status).toBe(0);
  expect(answer.imported.skipped.map((one: { path: string }) => one.path)).toEqual([
    'image.png',
    'large.md',
    'link.md',
    'root',
  ]);
  expect(Object.values(stage.texts('content')).join('')).not.toContain('do not read');
});

test('a large memory comes over at once', async () => {
  const many = Number(process.env.DAYBOOK_FULL ? 5000 : 1000);
  const lines = Array.from(
    { length: many },
    (_, i) => `- decided to keep variant ${i} because test ${i} asked`,
  );
  stage = await createInitializedWorkspace({ '.mind/MEMORY.md': `# Memory\n\n${lines.join('\n')}\n` });
  const { answer } = await stage.ask('import', 'mind', '.mind');
  expect(answer.imported.items).toHaveLength(many);
  const ids = stage.read('content/MEMORY.md').match(/\^\w{11}$/gm) ?? [];
  expect(new Set(ids).size).toBe(many);
});
