// @module-tag full: it runs commands many times over
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWorkspace, FULL, later, type Workspace } from '../../support/workspace.js';

const SECRET = 'what lies outside is not for us';

/** Names that try to leave the folder, or that are not notes. */
const PAYLOADS: readonly string[] = [
  '../outside.md',
  '../../outside.md',
  '../outside',
  'content/../../outside.md',
  'content/./../../outside.md',
  'content/pages/../../../outside.md',
  'pages/../../../outside.md',
  '..',
  '.',
  '/',
  '//',
  '/etc/passwd',
  '/etc/passwd\u0000.md',
  'content/MEMORY.md\u0000../../outside.md',
  '..\\outside.md',
  'content\\..\\..\\outside.md',
  'C:\\Windows\\win.ini',
  '\\\\host\\share\\x.md',
  'file:///etc/passwd',
  '%2e%2e%2foutside.md',
  '..%00/outside.md',
  '..%c0%af..%c0%afoutside.md',
  '․․/outside.md',
  '．．／outside.md',
  '~/outside.md',
  '~/../outside.md',
  '~root/x.md',
  '$HOME/outside.md',
  '$(touch pwned)',
  '`touch pwned`',
  '; touch pwned',
  '| touch pwned',
  'x\ntouch pwned',
  '.git/config',
  '.git/hooks/pre-commit',
  '.daybook/keep/journal.jsonl',
  '.daybook/locks/store.lock',
  'content/.git/config',
  'daybook.yaml',
  'CON',
  'NUL.md',
  'COM1',
  'aux.md',
  'a'.repeat(5000),
  `${'../'.repeat(500)}etc/passwd`,
  '__proto__',
  'constructor',
  'toString',
  '*',
  '?',
  '[a-z]*',
  '.*',
  '(a+)+$',
  '-rf',
  '\u202ednammoc',
  'content/link.md',
  'content/folder/outside.md',
  'link',
  'folder/outside',
  'loop',
  'content/loop.md',
];

/** Every way in which a verb takes a path, a name or an id. */
const WAYS: Readonly<Record<string, (word: string) => readonly string[]>> = {
  'amend ID': (word) => ['amend', word, '--text', 'changed'],
  'why ID': (word) => ['why', word],
  'reminders done ID': (word) => ['reminders', 'done', word],
  'reminders snooze ID': (word) => ['reminders', 'snooze', word, '--until', 'tomorrow'],
  'restore PATH': (word) => ['restore', word, '--at', '2026-06-07T12:00:30'],
  'history PATH': (word) => ['history', word],
  'diff SEQ': (word) => ['diff', word],
  'undo SEQ': (word) => ['undo', word],
  'undo --session': (word) => ['undo', '--session', word],
  'links NOTE': (word) => ['links', word],
  'page show': (word) => ['page', 'show', word],
  'page new': (word) => ['page', 'new', word],
  'page rename to': (word) => ['page', 'rename', 'Old', word],
  'page rename from': (word) => ['page', 'rename', word, 'New'],
  'context --target': (word) => ['context', '--target', word],
  'log --file': (word) => ['log', 'about a file', '--type', 'fact', '--file', word],
  'log --from': (word) => ['log', 'from there', '--type', 'fact', '--from', word],
  'log --tag': (word) => ['log', 'tagged', '--type', 'fact', '--tag', word],
  'search --kind': (word) => ['search', 'x', '--kind', word],
};

