/* Notes that git merged by lines, in histories of several clones, and what `merge --resolve` makes of them. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { CommandContext } from '../../src/command/define-command.js';
import { planMergeRepairs } from '../../src/features/sharing/merge-repairs.js';
import { scanBlocks } from '../../src/markdown/block-scanner.js';
import { findMergeConflicts } from '../../src/notes/merge/conflict-markers.js';
import { mergeFile } from '../../src/notes/merge/merge-file.js';
import type { Notebook } from '../../src/notes/notebook.js';
import { createRandom } from '../support/random.js';
import { freshFolder } from '../support/store-root.js';
import { FULL, SEED } from '../support/workspace.js';

const PATH = 'content/MEMORY.md';

interface Commit {
  readonly at: number;
  readonly parents: readonly Commit[];
  readonly text: string;
}

const folder = freshFolder();

/** How git merges lines: with its driver `union`, or with conflict markers in one of its styles. */
type Style = '--union' | '--quiet' | '--diff3' | '--zdiff3';

function mergeByLines(style: Style, depth: number, base: string, ours: string, theirs: string): string {
  const files = Object.entries({ ours, base, theirs }).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  });
  const { stdout } = spawnSync(
    'git',
    ['merge-file', '-p', style, `--marker-size=${7 + 2 * depth}`, ...files],
    { encoding: 'utf8' },
  );
  return stdout;
}

const collect = (from: readonly Commit[], found = new Set<Commit>()): ReadonlySet<Commit> => {
  for (const one of from)
    if (!found.has(one)) {
      found.add(one);
      collect(one.parents, found);
    }
  return found;
};

/** The common ancestors that are no ancestors of another, the newest first. */
function findBases(one: Commit, other: Commit): readonly Commit[] {
  const [mine, theirs] = [collect([one]), collect([other])];
  const common = [...mine].filter((commit) => theirs.has(commit));
  return common
    .filter((commit) => !common.some((later) => later !== commit && collect(later.parents).has(commit)))
    .toSorted((a, b) => b.at - a.at);
}

class History {
  private count = 0;

  constructor(private readonly style: Style) {}

  commit(text: string, ...parents: readonly Commit[]): Commit {
    return { at: this.count++, parents, text };
  }

  /** Merges the bases first where there are several, as git does, with longer markers. */
  private mergeBases(one: Commit, other: Commit, depth = 1): Commit {
    const [first, ...more] = findBases(one, other);
    return more.reduce(
      (sum, next) =>
        this.commit(this.mergeTexts(this.mergeBases(sum, next, depth + 1), sum, next, depth), sum, next),
      first as Commit,
    );
  }

  private mergeTexts = (base: Commit, one: Commit, other: Commit, depth = 0): string =>
    mergeByLines(this.style, depth, base.text, one.text, other.text);

  /** Merges two commits; conflicts are resolved as `merge --resolve` does. */
  merge(one: Commit, other: Commit): Commit {
    const base = this.mergeBases(one, other);
    const text = this.mergeTexts(base, one, other);
    const conflicts = findMergeConflicts(text);
    if (conflicts.length === 0) return this.commit(text, one, other);
    const versions = { base: base.text, ours: one.text, theirs: other.text };
    const merged = mergeFile(versions, 'MEMORY.md', scanBlocks);
    expect(merged.conflicts).toBe(0);
    return this.commit(merged.text, one, other);
  }
}

/** The last merges of a history as git lists them, newest first. */
const listMerges = (head: Commit) =>
  [...collect([head])]
    .filter(({ parents }) => parents.length === 2)
    .toSorted((a, b) => b.at - a.at)
    .slice(0, 20)
    .flatMap(({ at, parents, text }) => {
      const [ours, theirs] = parents as [Commit, Commit];
      const [first, ...more] = findBases(ours, theirs);
      const root = more.reduce((sum, next) => findBases(sum, next)[0] as Commit, first as Commit);
      if (ours.text === root.text || theirs.text === root.text) return [];
      const bases = [first as Commit, ...more].map((one) => one.text);
      return [
        {
          commit: `${at}`,
          path: PATH,
          bases,
          root: root.text,
          ours: ours.text,
          theirs: theirs.text,
          merged: text,
        },
      ];
    });

