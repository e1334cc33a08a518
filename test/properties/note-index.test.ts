import { describe, expect, it } from 'vitest';
import type { FileStat } from '../../src/store/files/list-notes.js';
import { type NoteIndexOptions, openNoteIndex } from '../../src/store/note-index/note-index.js';
import { findRelevant, Shelf } from '../support/note-index.js';
import { createRandom } from '../support/random.js';
import { read, SETTING } from '../support/search-notebook.js';

const FULL = Boolean(process.env.DAYBOOK_FULL);
const WORDS =
  `parser queue cache login auth deploy certificate importer staging lock timeout retry schema index token
  painting painted paints guitar 数据库 连接池 node.js src/a-b.ts parseHTTPHeader retry_count café`.split(
    /\s+/,
  );
const QUERIES = [
  'queue',
  'parser cache lock',
  'paintng',
  'authentication schema',
  '数据库',
  'a-b.ts',
  'who said retry',
  'cafe login 2026-05-03',
];

const open = (shelf: Shelf, more: Partial<NoteIndexOptions> = {}) =>
  openNoteIndex(shelf, { ...SETTING, read, clock: () => shelf.now, foldFrom: 400, ...more });

function sampler(seed: number) {
  const random = createRandom(seed);
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const below = (n: number) => Math.floor(random() * n);
  const line = () => {
    const words = Array.from({ length: 2 + below(8) }, () => one(WORDS)).join(' ');
    const lead = random() < 0.2 ? `${one(['Anna', 'Boris'])}: ` : '';
    const tail = random() < 0.3 ? ` [[${one(['2026-05-03', 'MEMORY', 'pages/x'])}]]` : '';
    return `- ${lead}${words}${random() < 0.2 ? '?' : ''}${tail}${random() < 0.3 ? ` #${one(['infra', 'ui', 'pin'])}` : ''}`;
  };
  const note = () =>
    Array.from(
      { length: 1 + below(3) },
      (_, i) =>
        `## Session 2026-05-0${i + 1} 09:00\n\n${Array.from({ length: below(7) }, line).join('\n')}\n`,
    ).join('\n');
  return { random, one, below, line, note };
}

const paths = Array.from({ length: 12 }, (_, i) =>
  i === 0
    ? 'content/MEMORY.md'
    : i < 8
      ? `content/evolving/2026-05-${String(i).padStart(2, '0')}.md`
      : `content/pages/p${i}.md`,
);

/** What a catalogue says, all of it. */
function everything(shelf: Shelf, catalogue = open(shelf)) {
  const hits = QUERIES.map((words) => catalogue.search({ words, limit: 8 }));
  const listed = catalogue.search({ words: '', kinds: ['day', 'page', 'memory'], limit: 200 }).hits;
  const links = ['2026-05-03', 'memory', 'x'].map((name) => catalogue.backlinks([name]));
  const places = listed.map(({ id }) => id).filter((id, i, all) => all.indexOf(id) === i);
  const relevant = QUERIES.map((text) => findRelevant(catalogue, { text, purpose: 'question', most: 4 }));
  return {
    hits,
    listed,
    links,
    relevant,
    counts: catalogue.counts(),
    places: places.map((id) => catalogue.places(id).map(({ path, line }) => ({ path, line }))),
  };
}

/** The same from nothing but the notes. */
function afresh(shelf: Shelf) {
  const copy = new Shelf();
  copy.now = shelf.now;
  for (const [path, note] of [...shelf.notes].reverse()) copy.notes.set(path, note);
  return everything(copy);
}

function change(shelf: Shelf, { random, one, note, line }: ReturnType<typeof sampler>): void {
  const path = one(paths);
  const old = shelf.notes.get(path);
  const dice = random();
  if (!old || dice < 0.2) shelf.write(path, note());
  else if (dice < 0.6) shelf.write(path, `${old.text}${line()}\n`);
  else if (dice < 0.75) shelf.write(path, old.text.replace(/^- .*\n/m, ''));
  else {
    shelf.notes.delete(path);
    if (dice < 0.9) shelf.notes.set(one(paths), old);
  }
}

