// @module-tag full: 8 s of processor time
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LINT_RULES } from '../../../src/features/lint/find-notices.js';
import { createInitializedWorkspace, type InitializedWorkspace } from '../../support/workspace.js';

let stage: InitializedWorkspace;
interface Notice {
  rule: string;
  level: string;
  path: string;
  line: number;
  message: string;
}
const brief = (notices: Notice[]) =>
  notices.map(({ rule, level, path, line }) => `${path.replace('content/', '')}:${line} ${rule} ${level}`);

const CASES: readonly (readonly [string, Readonly<Record<string, string>>, readonly string[]])[] = [
  ['nothing', { 'content/MEMORY.md': '## Decisions\n\n- use X — fast ^a1\n- see [[MEMORY#^a1]]\n' }, []],
  [
    'an id twice',
    { 'content/MEMORY.md': '## Facts\n\n- one thing ^a1\n', 'content/p.md': 'another ^a1\n' },
    ['MEMORY.md:3 duplicate-id error', 'p.md:1 duplicate-id error'],
  ],
  [
    'secrets: by our patterns, and by what only secretlint sees; what was redacted is none',
    {
      'content/p.md': `# Keys\n\nthe box takes password: "Zw81kkQp" and nothing else\n\nit answers to xox${'p-'}123-abc\n\npassword: "[redacted:password:8881]"\n`,
    },
    ['p.md:3 secret error', 'p.md:5 secret error'],
  ],
  [
    'a snapshot, failures and notes of a task that cannot be continued',
    {
      'content/snapshots/a_2026-06-01.md':
        '---\ncreated_at: "2026-06-01T10:00:00Z"\ngoal: "g"\nstate: "s"\nstatus: "half"\n---\n',
      'content/FAILURES.md':
        '## Rejected: Redux\n\n**rejected_by**: nobody\n\n## Rejected: Tailwind\n\n**reason**: style conflict\n',
      'content/research_plans/p.md': '# Research Plan: p\n\n## Strategy\nnone\n',
      'content/checkpoints/cp_a_1.md': '---\nphase: "a"\n---\n',
      'content/findings/ui_1.md': '# Findings: ui\n**Status**: perfect\n',
      'content/findings/ok_1.md': '# Findings: ok\n\n## Summary\nAll is well.\n',
    },
    [
      'FAILURES.md:1 failure warning',
      'FAILURES.md:1 failure warning',
      'checkpoints/cp_a_1.md:1 task warning',
      'findings/ui_1.md:1 task warning',
      'findings/ui_1.md:1 task warning',
      'research_plans/p.md:1 task warning',
      'snapshots/a_2026-06-01.md:1 snapshot warning',
      'snapshots/a_2026-06-01.md:1 snapshot warning',
    ],
  ],
  ['dead links', { 'content/p.md': '\n[[q]] `[[r]]`\n' }, ['p.md:2 dead-link error']],
  [
    'the same twice',
    {
      'content/MEMORY.md':
        '## Decisions\n\n- use Postgres for sessions\n- never use Postgres for sessions\n- Use Postgres for the sessions.\n\n## Facts\n\n- use Postgres for sessions\n',
    },
    [
      'MEMORY.md:4 contradiction warning',
      'MEMORY.md:5 duplicate warning',
      'MEMORY.md:5 contradiction warning',
      'MEMORY.md:9 contradiction warning',
    ],
  ],
  [
    'front matter that is none',
    {
      'content/p.md': '---\na: 1\nb: [\n---\n',
      'content/q.md': '---\na: 1\n',
      'content/r.md': '---\n\na rule above\n',
    },
    ['p.md:4 front-matter error', 'q.md:1 front-matter error'],
  ],
  [
    'prose',
    {
      'content/MEMORY.md': 'What we know.\n\n- Descision: tabs\n- TIL: it works\n',
      'content/p.md': 'prose\n',
    },
    ['MEMORY.md:3 not-understood warning'],
  ],
  [
    'reminders',
    {
      'content/REMINDERS.md':
        '- [ ] 2026-06-06 | absolute | late\n- [ ] 2026-06-07 | absolute | today\n- [ ] 2026-02-30 | absolute | never\n- [ ] a | b | c\n- [x] a | b | c\n- [ ] next 2026-06-01 every week | recurring | weekly\n- just words\n',
    },
    [
      'REMINDERS.md:1 overdue warning',
      'REMINDERS.md:3 reminder-line error',
      'REMINDERS.md:4 reminder-line error',
      'REMINDERS.md:6 overdue warning',
    ],
  ],
  [
    'markers that mark nothing',
    { 'content/p.md': '^a1\n\n> quoted\n\n^a2\n\n---\n\n^a3\n\ntext ^a4\n' },
    ['p.md:1 orphan-marker warning', 'p.md:9 orphan-marker warning'],
  ],
];

