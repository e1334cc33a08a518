import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assessCompaction,
  createExtractiveSummary,
  findMemory,
  planCut,
  toCompactionEvents,
} from '../../../src/transcripts/compact.js';
import { listMessageParts, type Message } from '../../../src/transcripts/message.js';
import { buildModelContext } from '../../../src/transcripts/model-context.js';
import { appendMessages, forkAt, undoTo } from '../../../src/transcripts/operations.js';
import { findTodos, foldEvents, type SessionState } from '../../../src/transcripts/session-state.js';
import { listFilesAt } from '../../../src/transcripts/touched-files.js';
import { next, user } from './sessions.js';

const FULL = Boolean(process.env.DAYBOOK_FULL);
const RUNS = FULL ? 2000 : 200;

const messagesOf = (state: SessionState): readonly Message[] =>
  buildModelContext(state, state.leaf).map(({ message }) => message);
const shown = (state: SessionState): string =>
  JSON.stringify([messagesOf(state), findTodos(state, state.leaf), listFilesAt(state, state.leaf)]);
const textOf = (state: SessionState): string =>
  messagesOf(state)
    .flatMap((message) => listMessageParts(message))
    .map((part) => (part.kind === 'call' ? '' : part.text))
    .join('\n');

const call = (id: string, file = `${id}.ts`): Message => ({
  role: 'assistant',
  content: [{ type: 'tool_use', id, name: 'Edit', input: { file_path: file } }],
});
const result = (id: string): Message => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: id, content: 'done' }],
});
const memory = (n: number): string => `<memory source="NOTES-${n}.md">\n  rule ${n} — “keep”\n</memory>`;

/** A conversation at random: words, calls whose results may come late, and blocks of memory. */
const TALK = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.string({ maxLength: 30 }).map((words) => [user(words)]) },
    { weight: 2, arbitrary: fc.nat(9).map((n) => [user(`mind this:\n${memory(n)}\nplease`)]) },
    { weight: 4, arbitrary: fc.uuid().map((id) => [call(id), result(id)]) },
    { weight: 1, arbitrary: fc.uuid().map((id) => [call(id), user('meanwhile'), result(id)]) },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.uuid(), fc.uuid()).map(([a, b]) => [call(a), call(b), result(a), result(b)]),
    },
  ),
  { maxLength: 30 },
);

/** What a summariser may say, rubbish included: nothing, half a block of memory, another's, or one that it made up. */
const SUMMARY = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '',
    '<memory source="NOTES-1.md">',
    '</memory>',
    memory(3),
    `</memory>${memory(1)}<memory source=`,
  ),
);

const KEEPING = fc.record({ first: fc.nat(4), last: fc.nat(8) });

describe('a context that fills', () => {
  it('is cut down soon from 0.7 of the window on, and at once from 0.9 on', () => {
    expect([69_999, 70_000, 89_999, 90_000].map((tokens) => assessCompaction(tokens, 100_000))).toEqual([
      'none',
      'soft',
      'soft',
      'hard',
    ]);
  });
});

describe('a compaction', () => {
  const NEW = foldEvents([]);

  it(`is one event, and its undo is nothing, to the byte (${RUNS} runs)`, () => {
    fc.assert(
      fc.property(TALK, KEEPING, SUMMARY, (talk, keeping, summary) => {
        const state = next(
          NEW,
          appendMessages(NEW, talk.flat(), { todos: [{ content: 'rest', status: 'pending' }] }),
        );
        const cut = planCut(state, keeping);
        if (!cut) return;
        const events = toCompactionEvents(state, cut, summary);
        expect(events).toHaveLength(1);
        const short = next(state, events);
        expect(shown(next(short, undoTo(short)))).toBe(shown(state));
        expect([findTodos(short, short.leaf), listFilesAt(short, short.leaf)]).toEqual([
          findTodos(state, state.leaf),
          listFilesAt(state, state.leaf),
        ]);
      }),
      { numRuns: RUNS, seed: 12 },
    );
  });

  it(`keeps the first and last messages, all memory and every file, and parts no call from its result, however often (${RUNS} runs)`, () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(TALK, KEEPING, SUMMARY), { minLength: 1, maxLength: 4 }), (rounds) => {
        let state = NEW;
        for (const [talk, keeping, summary] of rounds) {
          state = next(state, appendMessages(state, talk.flat()));
          const before = messagesOf(state);
          const blocks = new Set(before.flatMap(findMemory));
          const cut = planCut(state, keeping);
          if (!cut) continue;
          state = next(state, toCompactionEvents(state, cut, summary));
          const now = messagesOf(state);
          expect(now.slice(0, keeping.first)).toEqual(before.slice(0, keeping.first));
          if (keeping.last > 0) expect(now.slice(-keeping.last)).toEqual(before.slice(-keeping.last));
          expect([...blocks].filter((block) => !textOf(state).includes(block))).toEqual([]);
          const parts = now.flatMap((message) => listMessageParts(message));
          const calls = parts.flatMap((part) => (part.kind === 'call' ? part.id : []));
          const results = parts.flatMap((part) => (part.kind === 'result' ? part.id : []));
          expect(results.filter((id) => !calls.includes(id))).toEqual([]);
          expect(calls.filter((id) => !results.includes(id))).toEqual([]);
          const { modified } = listFilesAt(state, state.leaf);
          expect(
            modified.filter((file) => !textOf(state).includes(file) && !JSON.stringify(now).includes(file)),
          ).toEqual([]);
        }
      }),
      { numRuns: RUNS, seed: 12 },
    );
  });

  it('applies to its branch only', () => {
    const state = next(
      NEW,
      appendMessages(
        NEW,
        Array.from({ length: 12 }, (_, n) => user(`message ${n}`)),
      ),
    );
    const cut = planCut(state);
    const short = next(state, toCompactionEvents(state, cut!, 'it was long'));
    expect(messagesOf(short)).toHaveLength(8);
    const other = next(short, forkAt(short, 'other', 'e8'));
    expect(messagesOf(other)).toHaveLength(8);
    expect(messagesOf(other)[3]).toEqual(user('message 3'));
  });

  it('without a summariser lists requests and answers', () => {
    const talk = [
      user('begin'),
      user(`build it ${memory(1)}`),
      call('t'),
      result('t'),
      { role: 'assistant', content: 'It is built.' },
    ];
    const state = next(NEW, appendMessages(NEW, [...talk, ...Array.from({ length: 6 }, () => user('x'))]));
    const cut = planCut(state);
    expect(createExtractiveSummary(cut!, state)).toBe(
      [
        '4 messages were left out.',
        'Asked:',
        '- build it',
        'Answered:',
        '- It is built.',
        'Work was done on t.ts.',
      ].join('\n'),
    );
    expect(
      messagesOf(next(state, toCompactionEvents(state, cut!, createExtractiveSummary(cut!, state))))[1]
        ?.content,
    ).toBe(
      [
        memory(1),
        `Summary of the conversation so far:\n${createExtractiveSummary(cut!, state)}`,
        'Files changed:\n- t.ts',
      ].join('\n\n'),
    );
  });

  it('of what is short already is none', () => {
    const state = next(NEW, appendMessages(NEW, [user('one'), user('two')]));
    expect(planCut(state)).toBeNull();
  });
});