describe('the catalogue and the notes never disagree', () => {
  it('after random edits, renames, deletes, restores, kills and lost caches', () => {
    const seed = 20260607;
    const sample = sampler(seed);
    const shelf = new Shelf();
    let checked = 0;
    for (let round = 0; round < (FULL ? 600 : 25); round++) {
      for (let i = sample.below(4); i >= 0; i--) change(shelf, sample);
      if (sample.random() < 0.5) shelf.now += sample.below(5000);
      if (sample.random() < 0.1) shelf.caches.delete(sample.one([...shelf.caches.keys()]) ?? '');
      shelf.writable = sample.random() > 0.1;
      shelf.writesLeft = sample.random() < 0.3 ? sample.below(3) : Number.POSITIVE_INFINITY;
      if (sample.random() < 0.05) shelf.caches.clear();
      expect(everything(shelf)).toEqual(afresh(shelf));
      checked++;
    }
    console.log(`catalogue: ${checked} rounds of edits agree with a fresh index (seed ${seed})`);
  });

  it('when a note is read while it is saved', () => {
    const shelf = new Shelf();
    shelf.write('content/MEMORY.md', '- the parser is fast\n- the queue is slow\n');
    class Saving extends Shelf {
      override unchanged = (stat: FileStat) => {
        const half = shelf.unchanged(stat);
        return half && { ...half, text: half.text.slice(0, half.text.indexOf('\n') + 1) };
      };
    }
    const saving = Object.assign(new Saving(), { notes: shelf.notes, now: shelf.now });
    expect(everything(saving)).toEqual(afresh(shelf));
  });

  it('when notes are saved over and over, and others keep what they saw of them', () => {
    const shelf = new Shelf();
    for (const name of ['MEMORY', 'SESSION', 'REMINDERS', 'INBOX', 'LOG'])
      shelf.write(`content/${name}.md`, '- the parser is fast\n- the queue is slow\n');
    let saves = 0;
    class Busy extends Shelf {
      override unchanged = (stat: FileStat) => ({
        text: `- saved ${saves} times\n`.padEnd(stat.size),
        bom: false,
      });
      override note(path: string) {
        const others = new Shelf();
        others.write(path, `- saved ${saves++} times\n`);
        open(others).refresh();
        for (const [name, bytes] of others.caches) this.caches.set(name, bytes);
        return super.note(path);
      }
    }
    const busy = Object.assign(new Busy(), { notes: shelf.notes, now: shelf.now });
    expect(everything(busy)).toEqual(afresh(shelf));
    expect(saves).toBeGreaterThan(0);
  });

  it('when a large base is folded and changed again', () => {
    const sample = sampler(3);
    const shelf = new Shelf();
    for (let i = 0; i < 40; i++)
      shelf.write(`content/pages/big${i}.md`, Array.from({ length: 60 }, sample.line).join('\n'));
    shelf.now += 10_000;
    open(shelf).refresh();
    expect(shelf.layers()).toHaveLength(1);
    for (let i = 0; i < 9; i++) {
      shelf.write(
        `content/pages/big${sample.below(40)}.md`,
        Array.from({ length: 60 }, sample.line).join('\n'),
      );
      shelf.now += 10_000;
      if (i % 3 === 0) expect(everything(shelf)).toEqual(afresh(shelf));
      else open(shelf).refresh();
    }
  });

  it('when a note changes within one tick of the clock, its size the same', () => {
    const shelf = new Shelf();
    shelf.write('content/MEMORY.md', '## Facts\n\n- the host is alpha\n');
    expect(open(shelf).search({ words: 'alpha', limit: 5 }).total).toBe(1);
    shelf.write('content/MEMORY.md', '## Facts\n\n- the host is gamma\n');
    expect(open(shelf).search({ words: 'gamma', limit: 5 }).total).toBe(1);
    expect(open(shelf).search({ words: 'alpha', limit: 5 }).total).toBe(0);
  });

  it('when a note changes between the look at the disk and the answer', () => {
    const shelf = new Shelf();
    shelf.write('content/MEMORY.md', '## Facts\n\n- the host is alpha\n');
    const catalogue = open(shelf);
    catalogue.refresh();
    shelf.now += 60_000;
    shelf.write('content/MEMORY.md', '## Facts\n\n- new line\n- the host is alpha\n');
    const [hit] = catalogue.search({ words: 'host alpha', limit: 5 }).hits;
    expect(hit).toMatchObject({ text: 'the host is alpha', line: 4 });
  });

  it('when notes are of every sort: fences, CRLF, setext headings, no headings, long entries', () => {
    const shelf = new Shelf();
    const samples = [
      '- one parser\r\n- two parser\r\n\r\n## Facts\r\n\r\n- three parser\r\n',
      '```\n# parser no heading\n- parser no entry\n```\n\n- parser entry\n',
      'Parser\n======\n\nparser text\n\nParser two\n---\n\n- parser item\n',
      `- parser ${'\n  more parser'.repeat(400)}\n- parser again\n- parser again\n`,
      `${'\n'.repeat(600)}- far down parser\n`,
      '---\ntitle: parser\n---\n\nparser in a paragraph\n',
    ];
    for (const [i, text] of samples.entries()) shelf.write(`content/pages/s${i}.md`, text);
    for (const { id, path, line, text } of open(shelf).search({ words: 'parser', limit: 50 }).hits) {
      const entry = read({
        path,
        text: shelf.notes.get(path)?.text ?? '',
        bom: false,
        hash: '',
      }).entries.find((one) => one.id === id);
      expect(entry).toMatchObject({ line, text });
    }
    expect(everything(shelf)).toEqual(afresh(shelf));
  });
});

