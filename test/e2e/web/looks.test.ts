// @module-tag full: it opens the page many times over; page.test.ts and hostile.test.ts run at each landing
// @module-tag nightly: the browser takes minutes
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Workspace } from '../../support/workspace.js';
import { describeStories, findViolations } from './browser.js';
import { FILES, IDS } from './notes.js';

const BASELINE = 'test/fixtures/demo-pictures';
/** Mean difference of brightness per cell, 0 to 255. Fonts of other machines differ by 1 to 3, a missing style by 20. */
const MOST_DIFFERENCE = 8;

const INBOX = `# Inbox

## Proposals

- [ ] keep «the month closes on its fourth working day», found in the context block of CLAUDE.md ^61jzz7a1b2c
`;

/** States that need an act or a key first. */
const STATES: Readonly<
  Record<
    string,
    (open: (path: string) => Promise<Page>, run: (...args: string[]) => Promise<string>) => Promise<Page>
  >
> = {
  'the inbox': (open) => open('/'),
  'asked to forget': (open) => open(`/entry/${IDS.parser}?forget=1`),
  'the explanation': (open) => open(`/entry/${IDS.parser}?explain=1`),
  'a day': (open) => open('/day/2026-06-07'),
  'a month': (open) => open('/calendar?month=2026-06'),
  'the graph around a note': (open) => open('/graph?note=bank.md'),
  'a refused filter': (open) => open('/search?type=nonsense'),
  'an unknown entry': (open) => open('/entry/61k0y500000'),
  async 'a session'(open) {
    const page = await open('/sessions');
    await page.getByRole('link', { name: 'why does the parser fail' }).click();
    await page.getByText('calls Read').click();
    for (const title of ['Logged by it', 'Files it touched', 'Shown to it'])
      await page.getByRole('heading', { name: title }).waitFor();
    return page;
  },
  async 'several entries to choose from'(open) {
    const page = await open(`/entry/${IDS.sessions}`);
    await page.getByText('Replace it by a newer entry').click();
    await page.getByLabel('The newer entry').fill('e');
    await page.getByRole('button', { name: 'Supersede' }).click();
    await page.getByRole('button', { name: 'This one' }).first().waitFor();
    return page;
  },
  async 'the list of keys'(open) {
    const page = await open('/');
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    return page;
  },
  async 'a preview'(open) {
    const page = await open(`/entry/${IDS.parser}`);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.locator('.preview').waitFor();
    return page;
  },
  async 'a conflict'(open, run) {
    const page = await open(`/entry/${IDS.sessions}`);
    await page.getByLabel('Text, and the reason').fill('keep sessions in Postgres');
    await run('amend', IDS.sessions, '--text', 'keep sessions in DuckDB');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').waitFor();
    return page;
  },
  async 'an act with its undo'(open) {
    const page = await open(`/entry/${IDS.staging}`);
    await page.getByRole('button', { name: 'Still true' }).click();
    await page.locator('.flash').waitFor();
    return page;
  },
  async 'a refused form'(open) {
    const page = await open('/new?form=remind');
    await page.getByLabel('Text of the reminder').fill('x');
    await page.getByLabel('When').fill('some time');
    await page.getByRole('button', { name: 'Remind' }).click();
    await page.getByRole('alert').waitFor();
    return page;
  },
};

/** Adds an inbox, and a session of an agent. */
function prepare(bench: Workspace): void {
  bench.write('content/INBOX.md', INBOX);
  const folder = join(bench.home, '.claude/projects', bench.root.replace(/[^A-Za-z0-9]/g, '-'));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '88130047-941a-4887-a737-7b63b041c9b0.jsonl'), formatSession(bench.root));
}

function formatSession(cwd: string): string {
  const contents = [
    ['user', 'why does the parser fail on an empty line?'],
    ['assistant', [{ type: 'tool_use', id: 't1', name: 'Read', input: { file_path: 'src/parser.ts' } }]],
    ['user', [{ type: 'tool_result', tool_use_id: 't1', content: 'export const parse', is_error: false }]],
    ['assistant', [{ type: 'text', text: 'It reads one character too many.' }]],
  ] as const;
  return contents
    .map(([role, content], at) =>
      JSON.stringify({
        type: role,
        message: { role, content },
        parentUuid: at === 0 ? null : `0000000${at - 1}-0000-4000-8000-000000000000`,
        uuid: `0000000${at}-0000-4000-8000-000000000000`,
        timestamp: `2026-06-07T10:0${at}:00.000Z`,
        cwd,
        sessionId: '88130047-941a-4887-a737-7b63b041c9b0',
        gitBranch: 'main',
      }),
    )
    .join('\n')
    .concat('\n');
}

