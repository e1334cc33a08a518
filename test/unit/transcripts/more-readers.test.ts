import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countUnreadSessions,
  listAgentSessions,
  readSessionEntries,
  readSessionTree,
} from '../../../src/app/agents/agent-sessions.js';
import {
  type Fields,
  formatMessagePreview,
  getMessageText,
  listMessageParts,
  parseJsonObject,
} from '../../../src/transcripts/message.js';
import { type Client, detectClient } from '../../../src/transcripts/readers/index.js';
import type { SessionHeader } from '../../../src/transcripts/session-header.js';
import { findPathToEntry, type SessionTree } from '../../../src/transcripts/tree.js';
import { freshFolder } from '../../support/store-root.js';
import { messagesOf, treeOf } from './sessions.js';

const FIXTURES = 'test/fixtures/transcripts';
const fixture = (name: string): string => readFileSync(join(FIXTURES, name), 'utf8');

const shown = (tree: SessionTree): readonly string[] =>
  messagesOf(tree).map(({ message }) => `${message.role}: ${formatMessagePreview(message)}`);
const promptsOf = (tree: SessionTree): readonly string[] =>
  messagesOf(tree).flatMap(({ isPrompt, message }) => (isPrompt ? getMessageText(message) : []));
const failuresOf = (tree: SessionTree): readonly boolean[] =>
  messagesOf(tree).flatMap(({ message }) =>
    listMessageParts(message).flatMap((part) => (part.kind === 'result' ? part.failed : [])),
  );

/** OpenCode's rows as version 1.18 stored them. */
interface Rows {
  readonly session: readonly Record<string, unknown>[];
  readonly message: readonly Record<string, unknown>[];
  readonly part: readonly Record<string, unknown>[];
}
const rows = (): Rows => JSON.parse(fixture('open-code.json'));

/** Writes them in files, as versions before 1.2 did. */
function layOpenCodeFiles(home: string, { session, message, part }: Rows): void {
  const lay = (path: string, value: unknown) => {
    const file = join(home, '.local/share/opencode/storage', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(value));
  };
  for (const { id, directory, title, time_created: created, time_updated: updated, parent_id } of session)
    lay(`session/global/${id}.json`, {
      id,
      directory,
      title,
      parentID: parent_id,
      time: { created, updated },
    });
  for (const { id, session_id, data } of message)
    lay(`message/${session_id}/${id}.json`, { id, sessionID: session_id, ...JSON.parse(String(data)) });
  for (const { id, message_id, data } of part)
    lay(`part/${message_id}/${id}.json`, { id, messageID: message_id, ...JSON.parse(String(data)) });
}

interface Sqlite {
  readonly DatabaseSync: new (
    path: string,
  ) => {
    exec(sql: string): void;
    prepare(sql: string): { run(...values: readonly unknown[]): void };
    close(): void;
  };
}
const sqlite = (process.getBuiltinModule('node:sqlite') as Sqlite | undefined) ?? null;

/** Writes them in a database. */
function layOpenCodeDatabase(home: string, tables: Rows, { DatabaseSync }: Sqlite): string {
  const folder = join(home, '.local/share/opencode');
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, 'opencode.db'));
  database.exec('pragma journal_mode = wal');
  database.exec(
    'create table session (id text primary key, parent_id text, directory text, title text, time_created integer, time_updated integer)',
  );
  database.exec(
    'create table message (id text primary key, session_id text, time_created integer, data text)',
  );
  database.exec('create table part (id text primary key, message_id text, session_id text, data text)');
  const columns = {
    session: ['id', 'parent_id', 'directory', 'title', 'time_created', 'time_updated'],
    message: ['id', 'session_id', 'time_created', 'data'],
    part: ['id', 'message_id', 'session_id', 'data'],
  };
  for (const [table, names] of Object.entries(columns)) {
    const insert = database.prepare(`insert into ${table} values (${names.map(() => '?').join()})`);
    for (const row of tables[table as keyof Rows]) insert.run(...names.map((name) => row[name] ?? null));
  }
  database.close();
  return folder;
}

const headIn = (home: string, client: Client): SessionHeader => {
  const found = listAgentSessions({ HOME: home }).find((head) => head.client === client);
  if (!found) throw new Error(`no session of ${client}`);
  return found;
};

const OPEN_CODE = [
  'user: "list the files"',
  'assistant: There is one file: a.txt.',
  'user: "run false"',
  'assistant: → bash false',
  'tool: ✗ (no output)',
  'assistant: It failed, as expected.',
];

