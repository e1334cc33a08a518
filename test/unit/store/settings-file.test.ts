import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { DEFAULTS } from '../../../src/config/settings.js';
import { parseSettings, readSettings } from '../../../src/store/settings-file.js';
import { append, quickStore, stateOf, workspace } from '../../support/store-root.js';

const read = (text: string) => parseSettings(text, parse);
const never = () => Promise.reject(new Error('the parser was loaded'));

describe('settings', () => {
  it('are the defaults for an empty file, without a parser', async () => {
    for (const text of ['', '\n# nothing yet\n']) {
      const { settings, notices } = await readSettings(workspace({ 'daybook.yaml': text }), never);
      expect([settings, notices]).toEqual([DEFAULTS, []]);
    }
  });

  it('may be nested or dotted', () => {
    const {
      settings,
      present: given,
      notices,
    } = read('session:\n  gap: 45\ncontext.budget: 900\nstore: worktree\nstore.fsync: off\n');
    expect(notices).toEqual([]);
    expect(settings).toMatchObject({
      'session.gap': 45,
      'context.budget': 900,
      store: 'worktree',
      'store.fsync': 'off',
    });
    expect(given).toEqual(['session.gap', 'context.budget', 'store', 'store.fsync']);
  });

  it.each([
    ['sesion:\n  gap: 5', 'did you mean `session.gap`', 2],
    ['session:\n  gap: soon', 'must be a number', 2],
    ['session.gap: 0', 'from 1 to 10080', 1],
    ['store: everywhere', 'one of main, worktree', 1],
    ['timezone: Mars/Phobos', 'cannot be', 1],
    ['content: ../up', 'cannot be', 1],
    ['__proto__: {polluted: 1}', 'unknown setting', undefined],
    ['a: [', 'not understood', undefined],
    ['- list', 'not understood', undefined],
  ])('%j is noticed, and the default holds', (text, message, line) => {
    const { settings, notices } = read(text);
    expect(settings).toEqual(DEFAULTS);
    expect(notices.map((one) => one.message).join()).toContain(message);
    if (line !== undefined) expect(notices[0]).toMatchObject({ path: 'daybook.yaml', line });
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('of an earlier version are accepted and have no effect', () => {
    const { settings, present, notices } = read(
      'cron: {lint: off}\nvocabulary: {queue: [kafka]}\nsearch.limit: 3\n',
    );
    expect([settings, present, notices]).toEqual([DEFAULTS, [], []]);
  });

  it('are parsed once, and again when the file or the cache changes', async () => {
    const root = workspace({ 'daybook.yaml': 'session.gap: 45\n' });
    append(quickStore(root), 'content/A.md', 'a');
    let loads = 0;
    const load = async () => {
      loads++;
      return parse;
    };
    const other = workspace({ 'daybook.yaml': 'session.gap: 44\n' });
    const again = async () => {
      await readSettings(other, async () => parse); // what is asked twice is not read twice: asked in between, as by another process
      return (await readSettings(root, load)).settings['session.gap'];
    };
    for (let i = 0; i < 3; i++) expect(await again()).toBe(45);
    expect(loads).toBe(1);
    for (let i = 0; i < 3; i++) expect((await readSettings(root, load)).settings['session.gap']).toBe(45);
    writeFileSync(join(root.root, 'daybook.yaml'), 'session.gap: 46\n');
    expect(await again()).toBe(46);
    writeFileSync(stateOf(root.root, 'cache/settings.json'), '{');
    expect(await again()).toBe(46);
    rmSync(join(root.root, '.daybook'), { recursive: true });
    expect(await again()).toBe(46);
    expect([loads, existsSync(join(root.root, '.daybook'))]).toEqual([4, false]);
  });
});
