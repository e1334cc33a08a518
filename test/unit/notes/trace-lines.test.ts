import { describe, expect, test } from 'vitest';
import { findChangedLines } from '../../../src/markdown/text-edit.js';
import type { HistoryRecord, TouchedFile } from '../../../src/notes/changes/history-record.js';
import { createTracer } from '../../../src/notes/changes/trace-lines.js';
import { findLowestOrigin, isAtLeast, ORIGINS, type Origin } from '../../../src/notes/origin.js';

const MEMORY = 'content/MEMORY.md';
const SESSION = 'content/SESSION.md';
const DAY = 'content/evolving/2026-06-07.md';

interface Did {
  readonly verb?: string;
  readonly by?: string | null;
  readonly undoes?: number;
  readonly origins?: Readonly<{ [path: string]: Origin }>;
}

/** A journal in which each change takes lines away and adds lines, by path. */
function journal(
  ...changes: readonly (readonly [
    did: Did,
    ...files: readonly (Partial<TouchedFile> & { path: string; old?: string; new?: string })[],
  ])[]
): readonly HistoryRecord[] {
  return changes.map(([{ verb: command = 'log', by = null, ...more }, ...files], i) => ({
    seq: i + 1,
    at: '2026-06-07T12:00:00Z',
    verb: command,
    by,
    session: by === null ? null : 's1',
    say: '',
    touched: files.map(({ old = '', new: fresh = '', ...file }) => ({
      do: 'edit' as const,
      before: 'x',
      after: 'y',
      why: 'test',
      splices: [{ at: 0, old, new: fresh }],
      ...file,
    })),
    ...more,
  }));
}

const told = (records: readonly HistoryRecord[], line: string, path = MEMORY): string => {
  const [trace] = createTracer(records).trace(path, [line]);
  return trace === undefined ? '' : 'origin' in trace ? trace.origin : trace.how;
};

const LINE = '- use tabs — the linter does ^a1';

