import { describe, expect, it } from 'vitest';
import { SECRET_PATTERNS } from '../../../src/security/secret-pattern.js';
import { redact, redactAll } from '../../../src/security/secrets.js';
import { mapStrings } from '../../../src/text/json-value.js';
import { innocents, samples } from '../../robustness/secrets/samples.js';
import { drawRows, SEED } from '../../support/workspace.js';

const SAMPLES = samples(SEED, 5);
const INNOCENTS = innocents(SEED);

describe('redact', () => {
  it('removes every known secret, with the right kind, in one pass', () => {
    const kinds = new Set(SAMPLES.map(({ kind }) => kind));
    const missed = SAMPLES.filter(({ text, secret }) => redact(text).text.includes(secret));
    const otherwise = SAMPLES.filter(({ kind, text }) => !redact(text).found.includes(kind));
    console.log(
      `secrets: seed ${SEED}, ${SAMPLES.length} of ${kinds.size} kinds, ${missed.length} missed, ${otherwise.length} with a wrong kind`,
    );
    expect(kinds.size).toBeGreaterThanOrEqual(28);
    expect(missed.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([]);
    expect(otherwise.length).toBeLessThan(SAMPLES.length / 20);
  });

  it('does not change hashes, ids, code, paths and images', () => {
    const hurt = INNOCENTS.filter((text) => redact(text).text !== text);
    console.log(`innocents: seed ${SEED}, ${INNOCENTS.length} strings, ${hurt.length} redacted`);
    expect(INNOCENTS.length).toBeGreaterThanOrEqual(300);
    expect(hurt.map((text) => `${text} → ${redact(text).text}`)).toEqual([]);
  });

  it('changes nothing when it is done again', () => {
    for (const { text } of SAMPLES) {
      const once = redact(text).text;
      expect(redact(once)).toEqual({ text: once, found: [] });
    }
  });

  it('leaves the same mark for the same secret anywhere', () => {
    const secret = `gh${'p_'}${'a1B2'.repeat(9)}`;
    const [first, second] = [redact(`${secret} works`).text, redact(`it uses "${secret}"`).text];
    const mark = /\[redacted:github-pat:[0-9a-f]{4}\]/.exec(first)?.[0] ?? 'none';
    expect([first, second]).toEqual([`${mark} works`, `it uses "${mark}"`]);
    expect(redact(secret.replace('a1', 'a2')).text).not.toBe(mark);
  });

  it('what a private part stood between is looked at as it is then', () => {
    for (const text of [
      'password<private>x</private>: Xk3$mQ9z!p',
      'pass<private>x</private>word: Xk3$mQ9z!p',
    ]) {
      const { text: clean, found } = redact(text);
      expect(clean).not.toContain('Xk3$mQ9z!p');
      expect(found).toEqual(['private', 'password']);
      expect(redact(clean)).toEqual({ text: clean, found: [] });
    }
  });

  it.each([
    ['we ship <private>for Ann</private> on Friday', 'we ship on Friday'],
    ['<private>all of it</private>', ''],
    ['the rest <PRIVATE>is not for you', 'the rest '],
    ['a<private>b<private>c</private>d</private>e', 'ae'],
    ['an end </private> without a beginning', 'an end </private> without a beginning'],
    ['x<private>\n1\n</private>y<private>2</private>z', 'xyz'],
  ])('%j keeps %j', (text, kept) => {
    expect(redact(text).text).toBe(kept);
  });

  it('a text that is all of it long takes out every one', () => {
    const found = SAMPLES.filter(({ kind }) => kind !== 'private' && kind !== 'private-key');
    const text = found.map((one) => one.text).join('\n');
    const clean = redact(text).text;
    expect(found.filter(({ secret }) => clean.includes(secret)).map((one) => one.text)).toEqual([]);
  });

  it('reaches every string of an input', () => {
    const secret = `npm${'_'}${'a1B2'.repeat(9)}`;
    const { value, found } = redactAll({ a: [secret, { b: secret }], n: 1, f: false, u: undefined });
    expect(JSON.stringify(value)).not.toContain(secret);
    expect(found).toEqual(['npm']);
    expect(value).toMatchObject({ n: 1, f: false, u: undefined });
    expect(mapStrings(['x', null, 3], (text) => `${text}!`)).toEqual(['x!', null, 3]);
  });
});

/** Without classes and escapes, so that only the structure is left. */
const bare = (source: string): string => source.replace(/\\./g, 'e').replace(/\[[^\]]*\]/g, 'c');

