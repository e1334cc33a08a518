import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { formatYamlPair, readFrontMatter, setProperty, WRITING } from '../../src/markdown/front-matter.js';
import { scanFrontMatter } from '../../src/markdown/front-matter-scanner.js';
import { applyEdits } from '../../src/markdown/text-edit.js';
import { FULL } from '../support/tiers.js';

const string = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '---',
    'a: b',
    '# c',
    '"',
    "'",
    '- d',
    'null',
    'true',
    '1',
    '[x]',
    '__proto__',
    '💾',
    '用 SQLite',
    '\r\n',
  ),
);
const value = fc.oneof(
  string,
  fc.nat(),
  fc.array(string, { maxLength: 4 }),
  fc.dictionary(
    string,
    fc.dictionary(fc.constantFrom('reason', 'related'), fc.oneof(string, fc.array(string))),
  ),
);
const data = fc.dictionary(fc.stringMatching(/^[a-z_]{1,12}$/), value, { minKeys: 1 });

const note = (pairs: Record<string, unknown>): string =>
  `---\n${Object.entries(pairs)
    .map(([key, one]) => formatYamlPair(key, one))
    .join('\n')}\n---\n\n# Body\n`;

describe('properties', () => {
  it('are written byte for byte as the package writes them', () => {
    const word = fc.oneof(
      fc.stringMatching(/^[A-Za-z_]\w{0,4}$/),
      fc.constantFrom('True', 'NULL', 'yes', 'y'),
    );
    const plain = fc.oneof(value, fc.dictionary(word, fc.oneof(value, fc.dictionary(word, value))));
    fc.assert(
      fc.property(word, plain, (key, one) => {
        expect(formatYamlPair(key, one)).toBe(stringify({ [key]: one }, WRITING).trimEnd());
      }),
      { numRuns: FULL ? 2000 : 500, seed: 7 },
    );
  });

  it('that are written are read back equal, by the scanner wherever it is sure', () => {
    let sure = 0;
    fc.assert(
      fc.property(data, (pairs) => {
        const text = note(pairs);
        const read = readFrontMatter(text);
        expect(read.notice).toBe(null);
        expect(Object.fromEntries(read.data ?? [])).toEqual(pairs);
        const scanned = scanFrontMatter(text);
        if (scanned) sure++;
        if (scanned) expect(Object.fromEntries(scanned)).toEqual(pairs);
      }),
      { numRuns: 500, seed: 7 },
    );
    expect(sure).toBeGreaterThan(100);
  });

  it('are read alike by scanner and parser where people wrote them, or left to the parser', () => {
    const line = fc.constantFrom(
      'goal: plain words',
      'goal: "in quotes"',
      "state: 'single'",
      'list:',
      '  - one',
      '- two',
      '  - "three: 3"',
      'empty:',
      'flow: [a, b]',
      'json: ["a"]',
      '# comment',
      '',
      'number: 12',
      'version: 3.0',
      'yes: true',
      'at: 2026-05-10T14:30:00+08:00',
      'day: 2026-05-10',
      'map:',
      '  inner: x',
      '    deep: y',
      'text: |',
      '  block',
      'tail: word # not said',
      'colon: a: b',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const text = `---\n${lines.join('\n')}\n---\n`;
        const scanned = scanFrontMatter(text);
        if (scanned)
          expect(Object.fromEntries(scanned)).toEqual(Object.fromEntries(readFrontMatter(text).data ?? []));
      }),
      { numRuns: FULL ? 3000 : 1000, seed: 7 },
    );
  });

  it('get another value without another byte changed', () => {
    for (const eol of ['\n', '\r\n']) {
      const text = ['---', '# a comment', "status:   'open'  # why", 'other: "x"', '---', '', 'Body'].join(
        eol,
      );
      expect(applyEdits(text, setProperty(text, 'status', 'completed'))).toBe(
        text.replace("'open'", '"completed"'),
      );
      expect(applyEdits(text, setProperty(text, 'fresh', 'a: b'))).toBe(
        text.replace(`"x"${eol}`, `"x"${eol}fresh: "a: b"${eol}`),
      );
      expect(
        applyEdits(
          text.replace("   'open'  # why", ''),
          setProperty(text.replace("   'open'  # why", ''), 'status', 'done'),
        ),
      ).toContain('status: "done"');
    }
    expect(applyEdits('Body', setProperty('Body', 'status', 'done'))).toBe('---\nstatus: "done"\n---\nBody');
  });
});
