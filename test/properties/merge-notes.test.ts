/* Merging notes: whichever side is ours, and in whatever order several are merged, the text is the same and nothing is lost. */
import { expect, test } from 'vitest';
import { scanBlocks } from '../../src/markdown/block-scanner.js';
import { parseWithRemark } from '../../src/markdown/remark-outline.js';
import { normalizeHeading } from '../../src/markdown/section-edits.js';
import { parseLine } from '../../src/notes/entries/entry-line.js';
import { mergeNotes } from '../../src/notes/merge/merge-notes.js';
import { EXAMPLES } from '../support/markdown-samples.js';
import { createRandom } from '../support/random.js';
import { FULL, SEED } from '../support/workspace.js';

type Random = () => number;

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
let minute = 0;

/** An id as a clock would give it, later than all before. */
function mint(random: Random): string {
  minute++;
  let time = '';
  for (let rest = 6_500_000_000 + minute; time.length < 6; rest = Math.floor(rest / 32))
    time = ALPHABET[rest % 32] + time;
  return time + Array.from({ length: 5 }, () => pick(random, [...ALPHABET])).join('');
}

/** An entry of a note: its section, and the parts of its line. */
interface Item {
  readonly id: string;
  readonly section: string;
  readonly text: string;
  readonly box: '' | '[ ] ' | '[x] ';
  readonly verified: string;
}

const SECTIONS = ['Decisions', 'Facts', 'Gotchas', 'Rules'];
const WORDS = ['cache', 'deploy', 'index', 'lock', 'parser', 'queue', 'retry', 'schema', 'token', 'worker'];
const say = (random: Random) => Array.from({ length: 4 }, () => pick(random, WORDS)).join(' ');