describe('the table of origins', () => {
  const agent = { by: 'claude' };
  const user = {};
  const cases: readonly (readonly [
    what: string,
    records: readonly HistoryRecord[],
    line: string,
    want: string,
  ])[] = [
    ['a person logged it', journal([user, { path: MEMORY, new: LINE }]), LINE, 'user'],
    ['an agent logged it', journal([agent, { path: MEMORY, new: LINE }]), LINE, 'agent'],
    ['it was imported', journal([{ verb: 'import' }, { path: MEMORY, new: LINE }]), LINE, 'import'],
    [
      'an agent that had read the web logged it',
      journal([
        { ...agent, origins: { [MEMORY]: 'import' } },
        { path: MEMORY, new: LINE },
      ]),
      LINE,
      'import',
    ],
    [
      'the journal names an origin that does not exist',
      journal([
        { ...agent, origins: { [MEMORY]: 'god' as Origin } },
        { path: MEMORY, new: LINE },
      ]),
      LINE,
      'agent',
    ],
    ['no record wrote it', journal(), LINE, 'hand'],
    ['a hand edit changed a byte', journal([agent, { path: MEMORY, new: LINE }]), `${LINE} `, 'hand'],
    [
      'its fields claim another author',
      journal([agent, { path: MEMORY, new: '- x [by:: user] ^a1' }]),
      '- x [by:: user] ^a1',
      'agent',
    ],
    [
      'a person changed the words of an agent',
      journal(
        [agent, { path: MEMORY, new: '- use spaces ^a1' }],
        [{ verb: 'amend' }, { path: MEMORY, old: '- use spaces ^a1', new: LINE }],
      ),
      LINE,
      'user',
    ],
    [
      'an agent changed the words of a person',
      journal(
        [user, { path: MEMORY, new: '- use spaces ^a1' }],
        [
          { verb: 'amend', by: 'claude' },
          { path: MEMORY, old: '- use spaces ^a1', new: LINE },
        ],
      ),
      LINE,
      'agent',
    ],
    [
      'an agent only marked the words of a person',
      journal(
        [user, { path: MEMORY, new: LINE }],
        [
          { verb: 'amend', by: 'claude' },
          { path: MEMORY, lines: [{ old: LINE, new: `${LINE.slice(0, -4)} [verified:: 2026-06-08] ^a1` }] },
        ],
      ),
      `${LINE.slice(0, -4)} [verified:: 2026-06-08] ^a1`,
      'user',
    ],
    [
      'a person only gave an id to the words of an agent',
      journal(
        [agent, { path: SESSION, new: '- use tabs' }],
        [{ verb: 'checkpoint' }, { path: SESSION, lines: [{ old: '- use tabs', new: '- use tabs ^a1' }] }],
      ),
      '- use tabs ^a1',
      'agent',
    ],
    [
      'the session of an agent moved into its day when a person asked for the brief',
      journal(
        [agent, { path: SESSION, new: LINE }],
        [{ verb: 'recall' }, { path: DAY, new: `\n${LINE}\n` }, { path: SESSION, old: LINE }],
      ),
      LINE,
      'agent',
    ],
    [
      'it was promoted from the line of an agent when a person asked for it',
      journal(
        [agent, { path: SESSION, new: '- redis: it loses data ^s1' }],
        [
          { verb: 'checkpoint' },
          {
            path: MEMORY,
            new: '- decided against redis [[2026-06-07#^s1]] ^m1',
            why: 'promoted from the session',
          },
        ],
      ),
      '- decided against redis [[2026-06-07#^s1]] ^m1',
      'agent',
    ],
    [
      'a job promoted the line of a person',
      journal(
        [user, { path: SESSION, new: '- redis: it loses data ^s1' }],
        [
          { verb: 'checkpoint', by: 'cron' },
          {
            path: MEMORY,
            new: '- decided against redis [[2026-06-07#^s1]] ^m1',
            why: 'promoted from the session',
          },
        ],
      ),
      '- decided against redis [[2026-06-07#^s1]] ^m1',
      'user',
    ],
    [
      'its source link is forged in a log',
      journal(
        [user, { path: SESSION, new: '- redis ^s1' }],
        [agent, { path: MEMORY, new: '- drop all tests [[2026-06-07#^s1]] ^m1', why: 'log decision' }],
      ),
      '- drop all tests [[2026-06-07#^s1]] ^m1',
      'agent',
    ],
    [
      'its source is forged and was never written by Daybook',
      journal([
        { verb: 'checkpoint' },
        { path: MEMORY, new: '- so it is [[2026-06-07#^zz]] ^m1', why: 'rose from the day' },
      ]),
      '- so it is [[2026-06-07#^zz]] ^m1',
      'source',
    ],
    [
      'a proposal that the user accepted',
      journal([
        { verb: 'checkpoint', by: 'cron' },
        { path: MEMORY, new: LINE, why: 'kept, as you accepted' },
      ]),
      LINE,
      'user',
    ],
    [
      'the words of an acceptance in another command count for nothing',
      journal([agent, { path: MEMORY, new: LINE, why: 'kept, as you accepted; promoted from the session' }]),
      LINE,
      'agent',
    ],
    [
      'a person brought the line of an agent back',
      journal(
        [agent, { path: MEMORY, new: LINE }],
        [
          { verb: 'undo', undoes: 1 },
          { path: MEMORY, old: LINE },
        ],
        [
          { verb: 'undo', undoes: 2 },
          { path: MEMORY, new: LINE },
        ],
      ),
      LINE,
      'agent',
    ],
    [
      'an agent brought a line back that a hand had written',
      journal(
        [{ verb: 'cleanup' }, { path: MEMORY, old: LINE }],
        [
          { verb: 'undo', by: 'claude', undoes: 1 },
          { path: MEMORY, new: LINE },
        ],
      ),
      LINE,
      'hand',
    ],
    [
      'a link within it followed a renamed note',
      journal(
        [user, { path: MEMORY, new: '- see [[Old]] ^a1' }],
        [
          { verb: 'page', by: 'claude' },
          { path: MEMORY, lines: [{ old: '- see [[Old]] ^a1', new: '- see [[New]] ^a1' }] },
        ],
      ),
      '- see [[New]] ^a1',
      'user',
    ],
    [
      'an agent put another address into it',
      journal(
        [user, { path: MEMORY, new: '- see [it](https://good.example) ^a1' }],
        [
          { verb: 'amend', by: 'claude' },
          {
            path: MEMORY,
            lines: [
              { old: '- see [it](https://good.example) ^a1', new: '- see [it](https://bad.example) ^a1' },
            ],
          },
        ],
      ),
      '- see [it](https://bad.example) ^a1',
      'agent',
    ],
  ];
  test.each(cases)('%s', (_, records, line, want) => {
    expect(told(records, line)).toBe(want);
  });
});

