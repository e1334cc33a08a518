import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { removeContent } from '../../../src/transcripts/entry.js';
import {
  type Fields,
  getMessageText,
  listMessageParts,
  parseJsonObject,
  toFields,
} from '../../../src/transcripts/message.js';
import { findLeaves, findPathToEntry, type SessionTree } from '../../../src/transcripts/tree.js';
import { messagesOf, treeOf } from './sessions.js';

const FIXTURES = 'test/fixtures/transcripts';

/** What of the fixtures' lines is looked at. */
interface Raw {
  readonly type: string;
  readonly uuid: string;
  readonly message: { readonly content: unknown };
  readonly payload: { readonly id: string };
}

const linesOf = (name: string): readonly string[] => readFileSync(`${FIXTURES}/${name}`, 'utf8').split('\n');
const raw = (name: string) =>
  linesOf(name).flatMap((line) => parseJsonObject(line) ?? []) as unknown as readonly Raw[];
const said = (tree: SessionTree): readonly string[] =>
  messagesOf(tree).map(({ message }) => `${message.role}: ${getMessageText(message)}`);
const line = (value: object): string => JSON.stringify(value);

describe('Claude Code', () => {
  it.each(['claude.jsonl', 'claude-compact.jsonl'])(
    'every message line of %s is an entry, and on the path',
    (name) => {
      const lines = raw(name).filter(({ type }) => type === 'user' || type === 'assistant');
      const tree = treeOf('claude', linesOf(name));
      expect(lines.length).toBeGreaterThan(3);
      expect(messagesOf(tree).map(({ id }) => id)).toEqual(lines.map(({ uuid }) => uuid));
      expect(messagesOf(tree).map(({ message }) => message.content)).toEqual(
        lines.map(({ message }) => message.content),
      );
      expect(findLeaves(tree)).toHaveLength(1);
    },
  );

  it('a helper’s own transcript is a branch from the call that began it, and no line of either is lost', () => {
    const told = (name: string) => ({
      lines: linesOf(name),
      said: raw(name).flatMap(({ type, uuid }) => (type === 'user' || type === 'assistant' ? uuid : [])),
    });
    const [own, helper] = [told('claude-helper.jsonl'), told('claude-helper-agent.jsonl')];
    const tree = treeOf('claude', [...own.lines, ...helper.lines]);
    expect([own.said.length, helper.said.length, tree.entries.size]).toEqual([9, 4, 13]);
    expect(messagesOf(tree).map(({ id }) => id)).toEqual(own.said);
    const [main, side] = findLeaves(tree);
    expect(main?.id).toBe(tree.leaf);
    expect(messagesOf(tree, side?.id).map(({ id }) => id)).toEqual([...own.said.slice(0, 3), ...helper.said]);
    expect(helper.said.map((id) => tree.entries.get(id)?.side)).toEqual(Array(4).fill('a3d204652ac4b058b'));
    const begun = tree.entries.get(own.said[2] ?? '');
    expect(begun?.type === 'message' && listMessageParts(begun.message)).toMatchObject([
      { kind: 'call', name: 'Agent' },
    ]);
  });

  it('usage counts once per message, and folder, branch and model are read', () => {
    const tree = treeOf('claude', linesOf('claude.jsonl'));
    expect(tree.spent).toBe(11_084);
    expect(tree.about).toMatchObject({
      id: '88130047-941a-4887-a737-7b63b041c9b0',
      cwd: '/home/dev/proj',
      branch: 'master',
      model: 'claude-opus-5-5',
    });
  });

  it('a compact boundary is a compaction that continues from the compacted context', () => {
    const tree = treeOf('claude', linesOf('claude-compact.jsonl'));
    const path = findPathToEntry(tree, tree.leaf).map(({ type }) => type);
    expect(path.filter((type) => type === 'compaction')).toHaveLength(1);
    expect(path.indexOf('compaction')).toBe(2);
    expect(
      messagesOf(tree)
        .filter(({ isPrompt }) => isPrompt)
        .map(({ message }) => message.content),
    ).toEqual(['first question', 'after']);
  });

  const turn = (
    uuid: string,
    parentUuid: string | null,
    role: string,
    content: unknown,
    more: { readonly run?: string; readonly [field: string]: unknown } = {},
  ) =>
    line({
      type: role,
      uuid,
      parentUuid,
      timestamp: '2026-06-07T10:00:00.000Z',
      message: { role, content, ...(role === 'assistant' ? { id: more.run ?? uuid } : {}) },
      ...more,
    });
  const use = (id: string) => [{ type: 'tool_use', id, name: 'Read', input: { file_path: `${id}.ts` } }];
  const result = (id: string) => [{ type: 'tool_result', tool_use_id: id, content: 'text' }];

  it('calls side by side stand in a row with their results, however they hang together', () => {
    const tree = treeOf('claude', [
      turn('p', null, 'user', 'read both'),
      turn('a1', 'p', 'assistant', use('one'), { run: 'm' }),
      turn('a2', 'a1', 'assistant', use('two'), { run: 'm' }),
      turn('r1', 'a1', 'user', result('one'), { toolUseResult: {} }),
      line({ type: 'attachment', uuid: 'h1', parentUuid: 'r1' }),
      turn('r2', 'a2', 'user', result('two'), { toolUseResult: {} }),
      turn('b', 'h1', 'assistant', [{ type: 'text', text: 'done' }]),
    ]);
    expect(messagesOf(tree).map(({ id }) => id)).toEqual(['p', 'a1', 'a2', 'r1', 'r2', 'b']);
    expect(findLeaves(tree)).toHaveLength(1);
  });

  it('a repeated prompt is a branch, and the last one is active', () => {
    const tree = treeOf('claude', [
      turn('p', null, 'user', 'try one'),
      turn('a', 'p', 'assistant', [{ type: 'text', text: 'one' }]),
      turn('q', 'a', 'user', 'go on'),
      turn('q2', 'a', 'user', 'no, go back'),
    ]);
    expect(findLeaves(tree).map(({ id }) => id)).toEqual(['q', 'q2']);
    expect(tree.leaf).toBe('q2');
  });

  it('an agent beside is a branch from the call that began it, and never the active one', () => {
    const side = { isSidechain: true, agentId: 'scout' };
    const tree = treeOf('claude', [
      turn('p', null, 'user', 'look around'),
      turn('a', 'p', 'assistant', use('task')),
      turn('r', 'a', 'user', result('task'), {
        toolUseResult: { agentId: 'scout' },
        sourceToolAssistantUUID: 'a',
      }),
      turn('b', 'r', 'assistant', [{ type: 'text', text: 'found' }]),
      turn('s1', null, 'user', 'scout this', side),
      turn('s2', 's1', 'assistant', [{ type: 'text', text: 'scouted' }], side),
    ]);
    expect([tree.leaf, tree.entries.get('s1')?.parent, tree.entries.get('s2')?.side]).toEqual([
      'b',
      'a',
      'scout',
    ]);
    expect(findLeaves(tree).map(({ id }) => id)).toEqual(['b', 's2']);
  });

  it('unknown lines are skipped', () => {
    const lines = [
      '',
      'null',
      '[]',
      '{"type":"assistant"',
      '{"type":"user"}',
      '{"type":"news","uuid":"n"}',
      '"x"',
    ];
    expect(treeOf('claude', lines).entries.size).toBe(1);
  });
});