describe('reading no more than needed', () => {
  it('only changed notes are read again', () => {
    const shelf = new Shelf();
    for (const path of paths) shelf.write(path, sampler(1).note());
    shelf.now += 60_000;
    open(shelf).refresh();
    shelf.now += 60_000;
    shelf.reads = shelf.glances = 0;
    expect(open(shelf).refresh()).toBe(false);
    expect(shelf.reads + shelf.glances).toBe(0);
    shelf.write(paths[3]!, '## Session\n\n- something else\n');
    expect(open(shelf).refresh()).toBe(true);
    expect(shelf.reads + shelf.glances).toBe(1);
  });

  it('a folder that was copied just now is hashed once, and then trusted', () => {
    const shelf = new Shelf();
    for (const path of paths) shelf.write(path, sampler(1).note());
    open(shelf).refresh();
    shelf.now += 60_000;
    open(shelf).refresh();
    shelf.reads = shelf.glances = 0;
    open(shelf).refresh();
    expect(shelf.reads + shelf.glances).toBe(0);
  });

  it('progress is told', () => {
    const shelf = new Shelf();
    for (const path of paths) shelf.write(path, sampler(1).note());
    const seen: number[] = [];
    open(shelf, { progress: (done, all) => seen.push(done / all) }).refresh();
    expect(seen.at(-1)).toBe(1);
  });
});

describe('damage to the caches', () => {
  it('changes no answer, wherever it is', () => {
    const seed = 11;
    const sample = sampler(seed);
    const shelf = new Shelf();
    for (let i = 0; i < 20; i++)
      shelf.write(`content/pages/big${i}.md`, Array.from({ length: 60 }, sample.line).join('\n'));
    shelf.now += 60_000;
    open(shelf).refresh();
    shelf.write('content/pages/big3.md', '- parser lock\n');
    shelf.now += 60_000;
    open(shelf).refresh();
    const sound = new Map(shelf.caches);
    const [layer = ''] = shelf.layers();
    expect(sound.get(layer)?.length ?? 0).toBeGreaterThan(0);
    const ask = () => {
      const catalogue = open(shelf);
      return [catalogue.search({ words: 'parser lock paintng', limit: 5 }), catalogue.counts()];
    };
    const answer = ask();
    const kinds = { flip: 0, cut: 0, longer: 0, zeros: 0, swapped: 0 };
    for (let round = 0; round < (FULL ? 2000 : 25); round++) {
      for (const [name, bytes] of sound) shelf.caches.set(name, bytes.slice());
      const name = sample.one(['catalogue', layer]);
      const bytes = sound.get(name)!.slice();
      const kind = sample.one(Object.keys(kinds) as (keyof typeof kinds)[]);
      kinds[kind]++;
      const at = sample.below(sample.random() < 0.3 ? 64 : bytes.length);
      if (kind === 'flip') bytes[at]! ^= 1 << sample.below(8);
      if (kind === 'zeros') bytes.fill(0, at, at + 1 + sample.below(5000));
      const damaged = {
        flip: bytes,
        zeros: bytes,
        cut: bytes.slice(0, at),
        longer: Uint8Array.from([...bytes, ...bytes.slice(0, 100)]),
        swapped: sound.get(name === 'catalogue' ? layer : 'catalogue')!,
      };
      shelf.caches.set(name, damaged[kind]);
      expect(ask()).toEqual(answer);
      shelf.caches.set(name, damaged[kind]);
      shelf.write('content/pages/big4.md', `${shelf.notes.get('content/pages/big4.md')?.text}\n`);
      expect(() => open(shelf, { foldFrom: 1 }).refresh()).not.toThrow();
    }
    console.log(`damaged caches: ${JSON.stringify(kinds)} (seed ${seed})`);
  });

  it('of another version of them is no cache', () => {
    const shelf = new Shelf();
    shelf.write('content/MEMORY.md', '## Facts\n\n- the host is alpha\n');
    const garbage = [
      new Uint8Array(0),
      new Uint8Array(3),
      new TextEncoder().encode('{"base":null}'.repeat(9)),
    ];
    for (const bytes of garbage) {
      shelf.caches.set('catalogue', bytes);
      expect(open(shelf).search({ words: 'alpha', limit: 5 }).total).toBe(1);
    }
  });
});

describe('two that write at once', () => {
  it('leave caches that answer alike, whichever was last', () => {
    const shelf = new Shelf();
    const sample = sampler(5);
    for (let i = 0; i < 20; i++)
      shelf.write(`content/pages/big${i}.md`, Array.from({ length: 60 }, sample.line).join('\n'));
    shelf.now += 60_000;
    const one = open(shelf);
    const two = open(shelf);
    one.refresh();
    shelf.write('content/pages/big1.md', '- parser lock\n');
    two.refresh();
    shelf.write('content/pages/big2.md', '- parser cache\n');
    one.refresh();
    two.refresh();
    expect(everything(shelf)).toEqual(afresh(shelf));
    expect(everything(shelf, one)).toEqual(everything(shelf, two));
  });
});
