// @module-tag full: 19 s of processor time
/* Every command line of the how-to pages and of the README works as written, in a new project. */
import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { drawRows } from '../../support/workspace.js';
import { createProject, HOW_TO, listCommands, listShellLines } from './pages.js';

/** Most pages take a workspace for granted. */
const INIT = 'daybook init --agent none --quiet';
const needsInit = ([first = '']: readonly string[]): boolean => !/^(?:cd \S+ && )?daybook init/.test(first);

describe('a how-to page', () => {
  it.each(drawRows(HOW_TO, 4))('%s: every command line works', (_, lines) => {
    expect(lines.length).toBeGreaterThan(0);
    const { status, out } = createProject().run([...(needsInit(lines) ? [INIT] : []), ...lines]);
    expect([status, out]).toEqual([0, expect.any(String)]);
  });

  it('exists for at least twenty tasks, and none is longer than a screen', () => {
    expect(HOW_TO.length).toBeGreaterThanOrEqual(20);
    const long = HOW_TO.filter(
      ([name]) => readFileSync(`content/guide/how-to/${name}`, 'utf8').split('\n').length > 40,
    );
    expect(long.map(([name]) => name)).toEqual([]);
  });
});

/** Pages with commands in their text and tables that a reader types as they are. */
const COMMAND_PAGES = [
  ...HOW_TO.map(([name]) => `content/guide/how-to/${name}`),
  ...['README.md', 'content/guide/team.md', 'content/guide/questions.md'],
];

/** In a sentence these name a command; typed alone they lack a word. */
const NAMES_ONLY = new Set([
  'daybook done',
  'daybook feedback add',
  'daybook forget',
  'daybook import',
  'daybook log',
  'daybook memory add --private',
  'daybook remind --snooze',
  'daybook scrub',
  'daybook why',
]);

describe('a command in the text of a page', () => {
  it('is no wrong usage, whichever page it is on', () => {
    const pages = COMMAND_PAGES.map((page) => [page, listCommands(page)] as const);
    const commands = [...new Set(pages.flatMap(([, lines]) => lines))].filter((one) => !NAMES_ONLY.has(one));
    expect(commands.length).toBeGreaterThan(100);
    const project = createProject();
    project.run([INIT]);
    const wrong = drawRows(commands, 4).filter((line) =>
      [2, 70, 127].includes(project.run([line]).status ?? 70),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the README', () => {
  const lines = listShellLines('README.md').map((line) => line.replace(/ +#.*$/, ''));
  const scripts = ['.ci/run', '.ci/packed'].map((path) => readFileSync(path, 'utf8')).join('\n');

  test('lines of npm are run by .ci/run or .ci/packed', () => {
    const npm = lines.filter((line) => line.startsWith('np'));
    expect(npm.length).toBeGreaterThan(1);
    expect(npm.filter((line) => !scripts.includes(line))).toEqual([]);
  });

  test('all others work in a new project', () => {
    const others = lines.filter((line) => !line.startsWith('np') && line !== 'cd your-project');
    expect(others.length).toBeGreaterThan(5);
    const { status, out } = createProject().run(others);
    expect([status, out]).toEqual([0, expect.any(String)]);
  });
});