test.each(CASES)('%s', async (_, files, want) => {
  stage = await createInitializedWorkspace(files);
  const { answer, status } = await stage.ask('lint');
  expect(brief(answer.notices)).toEqual(want);
  expect(status).toBe(want.some((one) => one.endsWith('error')) ? 1 : 0);
});

test('a note that is not UTF-8, broken markers, and a block over its budget', async () => {
  const lines = Array.from(
    { length: 60 },
    (_, i) => `- fact number ${i} about the ${i}th part of the whole machine`,
  );
  stage = await createInitializedWorkspace({ 'content/MEMORY.md': `## Facts\n\n${lines.join('\n')}\n` });
  writeFileSync(join(stage.root, 'content', 'bad.md'), Uint8Array.of(0xff, 0xfe));
  expect(brief((await stage.ask('lint')).answer.notices)).toEqual(['bad.md:1 unreadable error']);
  stage.write('daybook.yaml', 'timezone: Europe/Berlin\ncontext:\n  budget: 120\n');
  expect(brief((await stage.ask('lint')).answer.notices)).toContain('CLAUDE.md:1 context-block warning');
  const fixed = await stage.ask('lint', '--fix');
  expect(brief(fixed.answer.notices)).toEqual(['bad.md:1 unreadable error']);
  stage.write('CLAUDE.md', '<!-- MIND:CONTEXT -->\n');
  expect(brief((await stage.ask('lint')).answer.notices)).toContain('CLAUDE.md:1 context-block error');
});

test('--fix fixes only what loses nothing', async () => {
  stage = await createInitializedWorkspace({
    'content/p.md': '^a1\n\none ^a2\n\ntwo ^a2\n\nthree ^a3\n\nfour ^a3 and\n\nfive ^a3\n\n[[p#^a3]]\n',
    'content/REMINDERS.md': '- look at it on 2026-07-01, please #soon\n- some day\n',
  });
  const { answer } = await stage.ask('lint', '--fix');
  const page = stage.read('content/p.md');
  expect(page).toMatch(
    /^one \^a2\n\ntwo \^[0-9a-z]{11}\n\nthree \^a3\n\nfour \^a3 and\n\nfive \^a3\n\n\[\[p#\^a3\]\]\n$/,
  );
  const loose = '- look at it on 2026-07-01, please #soon\n- some day\n'; // a date is read in place
  expect(stage.read('content/REMINDERS.md')).toBe(loose);
  expect(brief(answer.notices)).toEqual(['p.md:5 duplicate-id error', 'p.md:9 duplicate-id error']);
  expect((await stage.ask('lint', '--fix')).answer.changes).toEqual([]);
  await stage.ask('undo');
  expect(stage.read('content/p.md')).toMatch(/^\^a1\n\none \^a2\n\ntwo \^a2\n/);
});

test('every rule has a name of its own and says why it is there', () => {
  expect(new Set(LINT_RULES.map(({ name }) => name)).size).toBe(LINT_RULES.length);
  for (const { name, why } of LINT_RULES) {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(why).toMatch(/^[a-z].{30,}[^.]$/);
  }
});
