import { describe, expect, it } from 'vitest';
import { parseReminderCondition } from '../../../src/matching/topics/reminder-condition.js';
import { matchTopics } from '../../../src/matching/topics/topic-match.js';

describe('the words of a workspace', () => {
  it('are of one meaning in a topic too', () => {
    expect(matchTopics('the faktura is wrong')('billing')).toBe(false);
    expect(matchTopics('the faktura is wrong', [['billing', 'faktura']])('billing')).toBe(true);
  });
});

describe('what is awaited', () => {
  it.each([
    ['auth', 'auth', false],
    ['next.js upgrade', 'next.js upgrade', false],
    ['if statements', 'statements', false],
    ['before the next commit', 'commit', true],
    ['every release', 'release', true],
    ['when I mention auth', 'auth', false],
    ['whenever we are back on the importer', 'importer', false],
    ['before going live', 'going live', true],
    ['改支付之前', '支付', false],
    ['', '', false],
  ])('of %j is %j', (written, topic, isAct) => {
    expect(parseReminderCondition(written)).toEqual({ topic, isAct });
  });

  it('is distinguished from the past', () => {
    expect(matchTopics('which commit broke it?')('before the next commit')).toBe(false);
    expect(matchTopics('the last deploy failed')('next deploy')).toBe(false);
    expect(matchTopics('deploy it')('next deploy')).toBe(true);
  });
});
