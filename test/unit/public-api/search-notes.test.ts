import { expect, it } from 'vitest';
import { createSearch, findLanguage } from '../../../src/index.js';

const NOTES = [
  {
    path: 'content/MEMORY.md',
    text: '# Memory\n\n## Decisions\n\n- Sessions live in Postgres — Redis lost them\n',
  },
  { path: 'content/pages/deploy.md', text: '# Deploy\n\nThe staging box wants a ticket.\n' },
];

it('searches notes in memory with nothing but their paths and texts', () => {
  const search = createSearch(NOTES);
  expect(search('where do sessions live?').hits[0]).toMatchObject({ path: 'content/MEMORY.md', line: 5 });
  expect(search({ words: 'ticket', limit: 1 }).hits.map(({ path }) => path)).toEqual([
    'content/pages/deploy.md',
  ]);
  expect(search({ words: 'sessions', types: ['gotcha'] }).total).toBe(0);
});

it('gives the same order whatever the order of the notes and the zone', () => {
  const queries = ['sessions', 'staging ticket', 'postgres redis box'];
  const one = createSearch(NOTES, { timezone: 'Asia/Tokyo' });
  const other = createSearch(NOTES.toReversed(), { timezone: 'America/New_York' });
  for (const query of queries) expect(other(query)).toEqual(one(query));
});

it('takes off the endings of another language', () => {
  const notes = [{ path: 'content/x.md', text: 'Die Rechnungen sind raus.\n' }];
  const language = findLanguage('german');
  expect(createSearch(notes, language ? { language } : {})('Rechnung').total).toBe(1);
  expect(findLanguage('klingon')).toBeNull();
});
