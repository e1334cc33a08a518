import { describe, expect, it } from 'vitest';
import { cutPassage } from '../../../src/search/passage.js';

/** Cuts a text for words that are all as rare. */
const cut = (text: string, words: readonly string[]) =>
  cutPassage(text, new Map(words.map((word) => [word, 1])));

const FILLER = 'Nothing of note happened on the way to the office that day. ';

describe('the passage of a long hit', () => {
  it('is the whole text up to 300 characters', () => {
    const text = 'x'.repeat(300);
    expect(cut(text, ['x'])).toBe(text);
  });

  it('has the most different matched words, and marks what is left out', () => {
    const text = `${FILLER.repeat(3)}The queue grew. ${FILLER.repeat(4)}The queue stalled on a lock of the importer. ${FILLER.repeat(5)}`;
    const passage = cut(text, ['queue', 'lock', 'importer']);
    expect(passage).toMatch(/^… .*The queue stalled on a lock of the importer\..* …$/);
    expect(passage.length).toBeLessThan(250);
    expect(text).toContain(passage.slice(2, -2));
  });

  it('has the start of the text if no word is found, and the end without a mark', () => {
    expect(cut(FILLER.repeat(8), ['absent'])).toMatch(/^Nothing of note .* …$/);
    expect(cut(`${FILLER.repeat(8)}The lock was free.`, ['lock'])).toMatch(/^… .*The lock was free\.$/);
  });

  it('splits Chinese text at its full stops', () => {
    const text = `${'今天什么都没有发生。'.repeat(40)}数据库连接池耗尽时重启服务。${'今天什么都没有发生。'.repeat(40)}`;
    expect(cut(text, ['数据库'])).toContain('今天什么都没有发生。');
  });

  it('weighs words by rarity, and goes on to the end of the sentence', () => {
    const text = `${'The nightly export writes a file that the finance team reads in the morning. '.repeat(3)}${FILLER.repeat(9)}The reconciliation step compares both ledgers and then writes to bucket acme-recon-7. ${FILLER.repeat(9)}`;
    const rarities = new Map([
      ['reconciliation', 6],
      ['bucket', 5],
      ['writes', 1],
    ]);
    expect(cutPassage(text, rarities)).toContain('then writes to bucket acme-recon-7.');
  });

  it('shows rows of a table below its first row, and lines of code', () => {
    const rows = Array.from(
      { length: 40 },
      (_, at) => `| service-${at} | port ${8000 + at} | team ${at % 5} |`,
    );
    const table = ['| service | port | team |', '|---|---|---|', ...rows].join('\n');
    expect(cut(table, ['service-31'])).toMatch(
      /^\| service \| port \| team \| … \| service-31 \| port 8031 \|/,
    );
    const code = [
      'Roll back:',
      '```sh',
      ...Array.from({ length: 40 }, (_, at) => `echo step ${at} of many`),
      'kubectl rollout undo',
      '```',
    ];
    expect(cut(code.join('\n'), ['kubectl', 'undo'])).toMatch(/kubectl rollout undo$/);
  });

  it('ends for any text', () => {
    expect(cut('x'.repeat(100_000), ['x']).length).toBeLessThan(300);
    expect(cut(`a, ${'b '.repeat(50_000)}`, ['a']).length).toBeLessThan(300);
    expect(cut('\n\n', ['a'])).toBe('');
  });
});
