// @module-tag full: it runs commands many times over
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMAND_NAMES, COMMANDS } from '../../../src/app/command-registry.js';
import {
  begun,
  COMMAND,
  isAllowed,
  NOON_MS,
  plant,
  planted,
  put,
  stateFolders,
  toolCall,
  touchAll,
  touchServer,
} from './folder.js';
import { inputsOf, keepSession, plantTranscript, queue, request, SPOOL } from './requests.js';

/** Every text in the workspace, history and all. */
function textsOf(folder: string): string {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((item) => item.isFile() && !/\.(json|refused)$/.test(item.name))
    .map((item) => readFileSync(join(item.parentPath, item.name), 'latin1'))
    .join('\n');
}

describe('a queue that another user filled', () => {
  it('runs no program and reads nothing elsewhere, whatever command is asked first', async () => {
    for (const first of ['status', 'search', 'log', 'mcp']) {
      const folder = begun();
      keepSession(folder);
      plantTranscript(folder);
      const before = folder.outsideNow();
      const [{ summariser }] = [inputsOf(folder).sessions?.[0] as { summariser: string }];
      queue(folder, request('sessions', { act: 'compact', id: 'evil', last: 1, first: 0, summariser }));
      queue(folder, request('import', { source: 'mind', path: join(folder.outside, 'notes') }));
      queue(folder, request('checkpoint', { transcript: join(folder.outside, 'secret.jsonl') }));
      folder.programs();
      if (first === 'mcp') await folder.serve([toolCall(2, 'mind_session'), toolCall(3, 'mind_recall')]);
      else
        folder.run(
          first === 'log'
            ? ['log', 'x y z', '--type', 'fact']
            : [first, 'fact'].slice(0, first === 'status' ? 1 : 2),
        );
      expect(folder.outsideNow(), first).toEqual(before);
      expect(existsSync(join(folder.outside, 'PWNED')), first).toBe(false);
      expect(
        folder.programs().filter((one) => !isAllowed(one)),
        first,
      ).toEqual([]);
      expect(textsOf(join(folder.root, 'content')), first).not.toMatch(/private (?:fact|question)/);
    }
  });

  it('of every command, with input that leads out: nothing is done, all is kept and told', async () => {
    const folder = begun();
    keepSession(folder);
    plantTranscript(folder);
    const before = folder.outsideNow();
    const content = folder.read('content/MEMORY.md');
    const hostile = inputsOf(folder);
    const names: string[] = [];
    for (const command of COMMAND_NAMES)
      for (const input of hostile[command] ?? [{ unknown: 'x' }]) {
        const one = request(command, input);
        names.push(one.id);
        queue(folder, one);
      }
    folder.programs();
    const history = folder.run(['history', '--json']);
    expect(history.status, history.err).toBe(0);
    expect(JSON.parse(history.out).history).toHaveLength(1);
    expect(folder.read('content/MEMORY.md')).toBe(content);
    const doctor = folder.run(['doctor']);
    expect(doctor.status).toBe(1);
    expect(doctor.out).toMatch(/BAD waiting requests — .*refused when their turn came: .*and \d+ more/);
    const refused = planted(folder, SPOOL).filter((name) => name.endsWith('.refused'));
    for (const id of names)
      expect(
        refused.some((name) => name.startsWith(`${id}.`)),
        id,
      ).toBe(true);
    touchAll(folder);
    await touchServer(folder);
    expect(folder.outsideNow()).toEqual(before);
    expect(folder.programs().filter((one) => !isAllowed(one))).toEqual([]);
    expect(existsSync(join(folder.home, '.daybook', 'content'))).toBe(false);
  });

  it('a command that may be queued takes its own parameters, and no others', () => {
    for (const input of [
      { text: 'x', type: 'fact', tag: [], file: [], branch: false, workspace: '/tmp' },
      { text: 7.5, tag: 'no list' },
      { text: ['a', 'list'] },
      { type: 'fact' },
      { text: { toString: 'x' } },
      JSON.parse('{"text":"x","__proto__":{"type":"fact"}}'),
      'log x',
      ['x'],
      null,
    ]) {
      const folder = begun();
      queue(folder, request('log', input));
      const { status, err } = folder.run(['status']);
      expect([status, err.includes('a bug')], JSON.stringify(input)).toEqual([0, false]);
      expect(folder.run(['doctor']).out, JSON.stringify(input)).toMatch(/BAD waiting requests/);
    }
  });

  it('what is not a request stays where it is, stops no command, and is reported', { tags: 'desk' }, () => {
    const folder = begun();
    const good = request('log', { text: 'z', type: 'fact', tag: [], file: [], branch: false });
    const odd: readonly (readonly [name: string, value: unknown])[] = [
      ['one.json', { ...good, id: '../../../private/x' }],
      ['two.json', { ...good, id: 'other-name' }],
      ['three.json', { ...good, id: 'three', now: 'yesterday' }],
      ['four.json', { ...good, id: 'four', seed: { length: 3 } }],
      ['five.json', { ...good, id: 'five', session: 'a\nb' }],
      ['six.json', { ...good, id: 'six', verb: 'log --workspace /' }],
      ['seven.json', { ...good, id: 'seven', worktree: '/' }],
      ['eight.json', [good]],
      ['nine.json', 'not an object'],
      ['ten.json', { ...good, id: 'ten', by: 'x'.repeat(5000) }],
      ['eleven.json', { ...good, id: 'eleven', verb: 'no-such-command' }],
    ];
    for (const [name, value] of odd) plant(folder, `${SPOOL}/${name}`, JSON.stringify(value));
    plant(folder, `${SPOOL}/twelve.json/inner`, 'a folder');
    const before = folder.read('content/MEMORY.md');
    const replies = [folder.run(['status']), folder.run(['search', 'fact'])];
    for (const { status, err } of replies) expect([status, err]).toEqual([0, '']);
    expect(folder.read('content/MEMORY.md')).toBe(before);
    for (const [name] of odd) expect(planted(folder, SPOOL), name).toContain(name);
    expect(folder.run(['doctor']).out).toMatch(/BAD waiting requests — not Daybook requests/);
  });

  it('what was asked here, and could not be written at once, is filed all the same', () => {
    const folder = begun();
    const own = request('log', {
      text: 'the ferry leaves at six',
      type: 'fact',
      tag: [],
      file: [],
      branch: false,
    });
    const later = request('log', { text: 'dated ahead', type: 'fact' }, { now: NOON_MS + 9 * 86_400_000 });
    queue(folder, own);
    queue(folder, later);
    expect(folder.run(['status']).status).toBe(0);
    expect(folder.read('content/MEMORY.md')).toContain('the ferry leaves at six');
    expect(folder.read('content/MEMORY.md')).not.toContain('dated ahead');
  });
});