describe('the patterns', () => {
  it.each(SECRET_PATTERNS.map(({ kind, pattern, why }) => [kind, why, pattern.source] as const))(
    '%s (%s) is bounded',
    (_, __, source) => {
      const shape = bare(source);
      expect(shape).not.toMatch(/[*+]/);
      expect(shape).not.toMatch(/\{\d+,\}/);
      for (const [, inner = '', outer] of shape.matchAll(/\(([^()]*)\)\{(\d+(?:,\d+)?)\}/g)) {
        const small = Number(outer?.split(',').at(-1)) <= 8;
        expect(small && !/\{\d+,\d{3,}\}/.test(inner), shape).toBe(true);
      }
      for (const [, most] of shape.matchAll(/\{\d+,(\d+)\}/g))
        expect(Number(most)).toBeLessThanOrEqual(16_000);
    },
  );

  it('whatever one finds is near what its row looks for first', () => {
    const values = ['Xk3$mQ9z!p', 'aB3dE5fG7hJ9kL1mN2', 'hunter2'];
    const looking = SECRET_PATTERNS.filter((row) => row.near);
    const found = new Map<string, number>();
    for (const { kind, cues, near, pattern } of looking) {
      const names = cues.flatMap((cue) => [cue, cue.toUpperCase()]);
      const texts = names.flatMap((name) =>
        [...ways(values)].map(([first, parting, value]) => `the ${name}${first}${parting}${value}"`),
      );
      for (const text of [...SAMPLES.map((one) => one.text), ...texts])
        if (text.search(pattern) >= 0) {
          found.set(kind, (found.get(kind) ?? 0) + 1);
          expect(near?.test(text.toLowerCase()), text).toBe(true);
        }
    }
    expect([...found.keys()].sort()).toEqual([...new Set(looking.map(({ kind }) => kind))].sort());
    expect(found.get('password')).toBeGreaterThan(1000);
  });

  it('20 hostile texts of 100 KB are done with', () => {
    for (const text of hostile()) expect(typeof redact(text).text).toBe('string');
  });

  it('each is done with texts made of its own beginnings', () => {
    for (const { cues, pattern } of drawRows(SECRET_PATTERNS, 6)) {
      for (const cue of cues)
        for (const filling of ['', ' ', 'a1', ':', '="', '-'])
          expect(filled(cue + filling).replace(pattern, '').length).toBeGreaterThanOrEqual(0);
    }
  });
});

/** Forms of a value after its name: quoted or not, with a separator. */
function* ways(values: readonly string[]): Iterable<[string, string, string]> {
  const blanks = ['', ' ', '   ', '\n'];
  const signs = [':', '=', '::', '：', 'is', '是', '为', ' of the old server was', ' we use is', '=>'];
  for (const first of ['', '"', "'", '`'])
    for (const before of blanks)
      for (const sign of signs)
        for (const after of [...blanks, '"', ' "'])
          for (const value of values) yield [first, `${before}${sign}${after}`, value];
}

const LENGTH = 100_000;
const filled = (part: string): string => part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH);

function hostile(): string[] {
  const parts = [
    'a',
    'a1',
    'aA1',
    ' ',
    '=',
    ':',
    '-',
    '.',
    '/',
    '"',
    "'",
    '://',
    'x://a:',
    'eyJa.',
    'eyJ-',
    '@',
  ];
  const keys = [
    '-----BEGIN PRIVATE KEY-----',
    'password: ',
    'password is a ',
    'aws ',
    'token=a1',
    'bearer ',
    '<private>a</private>',
  ];
  return [...parts, ...keys].map(filled).concat(filled('x://').concat('@'), `password ${filled('is ')}`);
}
