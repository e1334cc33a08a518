// @module-tag full: it runs commands many times over
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Answer, CANARY, createScene, listAll, runFirst, type Scene } from './scene.js';

/** Where the store keeps its state: the folder below `.daybook` that holds the journal. */
function stateOf(root: string): string {
  const top = join(root, '.daybook');
  const inner = readdirSync(top, { withFileTypes: true }).find(
    (item) => item.isDirectory() && existsSync(join(top, item.name, 'keep')),
  );
  return inner ? join('.daybook', inner.name) : '.daybook';
}

/** Takes what stands at a path outside, and leaves a link to it. */
function moveOut({ root, outside }: Scene, path: string): void {
  const to = join(outside, path.replaceAll('/', '_'));
  if (existsSync(join(root, path))) renameSync(join(root, path), to);
  linkTo({ root, path }, to);
}

/** Leaves a link at a path, whatever stood there. */
function linkTo({ root, path }: { readonly root: string; readonly path: string }, to: string): void {
  rmSync(join(root, path), { recursive: true, force: true });
  mkdirSync(dirname(join(root, path)), { recursive: true });
  symlinkSync(to, join(root, path));
}

/** A workspace in use, with notes, a history and something to look up. */
function createUsed(): Scene {
  const scene = createScene({
    'CLAUDE.md': '# Rules\n',
    'AGENTS.md': '# Rules for agents\n',
    'content/pages/plan.md': '# Plan\n\n- ship it on Friday\n',
    'content/evolving/2026-06-06.md': '# 2026-06-06\n',
  });
  scene.run(['log', 'decided to use tabs because they are wider', '--type', 'decision']);
  scene.run(['remind', 'call the bank', '--when', '2026-06-01']);
  scene.run(['search', 'tabs']);
  scene.run(['cron', 'tick']);
  return scene;
}

/** Puts foreign text into every Markdown file and log below a folder outside. */
function plant(folder: string): void {
  for (const item of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(item.parentPath, item.name);
    if (item.isFile() && /\.md$/.test(item.name))
      writeFileSync(path, `\n- ${CANARY} ^61k0y5k9xfy\n`, { flag: 'a' });
  }
}

/** Links in the place of state, each row at once, relative to the folder that holds it; '' is that folder. */
const STATE: readonly (readonly string[])[] = [
  [''],
  ['keep'],
  ['keep/journal.jsonl'],
  ['keep/runs.jsonl', 'keep/images', 'keep/spool', 'cache/catalogue', 'cache/settings.json', 'signal.json'],
  ['cache'],
  ['locks'],
];

/** Nothing outside changed, and nothing of it was read into an answer or a note. */
function expectUntouched({ root, outside, home }: Scene, before: object, answers: readonly Answer[]): void {
  expect(listAll(outside)).toEqual(before);
  for (const { args, out, err, status } of answers) {
    expect(`${args}: ${out}${err}`).not.toContain(CANARY);
    expect(`${args}: ${status} ${err}`).not.toMatch(/: 70 |: null /);
  }
  for (const folder of [root, home])
    for (const [path, what] of Object.entries(listAll(folder)))
      expect(`${path}: ${what}`).not.toContain(CANARY);
}

/** The answers of commands that must name a link, and what to do about it. */
function expectTold(answers: readonly Answer[], commands: readonly string[], path: string): void {
  for (const command of commands) {
    const { out, err } = answers.find(({ args }) => args === command) as Answer;
    expect(`${command}: ${out}${err}`).toMatch(/symbolic link/);
    expect(`${command}: ${out}${err}`).toContain(path);
  }
}

describe('a link in the place of state is never followed', () => {
  it.each(STATE.map((names) => [names.join(', ') || 'the folder itself', names]))('%s', (_, names) => {
    const scene = createUsed();
    const state = stateOf(scene.root);
    const paths = names.map((name) => join(state, name));
    for (const path of paths) moveOut(scene, path);
    const before = listAll(scene.outside);
    const answers = runFirst(scene);
    expectUntouched(scene, before, answers);
    for (const path of paths) {
      expectTold(answers, ['status', 'doctor'], path);
      expect(lstatSync(join(scene.root, path)).isSymbolicLink()).toBe(true);
    }
  });

  it('.daybook, whatever lies in it', () => {
    const scene = createUsed();
    moveOut(scene, '.daybook');
    const before = listAll(scene.outside);
    const answers = runFirst(scene);
    expectUntouched(scene, before, answers);
    expectTold(answers, ['status', 'doctor'], '.daybook');
    const log = answers.find(({ args }) => args.startsWith('log')) as Answer;
    expect(log.status).toBe(1);
    expect(log.err).toMatch(/\.daybook is a symbolic link.*\nremove the link/);
  });

  it('the file that keeps state out of git', () => {
    const scene = createScene();
    linkTo({ root: scene.root, path: '.daybook/.gitignore' }, join(scene.outside, 'made-by-link'));
    const before = listAll(scene.outside);
    expectUntouched(scene, before, runFirst(scene));
  });

  it.each([[['keep/journal.jsonl']], [['keep/runs.jsonl', 'signal.json', 'cache']], [['locks']]])(
    '%s that lead nowhere yet',
    (names) => {
      const scene = createUsed();
      const state = stateOf(scene.root);
      for (const [at, name] of names.entries())
        linkTo({ root: scene.root, path: join(state, name) }, join(scene.outside, `made-by-link-${at}`));
      const before = listAll(scene.outside);
      expectUntouched(scene, before, runFirst(scene));
    },
  );
});