describe('a writer that cannot be queued', () => {
  it('is told so with status 4, and leaves nothing', () => {
    const folder = begun();
    folder.write('daybook.yaml', 'timezone: Europe/Berlin\nlock: {wait: 0}\n');
    for (const state of stateFolders(folder)) put(join(state, 'locks/store.lock'), 'somebody\n');
    for (const args of [
      ['reject', 'x', '--why', 'y', '--global'],
      ['edges', 'add', 'x -> y', '--global'],
      ['context', '--target', 'AGENTS.md'],
      ['import', 'mind', join(folder.outside, 'notes')],
      ['undo'],
    ])
      expect(folder.run(args).status, args.join(' ')).toBe(4);
    expect(folder.run(['log', 'what may wait', '--type', 'fact', '--json']).out).toContain('"queued":');
    expect(planted(folder, SPOOL).filter((name) => name.endsWith('.json'))).toHaveLength(1);
  });

  it('is one of the commands that run, read or write elsewhere, or maintain', async () => {
    const verbs = await Promise.all(COMMAND_NAMES.map((name) => COMMANDS[name]()));
    const queued = verbs.filter(({ onLocked: whenLocked }) => whenLocked === 'queue');
    const never =
      'init serve view merge import ingest export sessions scrub forget restore undo cleanup cron doctor uninstall mcp hook statusline config';
    expect(queued.map(({ name }) => name).filter((name) => never.split(' ').includes(name))).toEqual([]);
    for (const { name, params } of queued)
      expect(
        Object.values(params).filter(({ reaches }) => reaches === 'program'),
        name,
      ).toEqual([]);
    const leads = verbs.flatMap(({ name, params }) =>
      Object.entries(params).flatMap(([key, { reaches }]) => (reaches ? [`${name} ${key}: ${reaches}`] : [])),
    );
    expect(leads.toSorted()).toEqual([
      'after-activity transcript: transcript',
      'before-compact transcript: transcript',
      'before-prompt transcript: transcript',
      'checkpoint transcript: transcript',
      'context target: outside',
      'export to: outside',
      'handoff transcript: transcript',
      'import path: outside',
      'ingest source: outside',
      'init target: outside',
      'log global: outside',
      'merge ours: outside',
      'pressure transcript: transcript',
      'reject global: outside',
      'save transcript: transcript',
      'sessions summariser: program',
      'view to: outside',
    ]);
    expect(COMMAND).toMatch(/daybook\.cjs$/);
  });
});
