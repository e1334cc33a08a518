import { describe, expect, it } from 'vitest';
import { createRandom } from '../../support/random.js';
import { searchIn, texts } from '../../support/search-notebook.js';

const MEMORY = `# Memory

## Decisions

- Use PostgreSQL for the job queue — one service less to run ^aaaaaaaaaa1
- The parser stays hand-written — generated ones were slow #parser ^aaaaaaaaaa2
- Deploy from \`src/deploy-all.ts\` only [[evolving/2026-06-01#^aaaaaaaaaa1]] ^aaaaaaaaaa3

## Gotchas

- node.js 20.1 crashes in the watcher on macOS #node ^aaaaaaaaaa4
- 数据库连接池耗尽时重启服务 ^aaaaaaaaaa5
- parseHTTPHeader drops folded lines ^aaaaaaaaaa6
`;

const DAY = (date: string, lines: readonly string[]) =>
  `# ${date}\n\n## Session ${date} 09:00\n\n${lines.map((line) => `- ${line}`).join('\n')}\n`;

const FILES = {
  'content/MEMORY.md': MEMORY,
  'content/evolving/2026-05-03.md': DAY('2026-05-03', [
    'Anna: the staging certificate expired',
    'Boris: who renews the certificate?',
    'Anna: the platform team does, every spring',
    'tried a bigger pool; the queue still stalled',
  ]),
  'content/evolving/2026-06-05.md': DAY('2026-06-05', [
    'the queue stalled again, a lock was held by the importer',
    'Boris: went through the logs with Anna',
    'measured the importer: 3,000 rows a second',
  ]),
  'content/archive/evolving/2025-01-02.md': DAY('2025-01-02', [
    'the queue stalled again, a lock was held by the importer',
  ]),
};

const search = searchIn(FILES);

describe('search', () => {
  it.each([
    ['postgres queue', 'Use PostgreSQL'],
    ['deploy-all.ts', 'Deploy from'],
    ['src/deploy-all.ts', 'Deploy from'],
    ['node.js crash', 'node.js 20.1'],
    ['http header', 'parseHTTPHeader'],
    ['parsehttpheader', 'parseHTTPHeader'],
    ['数据库', '数据库连接池'],
    ['连接池耗尽', '数据库连接池'],
    ['Boris going through a log', 'went through the logs'],
    ['certificats expird', 'the staging certificate expired'],
    ['3000 rows', 'measured the importer'],
    ['what did Anna say about the certificate?', 'the staging certificate'],
  ])('%s', (words, begin) => {
    expect(texts(search(words))[0]).toContain(begin);
  });

  it('finds an answer by the question above it', () => {
    expect(texts(search('who renews the certificate')).slice(0, 3).join('\n')).toContain('platform team');
  });

  it('raises the days that a question names', () => {
    const [first] = search('queue stalled in May').hits;
    expect(first?.path).toBe('content/evolving/2026-05-03.md');
  });

  it('explains the score on request, and the parts add up to it', () => {
    const words = 'queue stalled importer lock';
    expect(search(words).hits[0]).not.toHaveProperty('parts');
    const [hit] = search(words, { explain: true }).hits;
    expect(Object.keys(hit?.parts ?? {})).toContain('words');
    const sum = Object.values(hit?.parts ?? {}).reduce((all, part) => all + part, 0);
    expect(Math.abs(sum - (hit?.score ?? 0))).toBeLessThan(0.05);
    expect(hit?.matches).toEqual(expect.arrayContaining(['queue', 'stalled', 'importer', 'lock']));
    expect(hit?.section).toContain('Session');
  });

  it('folds what says the same, and shows the archive last', () => {
    const { hits } = search('queue stalled lock importer');
    expect(hits.filter(({ text }) => text.includes('held by the importer'))).toHaveLength(1);
    expect(hits[0]?.kind).not.toBe('archive');
  });

  it('ranks more where too many fold into one, and where a phrase is not in what comes first', () => {
    const same = 'rotate the signing key of the staging host';
    const files = {
      'content/evolving/2026-06-06.md': DAY('2026-06-06', [
        ...Array.from({ length: 9 }, () => same),
        'the signing key of the staging host lies in the vault, so said the platform team at length in spring',
      ]),
    };
    const found = (words: string) => texts(searchIn(files)(words, { limit: 2 })).join('\n');
    expect(found('rotate the signing key of the staging host')).toContain('in the vault');
    expect(found('signing key "host lies in the vault"')).toContain('in the vault');
  });

  it('says what nearly matched', () => {
    expect(search('importr').nearly).toEqual({ importr: ['importer'] });
    expect(search('qqqqq')).toEqual({ hits: [], total: 0, nearly: {} });
  });

  it('lists with one word only what has the word', () => {
    expect(search('certificate').hits.every(({ matches }) => matches.length > 0)).toBe(true);
  });
});