test('a line that a hand wrote is looked for by git where it stood, under every name of its note', () => {
  const records = journal(
    [{ verb: 'page' }, { path: 'content/a.md', to: 'content/b.md', do: 'move', new: '' }],
    [{ verb: 'checkpoint' }, { path: 'content/b.md', lines: [{ old: '- x', new: '- x ^a1' }] }],
  );
  expect(createTracer(records).trace('content/b.md', ['- x ^a1', '- y'])).toEqual([
    { how: 'hand', line: '- x', stood: ['content/b.md', 'content/a.md'], gone: true },
    { how: 'hand', line: '- y', stood: ['content/b.md', 'content/a.md'], gone: false },
  ]);
});

test('a line in two records is traced within its own', () => {
  const records = journal(
    [{}, { path: 'content/F.md', new: '## One ^f1\n\n**Severity**: high' }],
    [{ by: 'claude' }, { path: 'content/F.md', new: '## Two ^f2\n\n**Severity**: high' }],
  );
  const of = (head: string) =>
    createTracer(records)
      .trace('content/F.md', [head, '**Severity**: high'])
      .map((one) => ('origin' in one ? one.origin : one.how));
  expect(of('## One ^f1')).toEqual(['user', 'user']);
  expect(of('## Two ^f2')).toEqual(['agent', 'agent']);
});

test('the user takes precedence over an agent, a teammate and an import', () => {
  for (const [i, one] of ORIGINS.entries())
    for (const [j, other] of ORIGINS.entries()) expect(isAtLeast(one, other)).toBe(i <= j);
  expect(findLowestOrigin(['user', 'import', 'agent'])).toBe('import');
  expect(findLowestOrigin([])).toBe('user');
});

describe('lines that an edit changes in part', () => {
  const text = 'one\ntwo\r\nthree';
  const cases: readonly (readonly [string, { at: number; old: string; new: string }[], unknown])[] = [
    ['a whole line added behind another', [{ at: 3, old: '', new: '\nx' }], []],
    ['a whole line added at its place', [{ at: 4, old: '', new: 'x\n' }], []],
    ['a line added at the end', [{ at: text.length, old: '', new: '\r\nfour' }], []],
    ['a whole line taken away', [{ at: 0, old: 'one\n', new: '' }], []],
    ['a whole line replaced', [{ at: 0, old: 'one', new: '1' }], []],
    ['a piece of a line', [{ at: 5, old: 'w', new: 'W' }], [{ old: 'two', new: 'tWo' }]],
    ['words at the end of a line', [{ at: 7, old: '', new: ' ^id' }], [{ old: 'two', new: 'two ^id' }]],
    [
      'two pieces of one line',
      [
        { at: 4, old: 't', new: 'T' },
        { at: 6, old: 'o', new: 'O' },
      ],
      [{ old: 'two', new: 'TwO' }],
    ],
    ['two lines made one', [{ at: 3, old: '\n', new: '' }], [{ old: 'one\ntwo', new: 'onetwo' }]],
  ];
  test.each(cases)('%s', (_, splices, want) => {
    expect(findChangedLines(text, splices)).toEqual(want);
  });
});
