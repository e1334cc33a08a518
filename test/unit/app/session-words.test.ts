import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { searchSessions } from '../../../src/app/agents/search-sessions.js';
import type { SessionHeader } from '../../../src/transcripts/session-header.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-words-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const line = (role: 'user' | 'assistant', id: string, content: string, sessionId: string) =>
  `${JSON.stringify({
    parentUuid: null,
    isSidechain: false,
    type: role,
    message: { role, content: role === 'user' ? content : [{ type: 'text', text: content }] },
    uuid: id,
    timestamp: '2026-06-05T10:00:00.000Z',
    cwd: '/srv/shop',
    sessionId,
  })}\n`;

function writeSession(
  id: string,
  turns: readonly (readonly [prompt: string, answer: string])[],
): SessionHeader {
  const path = join(folder, `${id}.jsonl`);
  const text = turns
    .map(
      ([prompt, answer], at) => line('user', `u${at}`, prompt, id) + line('assistant', `a${at}`, answer, id),
    )
    .join('');
  writeFileSync(path, text);
  return {
    id,
    client: 'claude',
    origin: 'claude',
    files: [path],
    bytes: Buffer.byteLength(text),
    cwd: '/srv/shop',
    branch: null,
    started: null,
    last: '2026-06-05T10:00:00.000Z',
    goal: null,
  };
}

const local = (ms: number) => ({ date: new Date(ms).toISOString().slice(0, 10) }) as never;

let reads = 0;
const search = (
  heads: readonly SessionHeader[],
  words: string,
  more: { excluded?: readonly SessionHeader[]; after?: string } = {},
) => {
  reads = 0;
  const found = searchSessions(
    heads,
    { words, limit: 5, excluded: [], ...more },
    {
      home: join(folder, 'home'),
      clean: (text) => {
        reads++;
        return text.replaceAll('ghp_secret', '[redacted]');
      },
      progress: () => undefined,
      local,
      now: Date.parse('2026-06-08T10:00:00Z'),
    },
  );
  return found.hits.map(({ session, passage, partner }) => [
    'id' in session ? session.id : session.name,
    passage.text,
    partner?.text ?? null,
  ]);
};

const cache = () => join(folder, 'home/cache/sessions');
const cached = () =>
  readdirSync(cache())
    .filter((name) => name.endsWith('.words'))
    .map((name) => readFileSync(join(cache(), name), 'latin1'))
    .join('');

const SHOP: readonly (readonly [string, string])[] = [
  ['why do logins fail?', 'The token ghp_secret lives for an hour.'],
  ['and the queue?', 'Herring waits in the queue at night.'],
];

describe('the index of sessions by words', () => {
  test('finds a passage with its partner, without reading transcripts again', () => {
    const heads = [writeSession('one', SHOP), writeSession('two', [['which colour?', 'Grey, for an hour.']])];
    const first = search(heads, 'herring queue');
    expect(first).toEqual([['one', 'Herring waits in the queue at night.', 'and the queue?']]);
    expect(reads).toBeGreaterThan(0);
    expect(search(heads, 'herring queue')).toEqual(first);
    expect(search(heads, 'hour').map(([id]) => id)).toEqual(['two', 'one']);
    expect(reads).toBe(0);
    expect(cached()).toContain('herring');
    expect(cached()).not.toContain('ghp_secret');
  });

  test('reads a session again that grew, and no other', () => {
    const heads = [writeSession('one', SHOP), writeSession('two', [['which colour?', 'Grey.']])];
    search(heads, 'queue');
    appendFileSync(heads[1]?.files[0] ?? '', line('user', 'u9', 'paint it in marigold', 'two'));
    expect(search(heads, 'marigold')).toEqual([['two', 'paint it in marigold', null]]);
    expect(reads).toBeLessThan(5);
    expect(
      search(heads, 'grey herring')
        .map(([id]) => id)
        .sort(),
    ).toEqual(['one', 'two']);
  });

  test('keeps no word of a session whose folder is excluded', () => {
    const [one, two] = [writeSession('one', SHOP), writeSession('two', [['which colour?', 'Marigold.']])];
    search([one, two], 'queue');
    expect(cached()).toContain('herring');
    expect(search([two], 'herring marigold', { excluded: [one] }).map(([id]) => id)).toEqual(['two']);
    expect(cached()).not.toContain('herring');
    expect(cached()).toContain('marigold');
  });

  test('keeps the words of sessions that another search left out', () => {
    const heads = [writeSession('one', SHOP), writeSession('two', [['which colour?', 'Grey.']])];
    search(heads.slice(0, 1), 'queue');
    search(heads.slice(1), 'queue');
    search(heads, 'queue grey');
    expect(reads).toBe(0);
  });

  test('is made again where it is damaged, missing or of another form', () => {
    const heads = [writeSession('one', SHOP)];
    const found = search(heads, 'herring');
    const damage = [
      () => rmSync(cache(), { recursive: true }),
      () => writeFileSync(join(cache(), 'words.json'), '{"form":99,"layers":[{"name":"x","members":[]}]}'),
      () => writeFileSync(join(cache(), 'words.json'), 'not json'),
      () => {
        for (const name of readdirSync(cache())) if (name.endsWith('.words')) rmSync(join(cache(), name));
      },
      () => {
        for (const name of readdirSync(cache()))
          if (name.endsWith('.words')) {
            const bytes = readFileSync(join(cache(), name));
            for (let at = 512; at < bytes.length; at += 7) bytes[at] = (bytes[at] ?? 0) ^ 255;
            writeFileSync(join(cache(), name), bytes);
          }
      },
      () => {
        for (const name of readdirSync(cache()))
          if (name.endsWith('.idx')) writeFileSync(join(cache(), name), 'cut');
      },
    ];
    for (const damages of damage) {
      damages();
      expect(search(heads, 'herring')).toEqual(found);
    }
  });

  test('answers where the cache cannot be written', () => {
    const heads = [writeSession('one', SHOP)];
    mkdirSync(join(folder, 'home'), { recursive: true });
    writeFileSync(join(folder, 'home/cache'), 'a file is in the way');
    expect(search(heads, 'herring').map(([id]) => id)).toEqual(['one']);
  });

  test('finds the nearest words where no session has one', () => {
    const heads = [writeSession('one', [['migrate the configuration', 'Done.']])];
    expect(search(heads, 'configurtion')).toHaveLength(1);
    expect(search(heads, 'configu')).toHaveLength(1);
    expect(search(heads, 'zeppelin')).toEqual([]);
  });

  test('limits the days, and reads texts for stop words alone', () => {
    const heads = [writeSession('one', SHOP)];
    expect(search(heads, 'herring', { after: '2026-06-06' })).toEqual([]);
    expect(search(heads, 'herring', { after: '2026-06-05' })).toHaveLength(1);
    expect(search(heads, 'and the')).toHaveLength(1);
    expect(search(heads, 'and the', { after: '2026-06-06' })).toEqual([]);
  });
});
