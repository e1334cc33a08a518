import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FreeformEntry, parseFreeform } from '../../../src/notes/freeform/parse-freeform.js';

const FIXTURES = new URL('../../fixtures/loose/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, FIXTURES), 'utf8');
const rows = (name: string) =>
  read(name)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '));

interface Expected {
  readonly type: string;
  readonly confidence: number;
  readonly status: string | null;
  readonly text: string;
  readonly why: string | null;
}

const lines = (name: string): Expected[] =>
  rows(name).map((line) => {
    const [, type = '', confidence, status = '-', text = '', why] =
      /^(\w+) ([\d.]+) (\S+) :: (.*?)(?: :: (.*))?$/.exec(line) ?? [];
    return {
      type,
      confidence: Number(confidence),
      status: status === '-' ? null : status,
      text,
      why: why ?? null,
    };
  });
const traps = (name: string) => rows(name).map((line) => line.replaceAll('\\n', '\n'));
const LINES = lines('lines.txt');
const TRAPS = traps('traps.txt');

const share = (part: number, whole: number) => `${part}/${whole} = ${(part / whole).toFixed(3)}`;

describe('loosely written lines', () => {
  it.each([
    ['first', LINES, 0.95],
    ['afterwards', lines('lines-afterwards.txt'), 0.9],
  ])('are read with type, reason, status and confidence: %s', (name, all, least) => {
    const found = all.map((expected) => ({ expected, find: parseFreeform(expected.text) }));
    const right = (test: (find: FreeformEntry | null, expected: Expected) => boolean) =>
      found.filter(({ find, expected }) => test(find, expected)).length;
    const types = right((find, { type }) => find?.type === type);
    const reasons = right((find, { why }) => (find?.workaround ?? find?.why ?? null) === why);
    const states = right((find, { status }) => (find?.status ?? null) === status);
    const sure = right((find, { confidence }) => find?.confidence === confidence);
    console.log(
      `loose lines, ${name}: types ${share(types, all.length)}, reasons ${share(reasons, all.length)}, ` +
        `status ${share(states, all.length)}, confidence ${share(sure, all.length)}`,
    );
    for (const count of [types, reasons, states, sure])
      expect(count / all.length).toBeGreaterThanOrEqual(least);
  });

  it('are many', () => {
    expect(LINES.length).toBeGreaterThanOrEqual(170);
    expect(TRAPS.length).toBeGreaterThanOrEqual(70);
  });

  it.each([
    ['first', TRAPS],
    ['afterwards', traps('traps-afterwards.txt')],
  ])('never make a decision of a trap: %s', (name, all) => {
    const fallen = all.filter((text) => parseFreeform(text)?.type === 'decision');
    console.log(`traps, ${name}: ${fallen.length} false decisions among ${all.length}`);
    expect(fallen).toEqual([]);
  });

  it('keep the trap harmless after any bullet, box or date', () => {
    const fallen = ['- ', '* [ ] ', '1. ', '6/7/2026: ', '  - '].flatMap((lead) =>
      TRAPS.filter((text) => !text.includes('\n') && !text.startsWith('>'))
        .map((text) => lead + text)
        .filter((text) => parseFreeform(text)?.type === 'decision'),
    );
    expect(fallen).toEqual([]);
  });
});

describe('readLoosely', () => {
  it('names the rejected option', () => {
    expect(parseFreeform('chose Vite over Webpack because it is fast')?.alternatives).toEqual(['Webpack']);
    expect(parseFreeform('Decision: SQLite over LevelDB or RocksDB')?.alternatives).toEqual([
      'LevelDB',
      'RocksDB',
    ]);
    expect(parseFreeform('decided to use `pnpm` instead of `npm`')?.alternatives).toEqual(['`npm`']);
    expect(parseFreeform('Decision: serve over HTTPS')?.alternatives).toEqual([]);
    expect(parseFreeform('Decision: spread the load over 3 hosts')?.alternatives).toEqual([]);
  });

  it.each([
    ['6/7/2026: decided to freeze', '2026-06-07'],
    ['June 7, 2026 - decided to freeze', '2026-06-07'],
    ['[2026-06-07 14:30] decided to freeze', '2026-06-07'],
    ['decided to freeze until Sept 1st, 2026', '2026-09-01'],
    ['decided on 7 June 2026 to freeze', '2026-06-07'],
    ['决定冻结到2026年6月7日', '2026-06-07'],
    ['decided to freeze until 13/45/2026', null],
    ['decided to freeze version 1/2/2026/4', null],
    ['decided to freeze', null],
  ])('finds the date of %j', (text, on) => {
    expect(parseFreeform(text)?.on).toBe(on);
  });

  it('keeps the words as they were written', () => {
    expect(parseFreeform('**Decided:** keep `a — b` as it is')).toMatchObject({
      text: 'keep `a — b` as it is',
      why: null,
    });
    expect(parseFreeform('**We decided to drop IE**')).toMatchObject({ text: 'drop IE', confidence: 0.7 });
    expect(parseFreeform('Because of the audit, we decided to log more')).toMatchObject({
      type: 'decision',
      text: 'we decided to log more',
      why: 'the audit',
    });
    expect(parseFreeform('KEY: never deploy on Friday')).toMatchObject({ type: 'rule', tags: ['key'] });
    expect(parseFreeform('key: value pairs are sorted before signing')).toBeNull();
    expect(parseFreeform('KEY: the API rotates monthly')).toMatchObject({ type: 'fact', tags: ['key'] });
  });

  it('finds nothing without a signal', () => {
    for (const text of ['', '   ', '-', '**', 'hello', 'running tests', 'Decision:', '```', '> ', 'KEY'])
      expect(parseFreeform(text)).toBeNull();
  });

  it('never throws and stays within its bounds', () => {
    const seed = 20260607;
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom(
        'decided ',
        '**',
        '`',
        '"',
        ' over ',
        'because ',
        '->',
        '\n',
        'not ',
        '6/7/2026',
        '因为',
        '[x] ',
        'KEY: ',
        '~~~',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        const find = parseFreeform(text);
        if (!find) return;
        expect(find.confidence).toBeGreaterThanOrEqual(0.4);
        expect(find.confidence).toBeLessThanOrEqual(1);
        expect(find.text.length).toBeLessThanOrEqual(text.length);
        expect(text.replace(/\r\n?/g, '\n')).toContain(find.text);
      }),
      { seed, numRuns: process.env.DAYBOOK_FULL ? 20_000 : 1_000 },
    );
  });

  it('reads a long and hostile text without getting lost', () => {
    for (const unit of [
      ' ',
      '`',
      '*',
      '"',
      '(',
      'a ',
      '\n',
      '. ',
      'tried ',
      'has ',
      '> ',
      '**a',
      ' over ',
      ' because ',
    ])
      expect(() => parseFreeform(`decided to ${unit.repeat(20_000)}x`)).not.toThrow();
  });
});
