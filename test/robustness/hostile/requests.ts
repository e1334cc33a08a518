/* Requests that another user left in a queue. */
import { join } from 'node:path';
import { type Folder, NOON_MS, plant, put } from './folder.js';

export const SPOOL = 'keep/spool';

let count = 0;

/** A request as a queue holds it. */
export function request(command: string, input: unknown, more: object = {}) {
  const id = `${command}-evil-${count++}`;
  return { id, verb: command, input, now: NOON_MS - 1000, seed: 'evil', by: null, session: null, ...more };
}

export const queue = (folder: Folder, one: { readonly id: unknown }, name = `${one.id}.json`): void =>
  plant(folder, `${SPOOL}/${name}`, JSON.stringify(one));

/** What a request of each command could be given that leads out or runs something. */
export const inputsOf = (folder: Folder): Readonly<Record<string, readonly object[]>> => {
  const secret = join(folder.outside, 'secret.jsonl');
  return {
    import: [{ source: 'mind', path: join(folder.outside, 'notes') }],
    sessions: [
      { act: 'compact', id: 'evil', last: 1, summariser: `touch ${folder.outside}/PWNED` },
      { act: 'import' },
    ],
    handoff: [{ goal: 'x', transcript: secret }],
    checkpoint: [{ transcript: secret }, { completed: 'no list' }],
    save: [{ topic: 'x', goal: 'y', transcript: secret }],
    context: [{ target: 'README.md' }, { target: '../private/diary.md' }, { target: '/etc/motd.md' }],
    reject: [{ what: 'x', why: 'y', global: true }],
    edges: [{ intent: 'add', text: 'x -> y', global: true }],
    scrub: [{ pattern: 'fact' }],
    forget: [{ what: 'fact', yes: true }],
    merge: [{ base: 'x', ours: '../private/diary.md', theirs: 'y', path: 'content/MEMORY.md' }],
    export: [{ format: 'hugo', to: '../private/site' }],
    cron: [{ act: 'install', as: 'crontab' }, { act: 'tick' }],
    init: [{ agent: 'claude' }],
    uninstall: [{ yes: true }],
    restore: [{ path: 'content/MEMORY.md', at: '2026-06-01' }],
    undo: [{}, { seq: 1 }],
    cleanup: [{}],
    doctor: [{ fix: true }, { action: 'unlock' }],
    page: [{ act: 'new', name: '../../private/page' }],
    mcp: [{}],
    hook: [{ event: 'SessionStart' }],
  };
};

export function plantTranscript(folder: Folder): void {
  const line = {
    type: 'user',
    uuid: 'u',
    parentUuid: null,
    sessionId: 'other',
    cwd: '/somewhere/else',
    timestamp: '2026-06-07T09:00:00.000Z',
    message: { role: 'user', content: 'the private question' },
  };
  put(join(folder.outside, 'secret.jsonl'), `${JSON.stringify(line)}\n`);
}

/** A session of the workspace that can be compacted. */
export function keepSession({ run }: Folder): void {
  run(['sessions', 'new', 'evil']);
  const messages = Array.from({ length: 12 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `message ${at} ${'word '.repeat(40)}`,
  }));
  run(['sessions', 'append', 'evil', '--input', '-'], { input: JSON.stringify(messages) });
}
