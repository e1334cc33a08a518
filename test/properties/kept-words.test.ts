import { describe, expect, it } from 'vitest';
import { createRandom } from '../support/random.js';
import { createInitializedWorkspace, FULL, SEED, type Workspace } from '../support/workspace.js';

/*
 * Nothing that was typed is dropped: each word of a statement stands in what its command wrote, but for the words that
 * a heading, ` — ` or a date beside it says instead.
 */

/** What a heading, the ` — ` before a reason, or the type says instead. */
const SAID_ELSEWHERE = new Set(
  [
    'we i the have achtung decided to on that chose going with went for because since due of as reason todo til gotcha note',
    'today learned turns out remember remind me rejected problem blocker question fact rule please',
    'entschieden entscheidung wir haben beschlossen weil da denn merke frage erinnere mich zu',
    '我 们 决 定 了 因 为 由 于 待 办 备 注 意 提 醒 选 择 发 现',
  ].flatMap((line) => line.split(' ')),
);
const LANGUAGES = {
  English: {
    heads: [
      'decided to',
      'we decided to',
      'chose',
      'TIL:',
      'gotcha:',
      'todo:',
      'note:',
      'remember that',
      '',
      '',
      '',
      'we rejected',
      'never',
      'always',
      'user prefers',
    ],
    verbs: ['use', 'keep', 'drop', 'rename', 'split', 'cache', 'retry', 'pin'],
    things: [
      'the queue',
      'MinIO',
      'Caddy 2.8',
      'the old importer',
      'src/api/export.ts',
      '`npm run seed --all`',
      '"strict mode"',
      "Anna's script",
      'C++20',
      'https://example.org/a?b=1',
      'v3.0.1',
      '@scope/pkg',
      'report_2026.csv',
      'the README (draft)',
    ],
    tails: [
      '',
      ' because S3 was too dear',
      ' since it loses rows',
      ' due to the outage',
      ' so that Tom can test it',
      ', not Redis',
      ' instead of Nginx',
      ' for 3 weeks',
      ' unless CI is red',
      '; ask Mia first',
      ' -> restart the worker',
    ],
    dates: ['', '', 'on 2026-05-12 ', 'yesterday ', 'on May 3 ', 'last Friday '],
  },
  German: {
    heads: [
      'wir haben entschieden:',
      'Entscheidung:',
      'merke:',
      'todo:',
      'Notiz:',
      '',
      '',
      'Achtung:',
      'nie',
      'immer',
    ],
    verbs: ['nutzen', 'behalten', 'löschen', 'umbenennen', 'prüfen'],
    things: [
      'die Warteschlange',
      'MinIO',
      'Caddy 2.8',
      'den alten Importer',
      'src/api/export.ts',
      '„strenger Modus“',
      'Größe XL',
      'Anjas Skript',
      '`make all`',
    ],
    tails: [
      '',
      ' weil S3 zu teuer war',
      ', nicht Redis',
      ' statt Nginx',
      ' für 3 Wochen',
      ' und dann Mia fragen',
      ' denn es verliert Zeilen',
    ],
    dates: ['', '', 'am 12.05.2026 ', 'gestern ', 'seit 2026-05-12 '],
  },
  Chinese: {
    heads: ['我们决定', '决定', '待办:', '备注:', '注意:', '', '', '千万不要', '用户喜欢'],
    verbs: ['使用', '保留', '删除', '重命名', '检查'],
    things: [
      '消息队列',
      'MinIO',
      'Caddy 2.8',
      '旧的导入器',
      'src/api/export.ts',
      '“严格模式”',
      '小王的脚本',
      '第3版',
    ],
    tails: ['', ',因为 S3 太贵', ',不用 Redis', '三个星期', ',然后问小李', ';下周再看'],
    dates: ['', '', '2026-05-12 ', '昨天', '5月3日'],
  },
} as const;

