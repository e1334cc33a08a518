// @module-tag full: it opens the page many times over; page.test.ts and hostile.test.ts run at each landing
// @module-tag nightly: the browser takes minutes
import { execFileSync } from 'node:child_process';
import { expect } from 'vitest';
import { describeStories, findViolations } from './browser.js';
import { FILES, IDS } from './notes.js';

const MEMORY = 'content/MEMORY.md';

const PEOPLE = {
  'content/many.md': `# Many\n\n${Array.from({ length: 60 }, (_, at) => `- line ${at}\n`).join('')}`,
  'content/people/near/Ada.md': '# Ada\n\nShe bakes.\n\n- Decided with Ada to move\n',
  'content/MEMORY.md':
    '# Memory\n\n## Decisions\n\n- buy the oven [by:: ada] [at:: 2026-05-04]\n- sell the oven [by:: bob] [at:: 2026-03-04]\n',
};

const KITCHEN = `---
tags: [home]
aliases: ["The kitchen project"]
bank: "[[bank]]"
---
# Kitchen

There is ==a deadline==, and a footnote[^1]. See [[#^oak]].

> [!warning] Order early
> nine weeks

> [!note]-
> a hidden detail

Keep the old floor. ^oak

![[bank#How files arrive]]

![[plan.svg]] ![far](https://example.com/x.png)

[^1]: It says more.
`;

const git = (cwd: string, ...args: string[]): void => {
  const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
  execFileSync('git', [...person, ...args], { cwd });
};

const text = 'document.querySelector("main").innerText';

