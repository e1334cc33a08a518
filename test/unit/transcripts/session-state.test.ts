import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planCut, toCompactionEvents } from '../../../src/transcripts/compact.js';
import type { SessionEvent } from '../../../src/transcripts/event.js';
import { buildModelContext } from '../../../src/transcripts/model-context.js';
import {
  appendMessages,
  forkAt,
  labelEntry,
  switchTo,
  UnknownEntryError,
  undoTo,
} from '../../../src/transcripts/operations.js';
import { findTodos, foldEvents, type SessionState } from '../../../src/transcripts/session-state.js';
import { listFilesAt } from '../../../src/transcripts/touched-files.js';
import {
  findBranchPoints,
  findLeaves,
  findPathToEntry,
  groupChildren,
} from '../../../src/transcripts/tree.js';
import { next, user } from './sessions.js';

const NEW = foldEvents([]);
const shown = (state: SessionState): string =>
  JSON.stringify([
    buildModelContext(state, state.leaf),
    findTodos(state, state.leaf),
    listFilesAt(state, state.leaf),
  ]);

describe('a session', () => {
  const three = next(NEW, appendMessages(NEW, ['one', 'two', 'three'].map(user)));

  it('continues from the active leaf, and restores todos and files', () => {
    const todos = [{ content: 'rest', status: 'pending' }];
    const more = next(
      three,
      appendMessages(three, [user('four')], { todos, files: { read: ['a'], modified: [] } }),
    );
    expect(buildModelContext(more, more.leaf).map(({ message }) => message.content)).toEqual([
      'one',
      'two',
      'three',
      'four',
    ]);
    expect([findTodos(more, more.leaf), listFilesAt(more, more.leaf)]).toEqual([
      todos,
      { read: ['a'], modified: [] },
    ]);
  });

  it('is forked at any entry, and the past stays', () => {
    const there = next(three, forkAt(three, 'other', 'e2'));
    const other = next(there, appendMessages(there, [user('else')]));
    expect(buildModelContext(other, other.leaf).map(({ id }) => id)).toEqual(['e1', 'e2', 'e6']);
    expect([findLeaves(other), findBranchPoints(other)].map((all) => all.map(({ id }) => id))).toEqual([
      ['e3', 'e6'],
      ['e2'],
    ]);
    const back = next(other, switchTo(other, 'e3'));
    expect(buildModelContext(back, back.leaf)).toEqual(buildModelContext(three, three.leaf));
    expect(next(back, switchTo(back, 'other')).leaf).toBe('e6');
  });

  it('is taken back step by step, or to a checkpoint', () => {
    const marked = next(three, labelEntry(three, 'tested', 'checkpoint'));
    const more = next(marked, appendMessages(marked, [user('four'), user('five')]));
    expect(next(more, undoTo(more)).leaf).toBe('e5');
    const back = next(more, undoTo(more, 'tested'));
    expect(shown(back)).toBe(shown(three));
    expect(next(back, undoTo(back)).leaf).toBe('e2');
  });

  it('says what is not there', () => {
    for (const wrong of [
      () => switchTo(three, 'e9'),
      () => undoTo(three, 'never'),
      () => undoTo(NEW),
      () => forkAt(three, 'x', 'no'),
    ])
      expect(wrong).toThrow(UnknownEntryError);
  });

  it('keeps kinds of events that a later version knows', () => {
    const odd = { t: 'mood', parent: 'e3', mood: 'fine' } as unknown as SessionEvent;
    const state = next(three, [odd]);
    expect(state.entries.get('e4')).toMatchObject({ type: 'unknown', kind: 'mood', data: { mood: 'fine' } });
    expect(buildModelContext(state, state.leaf)).toHaveLength(3);
  });
});

type Move = {
  readonly do: 'append' | 'fork' | 'switch' | 'undo' | 'todo' | 'compact';
  readonly pick: number;
  readonly words: string;
};

const MOVES = fc.array(
  fc.record({
    do: fc.constantFrom('append', 'append', 'fork', 'switch', 'undo', 'todo', 'compact'),
    pick: fc.nat(1000),
    words: fc.string({ maxLength: 12 }),
  }) as fc.Arbitrary<Move>,
  { maxLength: 40 },
);

function moved(state: SessionState, { do: what, pick, words }: Move): SessionState {
  const ids = [...state.entries.keys()];
  const id = ids[pick % Math.max(1, ids.length)];
  try {
    if (what === 'append') return next(state, appendMessages(state, [user(words)]));
    if (what === 'todo')
      return next(state, appendMessages(state, [], { todos: [{ content: words, status: 'pending' }] }));
    if (what === 'compact') {
      const cut = planCut(state, { first: pick % 3, last: pick % 4 });
      return cut ? next(state, toCompactionEvents(state, cut, words)) : state;
    }
    if (what === 'fork') return next(state, forkAt(state, words || 'x', id));
    if (what === 'switch') return id === undefined ? state : next(state, switchTo(state, id));
    return next(state, undoTo(state));
  } catch (error) {
    if (error instanceof UnknownEntryError) return state;
    throw error;
  }
}

const RUNS = process.env.DAYBOOK_FULL ? 2000 : 200;

describe('whatever is done to a session', () => {
  it(`keeps every entry as it was, and within reach (${RUNS} runs)`, () => {
    fc.assert(
      fc.property(MOVES, (moves) => {
        let state = NEW;
        const ever = new Map<string, string>();
        for (const move of moves) {
          state = moved(state, move);
          for (const [id, entry] of state.entries) {
            const text = JSON.stringify(entry);
            expect(ever.get(id) ?? text).toBe(text);
            ever.set(id, text);
          }
          expect(state.entries.size).toBe(ever.size);
        }
        const children = groupChildren(state);
        const reached: string[] = [];
        const waiting = [...(children.get(null) ?? [])];
        for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
          reached.push(entry.id);
          waiting.push(...(children.get(entry.id) ?? []));
        }
        expect(reached.sort()).toEqual([...ever.keys()].sort());
        for (const { id } of findLeaves(state)) expect(findPathToEntry(state, id).at(-1)?.id).toBe(id);
      }),
      { numRuns: RUNS, seed: 12 },
    );
  });

  it(`one step and its undo are nothing, to the byte (${RUNS} runs)`, () => {
    fc.assert(
      fc.property(MOVES, MOVES, (before, [step]) => {
        const state = before.reduce(moved, NEW);
        if (!step || step.do === 'undo') return;
        const there = moved(state, step);
        if (there.steps.length !== state.steps.length + 1) return;
        expect(shown(next(there, undoTo(there)))).toBe(shown(state));
      }),
      { numRuns: RUNS, seed: 12 },
    );
  });
});
