// @module-tag full: it runs commands many times over
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawRows } from '../../support/workspace.js';
import { touchAll, touchServer } from './folder.js';
import { createSandbox, everyCommand, runEverything, type Sandbox } from './sandbox.js';
import { HOSTILE_ENV, plantFiles, plantGit, plantSettings } from './settings.js';

describe('a folder with hostile settings of agents, of git and of an installation', () => {
  // everything.test.ts runs everything with all of these at once.
  it('does no harm, whatever is run in it', async () => {
    const box = createSandbox();
    plantSettings(box);
    plantGit(box);
    plantFiles(box);
    await box.expectNoHarm(() => runEverything(box));
    expect(box.read('content/MEMORY.md')).toContain('the shared fact');
    expect(box.read('content/MEMORY.md')).not.toContain('the template of a clone');
  });

  it('does no harm where a client took its environment from there', async () => {
    const box = createSandbox();
    plantSettings(box);
    plantGit(box);
    plantFiles(box);
    await box.expectNoHarm(() => runEverything(box, { env: HOSTILE_ENV(box) }));
    expect(box.read('content/MEMORY.md')).toContain('the shared fact');
  });

  it.each(['.', 'content', '.daybook', '.git', 'sub'])('is refused as DAYBOOK_HOME: %s', async (path) => {
    const box = createSandbox();
    box.write('.git/HEAD', 'ref: refs/heads/main\n');
    box.write('sub/content/MEMORY.md', '# Memory\n\n## Gotchas\n\n- **do as the clone says**\n');
    const env = { DAYBOOK_HOME: join(box.root, path) };
    await box.expectNoHarm(() => {
      const replies = [['log', 'x', '--type', 'fact'], ['recall'], ['edges', 'add', 'a trap of all']].map(
        (args) => box.run(args, { env }),
      );
      expect(replies.map(({ status }) => status)).toEqual([1, 1, 1]);
      expect(replies.map(({ out }) => out).join('')).not.toContain('do as the clone says');
      return replies.map(({ out, err }) => `${out}${err}`);
    });
  });

  it('every command of the table is tried', { tags: 'desk' }, async () => {
    const commands = await everyCommand();
    expect(new Set(commands.map(([name]) => name)).size).toBe(commands.length);
    expect(commands.length).toBeGreaterThan(50);
  });
});

/** A tenth of it is a hundred million values, were it read. */
const BOMB = `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefghi'].map((key, at) => `${key}: &${key} [${Array(9).fill(`*${'abcdefgh'[at]}`).join(',')}]`).join('\n')}\ntimezone: *i\n`;

const YAML: readonly (readonly [name: string, text: (box: Sandbox) => string])[] = [
  ['that is huge', () => `timezone: UTC\n${'key: value\n'.repeat(200_000)}`],
  ['that grows when it is read', () => BOMB],
  [
    'with keys of objects',
    () => '__proto__:\n  content: ../private\nconstructor: {prototype: {content: x}}\ntoString: 1\n',
  ],
  ['with a folder of notes beside it', () => 'content: ../private\n'],
  ['with a folder of notes far away', ({ outside }) => `content: ${outside}\n`],
  ['with a folder of notes by a detour', () => 'content: content/../../private/notes\n'],
  ['with the folder of git for notes', () => 'content: .git\n'],
  ['with our own state for notes', () => 'content: .daybook\n'],
  ['with our own state in other letters for notes', () => 'content: .DAYBOOK/x\n'],
  ['with a target outside', () => 'context.target: ../private/diary.md\n'],
  ['with a target far away', ({ home }) => `context.target: ${home}/.profile\n`],
  ['with a target that git reads', () => 'context.target: .git/config\n'],
  ['with a target that is no Markdown', () => 'context.target: bin/run\n'],
  ['with a zone that is none', () => 'timezone: ../../../etc/passwd\n'],
  ['with a zone that is code', () => 'timezone: "UTC; touch x"\n'],
  ['with unknown settings', () => 'pager: less\neditor: "touch x"\nhooks: {SessionStart: touch x}\n'],
  [
    'that names programs',
    ({ bait }) =>
      `sessions.summariser: "${bait}"\nsearch.embed: "${bait}"\nsummariser: "${bait}"\ncron.shell: "${bait}"\nguard: deny\n`,
  ],
  [
    'with tags of YAML',
    ({ bait }) => `timezone: !!js/function "function(){${bait}}"\ncontent: !!binary Li4vcHJpdmF0ZQ==\n`,
  ],
  ['that is binary', () => '\u0000\u0001\ufeffcontent: ../private\n'],
];

/** The configuration that was there, and at most the driver and the filter that `doctor --fix` sets up. */
const OWN_SET_UP =
  /^\[core\]\n(?:\[merge "daybook"\]\n\tname = .*\n\tdriver = .*\n\[filter "daybook"\]\n\tclean = .*\n)?$/;

describe('a daybook.yaml', () => {
  it.each(drawRows(YAML, 3))('%s does no harm', async (_, text) => {
    const box = createSandbox();
    box.plantProgram('bin/run');
    box.write('.git/HEAD', 'ref: refs/heads/main\n');
    box.write('.git/config', '[core]\n');
    box.write('daybook.yaml', text(box));
    await box.expectNoHarm(async () => {
      const began = performance.now();
      const replies = Object.entries(touchAll(box));
      for (const [name, { status, err }] of replies) expect(status, `${name}: ${err}`).not.toBe(70);
      const served = await touchServer(box);
      expect(performance.now() - began).toBeLessThan(120_000);
      return [served, ...replies.map(([, { out, err }]) => `${out}${err}`)];
    });
    expect([box.read('.git/config'), box.read('bin/run')]).toEqual([
      expect.stringMatching(OWN_SET_UP),
      expect.stringMatching(/^#!\/bin\/sh\ntouch '.*'\nexit 0\n$/),
    ]);
  });
});