describe('Copilot CLI', () => {
  it('reads what the program of version 1.0.102 wrote, with a failed command and the context', () => {
    const tree = treeOf('copilot', fixture('copilot.jsonl').split('\n'));
    expect(shown(tree)).toEqual([
      'user: list the files',
      'assistant: I read the file.',
      'tool: ← a.txt hello <shellId: 0 completed with exit code 0>',
      'assistant: There is one file: a.txt.',
      'user: run false',
      'assistant: → bash false',
      'tool: ✗ <shellId: 0 completed with exit code 1>',
      'assistant: It failed, as expected.',
    ]);
    expect(promptsOf(tree)).toEqual(['list the files', 'run false']);
    expect(tree.about).toMatchObject({ cwd: '/home/dev/proj', branch: 'master', model: 'mock-model' });
    expect(tree.spent).toBe(4080);
  });

  const line = (id: string, type: string, data: object, more: object = {}) =>
    JSON.stringify({ type, data, id, timestamp: '2026-06-07T10:00:00.000Z', parentId: null, ...more });

  it('puts a subagent on a branch, starts another after a rewind, and cuts at a compaction', () => {
    const call = { toolCallId: 't1', name: 'task', arguments: { description: 'look' } };
    const tree = treeOf('copilot', [
      line('u1', 'user.message', { content: 'first' }),
      line('a1', 'assistant.message', { content: '', toolRequests: [call] }),
      line('s1', 'assistant.message', { content: 'inside', parentToolCallId: 't1' }, { agentId: 'x' }),
      line('r1', 'tool.execution_complete', {
        toolCallId: 't1',
        success: true,
        result: { content: 'seen' },
      }),
      line('c1', 'session.compaction_complete', { success: true, summaryContent: 'first was asked' }),
      line('u2', 'user.message', { content: 'second' }),
      line('w', 'session.snapshot_rewind', { upToEventId: 'u2', eventsRemoved: 1 }),
      line('k', 'user.message', { content: 'a skill', source: 'skill-pdf' }),
      line('u3', 'user.message', { content: 'third' }),
    ]);
    expect(tree.entries.get('s1')).toMatchObject({ parent: 'a1', side: 'x' });
    expect(findPathToEntry(tree, tree.leaf).map(({ id }) => id)).toEqual(['u1', 'a1', 'r1', 'c1', 'k', 'u3']);
    expect(promptsOf(tree)).toEqual(['first', 'third']);
    expect(tree.entries.get('c1')).toMatchObject({ type: 'compaction', summary: 'first was asked' });
  });
});

describe('Cursor', () => {
  it('reads prompts without their tags, calls, and the time of a prompt', () => {
    const tree = treeOf('cursor', fixture('cursor.jsonl').split('\n'));
    expect(shown(tree)).toEqual([
      'user: why does the login test fail?',
      'assistant: I run it first.',
      'assistant: → Read src/login.ts, StrReplace src/login.ts',
      'assistant: The token expired after a minute; it lives for an hour now.',
      'user: thank you',
      'assistant: Done.',
    ]);
    expect(promptsOf(tree)).toHaveLength(2);
    expect(messagesOf(tree)[0]?.at).toBe('2026-09-15T12:53:00.000Z');
    const calls = messagesOf(tree).flatMap(({ message }) =>
      listMessageParts(message).flatMap((part) => (part.kind === 'call' ? part.id : [])),
    );
    expect(new Set(calls).size).toBe(3);
  });
});

describe('Antigravity', () => {
  it('reads steps with their calls and results, the last form of a step, and a checkpoint', () => {
    const tree = treeOf('antigravity', fixture('antigravity.jsonl').split('\n'));
    expect(shown(tree)).toEqual([
      'user: why does the login test fail?',
      'assistant: I run it first.',
      expect.stringMatching(/^tool: ✗ Created At: .* Error: token expired$/),
      expect.stringMatching(/^tool: ← File Path:/),
      'assistant: The token expires after a minute.',
      'user: make it an hour',
      'assistant: It is an hour now.',
    ]);
    expect(promptsOf(tree)).toHaveLength(2);
    const [, answer] = messagesOf(tree);
    expect(answer && listMessageParts(answer.message)).toMatchObject([
      { kind: 'thinking' },
      { kind: 'text' },
      { kind: 'call', id: 'step-3', input: { command: 'npm test -- login', Cwd: '/home/dev/proj' } },
      { kind: 'call', id: 'step-4', input: { file_path: '/home/dev/proj/src/login.ts' } },
    ]);
    expect(tree.about.cwd).toBe('/home/dev/proj');
    expect(findPathToEntry(tree, tree.leaf).map(({ type }) => type)).toContain('compaction');
  });
});

