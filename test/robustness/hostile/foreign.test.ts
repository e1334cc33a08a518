// @module-tag full: it runs commands many times over
import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../support/markdown-samples.js';
import { createWorkspace, FULL, later, type Workspace } from '../../support/workspace.js';

const FORMS: Readonly<Record<string, (text: string) => string>> = {
  lf: (text) => text,
  crlf: (text) => text.replaceAll('\n', '\r\n'),
  bom: (text) => `\uFEFF${text}`,
  'no final newline': (text) => text.replace(/\n+$/, ''),
};

/** Quickly every eightieth example in one form; in full each in all. */
const STRIDE = 80;
const CASES = EXAMPLES.flatMap((example, i) =>
  Object.entries(FORMS).flatMap(([form, rewrite], j) =>
    FULL || (i % STRIDE === 0 && j === Math.floor(i / STRIDE) % 4) ? [{ example, form, rewrite }] : [],
  ),
);

const BLOCK = '<!-- MIND:CONTEXT -->\nold\n<!-- MIND:END -->';
const MEMORY = 'content/MEMORY.md';
const SESSION = 'content/SESSION.md';
const REMINDERS = 'content/REMINDERS.md';
const LINKING = 'content/pages/linking.md';

/** The id of a reminder of a person. */
const CALL = '61k0y5k9xfs';

/** An example before and behind what is Daybook's. */
const around = (example: string, own: string, rewrite: (text: string) => string): string =>
  rewrite(`${example}\n\n${own}\n\n${example}`);

/** What differs between two texts: the middle of each, where both begin and end alike. */
function middles(before: string, after: string): { start: number; was: string; is: string } {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return {
    start: head,
    was: before.slice(head, before.length - tail),
    is: after.slice(head, after.length - tail),
  };
}

/** The id of the entry that the first step logs. */
type Step = readonly [name: string, args: (id: string) => readonly string[], minutes: number, check: Check];
type Check = (before: Files, after: Files, example: string) => string | null;
type Files = Readonly<Record<string, string>>;

/** Only lines of ours were put in, with the line endings of the file. */
function added(path: string, ours: RegExp): Check {
  return (before, after) => {
    const [old, now] = [before[path] ?? '', after[path] ?? ''];
    const { start, was, is } = middles(old, now);
    if (was !== '') return `${path} lost ${JSON.stringify(was)}`;
    if (/\r\n/.test(old) && /[^\r]\n/.test(is)) return `${path}: mixed line endings`;
    return turns(old, start, is).some((one) => ours.test(one))
      ? null
      : `${path} gained ${JSON.stringify(is)}`;
  };
}

/** An insertion can be told in several ways where it begins as the text before it ends. */
function turns(old: string, start: number, is: string): string[] {
  const all = [is];
  for (let at = start; at > 0 && old[at - 1] === all.at(-1)?.at(-1); at--)
    all.push(`${old[at - 1]}${all.at(-1)?.slice(0, -1)}`);
  return all;
}

/** Lines that say this may have changed; every other line of the note is the same, in the same order. */
function onlyLines(path: string, ours: RegExp): Check {
  const others = (text = '') => text.split(/(?<=\r\n|\n|\r(?!\n))/).filter((line) => !ours.test(line));
  return (before, after) => {
    const [old, now] = [others(before[path]), others(after[path])];
    const at = old.findIndex((line, i) => line !== now[i]);
    if (before[path] === undefined || after[path] === undefined) return `${path} is not there`;
    if (at < 0 && old.length === now.length) return null;
    return `${path}: ${JSON.stringify(old[at])} became ${JSON.stringify(now[at])}`;
  };
}

/** What is settled may come into memory, marked as superseded where it was ours; what stood there stays. */
const settled: Check = (before, after) => {
  for (const path of [MEMORY, SESSION]) {
    const kept = countOf(linesOf(after[path] ?? ''));
    for (const [line, times] of countOf(linesOf(before[path] ?? '')))
      if ((kept.get(line) ?? 0) < times && !/by us|- raw/.test(line))
        return `${path} lost ${JSON.stringify(line)}`;
  }
  return null;
};

/** Nothing outside the block of before is missing, and nothing but a block is new. */
const refreshed: Check = (before, after) => {
  const [old, now] = [before['CLAUDE.md'] ?? '', after['CLAUDE.md'] ?? ''];
  const { start, was } = middles(old, now);
  const [from, to] = [old.indexOf('<!-- MIND:CONTEXT'), old.lastIndexOf('MIND:END -->')];
  if (was !== '' && (start < from || start + was.length > to)) return `CLAUDE.md lost ${JSON.stringify(was)}`;
  return null;
};