describe('Codex', () => {
  it('every item of the fixture is an entry in its order, and calls have their results', () => {
    const items = raw('codex.jsonl').filter(({ type }) => type === 'response_item');
    const tree = treeOf('codex', linesOf('codex.jsonl'));
    expect(messagesOf(tree).map(({ id }) => id)).toEqual(items.map(({ payload }) => payload.id));
    const parts = messagesOf(tree).flatMap(({ message }) => listMessageParts(message));
    expect(parts.filter(({ kind }) => kind === 'call')).toEqual([
      { kind: 'call', id: 'call_1', name: 'mcp__memu__mem_recall', input: { query: 'abc' } },
    ]);
    expect(parts.filter(({ kind }) => kind === 'result')).toMatchObject([{ id: 'call_1' }]);
    expect(messagesOf(tree).filter(({ isPrompt }) => isPrompt)).toHaveLength(1);
    expect(tree.about).toMatchObject({ cwd: '/home/dev/projX', id: '01a1ffcd-9d15-72b2-befa-a537c94ce72d' });
    expect(tree.spent).toBe(2040);
  });

  it('a prompt that is recorded twice, also as an event, is one', () => {
    const event = line({ type: 'event_msg', payload: { type: 'user_message', message: 'build it' } });
    const item = line({
      type: 'response_item',
      payload: {
        type: 'message',
        id: 'u',
        role: 'user',
        content: [{ type: 'input_text', text: 'build it' }],
      },
    });
    for (const lines of [[event, item], [item, event], [event], [item]])
      expect(said(treeOf('codex', lines))).toEqual(['user: build it']);
  });

  it('the same words sent twice are two prompts, in either record form', () => {
    const event = line({ type: 'event_msg', payload: { type: 'user_message', message: 'go on' } });
    const item = line({
      type: 'response_item',
      payload: { type: 'message', role: 'user', content: 'go on' },
    });
    for (const lines of [
      [event, item, event, item],
      [item, event, item, event],
      [event, event],
      [item, item],
    ])
      expect(said(treeOf('codex', lines))).toEqual(['user: go on', 'user: go on']);
  });

  it('a compaction replaces everything before it', () => {
    const tree = treeOf('codex', [
      line({ type: 'response_item', payload: { type: 'message', role: 'user', content: 'one' } }),
      line({ type: 'compacted', payload: { message: 'it was about one' } }),
    ]);
    expect([...tree.entries.values()].at(-1)).toMatchObject({
      type: 'compaction',
      summary: 'it was about one',
    });
  });
});