describe('OpenCode', () => {
  const check = (home: string) => {
    const head = headIn(home, 'opencode');
    expect(head).toMatchObject({
      id: 'ses_dd9442a5ffferdLgShON0ir6hL',
      cwd: '/home/dev/proj',
      goal: 'I read the file.',
      last: '2026-11-29T09:56:36.943Z',
    });
    const tree = readSessionTree(head);
    const whole = readSessionEntries(head, [...tree.entries.values()]);
    const entries = new Map(whole.map((entry) => [entry.id, entry]));
    expect(shown({ ...tree, entries })).toEqual(OPEN_CODE);
    expect(failuresOf({ ...tree, entries })).toEqual([true]);
    expect(tree.spent).toBe(3060);
  };

  it('reads the files of versions before 1.2', () => {
    const home = freshFolder();
    layOpenCodeFiles(home, rows());
    check(home);
  });

  it('puts a subagent on a branch from its call', () => {
    const home = freshFolder();
    const { session, message, part } = rows();
    const child = { ...session[0], id: 'ses_child', parent_id: session[0]?.id, title: 'x' };
    const own = { ...message[1], id: 'msg_child', session_id: 'ses_child' };
    const text = JSON.stringify({ type: 'text', text: 'inside' });
    const task = JSON.stringify({
      type: 'tool',
      tool: 'task',
      callID: 'c',
      state: { status: 'completed', input: {}, output: 'seen', metadata: { sessionId: 'ses_child' } },
    });
    layOpenCodeFiles(home, {
      session: [...session, child],
      message: [...message, own],
      part: [
        ...part,
        { id: 'prt_child', message_id: 'msg_child', session_id: 'ses_child', data: text },
        { ...part[2], id: 'prt_226bbe17f', data: task },
      ],
    });
    expect(listAgentSessions({ HOME: home })).toHaveLength(1);
    const tree = readSessionTree(headIn(home, 'opencode'));
    expect(tree.entries.get('prt_child')).toMatchObject({ side: 'ses_child', parent: 'prt_226bbe17f' });
    expect(tree.leaf).not.toBe('prt_child');
  });

  it.skipIf(sqlite === null)('reads the database of version 1.18, and writes nothing beside it', () => {
    const home = freshFolder();
    const folder = layOpenCodeDatabase(home, rows(), sqlite as Sqlite);
    const before = readFileSync(join(folder, 'opencode.db'));
    check(home);
    layOpenCodeFiles(home, rows());
    expect(listAgentSessions({ HOME: home })).toHaveLength(1);
    expect(readdirSync(folder)).toEqual(['opencode.db', 'storage']);
    expect(readFileSync(join(folder, 'opencode.db')).equals(before)).toBe(true);
    expect(countUnreadSessions({ HOME: home })).toEqual([]);
  });

  it('counts a database that is damaged, or that this Node cannot read', () => {
    const home = freshFolder();
    const file = join(home, '.local/share/opencode/opencode.db');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'SQLite format 3\0 and then nothing that is right '.repeat(200));
    expect(listAgentSessions({ HOME: home })).toEqual([]);
    const why = sqlite === null ? 'needs Node 22' : expect.stringMatching(/malformed|not a database/);
    expect(countUnreadSessions({ HOME: home })).toEqual([
      { client: 'opencode', what: 'opencode.db', count: 1, why },
    ]);
  });
});

describe('sessions on a machine', () => {
  it('of these clients are found where they write them; what is not read is counted', () => {
    const home = freshFolder();
    const folder = join(home, 'work', 'my-shop.v2');
    mkdirSync(folder, { recursive: true });
    const lay = (path: string, text: string) => {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), text);
    };
    const slug = folder.replace(/[^A-Za-z0-9]/g, '-').slice(1);
    lay('.copilot/session-state/4f23e38d/events.jsonl', fixture('copilot.jsonl'));
    lay(`.cursor/projects/${slug}/agent-transcripts/c1/c1.jsonl`, fixture('cursor.jsonl'));
    lay(
      '.gemini/antigravity-cli/brain/g1/.system_generated/logs/transcript.jsonl',
      fixture('antigravity.jsonl'),
    );
    lay('.cursor/chats/hash/c1/store.db', 'x');
    lay('.cursor/chats/hash/c2/store.db', 'x');
    lay('.gemini/antigravity-cli/conversations/g1.db', 'x');
    lay('.gemini/antigravity-cli/conversations/g2.db', 'x');
    lay('.gemini/antigravity/conversations/g3.pb', 'x');
    lay('.copilot/history-session-state/old.json', '{}');
    const found = listAgentSessions({ HOME: home });
    expect(found.map(({ client, id, cwd, goal }) => [client, id, cwd, goal]).toSorted()).toEqual([
      ['antigravity', 'g1', '/home/dev/proj', 'why does the login test fail?'],
      ['copilot', '4f23e38d', '/home/dev/proj', 'list the files'],
      ['cursor', 'c1', folder, 'why does the login test fail?'],
    ]);
    expect(found.find(({ client }) => client === 'antigravity')?.last).toBe('2026-08-17T08:54:33.000Z');
    expect(countUnreadSessions({ HOME: home }).map(({ client, count }) => [client, count])).toEqual([
      ['cursor', 1],
      ['antigravity', 2],
      ['copilot', 1],
    ]);
    expect(countUnreadSessions({})).toEqual([]);
  });
});