describe('filters', () => {
  it('by type, kind, tag and day', () => {
    expect(search('queue', { kinds: ['memory'] }).hits.map(({ kind }) => kind)).toEqual(['memory']);
    expect(search('parser', { tags: ['parser'] }).hits).toHaveLength(1);
    expect(search('parser', { tags: ['#parser'], types: ['gotcha'] }).hits).toHaveLength(0);
    const days = (query: { after?: string; before?: string }) =>
      search('queue', { kinds: ['day'], ...query }).hits.map(({ at }) => at?.slice(0, 10));
    expect(days({ after: '2026-06-01' })).toEqual(['2026-06-05']);
    expect(days({ before: '2026-05-03', after: '2026-05-03' })).toEqual(['2026-05-03']);
  });

  it('alone list what passes, newest first', () => {
    const { hits, total } = search('', { kinds: ['day'] });
    expect(total).toBe(7);
    expect(hits[0]?.path).toBe('content/evolving/2026-06-05.md');
    expect(search('of the and', { types: ['gotcha'] }).total).toBe(3);
    expect(search('', { types: ['no such type'] }).total).toBe(0);
  });
});

describe('a quoted phrase', () => {
  const words = (text: string) => texts(search(text));

  it('is found word for word, whatever its letters and signs', () => {
    const [first = ''] = words('queue');
    const some = first.split(/\s+/).slice(0, 3);
    expect(words(`"${some.join(' ')}"`)).toContain(first);
    expect(words(`“${some.join(' ').toUpperCase()}”`)).toContain(first);
    expect(words(`"${some.toReversed().join(' ')}"`)).not.toContain(first);
  });

  it('is none where it is never closed, or says nothing', () => {
    expect(words('"queue')).toEqual(words('queue'));
    expect(words('"of the" queue')).toEqual(words('queue'));
  });
});

describe('any query', () => {
  it.each([
    ['nothing', ''],
    ['stop words', 'what is it that we were to be'],
    ['punctuation', '?!... --- """ \'\' (('],
    ['emoji', '🙈🙉🙊'],
    ['an unbalanced quote', '"the queue'],
    ['10,000 letters', `${'queue stalled lock importer zzz '.repeat(320)}`],
    [
      '10,000 words',
      Array.from({ length: 10_000 }, (_, i) => String.fromCharCode(97 + (i % 26)).repeat(9 + (i % 50))).join(
        ' ',
      ),
    ],
    ['half a surrogate', '\ud83d queue'],
  ])('%s', (_, words) => {
    const { hits, total } = search(words);
    expect(hits.length).toBeLessThanOrEqual(10);
    expect(total).toBeGreaterThanOrEqual(hits.length);
    if (words.includes('queue')) expect(texts({ hits, total, nearly: {} })[0]).toContain('queue');
    else expect(hits).toEqual([]);
  });

  it('keeps its order whatever the order of the notes', () => {
    const random = createRandom(7);
    const shuffled = Object.fromEntries(Object.entries(FILES).sort(() => random() - 0.5));
    for (const words of ['queue', 'Anna certificate', 'importer', 'the parser stays'])
      expect(searchIn(shuffled)(words)).toEqual(search(words));
  });
});

describe('priors', () => {
  const at = (date: string, lines: readonly string[]) => ({
    [`content/evolving/${date}.md`]: DAY(date, lines),
  });

  it('prefer what is new and what is pinned among equals', () => {
    const files = {
      ...at('2026-01-05', ['rotate the signing key of alpha']),
      ...at('2026-06-06', ['rotate the signing key of beta']),
    };
    expect(texts(searchIn(files)('rotate signing key'))[0]).toContain('beta');
    const pinned = {
      ...at('2026-06-06', ['rotate the signing key of beta', 'rotate the signing key of gamma #pin']),
    };
    expect(texts(searchIn(pinned)('rotate signing key'))[0]).toContain('gamma');
  });

  it('never hide an exact hit', () => {
    const files = {
      ...at('2020-01-05', ['the ingress controller needs proxy buffering off']),
      ...at('2026-06-06', [
        'the ingress was touched #pin',
        'the controller was touched',
        'buffering of logs',
      ]),
    };
    expect(texts(searchIn(files)('ingress controller proxy buffering'))[0]).toContain('proxy buffering off');
  });

  it('takes the synonyms of the workspace, behind the word itself', () => {
    const files = at('2026-06-06', ['the login page is slow', 'the auth page is slow']);
    const search = searchIn(files, { synonyms: [['auth', 'login']] });
    expect(texts(search('auth slow'))[0]).toContain('auth page');
    expect(texts(search('auth'))).toHaveLength(2);
    expect(texts(searchIn(files)('auth'))).toHaveLength(1);
  });
});