describe('a link among the notes is never followed', () => {
  it.each([
    [['content']],
    [['content/pages', 'content/evolving', 'content/REMINDERS.md']],
    [['content/MEMORY.md']],
  ])('%s', (paths) => {
    const scene = createUsed();
    for (const path of paths) moveOut(scene, path);
    plant(scene.outside);
    const before = listAll(scene.outside);
    const answers = runFirst(scene);
    expectUntouched(scene, before, answers);
    for (const path of paths) expectTold(answers, ['status', 'doctor', 'lint'], path);
  });

  it.each(['content', 'content/snapshots', 'content/.gitignore'])('%s that leads nowhere yet', (path) => {
    const scene = createUsed();
    linkTo({ root: scene.root, path }, join(scene.outside, 'made-by-link'));
    const before = listAll(scene.outside);
    expectUntouched(scene, before, runFirst(scene));
  });

  it('a content folder below a link', { tags: 'desk' }, () => {
    const scene = createUsed();
    scene.write('daybook.yaml', 'content: docs/notes\n');
    mkdirSync(join(scene.outside, 'docs'));
    renameSync(join(scene.root, 'content'), join(scene.outside, 'docs/notes'));
    linkTo({ root: scene.root, path: 'docs' }, join(scene.outside, 'docs'));
    plant(scene.outside);
    const before = listAll(scene.outside);
    const answers = runFirst(scene);
    expectUntouched(scene, before, answers);
    expectTold(answers, ['status', 'doctor', 'lint'], 'docs');
  });

  it.each(['content', 'content/FAILURES.md'])('%s of the global notes', (path) => {
    const scene = createUsed();
    const answer = scene.run(['reject', 'redis', '--why', 'it lost sessions', '--global']);
    expect(answer.status, answer.err).toBe(0);
    const home = join(scene.home, '.daybook');
    moveOut({ ...scene, root: home }, path);
    plant(scene.outside);
    const before = listAll(scene.outside);
    expectUntouched(scene, before, runFirst(scene));
    expect(scene.run(['edges', 'redis', '--json']).out).not.toContain(CANARY);
  });

  it('the settings', () => {
    const scene = createUsed();
    writeFileSync(join(scene.outside, 'daybook.yaml'), `content: ${CANARY}\n`);
    linkTo({ root: scene.root, path: 'daybook.yaml' }, join(scene.outside, 'daybook.yaml'));
    const before = listAll(scene.outside);
    expectUntouched(scene, before, runFirst(scene));
  });
});

describe('files for agents are written through no link that leaves the worktree', () => {
  it.each([
    [['CLAUDE.md', '.mcp.json', '.claude/settings.local.json', '.codex/hooks.json'], ['doctor']],
    [['AGENTS.md', '.claude/commands'], ['doctor']],
    [['.claude', '.codex'], []],
  ])('%s', (paths, leftOut) => {
    const scene = createUsed();
    scene.run(['init', '--agent', 'claude,codex']);
    for (const path of paths) moveOut(scene, path);
    plant(scene.outside);
    const before = listAll(scene.outside);
    expectUntouched(scene, before, runFirst(scene, leftOut));
    for (const path of paths) expect(lstatSync(join(scene.root, path)).isSymbolicLink()).toBe(true);
  });

  it.each([
    ['a file that is no Markdown', 'CLAUDE.md', '.env'],
    ['a file of git', 'CLAUDE.md', '.git/notes.md'],
    ['state', 'CLAUDE.md', '.daybook/notes.md'],
    ['a note', 'CLAUDE.md', 'content/pages/plan.md'],
    ['a folder', 'CLAUDE.md', 'content'],
    ['nothing', 'CLAUDE.md', 'missing.md'],
    ['a file of another kind', '.mcp.json', 'AGENTS.md'],
  ])('the context block does not go to %s', (_, path, to) => {
    const scene = createUsed();
    scene.write('.env', 'TOKEN=abc\n');
    scene.write('.git/notes.md', 'of git\n');
    scene.write('.daybook/notes.md', 'of the state\n');
    linkTo({ root: scene.root, path }, to);
    const files = ['.env', '.git/notes.md', '.daybook/notes.md', 'content/pages/plan.md', 'AGENTS.md'];
    const texts = () => files.map((name) => readFileSync(join(scene.root, name), 'utf8'));
    const before = texts();
    const { status, err } = scene.run(['init', '--agent', 'claude']);
    expect([0, 1]).toContain(status); // what does not need the file may be done
    expect(err).toContain(path);
    expect(err).toMatch(/link/);
    expect(texts()).toEqual(before);
    expect(lstatSync(join(scene.root, path)).isSymbolicLink()).toBe(true);
    expect(existsSync(join(scene.root, 'missing.md'))).toBe(false);
  });
});

it('takes nothing out through a link when it exports once more', () => {
  const scene = createUsed();
  const first = scene.run(['export', '--format', 'hugo', '--to', 'site']);
  expect(first.status, first.err).toBe(0);
  const list = join(scene.root, 'site/.daybook-export');
  writeFileSync(join(scene.outside, 'kept.md'), 'somebody’s own\n');
  linkTo({ root: scene.root, path: 'site/old' }, scene.outside);
  writeFileSync(list, `${readFileSync(list, 'utf8')}old/kept.md\n`);
  const before = listAll(scene.outside);
  scene.run(['export', '--format', 'hugo', '--to', 'site']);
  linkTo({ root: scene.root, path: 'public' }, relative(scene.root, scene.outside));
  expect(scene.run(['export', '--format', 'hugo', '--to', 'public/site']).status).toBe(1);
  expect(listAll(scene.outside)).toEqual(before);
});