it('counts conversations of Cursor’s editor that are in no transcript', () => {
  const home = freshFolder();
  const folder = join(home, '.config/Cursor/User/globalStorage');
  mkdirSync(folder, { recursive: true });
  if (sqlite === null) writeFileSync(join(folder, 'state.vscdb'), 'SQLite format 3');
  else {
    const database = new sqlite.DatabaseSync(join(folder, 'state.vscdb'));
    database.exec('create table cursorDiskKV (key text unique, value blob)');
    const insert = database.prepare('insert into cursorDiskKV values (?, ?)');
    for (const key of [
      'composerData:a',
      'bubbleId:a:1',
      'composerData:draft',
      'composerData:b',
      'bubbleId:b:1',
    ])
      insert.run(key, '{}');
    database.close();
  }
  const transcript = join(home, '.cursor/projects/p/agent-transcripts/b');
  mkdirSync(transcript, { recursive: true });
  writeFileSync(join(transcript, 'b.jsonl'), fixture('cursor.jsonl'));
  const why = sqlite === null ? 'needs Node 22' : 'only in the database of the editor';
  expect(countUnreadSessions({ HOME: home })).toEqual([
    { client: 'cursor', what: 'state.vscdb', count: 1, why },
  ]);
});

describe('a transcript that is cut or damaged', () => {
  const OWN: readonly (readonly [Client, string])[] = [
    ['claude', 'claude.jsonl'],
    ['codex', 'codex.jsonl'],
    ['gemini', 'gemini.jsonl'],
    ['copilot', 'copilot.jsonl'],
    ['cursor', 'cursor.jsonl'],
    ['antigravity', 'antigravity.jsonl'],
  ];

  it.each(OWN)('of %s is known by its lines, and read up to the cut', (client, name) => {
    const text = fixture(name);
    const known = text.split('\n').flatMap((line) => parseJsonObject(line) ?? []) as readonly Fields[];
    expect(known.map((line) => detectClient(line)).find((one) => one !== null)).toBe(client);
    const whole = [...treeOf(client, text.split('\n')).entries.keys()];
    fc.assert(
      fc.property(fc.nat(text.length), (at) => {
        const cut = [...treeOf(client, text.slice(0, at).split('\n')).entries.keys()];
        expect(whole.slice(0, cut.length)).toEqual(cut);
      }),
      { numRuns: 60 },
    );
  });

  it.each([...OWN, ['opencode', 'open-code'] as const])('of %s is read without an error', (client, name) => {
    const text = client === 'opencode' ? openCodeLines() : fixture(name);
    const lines = text.split('\n').flatMap((line) => parseJsonObject(line) ?? []);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), fc.nat(), fc.jsonValue()), { maxLength: 8 }), (damage) => {
        const broken = structuredClone(lines);
        for (const [at, key, value] of damage) damageValue(broken[at % broken.length], key, value);
        expect(() =>
          treeOf(
            client,
            broken.map((line) => JSON.stringify(line)),
          ),
        ).not.toThrow();
      }),
      { numRuns: 100 },
    );
  });

  const openCodeLines = (): string => {
    const { session, message, part } = rows();
    const about = JSON.stringify({ session: 's', about: { ...session[0], time: { created: 1 } } });
    const parts = part.map((one) => {
      const info = message.find(({ id }) => id === one.message_id);
      return `{"session":"s","id":"${one.id}","message":${info?.data},"part":${one.data}}`;
    });
    return [about, ...parts].join('\n');
  };

  /** Replaces a value somewhere below an object. */
  const damageValue = (target: unknown, key: number, value: unknown): void => {
    if (typeof target !== 'object' || target === null) return;
    const keys = Object.keys(target);
    const name = keys[key % keys.length];
    if (name === undefined) return;
    const fields = target as Record<string, unknown>;
    if (key % 3 !== 0 && typeof fields[name] === 'object')
      damageValue(fields[name], Math.floor(key / 3), value);
    else fields[name] = value;
  };
});
