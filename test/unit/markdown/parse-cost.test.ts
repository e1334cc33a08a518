import { expect, test } from 'vitest';
import { estimateParseCost, type ParseCost } from '../../../src/markdown/parse-cost.js';

test.each<[string, string, ParseCost]>([
  ['nothing', '', 'light'],
  ['an everyday note', '# A\n\n- chose *x* over `y` — see [z](w) and [[q]]\n'.repeat(500), 'light'],
  ['a note of 100 KB', 'plain words\n\n'.repeat(8000), 'heavy'],
  ['many words_with_lines_in_them', 'the a_b_c and d_e\n\n'.repeat(3000), 'light'],
  ['nested lists, a few', `${'- '.repeat(30)}x`, 'heavy'],
  ['nested lists', `${'- '.repeat(4000)}x`, 'too heavy'],
  ['nested quotes', `${'> '.repeat(4000)}x`, 'too heavy'],
  ['nested quotes without blanks', `${'>'.repeat(4000)}x`, 'too heavy'],
  ['numbers in numbers', `${'1. '.repeat(200)}x`, 'too heavy'],
  ['emphasis, some', '*a_ '.repeat(300), 'heavy'],
  ['emphasis that never closes', '*a_ '.repeat(8000), 'too heavy'],
  ['emphasis over many lines', '*a_\n'.repeat(8000), 'too heavy'],
  ['brackets', '['.repeat(5000), 'heavy'],
  ['links in one paragraph, many', '[a](b) '.repeat(12_000), 'heavy'],
  ['links in one paragraph, too many', '[a](b) '.repeat(16_000), 'too heavy'],
  ['backticks of all lengths', Array.from({ length: 600 }, (_, i) => '`'.repeat(i + 1)).join(' '), 'heavy'],
  ['deep indentation', `${' '.repeat(1000)}a`, 'too heavy'],
  ['deep indentation by tabs', `${'\t'.repeat(200)}a`, 'too heavy'],
  ['a rule of 300 stars', '* '.repeat(300), 'too heavy'],
  ['ten megabytes on one line', 'a '.repeat(5_000_000), 'heavy'],
  ['ten megabytes of blanks', ' '.repeat(10_000_000), 'too heavy'],
])('%s', (_, text, want) => {
  expect(estimateParseCost(text)).toBe(want);
});
