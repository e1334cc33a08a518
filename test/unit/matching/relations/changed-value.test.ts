import { describe, expect, it } from 'vitest';
import { hasChangedValue } from '../../../../src/matching/relations/changed-value.js';

const test = (a: string, b: string, type = 'fact') => hasChangedValue({ text: a, type }, { text: b, type });

describe('a changed value', () => {
  it.each([
    ['the API listens on port 8080', 'the API listens on port 9090'],
    ['user prefers dark mode', 'user prefers light mode'],
    ['user prefers tabs', 'user prefers spaces over tabs'],
    ['user prefers tabs', 'user prefers spaces'],
    ['回答用中文', '回答用英文'],
    ['用英文写提交信息', '用中文写提交信息'],
    ['the API rate limit is 100 per minute', 'the API rate limit is 200 per minute'],
    ['commit messages are written in English', 'commit messages are written in German.'],
  ])('%s / %s', (a, b) => {
    expect(test(a, b)).toBe(true);
    expect(test(b, a)).toBe(true);
    expect(test(a, b, 'decision')).toBe(false);
  });
  it('of preferences may stand before its key', () => {
    const [a, b] = ['use 2 spaces for indentation', 'use 4 spaces for indentation'];
    expect(test(a, b, 'preference')).toBe(true);
    expect(test('node 1 runs nginx', 'node 2 runs nginx')).toBe(false);
  });
  it('of a pair counts for decisions too', () => {
    expect(test('timezone: Europe/Berlin', 'Timezone: UTC')).toBe(true);
    expect(test('main database: MySQL', 'main database: Postgres', 'decision')).toBe(true);
  });
  it.each([
    ['hotel: 24 rooms', 'hotel: two lifts'],
    ['user prefers dark mode', 'user prefers short commit messages'],
    ['never use moment', 'never use lodash'],
    ['always use pnpm', 'always use vitest'],
    ['server A runs on port 80', 'server B runs on port 80'],
    ['the deploy needs node 20', 'the deploy needs node 20 and python'],
    ['the backup runs at 02:00', 'the backup takes 10 minutes'],
    ['owners: Ann', 'owners: Bob'],
  ])('not: %s / %s', (a, b) => {
    expect(test(a, b)).toBe(false);
  });
});