describe('Gemini CLI', () => {
  const meta = line({
    sessionId: 'gem-1',
    projectHash: 'h',
    startTime: '2026-06-07T10:00:00.000Z',
    directories: ['/p'],
  });
  const user = (id: string, content: string) =>
    line({ id, type: 'user', timestamp: '2026-06-07T10:00:01.000Z', content });
  const answer = (id: string, content: string, more: object = {}) =>
    line({ id, type: 'gemini', content, ...more });

  interface Told {
    readonly id: string;
    readonly type: string;
    readonly content: string | readonly { readonly functionResponse?: { readonly id: string } }[];
    readonly toolCalls?: readonly { readonly id: string }[];
  }

  it('every record of the fixture is a message once, and so are its calls and what they gave', () => {
    const lines = linesOf('gemini.jsonl').flatMap((text) => parseJsonObject(text) ?? []) as readonly Fields[];
    const records = lines
      .flatMap((one) => (toFields(one.$set).messages ?? [one]) as readonly Told[])
      .filter(({ type }) => type === 'user' || type === 'gemini');
    const answers = ({ content }: Told) =>
      Array.isArray(content) ? content.flatMap(({ functionResponse }) => functionResponse?.id ?? []) : [];
    const said = new Set(records.filter((one) => answers(one).length === 0).map(({ id }) => id));
    const calls = new Set(records.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id }) => id)));
    expect([records.length, said.size, calls.size]).toEqual([33, 9, 5]);
    const tree = treeOf('gemini', linesOf('gemini.jsonl'));
    const messages = messagesOf(tree);
    expect(messages.filter(({ message }) => message.role !== 'tool').map(({ id }) => id)).toEqual([...said]);
    const parts = messages.flatMap(({ message }) => listMessageParts(message));
    for (const kind of ['call', 'result'] as const)
      expect(parts.flatMap((part) => (part.kind === kind ? part.id : []))).toEqual([...calls]);
    expect(parts.flatMap((part) => (part.kind === 'result' ? part.failed : []))).toEqual([
      false,
      false,
      true,
      false,
      true,
    ]);
    expect([messages.length, tree.entries.size, findLeaves(tree).length]).toEqual([13, 13, 1]);
    expect(messages.filter(({ isPrompt }) => isPrompt).map(({ message }) => getMessageText(message))).toEqual(
      ['make login use JWT', 'and refresh them'],
    );
  });

  it('a tool result is read once, whether the call or a user record has it', () => {
    const response = { functionResponse: { id: 'c', name: 'ls', response: { output: 'a.ts' } } };
    const call = { id: 'c', name: 'ls', args: {} };
    const [bare, whole] = [{ toolCalls: [call] }, { toolCalls: [{ ...call, result: [response] }] }];
    const brought = line({ id: 'r', type: 'user', content: [response] });
    for (const lines of [
      [answer('g', '', whole), brought],
      [answer('g', '', bare), brought],
      [answer('g', '', bare), brought, answer('g', '', whole)],
      [answer('g', '', bare), brought, brought],
      [answer('g', '', whole), brought, brought],
    ]) {
      const tree = treeOf('gemini', [meta, user('u', 'list them'), ...lines, answer('e', 'one file')]);
      const kinds = messagesOf(tree).flatMap(({ message }) =>
        listMessageParts(message).map(({ kind }) => kind),
      );
      expect(kinds.filter((kind) => kind !== 'text')).toEqual(['call', 'result']);
      expect([messagesOf(tree).length, findLeaves(tree).length]).toEqual([4, 1]);
    }
  });

  it('a message that is recorded again in full is one, with its calls and results', () => {
    const call = { id: 'c', name: 'read_file', args: { file_path: 'a.ts' } };
    const result = [{ functionResponse: { id: 'c', response: { output: 'const a = 1' } } }];
    const tree = treeOf('gemini', [
      meta,
      user('u', 'read it'),
      answer('g', ''),
      answer('g', 'I read.', { toolCalls: [call], tokens: { total: 50 } }),
      answer('g', 'I read.', { toolCalls: [{ ...call, result, status: 'success' }], tokens: { total: 60 } }),
      line({ id: 'i', type: 'info', content: 'quota' }),
      answer('g2', 'Done.', { tokens: { total: 70 } }),
    ]);
    expect(messagesOf(tree).map(({ id }) => id)).toEqual(['u', 'g', 'g/results', 'g2']);
    expect(
      messagesOf(tree)
        .flatMap(({ message }) => listMessageParts(message))
        .filter(({ kind }) => kind === 'result'),
    ).toEqual([{ kind: 'result', id: 'c', text: 'const a = 1', failed: false }]);
    expect([tree.spent, tree.about.id, tree.about.cwd]).toEqual([130, 'gem-1', '/p']);
  });

  it('a rewind leaves a branch behind', () => {
    const tree = treeOf('gemini', [
      meta,
      user('a', 'first'),
      answer('b', 'reply'),
      user('c', 'second'),
      line({ $rewindTo: 'c' }),
      user('d', 'another second'),
    ]);
    expect(said(tree)).toEqual(['user: first', 'assistant: reply', 'user: another second']);
    expect(findLeaves(tree).map(({ id }) => id)).toEqual(['c', 'd']);
  });

  it('replaced messages are a compaction, or a way back', () => {
    const two = [JSON.parse(user('a', 'first')), JSON.parse(answer('b', 'reply'))];
    const back = treeOf('gemini', [
      meta,
      user('a', 'first'),
      answer('b', 'reply'),
      user('c', 'second'),
      line({ $set: { messages: two } }),
    ]);
    expect(back.leaf).toBe('b');
    const fresh = [JSON.parse(user('s', 'what it was about'))];
    const cut = treeOf('gemini', [
      meta,
      ...two.map(line),
      line({ $set: { messages: fresh } }),
      user('e', 'go on'),
    ]);
    expect(findPathToEntry(cut, cut.leaf).map(({ type }) => type)).toEqual([
      'message',
      'message',
      'compaction',
      'message',
      'message',
    ]);
    expect(findPathToEntry(cut, cut.leaf)[2]).toMatchObject({ replaces: expect.arrayContaining(['a', 'b']) });
    expect(said(treeOf('gemini', [line({ sessionId: 'g', messages: two })]))).toEqual([
      'user: first',
      'assistant: reply',
    ]);
  });

  it('reads a prompt behind the text of a hook', () => {
    const content = [{ text: '<hook_context>Memory: 3 entries</hook_context>\n\nplease recall' }];
    const tree = treeOf('gemini', [
      line({ sessionId: 'g', startTime: '2026-06-01T10:00:00Z' }),
      line({ id: 'u', type: 'user', content }),
    ]);
    const [prompt] = [...tree.entries.values()].filter((entry) => entry.type === 'message');
    expect(prompt).toMatchObject({ isPrompt: true, message: { content: [{ text: 'please recall' }] } });
  });
});

