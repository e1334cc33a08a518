// @module-tag full: 40 s of processor time
import { expect, it } from 'vitest';
import { runCli } from '../../../src/cli/run-cli.js';
import { measureColumns } from '../../../src/output/terminal/wrap-spans.js';
import { readStory, words } from '../../stories/story.js';
import { freshFolder } from '../../support/store-root.js';
import { createWorkspace } from '../../support/workspace.js';

const LINES = readStory('test/stories/columns-80.md').parts.flatMap((part) =>
  part.kind === 'shell' ? part.steps.map(({ command }) => command) : [],
);

/** Runs all lines in a fresh folder as at a terminal, and returns what each prints. */
async function runLines(columns: number, color: string): Promise<readonly string[]> {
  const [cwd, home] = [freshFolder(), freshFolder()];
  const outputs: string[] = [];
  for (const [turn, line] of LINES.entries()) {
    let printed = '';
    const write = (text: string) => {
      printed += text;
    };
    const [, ...args] = words(line);
    await runCli([...args, '--color', color], {
      cwd,
      env: {
        HOME: home,
        DAYBOOK_HOME: home,
        DAYBOOK_NOW: '2026-06-07T14:32:05+02:00',
        DAYBOOK_SEED: `widths ${turn}`,
        TZ: 'Europe/Berlin',
      },
      out: write,
      err: write,
      terminal: true,
      size: () => ({ columns, rows: 0 }),
    });
    outputs.push(
      printed
        .replaceAll(cwd, 'FOLDER')
        .replaceAll(home, 'HOME')
        .replace(/[0-9a-f]{8} (?=not trusted)/, ''),
    );
  }
  return outputs;
}

const ESCAPES = /\x1b\[\d+m/g;
/** The text without line breaks and without blanks between characters that are written without them. */
const join = (text: string): string =>
  text
    .replaceAll(/ \\\n/g, ' ')
    .replaceAll(/\s+(?:· )?/g, ' ')
    .replaceAll(/(?<=[\p{Script=Han}，。]) (?=[\p{Script=Han}])/gu, '');

/** A line that is too long although it could end at a blank. Lines of a diff and of a table are printed as they are. */
const isTooLong = (line: string, columns: number): boolean =>
  measureColumns(line) > columns && /^\s*\S+\s+\S/.test(line) && !/^(?:[-+ @|]|you typed: )/.test(line);

it('60 typed lines end between words at 60, 80 and 200 columns, and have escapes only with colour', {
  timeout: 600_000,
}, async () => {
  expect(LINES.length).toBeGreaterThanOrEqual(60);
  const wide = await runLines(10_000, 'never');
  for (const columns of [60, 80, 200]) {
    const plain = await runLines(columns, 'never');
    expect(plain.join('')).not.toContain('\x1b');
    const long = plain.flatMap((text, at) =>
      text.split('\n').flatMap((line) => (isTooLong(line, columns) ? [`${LINES[at]}: ${line}`] : [])),
    );
    expect(long).toEqual([]);
    for (const [at, text] of plain.entries())
      if (!/help/.test(LINES[at] ?? '')) expect(join(text), LINES[at]).toBe(join(wide[at] ?? ''));
    const colored = await runLines(columns, 'always');
    expect(colored.map((text) => text.replaceAll(ESCAPES, ''))).toEqual(plain);
    expect(colored.join('').replaceAll(ESCAPES, '')).not.toContain('\x1b');
    for (const text of colored)
      for (const line of text.split('\n'))
        expect((line.match(/\x1b\[(?:1|2|3[1-6])m/g) ?? []).length, line).toBe(
          (line.match(/\x1b\[(?:22|39)m/g) ?? []).length,
        );
  }
});

it('10,000 results are printed at 60 columns without a break within a word, and paged where they do not fit', {
  timeout: 600_000,
}, async () => {
  const files = Object.fromEntries(
    Array.from({ length: 20 }, (_, page) => [
      `content/page-${page}.md`,
      `# Page ${page}\n\n${Array.from({ length: 500 }, (__, at) => `- needle ${page}-${at} with some more words 和一些中文字 behind it`).join('\n')}\n`,
    ]),
  );
  const bench = createWorkspace(files);
  let [printed, paged] = ['', ''];
  await runCli(['search', '--type', 'prose', '--limit', '10000'], {
    cwd: bench.root,
    env: { HOME: bench.home, DAYBOOK_HOME: bench.home, NO_COLOR: '1' },
    out: (text) => {
      printed += text;
    },
    err: () => undefined,
    terminal: true,
    size: () => ({ columns: 60, rows: 24 }),
    page: (text) => {
      paged = text;
      return true;
    },
  });
  expect(printed).toBe('');
  const lines = paged.split('\n');
  expect(lines[0]).toContain('10000 of 10000 entries');
  expect(lines.filter((line) => isTooLong(line, 60))).toEqual([]);
  expect(paged.match(/\bneedle\b/g)?.length).toBe(10_000);
});

it('a terminal that reports no rows gets no pager, and one that reports them gets it for long output only', async () => {
  const bench = createWorkspace();
  const runWith = async (rows: number, ...args: string[]): Promise<boolean> => {
    let isPaged = false;
    await runCli(args, {
      cwd: bench.root,
      env: { HOME: bench.home, DAYBOOK_HOME: bench.home },
      out: () => undefined,
      err: () => undefined,
      terminal: true,
      size: () => ({ columns: 80, rows }),
      page: () => {
        isPaged = true;
        return true;
      },
    });
    return isPaged;
  };
  expect(await runWith(0, 'config')).toBe(false);
  expect(await runWith(10, 'config')).toBe(true);
  expect(await runWith(10, '--help')).toBe(true);
  expect(await runWith(10, 'config', '--no-pager')).toBe(false);
  expect(await runWith(10, 'which')).toBe(false);
});