function repair(head: Commit): string {
  const notebook = {
    content: 'content',
    note: () => ({ path: PATH, text: head.text, bom: false, hash: '' }),
    outline: ({ text }: { readonly text: string }) => scanBlocks(text),
  } as unknown as Notebook;
  const ctx = { notebook, query: () => listMerges(head) } as unknown as CommandContext;
  return planMergeRepairs(ctx, notebook, undefined)[0]?.after ?? head.text;
}

const SECTIONS = ['Facts', 'Gotchas', 'Decisions', 'Learnings'];

/** Adds a line at the end of a section, which is created at the end of the note. */
function addTo(text: string, section: string, line: string): string {
  const lines = text.trimEnd().split('\n');
  const at = lines.indexOf(`## ${section}`);
  if (at < 0) return `${lines.join('\n')}\n\n## ${section}\n\n${line}\n`;
  let end = lines.findIndex((one, i) => i > at && one.startsWith('## '));
  if (end < 0) end = lines.length;
  while ((lines[end - 1] ?? '').trim() === '') end--;
  const lead = end === at + 1 ? ['', line] : [line];
  return `${lines.toSpliced(end, 0, ...lead).join('\n')}\n`;
}

const lineOf = (id: string): RegExp => new RegExp(`^- .* \\^${id}\n`, 'm');

function play(seed: string, style: Style) {
  const random = createRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const history = new History(style);
  const count = 2 + Math.floor(random() * 7);
  const start = history.commit('# Memory\n\n## Facts\n\n- first ^aaaaaa00000\n');
  const heads: Commit[] = Array.from({ length: count }, () => start);
  const lines: string[] = [];
  const ids = new Set<string>();
  let serial = 0;
  const newId = () =>
    `a${(serial + 100000).toString(36).padStart(5, '0')}${Math.floor(random() * 89999 + 10000)}`;
  const change = (clone: number, text: string) => {
    const head = heads[clone] as Commit;
    if (text !== head.text) heads[clone] = history.commit(text, head);
  };
  const pull = (clone: number, from: number) => {
    const [mine, theirs] = [heads[clone], heads[from]] as [Commit, Commit];
    if (collect([mine]).has(theirs)) return;
    if (collect([theirs]).has(mine)) {
      heads[clone] = theirs;
      return;
    }
    heads[clone] = history.merge(mine, theirs);
    change(clone, repair(heads[clone] as Commit));
  };
  for (let round = 0; round < 60; round++) {
    const clone = Math.floor(random() * count);
    const { text } = heads[clone] as Commit;
    const words = `${pick(['cache', 'deploy', 'index', 'lock'])} case${serial++}z`;
    const own = pick([...text.matchAll(/ \^(\w{11})$/gm)])?.[1] ?? '';
    const act = random();
    if (act < 0.35) {
      const id = newId();
      ids.add(id);
      change(clone, addTo(text, pick(SECTIONS), `- ${words} ^${id}`));
    } else if (act < 0.6) {
      change(clone, `${text.trimEnd()}\n- ${words}\n`);
      lines.push(`- ${words}`);
    } else if (own !== '' && act < 0.75) change(clone, text.replace(lineOf(own), `- ${words} ^${own}\n`));
    else if (own !== '' && act < 0.85) {
      ids.delete(own);
      change(clone, text.replace(lineOf(own), ''));
    }
    if (random() < 0.5) pull(clone, Math.floor(random() * count));
  }
  for (let turn = 0; turn < 3; turn++)
    for (let clone = 0; clone < count; clone++) {
      pull(0, clone);
      pull(clone, 0);
    }
  return { heads, lines, ids, count };
}

const GAMES = FULL ? 100 : 1;
const STYLES: readonly Style[] = ['--union', '--quiet', '--diff3', '--zdiff3'];

it.each(STYLES.flatMap((style) => Array.from({ length: GAMES }, (_, game) => [style, game] as const)))(
  'each line stands once, and all clones have the same note: %s, game %i',
  (style, game) => {
    const seed = `${SEED} ${style} ${game}`;
    const { heads, lines, ids, count } = play(seed, style);
    const [{ text }] = heads as [Commit];
    const told = `seed ${seed}, ${count} clones\n${text}`;
    for (const head of heads) expect(head.text, told).toBe(text);
    const found = text.split('\n');
    for (const line of lines)
      expect(
        found.filter((one) => one === line),
        told,
      ).toEqual([line]);
    // Of two versions with one id, lint gives the second an id of its own.
    for (const id of ids) expect(text, told).toContain(` ^${id}\n`);
  },
);