const write = (items: readonly Item[]): string =>
  `# Memory\n${SECTIONS.map((section) => {
    const own = items.filter((item) => item.section === section);
    return own.length === 0
      ? ''
      : `\n## ${section}\n\n${own.map(({ box, text, verified, id }) => `- ${box}${text}${verified && ` [verified:: ${verified}]`} ^${id}\n`).join('')}`;
  }).join('')}`;

type Change = (items: readonly Item[], random: Random) => readonly Item[];

const edit =
  (make: (item: Item, random: Random) => Partial<Item>): Change =>
  (items, random) => {
    const at = Math.floor(random() * items.length);
    return items.map((item, i) => (i === at ? { ...item, ...make(item, random) } : item));
  };

const CHANGES: Readonly<Record<string, Change>> = {
  log: (items, random) => [
    ...items,
    {
      id: mint(random),
      section: pick(random, SECTIONS),
      text: say(random),
      box: pick(random, ['', '[ ] ']),
      verified: '',
    },
  ],
  amend: edit((_, random) => ({ text: say(random) })),
  done: edit(() => ({ box: '[x] ' })),
  verify: edit((_, random) => ({ verified: `2026-06-0${1 + Math.floor(random() * 9)}` })),
  archive: (items, random) => items.toSpliced(Math.floor(random() * items.length), 1),
};

/** Makes some changes, and tells which. */
function change(items: readonly Item[], random: Random, most: number): readonly Item[] {
  let now = items;
  for (let n = Math.floor(random() * most); n >= 0; n--) {
    const name = pick(random, [...Object.keys(CHANGES), 'log', 'log']);
    now = (CHANGES[name] as Change)(now, random);
  }
  return now;
}

const start = (random: Random): readonly Item[] =>
  Array.from(
    { length: Math.floor(random() * 8) },
    (): Item => ({
      id: mint(random),
      section: pick(random, SECTIONS),
      text: say(random),
      box: pick(random, ['', '[ ] ', '[x] ']),
      verified: '',
    }),
  );

function merge(base: string, ours: string, theirs: string, path = 'MEMORY.md'): string {
  const merged = mergeNotes({ base, ours, theirs }, path);
  expect(mergeNotes({ base, ours: theirs, theirs: ours }, path)).toEqual(merged);
  if (merged === null) throw new Error(`refused:\n${base}\n---\n${ours}\n---\n${theirs}`);
  return merged.text;
}

const shuffle = <T>(list: readonly T[], random: Random): readonly T[] =>
  list
    .map((one) => [random(), one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one);

const linesOf = (text: string) =>
  scanBlocks(text)
    .blocks.filter(({ kind }) => kind === 'item')
    .map(({ text: source }) => parseLine(source));

test('clones that merge one another in any order have the same bytes, and every entry', () => {
  const random = createRandom(SEED);
  const rounds = FULL ? 3000 : 80;
  let [entries, doubled] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    const common = start(random);
    const base = write(common);
    const clones = Array.from({ length: 2 + Math.floor(random() * (FULL ? 7 : 3)) }, () =>
      change(common, random, 6),
    );
    const texts = clones.map(write);
    const told = `seed ${SEED}, round ${round}`;
    const results = Array.from({ length: 3 }, () =>
      shuffle(texts, random).reduce((ours, theirs) => merge(base, ours, theirs)),
    );
    const [text = ''] = results;
    const isReworded = common.some(
      ({ id, text: said }) =>
        new Set(
          clones.flatMap((items) =>
            items.filter((one) => one.id === id && one.text !== said).map((one) => one.text),
          ),
        ).size > 1,
    );
    // Which of two versions keeps the id hangs on what was verified when they met; all of them stand in each order.
    const seen = (merged: string) =>
      isReworded
        ? linesOf(merged)
            .map((one) => one.text)
            .sort()
        : merged;
    for (const other of results) expect(seen(other), told).toEqual(seen(text));
    const found = linesOf(text);
    expect(new Set(found.map(({ id }) => id)).size, told).toBe(found.length);
    const known = new Map(common.map((item) => [item.id, item]));
    for (const id of new Set([...known.keys(), ...clones.flatMap((items) => items.map((item) => item.id))])) {
      const before = known.get(id);
      const versions = clones.map((items) => items.find((item) => item.id === id));
      const wanted = new Set(
        versions.flatMap((item) => (item && item.text !== before?.text ? [item.text] : [])),
      );
      const isDeleted = before !== undefined && versions.includes(undefined);
      const isChanged = versions.some((item) => item && before && write([item]) !== write([before]));
      if (wanted.size === 0 && isDeleted && !isChanged)
        expect(
          found.some((one) => one.id === id),
          told,
        ).toBe(false);
      else if (wanted.size === 0)
        expect(found.find((one) => one.id === id)?.text, `${told} ^${id}`).toBe(before?.text);
      for (const said of wanted)
        expect(
          found.some((one) => one.text === said),
          `${told}: ${said}\n${text}`,
        ).toBe(true);
      if (!isDeleted && versions.some((item) => item?.box === '[x] ') && wanted.size <= 1)
        expect(found.find((one) => one.id === id)?.box, `${told} ^${id}`).toBe('done');
      doubled += Math.max(0, wanted.size - 1);
    }
    entries += found.length;
    if (!isReworded) for (const own of texts) expect(merge(base, text, own), told).toBe(text);
  }
  console.log(
    `merge: seed ${SEED}, ${rounds} rounds, ${entries} entries, ${doubled} in a second version, 0 lost`,
  );
});

/** The lines of a text, exactly; a heading as its depth and its words as they are compared: two spellings name one section. */
function listLines(text: string): readonly string[] {
  const headings = parseWithRemark(text).blocks.filter(({ kind }) => kind === 'heading');
  const rest = headings
    .toReversed()
    .reduce((left, { start, end }) => left.slice(0, start) + left.slice(end), text);
  return [
    ...headings.map(({ depth, text: words }) => `heading ${depth}: ${normalizeHeading(words)}`),
    ...rest.split('\n'),
  ];
}

test('any Markdown: every line that one side wrote is there, or the merge is left to a person', () => {
  const random = createRandom(`${SEED} markdown`);
  const rounds = FULL ? 5000 : 120;
  let refused = 0;
  for (let round = 0; round < rounds; round++) {
    const blocks = Array.from({ length: 1 + Math.floor(random() * 5) }, () => pick(random, EXAMPLES));
    const side = () => {
      const own = [...blocks];
      for (let n = Math.floor(random() * 3); n >= 0; n--) {
        const at = Math.floor(random() * (own.length + 1));
        if (random() < 0.7) own.splice(at, 0, pick(random, EXAMPLES));
        else own.splice(at, 1);
      }
      return own;
    };
    const [ours, theirs] = [side(), side()];
    const text = (list: readonly string[]) => list.join('\n\n').replace(/\r\n?/g, '\n');
    const path = pick(random, ['page.md', 'MEMORY.md', 'evolving/2026-06-07.md', 'FEEDBACK-LOG.md']);
    const versions = { base: text(blocks), ours: text(ours), theirs: text(theirs) };
    const merged = mergeNotes(versions, path, parseWithRemark);
    expect(
      mergeNotes({ ...versions, ours: versions.theirs, theirs: versions.ours }, path, parseWithRemark),
    ).toEqual(merged);
    if (merged === null) {
      refused++;
      continue;
    }
    const there = new Set(listLines(merged.text));
    const before = new Set(listLines(versions.base));
    for (const line of [...listLines(versions.ours), ...listLines(versions.theirs)])
      if (line.trim() !== '' && !before.has(line))
        expect(
          there.has(line),
          `seed ${SEED}, round ${round}: ${JSON.stringify(line)}\n${JSON.stringify(versions)}\n${merged.text}`,
        ).toBe(true);
  }
  console.log(
    `merge of any Markdown: seed ${SEED}, ${rounds} merges, ${refused} left to a person, 0 lines lost`,
  );
  expect(refused / rounds).toBeLessThan(0.05);
});