describeStories('reading in a browser', FILES, (story) => {
  story('search: type, tag and days filter; the order is that of the command', async ({ open, run }) => {
    const page = await open('/search?q=sessions+parser+export');
    const rows = await page
      .locator('#results .row')
      .evaluateAll((links: { getAttribute(name: string): string | null }[]) =>
        links.map((link) => decodeURIComponent((link.getAttribute('href') ?? '').split('/').at(-1) ?? '')),
      );
    const { hits } = JSON.parse(
      /^\{.*/m.exec(await run('search', 'sessions', 'parser', 'export', '--json'))?.[0] ?? '',
    );
    expect(rows).toEqual(hits.map(({ id }: { id: string }) => id));
    await page.getByText('More filters').click();
    await page.locator('select[name=type]').selectOption('problem');
    await expect.poll(() => page.locator('#results .row').count()).toBe(1);
    await page.locator('select[name=type]').selectOption('');
    await page.locator('input[name=tag]').fill('parser');
    await expect.poll(() => page.locator('#results').innerText()).toMatch(/^1 entry/);
    await page.locator('input[name=tag]').fill('');
    await page.locator('input[name=before]').fill('2020-01-01');
    await expect.poll(() => page.locator('#results').innerText()).toContain('No entry matches');
  });

  story(
    'entries: filters by type, tag, folder, person and day, by fields and by words; counts, pages and keys',
    async ({ open }) => {
      const page = await open('/entries');
      const total = () => page.locator('#results .total').innerText();
      expect(await total()).toMatch(/^1 to 40 of 6\d entries, newest first$/);
      await page.getByRole('link', { name: 'Next page' }).click();
      expect(await total()).toMatch(/^41 to 6\d of 6\d entries/);
      await page.getByRole('complementary').getByRole('link', { name: 'people/near' }).click();
      expect(await page.locator('#results .columns').innerText()).toBe('Ada');
      expect(await total()).toMatch(/^2 entries/);
      const find = page.getByRole('searchbox');
      for (const [words, count] of [
        ['by:ada', /^2 entries/],
        ['oven type:decision after:2026-05 before:2026-05', /^1 entry/],
        ['oven type:decision before:2025', /No entry matches/],
      ] as const) {
        await page.goto(new URL('/entries', page.url()).href);
        await find.fill(words);
        await expect.poll(() => page.locator('#results').innerText()).toMatch(count);
      }
      await find.fill('by:ada');
      await page.waitForURL((url) => url.search.includes('ada'));
      await expect.poll(() => page.locator('#results').innerText()).toMatch(/^2 entries/);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.pathname.startsWith('/entry/'));
    },
    { files: PEOPLE },
  );

  story(
    'every page searches as you type: keys move and open, the last searches come again',
    async ({ open }) => {
      const page = await open('/health');
      await page.keyboard.press('/');
      await page.keyboard.type('bank');
      await page.locator('.suggest').getByText('By mail').waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.pathname === '/note/bank.md');
      await page.locator('.find input').focus();
      expect(await page.locator('.suggest').innerText()).toBe('bank');
    },
  );

  story('search: a misspelled word finds similar ones; hits have neighbours', async ({ open }) => {
    const page = await open('/search?q=sesions');
    expect(await page.locator('#results').innerText()).toContain('keep sessions in SQLite');
    expect(await page.locator('.around').first().innerText()).toContain('the parser is written by hand');
  });

  story('a note has an outline, backlinks, mentions and a history', async ({ open, run, bench }) => {
    bench.write('content/ops.md', '# Ops\n\nThe Bank is closed on Sunday.\n');
    await run('page', 'rename', 'ops', 'operations');
    const page = await open('/note/bank.md');
    const aside = page.getByRole('complementary');
    expect(await aside.innerText()).toContain('Named, not linked');
    await (await open('/note/MEMORY.md')).getByRole('complementary').getByText('bank.md').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'MEMORY', exact: true }).click();
    await page.getByRole('navigation', { name: 'Outline' }).getByRole('link', { name: 'Gotchas' }).click();
    expect(new URL(page.url()).hash).toBe('#h-gotchas');
  });

  story(
    'a note of Obsidian: its title once, its properties, callouts, marks, footnotes, blocks, embeds and images',
    async ({ open, requests }) => {
      const page = await open('/note/kitchen.md');
      expect(await page.getByRole('heading', { name: 'Kitchen' }).count()).toBe(1);
      const properties = page.locator('.properties');
      expect(await properties.innerText()).toContain('The kitchen project');
      await properties.getByRole('link', { name: '#home' }).waitFor();
      await properties.getByRole('link', { name: 'bank', exact: true }).waitFor();
      expect(await page.locator('.callout-bad').innerText()).toMatch(/^Warning: Order early\s+nine weeks$/);
      await page.locator('details.callout summary').click();
      await page.getByText('a hidden detail').waitFor();
      expect(await page.locator('.prose mark').innerText()).toBe('a deadline');
      expect(await page.locator('.embed').innerText()).toMatch(/^Bank › How files arrive\s+By mail/);
      expect(
        await page.locator('.prose img').evaluate((image: { naturalWidth: number }) => image.naturalWidth),
      ).toBe(1);
      await page.getByRole('link', { name: '^oak', exact: true }).click();
      expect(
        await page.evaluate('document.querySelector(":target")?.closest(".entry")?.textContent'),
      ).toContain('the old floor');
      await page.locator('sup a').click();
      expect(await page.evaluate('document.querySelector(":target")?.textContent')).toContain('says more');
      expect(requests.some((url) => url.includes('example.com'))).toBe(false);
      expect(await findViolations(page)).toEqual([]);
    },
    {
      bypassCSP: true,
      prepare(bench) {
        bench.write('content/kitchen.md', KITCHEN);
        bench.write(
          'content/files/plan.svg',
          '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
        );
      },
    },
  );

  story(
    'Today of a folder of notes: its day, todos, decisions and newest notes; no type is called prose',
    async ({ open }) => {
      const page = await open('/');
      const main = page.getByRole('main');
      await main.getByRole('link', { name: 'Today’s note' }).waitFor();
      for (const words of ['met Ada', 'call the bank', 'water the hive'])
        expect(await main.innerText()).toContain(words);
      expect(await main.getByText('water the hive').count()).toBe(1);
      expect(await page.getByRole('complementary').innerText()).toContain('Garden');
      for (const path of ['/', '/entries', '/search?q=hive', '/note/Garden.md', '/new']) {
        await page.goto(new URL(path, page.url()).href);
        expect(await page.evaluate('document.body.innerText'), path).not.toMatch(/\bprose\b/i);
        expect(await page.getByLabel(/prose/).count(), path).toBe(0);
      }
      expect(await page.evaluate('document.activeElement.id')).toBe('entry-text');
    },
    {
      prepare(bench) {
        bench.write(`content/${new Date().toISOString().slice(0, 10)}.md`, 'met Ada, see [[Garden]]\n');
        bench.write(
          'content/Garden.md',
          '# Garden\n\nThe hive is old.\n\n- [ ] call the bank\n- [ ] water the hive 📅 2026-01-02\n',
        );
      },
      files: {},
    },
  );

  story(
    'an entry about code shows whether the code changed, on its page and above its note',
    async ({ open, run, bench }) => {
      await run('log', 'tokens are read in src/token.ts', '--type', 'fact');
      const id = /fact.*\^(\w+)|src\/token\.ts \^(\w+)/.exec(bench.read(MEMORY))?.slice(1).find(Boolean);
      const fresh = await open(`/entry/${id}`);
      await fresh.getByText('src/token.ts is there').waitFor();
      await fresh.goto(new URL('/note/MEMORY.md', fresh.url()).href);
      expect(await fresh.locator('.stale').count()).toBe(0);
      git(bench.root, 'rm', '--quiet', 'src/token.ts');
      git(bench.root, 'commit', '--quiet', '--message', 'no tokens');
      await fresh.reload();
      await fresh.getByText('1 entry may be out of date').click();
      await fresh.locator('.stale').getByText('src/token.ts was deleted').waitFor();
      await fresh.locator('.stale a').click();
      await fresh.getByRole('complementary').getByText('src/token.ts was deleted').waitFor();
    },
    {
      prepare(bench) {
        git(bench.root, 'init', '--quiet');
        bench.write('src/token.ts', 'export const readToken = () => 1;\n');
        git(bench.root, 'add', 'src');
        git(bench.root, 'commit', '--quiet', '--message', 'tokens');
      },
    },
  );

  story('a link to an entry opens its note at the entry', async ({ open }) => {
    const page = await open(`/entry/${IDS.staging}`);
    await page.getByRole('link', { name: /^Memory, line/ }).click();
    expect(new URL(page.url()).hash).toBe(`#e-${IDS.staging}`);
    expect(await page.evaluate('document.querySelector(":target") !== null')).toBe(true);
  });

  story('the calendar turns months and opens a day with its entries', async ({ open, run }) => {
    await run('log', 'decided to bill monthly', '--quiet');
    const page = await open('/calendar');
    await page.locator('[aria-current=date] a').click();
    await page.getByText('bill monthly').waitFor();
    const older = await open('/calendar?month=2026-01');
    await older.getByRole('link', { name: /February 2026/ }).click();
    await older.getByRole('heading', { name: 'February 2026' }).waitFor();
  });

  story('a small graph opens a note by a click, and lists it for everyone else', async ({ open }) => {
    const page = await open('/graph');
    await page.getByRole('listitem').getByRole('link', { name: 'Bank' }).click();
    await page.waitForURL((url) => url.pathname === '/note/bank.md');
    await page.getByRole('link', { name: 'Show the graph' }).click();
    await page.getByRole('heading', { name: /around bank.md/ }).waitFor();
  });

  story(
    'the graph fits its box on a phone, names its folders, and a note shows the links around it',
    async ({ open }) => {
      const page = await open('/graph');
      expect(await page.locator('.legend').innerText()).toMatch(/^top folder \d/);
      const box = await page.locator('#graph').boundingBox();
      expect(box?.width).toBeLessThanOrEqual(390);
      expect(box?.height).toBeLessThan(600);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      await page.goto(new URL('/note/bank.md', page.url()).href);
      await page.getByRole('img', { name: 'The notes around this one' }).waitFor();
    },
    { viewport: { width: 390, height: 844 } },
  );

  story('health shows checks and jobs, what a finding costs, and repairs it', async ({ open, bench }) => {
    bench.write(
      'content/dead.md',
      '# Dead\n\nsee [[Nowhere at all]]\n\n## Decisions\n\n- one ^61k0y5k9xzz\n- two ^61k0y5k9xzz\n',
    );
    const page = await open('/health');
    await page
      .getByText(/dead-link|broken-link|links/)
      .first()
      .waitFor();
    expect(await page.evaluate(text)).toMatch(/checks/);
    expect(await page.locator('.jobs tbody tr').count()).toBeGreaterThan(3);
    await page.getByText('a dead link no longer shows what it referred to').waitFor();
    await page.getByRole('button', { name: 'Repair what loses nothing' }).click();
    await page.getByText('Fixed 1').waitFor();
    expect(bench.read('content/dead.md').match(/\^61k0y5k9xzz/g)).toHaveLength(1);
  });

  story(
    'an empty memory teaches what comes where',
    async ({ open }) => {
      for (const path of ['/', '/entries', '/sessions', '/graph', '/search', '/calendar']) {
        const page = await open(path);
        expect(await page.locator('.empty').count(), path).toBeGreaterThan(0);
      }
      await (await open('/')).getByRole('link', { name: 'Write the first entry' }).click();
    },
    { files: {} },
  );

  story('ten tabs are open, and all follow a change', async ({ open, bench }) => {
    const pages = [];
    for (let tab = 0; tab < 10; tab++) pages.push(await open('/note/MEMORY.md'));
    bench.write(MEMORY, `${FILES[MEMORY]}- written by hand in an editor\n`);
    for (const page of pages) await page.getByText('written by hand in an editor').waitFor();
    await pages[0]?.close();
    bench.write(MEMORY, `${FILES[MEMORY]}- and once again\n`);
    for (const page of pages.slice(1)) await page.getByText('and once again').waitFor();
  });

  story('text that is being typed is not replaced; the page offers to reload', async ({ open, run }) => {
    const page = await open(`/entry/${IDS.sessions}`);
    await page.getByLabel('Text, and the reason').fill('half a sentence');
    await page.waitForTimeout(300);
    await run('log', 'the cache is warm after ten minutes', '--type', 'learning');
    await page.locator('#live').getByText('Your text is kept').waitFor();
    expect(await page.getByLabel('Text, and the reason').inputValue()).toBe('half a sentence');
  });

  story('a change keeps open details open and the page where it is', async ({ open, bench }) => {
    const long = Array.from({ length: 120 }, (_, at) => `- line ${at} of a long note`).join('\n');
    bench.write('content/long.md', `# Long\n\n${long}\n`);
    const page = await open('/note/long.md');
    await page.evaluate('scrollTo(0, 900)');
    await page.waitForTimeout(300);
    bench.write('content/long.md', `# Long\n\n${long}\n- and a new one\n`);
    await page.getByText('and a new one').waitFor();
    expect(await page.evaluate('scrollY')).toBe(900);
  });

  story('after a lost connection the page connects again and catches up', async ({ open, bench }) => {
    const page = await open('/note/MEMORY.md');
    await page.route('**/live', (route) => route.abort());
    await page.reload();
    await page.locator('#live').getByText('The connection is lost').waitFor();
    bench.write(MEMORY, `${FILES[MEMORY]}- written while it was away\n`);
    await page.unroute('**/live');
    await page.getByText('written while it was away').waitFor();
    expect(await page.locator('#live').innerText()).toBe('');
  });

  story('after a restart the page asks to sign in, and loses no text', async ({ open, restart }) => {
    const page = await open(`/entry/${IDS.sessions}`);
    await page.getByLabel('Text, and the reason').fill('half a sentence');
    await restart();
    await page.locator('#live').getByText('started again').waitFor();
    expect(await page.getByLabel('Text, and the reason').inputValue()).toBe('half a sentence');
  });

  story('keys: g and a letter go to a page, n to a new entry, none of them in a field', async ({ open }) => {
    const page = await open('/');
    for (const [key, path] of [
      ['c', '/calendar'],
      ['s', '/sessions'],
      ['h', '/health'],
      ['g', '/graph'],
      ['e', '/entries'],
      ['t', '/'],
    ] as const) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await page.waitForURL((url) => url.pathname === path);
    }
    await page.keyboard.press('n');
    await page.waitForURL((url) => url.pathname === '/new');
    await page.locator('#entry-text').focus();
    await page.keyboard.type('gc/?n');
    expect(await page.locator('#entry-text').inputValue()).toBe('gc/?n');
    expect(new URL(page.url()).pathname).toBe('/new');
  });

  story('Tab first reaches a link to the content; the focus is visible everywhere', async ({ open }) => {
    const page = await open('/');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement?.className')).toBe('skip');
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).not.toBe('none');
    }
  });

  story('print leaves out navigation and forms', async ({ open }) => {
    const page = await open(`/entry/${IDS.sessions}`);
    await page.emulateMedia({ media: 'print' });
    for (const part of ['.top', '.edit', 'footer'])
      expect(await page.locator(part).first().isVisible(), part).toBe(false);
    expect(await page.getByText('keep sessions in SQLite').first().isVisible()).toBe(true);
  });

  story(
    'a private note is in the page, but in no file of `view` unless asked',
    async ({ run, read, bench }) => {
      bench.write('content/private/mine.md', '- my key is in the safe\n');
      await run('view', '--to', 'memory.html');
      expect(read('memory.html')).not.toContain('in the safe');
      await run('view', '--to', 'memory.html', '--private');
      expect(read('memory.html')).toContain('in the safe');
    },
  );
});