describe('Chimera', () => {
  it('a session file, an event log and a tree are each read with all their messages', () => {
    const messages = [
      { role: 'user', content: 'list files', tool_calls: [], call_id: null },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 't', name: 'Bash', arguments: { command: 'ls' } }],
      },
      { role: 'tool', content: 'a.ts', tool_calls: [], call_id: 't' },
      { role: 'assistant', content: 'one file', tool_calls: [] },
    ];
    const file = treeOf('chimera', [line({ session_id: 's', created_at: 1_780_000_000, messages })]);
    expect(messagesOf(file).map(({ message }) => message.content)).toEqual(
      messages.map(({ content }) => content),
    );
    expect(
      messagesOf(file)
        .flatMap(({ message }) => listMessageParts(message))
        .map(({ kind }) => kind),
    ).toEqual(['text', 'call', 'result', 'text']);
    const log = treeOf('chimera', [
      line({
        session_id: 'mink-1',
        agent: 'mink',
        cwd: '/p',
        prompt: 'hello',
        started_at: '2026-06-07T10:00:00Z',
      }),
      line({
        idx: 0,
        event_id: 'e1',
        type: 'user_message',
        timestamp: 1_780_000_000,
        metadata: { content: 'hello' },
      }),
      line({ idx: 1, event_id: 'e2', type: 'step_start', metadata: {} }),
      line({ idx: 2, event_id: 'e3', type: 'agent_result', metadata: { output: 'hi' } }),
      line({
        idx: 3,
        event_id: 'e4',
        type: 'todo_write',
        metadata: { todos: [{ content: 'rest', status: 'pending' }] },
      }),
    ]);
    expect(said(log)).toEqual(['user: hello', 'assistant: hi']);
    expect([...log.entries.values()].at(-1)).toMatchObject({ type: 'state', todos: [{ content: 'rest' }] });
    const node = (id: string, parent_id: string | null, content: string) =>
      line({ type: 'message', id, parent_id, timestamp: 1, message: { role: 'user', content } });
    const tree = treeOf('chimera', [node('a', null, 'one'), node('b', 'a', 'two'), node('c', 'a', 'three')]);
    expect([findLeaves(tree).map(({ id }) => id), tree.leaf]).toEqual([['b', 'c'], 'c']);
  });
});

describe('what is not wanted whole', () => {
  it('keeps its place and its role', () => {
    const long = 'word '.repeat(10_000);
    const tree = treeOf(
      'codex',
      [line({ type: 'response_item', payload: { type: 'message', id: 'u', role: 'user', content: long } })],
      removeContent,
    );
    expect(JSON.stringify([...tree.entries.values()]).length).toBeLessThan(300);
    expect(messagesOf(tree)).toMatchObject([{ id: 'u', message: { role: 'user' }, isPrompt: true, line: 0 }]);
  });
});