/** What stood in the session stands in its day, line for line; headings are told as headings of the day. */
const moved: Check = (before, after) => {
  const all = `${after[SESSION] ?? ''}\n${after['content/evolving/2026-06-07.md'] ?? ''}`;
  const kept = countOf(linesOf(all));
  for (const [line, times] of countOf(linesOf(before[SESSION] ?? ''))) {
    if (/^\s*$|^ {0,3}(#|=+\s*$|-+\s*$)/.test(line) || (kept.get(line) ?? 0) >= times) continue;
    const isKept = [...kept.keys()].some(
      (one) => one.startsWith(`${line} ^`) || (one.startsWith('### ') && one.includes(line.trim())),
    );
    if (!isKept) return `the session's line ${JSON.stringify(line)} is gone`;
  }
  return null;
};

const BOM = Buffer.from('\uFEFF').toString('latin1');
const linesOf = (text: string): string[] => text.replace(BOM, '').split(/\r\n|\n|\r/);

function countOf(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

const OURS = /^[\r\n]*(## Decisions[\r\n]+)?[^\r\n]*kept by us[^\r\n]*\^\w{11}[\r\n]*$/;
const OUR_RAW = /^[\r\n]*(## Experience[\r\n]+)?[^\r\n]*seen by us[^\r\n]*\^\w{11}[\r\n]*$/;

const STEPS: readonly Step[] = [
  ['log to memory', () => ['log', 'kept by us', '--type', 'decision'], 1, added(MEMORY, OURS)],
  ['log to the session', () => ['log', 'seen by us', '--type', 'experience'], 2, added(SESSION, OUR_RAW)],
  ['context', () => ['context'], 3, refreshed],
  [
    'amend',
    (id) => ['amend', id, '--text', 'kept by us, in other words'],
    4,
    onlyLines(MEMORY, /kept by us/),
  ],
  ['amend --done', (id) => ['amend', id, '--done'], 5, onlyLines(MEMORY, /kept by us/)],
  ['reminders done', () => ['reminders', 'done', CALL], 6, onlyLines(REMINDERS, /call Ann/)],
  [
    'snooze',
    () => ['reminders', 'snooze', CALL, '--until', '2026-12-20'],
    7,
    onlyLines(REMINDERS, /call Ann/),
  ],
  ['page rename', () => ['page', 'rename', 'old', 'new'], 8, onlyLines(LINKING, /\[\[(old|new)/)],
  ['checkpoint', () => ['checkpoint'], 9, settled],
  ['recall with a roll-over', () => ['recall'], 90, moved],
];

describe('bytes of others', () => {
  it(`T15, T20: foreign bytes stay unchanged in ${CASES.length} texts, or the note is not changed`, async () => {
    const faults: string[] = [];
    const refusals = new Map<string, number>();
    let [done, undone] = [0, 0];
    for (const { example, form, rewrite } of CASES) {
      const bench = createWorkspace({
        [MEMORY]: around(example, '## Decisions\n\n- by hand', rewrite),
        [SESSION]: around(example, '## Experience\n\n- raw', rewrite),
        'CLAUDE.md': around(example, BLOCK, rewrite),
        [REMINDERS]: around(example, `- [ ] 2026-06-01 | absolute | call Ann ^${CALL}`, rewrite),
        [LINKING]: around(example, 'see [[old]] and [[old#A|there]]', rewrite),
        'content/pages/old.md': '# Old\n\n## A\n',
      });
      let id = '';
      for (const step of STEPS) {
        const fault = await tried(bench, step, example, {
          id: () => id,
          logged: (fresh) => {
            id ||= fresh;
          },
          done: () => done++,
          undone: () => undone++,
          refused: (code) =>
            refusals.set(`${step[0]}: ${code}`, (refusals.get(`${step[0]}: ${code}`) ?? 0) + 1),
        });
        if (fault !== null) faults.push(`${form} ${JSON.stringify(example)} ${step[0]}: ${fault}`);
      }
    }
    const refused = [...refusals.values()].reduce((sum, n) => sum + n, 0);
    const share = (done / (done + refused)) * 100;
    console.log(
      `foreign bytes: ${CASES.length} texts, ${done + refused} runs, ${done} accepted (${share.toFixed(1)} %), ${undone} of them undone, ${faults.length} faults; refused: ${JSON.stringify(Object.fromEntries(refusals))}`,
    );
    expect(faults.slice(0, 10)).toEqual([]);
    expect(share).toBeGreaterThanOrEqual(97);
  }, 900_000);
});

interface Tally {
  readonly id: () => string;
  readonly logged: (id: string) => void;
  readonly done: () => void;
  readonly undone: () => void;
  readonly refused: (code: string) => void;
}

/** One step, its check, its undo, and the step again; the fault that was found, or null. */
async function tried(
  bench: Workspace,
  [name, args, minutes, check]: Step,
  example: string,
  tally: Tally,
): Promise<string | null> {
  const before = bench.files();
  if (name.startsWith('amend') && tally.id() === '') return null; // what was refused before cannot be amended
  const reply = await bench.json(args(tally.id()), { now: later(minutes) });
  if (reply.ok !== true) {
    tally.refused(reply.error.code);
    return same(before, bench.files()) ? null : 'refused, but something was changed';
  }
  tally.done();
  if (reply.entry) tally.logged(reply.entry.id);
  const fault = check(before, bench.files(), example);
  if (fault !== null || reply.seq === undefined) return fault;
  const after = bench.files();
  const back = await bench.json(['undo', String(reply.seq)], { now: later(minutes) });
  if (back.ok !== true) return `undo: ${back.error.message}`;
  const isBack = async (wanted: Files): Promise<boolean> => {
    if (same(wanted, bench.files())) return true;
    if (name === 'context' || !same(withoutBlock(wanted), withoutBlock(bench.files()))) return false;
    return (await bench.json(['context', '--dry-run'], { now: later(minutes) })).changes.length === 0;
  };
  if (!(await isBack(before))) return `undo left ${difference(before, bench.files())}`;
  tally.undone();
  const again = await bench.json(['undo', String(back.seq)], { now: later(minutes) });
  if (again.ok !== true || !(await isBack(after))) return 'the undo of the undo did something else';
  return null;
}

/** The files, with nothing between the markers of the block: an undo brings a block back, or writes it again from the notes. */
const withoutBlock = (files: Files): Files => ({
  ...files,
  'CLAUDE.md': (files['CLAUDE.md'] ?? '').replace(/(<!-- MIND:CONTEXT)[\s\S]*(?=<!-- MIND:END)/, '$1'),
});

const same = (a: Files, b: Files): boolean => JSON.stringify(a) === JSON.stringify(b);

function difference(a: Files, b: Files): string {
  const path = Object.keys({ ...a, ...b }).find((one) => a[one] !== b[one]) ?? '';
  return `${path}: ${JSON.stringify(middles(a[path] ?? '', b[path] ?? ''))}`;
}

describe('T15: what only looks like a marker or a heading', () => {
  const FENCED: Readonly<Record<string, (inner: string) => string>> = {
    'in a fence': (inner) => `\`\`\`md\n${inner}\n\`\`\`\n`,
    'in a fence of tildes': (inner) => `~~~\n${inner}\n~~~\n`,
    'in a fence in a list': (inner) => `- a\n\n  \`\`\`\n${inner.replace(/^(?=.)/gm, '  ')}\n  \`\`\`\n`,
    'in indented code': (inner) => `Text.\n\n${inner.replace(/^(?=.)/gm, '    ')}\n`,
    'in a quote': (inner) => `${inner.replace(/^/gm, '> ')}\n`,
    'in a comment': (inner) => `<!--\n${inner.replaceAll('-->', '--').replaceAll('<!--', '--')}\n-->\n`,
    'in raw HTML': (inner) => `<pre>\n${inner}\n</pre>\n`,
  };

  it.each(Object.entries(FENCED))('%s is none', async (_, wrap) => {
    const claude = `# Rules\n\n${wrap(BLOCK)}\nBehind.\n`;
    const memory = `# Memory\n\n${wrap('## Decisions\n\n- no entry')}\nBehind.\n`;
    const bench = createWorkspace({ 'CLAUDE.md': claude, [MEMORY]: memory });
    expect((await bench.json(['context'])).ok).toBe(true);
    expect(bench.read('CLAUDE.md').startsWith(claude)).toBe(true);
    expect(bench.read('CLAUDE.md').match(/^<!-- MIND:CONTEXT [0-9a-f]{8} -->$/gm)?.length).toBe(1);
    const logged = await bench.json(['log', 'kept by us', '--type', 'decision']);
    expect(logged.entry).toMatchObject({ type: 'decision', text: 'kept by us' });
    expect(bench.read(MEMORY)).toBe(`${memory}\n## Decisions\n\n- kept by us ^${logged.entry.id}\n`);
    expect((await bench.json(['search', 'kept'])).hits[0].line).toBe(logged.entry.line);
  });
});