/** The commands that write a statement in a person's words. */
const WRITERS: Readonly<Record<string, (text: string, round: number) => readonly string[]>> = {
  log: (text) => ['log', text],
  'log, as words': (text) => ['log', ...text.split(' ')],
  'log --type': (text) => ['log', text, '--type', 'fact'],
  blocker: (text) => ['blocker', text],
  remind: (text) => ['remind', text, '--when', 'tomorrow'],
  reject: (text) => ['reject', text, '--why', 'it failed'],
  'day add': (text) => ['day', 'add', 'obs', text],
  'page add': (text) => ['page', 'add', 'Crane', text],
  feedback: (text) => ['feedback', 'add', '--mistake', text, '--correction', 'ask first'],
  handoff: (text) => ['handoff', '--goal', text, '--outcome', 'complete', '--next', 'rest'],
  plan: (text, round) => ['plan', `ferry ${round}`, '--objective', text],
  finding: (text) => ['finding', 'scout', '--task', 'ferry', '--summary', text],
  snap: (text) => ['snap', '--task', 'ferry', '--summary', text],
  amend: (text, round) => ['amend', `tides x${round}`, '--text', text],
  ingest: (_text, round) => ['ingest', `given-${round}.md`],
  'import mind': () => ['import', 'mind', '.mind'],
  save: (text) => ['save', '--topic', 'ferry', '--goal', 'cross', '--state', text, '--next', 'row'],
};

type Draw = <T>(from: readonly T[]) => T;

function writeStatement(draw: Draw): string {
  const { heads, verbs, things, tails, dates } =
    LANGUAGES[draw(Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[])];
  const gap = verbs.includes('使用' as never) ? '' : ' ';
  const [date, head] = [draw(dates), draw(heads)];
  const body = `${draw(verbs)}${gap}${draw(things)}${draw(tails)}`;
  const lead = head === '' ? '' : `${head}${/[:a-z]$/.test(head) ? ' ' : ''}`;
  return draw([`${date}${lead}${body}`, `${lead}${date}${body}`, `${lead}${body} ${date}`.trim()]);
}

const listWords = (text: string): readonly string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? [];

const readAll = (bench: Workspace): string => Object.values(bench.texts('content')).join('\n');

async function openWorkspace(): Promise<Workspace> {
  const bench = await createInitializedWorkspace({}, '2026-06-07T12:00:00+02:00');
  await bench.run(['page', 'new', 'Crane']);
  return bench;
}

function countWords(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of listWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

describe('the words of a statement', () => {
  it('stand in what was written, whichever command wrote it', async () => {
    const random = createRandom(SEED);
    const draw: Draw = (from) => from[Math.floor(random() * from.length)] as never;
    const lost: string[] = [];
    let bench = await openWorkspace();
    let written = 0;
    for (let round = 0; round < (FULL ? 2000 : 60); round++) {
      if (round % 40 === 39) bench = await openWorkspace();
      const [writer, drawn] = [draw(Object.keys(WRITERS)), writeStatement(draw)];
      // a shell would take these out
      const text = writer === 'log, as words' ? drawn.replace('->', 'then').replaceAll(/`|--/g, '') : drawn;
      bench.write(`given-${round}.md`, `# Given\n\n- ${text}\n`);
      bench.write('.mind/MEMORY.md', `# Memory\n\n## Learnings\n\n- ${text}\n`);
      if (writer === 'amend') await bench.run(['log', `tides x${round}`, '--type', 'fact']);
      const before = countWords(readAll(bench));
      const { status, out, err } = await bench.run(WRITERS[writer]?.(text, round) ?? [], {
        now: `2026-06-07T12:${10 + (round % 40)}:00+02:00`,
      });
      const after = countWords(readAll(bench));
      const gone = listWords(text).filter(
        (word) => (after.get(word) ?? 0) <= (before.get(word) ?? 0) && !SAID_ELSEWHERE.has(word),
      );
      if (after.size + (status ?? 1) === before.size && /already|known/i.test(out)) continue;
      written++;
      if (status !== 0 || gone.length > 0)
        lost.push(`${writer}: ${text}\n   lacks ${gone.join(' ')}: ${err || out}`);
    }
    console.log(`${written} statements, ${lost.length} lost a word (seed ${SEED})`);
    expect(lost).toEqual([]);
  });
});