describeStories('looks', FILES, (story) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    story(
      `every state is accessible in ${colorScheme}`,
      async ({ open, run }) => {
        const found: string[] = [];
        for (const [name, reach] of Object.entries(STATES)) {
          const page = await reach(open, run);
          found.push(...(await findViolations(page)).map((one) => `${name}: ${one}`));
          await page.close();
        }
        expect(found).toEqual([]);
      },
      { colorScheme, bypassCSP: true, prepare },
    );

    story(
      `an empty memory, and the file of view, are accessible in ${colorScheme}`,
      async ({ open, run, bench }) => {
        const found: string[] = [];
        for (const path of ['/', '/entries', '/search', '/graph', '/calendar', '/sessions', '/health']) {
          const page = await open(path);
          found.push(...(await findViolations(page)));
          await page.close();
        }
        bench.write('content/more.md', '# More\n\n- one entry, with `code` and **weight**\n');
        await run('view', '--to', 'memory.html');
        const viewer = await open('/health');
        await viewer.setContent(bench.read('memory.html'));
        found.push(...(await findViolations(viewer)));
        expect(found).toEqual([]);
      },
      { colorScheme, bypassCSP: true, files: {} },
    );
  }

  story(
    'dark is dark, and light is light',
    async ({ open }) => {
      const page = await open('/');
      const brightness = () =>
        page.evaluate<number>(
          'getComputedStyle(document.documentElement).backgroundColor.match(/\\d+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0) / 3',
        );
      expect(await brightness()).toBeLessThan(60);
      await page.emulateMedia({ colorScheme: 'light' });
      expect(await brightness()).toBeGreaterThan(220);
    },
    { colorScheme: 'dark' },
  );

  story(
    'lines of prose have 60 to 80 characters',
    async ({ open }) => {
      const page = await open('/note/long.md');
      const counts = await page.evaluate<number[]>(COUNT_CHARACTERS);
      expect(Math.max(...counts)).toBeLessThanOrEqual(85);
      expect(counts.reduce((a, b) => a + b, 0) / counts.length).toBeGreaterThan(60);
      expect(counts.reduce((a, b) => a + b, 0) / counts.length).toBeLessThanOrEqual(80);
    },
    {
      prepare: (bench) =>
        bench.write(
          'content/long.md',
          `# Long\n\n${'The export takes a while on large forms because each row is read twice. '.repeat(12)}\n`,
        ),
    },
  );

  story('nothing moves while a page loads', async ({ open }) => {
    for (const path of [
      '/',
      '/note/MEMORY.md',
      `/entry/${IDS.sessions}`,
      '/search?q=sessions',
      '/calendar',
      '/graph',
      '/health',
      '/new',
    ]) {
      const page = await open(path);
      expect(await page.evaluate<number>(MEASURE_SHIFT), path).toBeLessThan(0.01);
      await page.close();
    }
  });

  story(
    'with reduced motion the graph stands still',
    async ({ open }) => {
      const page = await open('/graph');
      await page.waitForTimeout(500);
      const draw = () => page.locator('#graph').screenshot();
      expect((await draw()).equals(await draw())).toBe(true);
    },
    { reducedMotion: 'reduce' },
  );

  for (const [name, path, width, colorScheme] of [
    ['today', '/', 1280, 'light'],
    ['note-dark', '/note/MEMORY.md', 1280, 'dark'],
    ['entry', `/entry/${IDS.sessions}`, 1280, 'light'],
    ['search-phone', '/search?q=sessions', 375, 'light'],
  ] as const)
    story(
      `${name} looks as in its picture`,
      async ({ open }) => {
        const page = await open(path);
        await page.addStyleTag({ content: 'time, .crumbs { visibility: hidden }' });
        const shot = await page.screenshot();
        const file = `${BASELINE}/${name}.json`;
        const cells = await page.evaluate<number[], string>(shrink, shot.toString('base64'));
        if (process.env.DAYBOOK_APPROVE || !existsSync(file))
          writeFileSync(file, `${JSON.stringify(cells)}\n`);
        const known = JSON.parse(readFileSync(file, 'utf8')) as number[];
        expect(cells.length).toBe(known.length);
        const difference =
          cells.reduce((sum, cell, at) => sum + Math.abs(cell - (known[at] ?? 0)), 0) / cells.length;
        console.log(`${name}: mean difference ${difference.toFixed(2)} (most ${MOST_DIFFERENCE})`);
        expect(difference).toBeLessThanOrEqual(MOST_DIFFERENCE);
      },
      { viewport: { width, height: 800 }, colorScheme, bypassCSP: true, reducedMotion: 'reduce' },
    );
});

/** Shrinks a picture to 40 cells across and 25 down; returns their brightness, 0 to 255. Runs in the browser. */
async function shrink(base64: string): Promise<number[]> {
  // biome-ignore lint/suspicious/noExplicitAny: the types of a browser are not those of the tests
  const { createImageBitmap, OffscreenCanvas, Blob } = globalThis as any;
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes]));
  const canvas = new OffscreenCanvas(40, 25);
  const pen = canvas.getContext('2d');
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, 0, 0, 40, 25);
  const { data } = pen.getImageData(0, 0, 40, 25);
  return Array.from({ length: 1000 }, (_, at) =>
    Math.round((data[at * 4] + data[at * 4 + 1] + data[at * 4 + 2]) / 3),
  );
}

/** The characters of each line of the first paragraph, without the last line. */
const COUNT_CHARACTERS = `(() => {
  const text = document.querySelector('.prose p').firstChild;
  const range = document.createRange();
  const lines = new Map();
  for (let at = 0; at < text.length; at++) {
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    const { top } = range.getBoundingClientRect();
    lines.set(Math.round(top), (lines.get(Math.round(top)) ?? 0) + 1);
  }
  return [...lines.values()].slice(0, -1);
})()`;

/** The layout shift of a page so far, as Chromium scores it. */
const MEASURE_SHIFT = `new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) sum += value; }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => done(sum), 400);
})`;