describe('T21: names that lead out', () => {
  it.each(Object.entries(WAYS))(
    '%s: nothing outside is read or touched, and nothing breaks',
    async (name, args) => {
      const bench = await guarded();
      const before = outside(bench);
      const count = { done: 0, refused: 0 };
      const shift = Object.keys(WAYS).indexOf(name);
      const tried = PAYLOADS.filter((_, i) => FULL || (i + shift) % 3 === 0);
      for (const [i, payload] of tried.entries()) {
        const { status, out, err } = await bench.run(args(payload), { now: later(i + 1) });
        const told = `${JSON.stringify(payload.slice(0, 60))} ${err}`;
        expect(status, told).toBeLessThanOrEqual(2);
        expect(`${out}${err}`, told).not.toContain(SECRET);
        expect(outside(bench), told).toEqual(before);
        if (name !== 'context --target') expect(strays(bench), told).toEqual([]);
        if (status === 0) count.done++;
        else count.refused++;
        if (status === 0 && name === 'page rename to') await bench.run(['undo'], { now: later(i + 1) });
      }
      console.log(
        `escapes by ${name}: ${tried.length} names, ${count.done} taken as plain names, ${count.refused} refused, 0 got out`,
      );
    },
  );

  it('every command refuses to write a note that is a link, and neither reads nor changes its target', {
    tags: 'desk',
  }, async () => {
    const bench = await guarded();
    // The set-up of merges writes to .git/config, as asked; what follows writes to nothing outside of the notes.
    const first = outside(bench);
    await bench.run(['doctor', '--fix'], { now: later(190) });
    const before = outside(bench);
    const isConfig = (path: string) => path === join(bench.root, '.git', 'config');
    for (const [path, text] of Object.entries(first))
      if (isConfig(path)) expect(before[path]?.startsWith(text)).toBe(true);
      else expect([path, before[path]]).toEqual([path, text]);
    for (const args of [
      ['page', 'show', 'link'],
      ['page', 'rename', 'Old', 'Newer'],
      ['search', 'outside'],
      ['lint', '--fix'],
      ['links', '--orphans'],
      ['doctor', '--fix'],
      ['recall'],
      ['scrub', SECRET],
      ['restore', 'content/link.md', '--at', '2026-06-07T12:00:30'],
    ]) {
      const { status, out, err } = await bench.run(args, { now: later(200) });
      expect(status, args.join(' ')).toBeLessThanOrEqual(2);
      expect(out, args.join(' ')).not.toContain(SECRET);
      expect(err, args.join(' ')).not.toContain('a bug');
      expect(outside(bench), args.join(' ')).toEqual(before);
    }
  });
});

/** A workspace with a page, links that lead out, and something worth reading outside. */
async function guarded(): Promise<Workspace> {
  const bench = createWorkspace({
    'content/pages/Old.md': '# Old\n\nsee [[Old]]\n',
    'content/REMINDERS.md': '# Reminders\n\n- [ ] 2026-06-01 | absolute | call ^61k0y5k9xfs\n',
    'CLAUDE.md': '# Rules\n',
    '../outside.md': `# Outside\n\n- ${SECRET} ^61k0y5k9xfz\n`,
    '../elsewhere/outside.md': `# Elsewhere\n\n${SECRET}\n`,
    '.git/config': '[core]\n',
  });
  const out = dirname(bench.root);
  symlinkSync(join(out, 'outside.md'), join(bench.root, 'content/link.md'));
  symlinkSync(join(out, 'elsewhere'), join(bench.root, 'content/folder'));
  symlinkSync('loop.md', join(bench.root, 'content/loop.md'));
  mkdirSync(join(bench.home, '.daybook'), { recursive: true });
  writeFileSync(join(bench.home, 'outside.md'), `${SECRET}\n`);
  await bench.run(['log', 'first of all', '--type', 'fact']);
  return bench;
}

/** All files beside the workspace, and those of git and the settings in it, by path with their bytes; Daybook's own home is its own. */
function outside(bench: Workspace): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (folder: string) => {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      const stat = lstatSync(path);
      if (path === bench.root || path === join(bench.home, '.daybook')) continue;
      if (stat.isDirectory()) walk(path);
      else found[path] = stat.isFile() ? readFileSync(path, 'latin1') : 'link';
    }
  };
  walk(dirname(bench.root));
  walk(join(bench.root, '.git'));
  found['daybook.yaml'] = bench.read('daybook.yaml');
  return found;
}

/** Files of the workspace that no command should have made. */
const strays = (bench: Workspace): readonly string[] =>
  readdirSync(bench.root).filter(
    (name) =>
      !['content', '.daybook', '.git', 'daybook.yaml', 'CLAUDE.md'].includes(name) &&
      !/\.md$/.test(name) &&
      existsSync(join(bench.root, name)),
  );
