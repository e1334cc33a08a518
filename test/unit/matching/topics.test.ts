import { describe, expect, it } from 'vitest';
import { analyzeText } from '../../../src/matching/topics/analyze-text.js';
import { createRelevanceTest } from '../../../src/matching/topics/relevance-test.js';
import { parseReminderCondition } from '../../../src/matching/topics/reminder-condition.js';
import type { Topic } from '../../../src/matching/topics/topic.js';
import { findMentionedTopics, findTopics } from '../../../src/matching/topics/topic-lookup.js';
import { isTopicMatch, matchTopics } from '../../../src/matching/topics/topic-match.js';
import { TOPICS } from '../../../src/matching/topics/topic-table.data.js';

const ROWS = TOPICS.trim()
  .split('\n')
  .map((line) => {
    const [names = '', rest = ''] = line.split(/: (.*)/s);
    const [things = '', nots = ''] = rest.split(' ! ');
    return {
      names: names.split(', '),
      things: things.split(', '),
      nots: nots === '' ? [] : nots.split(', '),
    };
  });

describe('the table of topics', () => {
  it('is wide, and each row has a topic and words that indicate it', () => {
    const things = ROWS.flatMap((row) => row.things);
    console.log(`topics: ${ROWS.length} rows, ${things.length} things`);
    expect(ROWS.length).toBeGreaterThan(250);
    for (const row of ROWS) {
      expect(row.names.every((name) => /^(?:\([^()]+\)|[^()]+)$/.test(name) && name === name.trim())).toBe(
        true,
      );
      expect(
        row.things.every((thing) => thing !== '' && thing === thing.trim() && !thing.includes('!')),
      ).toBe(true);
      expect(new Set(row.things).size).toBe(row.things.length);
    }
  });

  it('is written in lower case, as texts are compared', () => {
    for (const { names, things, nots } of ROWS)
      for (const one of [...names, ...things.filter((thing) => !/^[a-z0-9=]/.test(thing)), ...nots])
        expect(one).toBe(one.toLowerCase());
  });

  it('assigns each topic to a text with its indicating words, and to words that name it', () => {
    const bare = (name: string) => name.replace(/^\(|[)?]$/g, '');
    for (const { names, things } of ROWS) {
      const said = analyzeText(
        things.map((thing) => thing.replace(/^=/, '').replace('num', '7')).join(' ; '),
        'prompt',
      );
      const isRow = ({ names: found }: Topic) => found.join() === names.map(bare).join();
      expect(findMentionedTopics(said).filter(isRow)).toHaveLength(1);
      for (const name of names)
        expect(findTopics(analyzeText(bare(name), 'topic').words).filter(isRow)).toHaveLength(1);
    }
  });

  it('has each thing touch its topic, and no thing touched by the topic alone', () => {
    expect(isTopicMatch('postgres is slow', 'database')).toBe(true);
    expect(isTopicMatch('the database is slow', 'postgres')).toBe(false);
    expect(isTopicMatch('the pods restart', 'kubernetes')).toBe(true);
    expect(isTopicMatch('the list takes 12 seconds', 'performance')).toBe(true);
  });
});

describe('a name that is an everyday word too', () => {
  it('counts as a name, or beside a thing of its topic', () => {
    expect(isTopicMatch('how did they react?', 'React')).toBe(false);
    expect(isTopicMatch('rewrite it in React', 'React')).toBe(true);
    expect(isTopicMatch('the react hook useState is stale', 'React')).toBe(true);
  });

  it('is no part of another name', () => {
    expect(isTopicMatch('the JavaScript of the page', 'Java')).toBe(false);
    expect(isTopicMatch('open it on GitHub', 'git')).toBe(false);
  });
});

describe('the words of a workspace', () => {
  it('are of one meaning in a topic too', () => {
    expect(isTopicMatch('the faktura is wrong', 'billing')).toBe(false);
    expect(matchTopics('the faktura is wrong', [['billing', 'faktura']])('billing')).toBe(true);
    expect(createRelevanceTest('print the faktura')('the frobnicator rounds twice')).toBe(false);
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
    expect(isTopicMatch('which commit broke it?', 'before the next commit')).toBe(false);
    expect(isTopicMatch('the last deploy failed', 'next deploy')).toBe(false);
    expect(isTopicMatch('deploy it', 'next deploy')).toBe(true);
  });
});
