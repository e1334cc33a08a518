// @module-tag full: 37 s of processor time
import { expect } from 'vitest';
import { FULL } from '../../support/workspace.js';
import { describeStories, findViolations } from './browser.js';
import { FILES } from './notes.js';

const PAGES = [
  '/',
  '/note/MEMORY.md',
  '/note/bank.md',
  '/note/hostile.md',
  '/entry/61k0y5k9xfs?explain=1',
  '/entries',
  '/search',
  '/search?q=sessions',
  '/search?q=nothinglikethis',
  '/calendar',
  '/sessions',
  '/health',
  '/graph',
  '/new',
  '/no-such-page',
];

describeStories('the page in a browser', FILES, (story) => {
  story(
    'every page is accessible in light and dark, and no wider than a phone',
    async ({ open }) => {
      const found: string[] = [];
      for (const path of PAGES) {
        const page = await open(path);
        found.push(...(await findViolations(page)));
        await page.emulateMedia({ colorScheme: 'dark' });
        found.push(...(await findViolations(page, FULL ? [] : ['color-contrast'])));
        await page.setViewportSize({ width: 360, height: 740 });
        const [wide, shown] = await page.evaluate<number[]>(
          '[document.documentElement.scrollWidth, innerWidth]',
        );
        expect(wide ?? Number.NaN, path).toBeLessThanOrEqual(shown ?? 0);
        await page.close();
      }
      expect(found).toEqual([]);
    },
    // A change of colours in transit has too little contrast.
    { colorScheme: 'light', reducedMotion: 'reduce', bypassCSP: true },
  );

  story(
    'an entry is edited, and the edit is undone',
    async ({ open, bench }) => {
      const page = await open('/entry/61k0y5k9xfs');
      await page.getByLabel('Text, and the reason').fill('keep sessions in Postgres — two writers');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('keep sessions in Postgres').first().waitFor();
      expect(bench.read('content/MEMORY.md')).toContain(
        '- keep sessions in Postgres — two writers ^61k0y5k9xfs',
      );
      await page.getByRole('button', { name: /undo/i }).click();
      await page.waitForLoadState();
      expect(bench.read('content/MEMORY.md')).toBe(FILES['content/MEMORY.md']);
    },
    { tags: ['desk'] },
  );

  story('the undo of an edit stays while the page follows later changes', async ({ open, run }) => {
    const page = await open('/entry/61k0y5k9xfs');
    await page.getByRole('button', { name: 'Still true' }).click();
    const undo = page.locator('.flash').getByRole('button', { name: 'Undo' });
    await undo.focus();
    await run('amend', '61k0y5k9xfs', '--text', 'keep sessions in DuckDB');
    await page.getByText('in DuckDB').first().waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Undo');
  });

  story('an edit is kept beside what an agent wrote meanwhile', async ({ open, run, bench }) => {
    const page = await open('/entry/61k0y5k9xfs');
    await page.getByLabel('Text, and the reason').fill('keep sessions in Postgres — two writers');
    await run('log', 'the cache is warm after ten minutes', '--type', 'learning');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL((url) => url.pathname.startsWith('/note/'));
    const text = bench.read('content/MEMORY.md');
    expect(text).toContain('keep sessions in Postgres');
    expect(text).toContain('the cache is warm');
  });

  story('two edits of one entry: both are shown, nothing is lost', async ({ open, run, bench }) => {
    const page = await open('/entry/61k0y5k9xfs');
    await page.getByLabel('Text, and the reason').fill('keep sessions in Postgres');
    await run('amend', '61k0y5k9xfs', '--text', 'keep sessions in DuckDB');
    await page.getByRole('button', { name: 'Save' }).click();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).toContain('keep sessions in DuckDB');
    expect(await page.getByLabel('Text, and the reason').inputValue()).toBe('keep sessions in Postgres');
    expect(bench.read('content/MEMORY.md')).toContain('keep sessions in DuckDB');
  });

  story('a problem is closed on the first page', async ({ open, bench }) => {
    const page = await open('/');
    await page.getByRole('button', { name: 'Done' }).first().click();
    await page.waitForLoadState();
    expect(bench.read('content/MEMORY.md')).toMatch(
      /export is slow.*(?:\[status:: \w+\]|\[x\])|\[x\].*export is slow/,
    );
  });

  story('a new entry is written, and found as one types', async ({ open, bench }) => {
    const page = await open('/new');
    await page
      .locator('textarea[name=text]')
      .first()
      .fill('decided to bill monthly because of the accountants');
    await page.locator('form[action="/act/log"] button').first().click();
    await page.waitForLoadState();
    expect(bench.read('content/MEMORY.md')).toContain('bill monthly');
    const search = await open('/search');
    await search.locator('#filters input[name=q]').pressSequentially('accountants', { delay: 20 });
    await search.locator('#results').getByText('bill monthly').waitFor();
    await search.waitForURL(/q=accountants/);
  });

  story(
    'all works without JavaScript',
    async ({ open, bench }) => {
      const page = await open('/search');
      await page.locator('#filters input[name=q]').fill('TLS');
      await page.locator('#filters button').click();
      await page.getByText('rejects TLS 1.1').first().waitFor();
      await page.getByRole('link', { name: /staging box/ }).click();
      await page.getByLabel('Text, and the reason').fill('the staging box rejects TLS 1.2');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('TLS 1.2').first().waitFor();
      expect(bench.read('content/MEMORY.md')).toContain('rejects TLS 1.2');
    },
    { javaScriptEnabled: false },
  );

  story('the page follows a change of the files; place and focus stay', async ({ open, bench }) => {
    const page = await open('/note/MEMORY.md');
    const link = page.locator('main a').first();
    await link.focus();
    const before = await link.getAttribute('href');
    bench.write('content/MEMORY.md', `${FILES['content/MEMORY.md']}- written by hand in an editor\n`);
    await page.getByText('written by hand in an editor').waitFor();
    expect(await page.evaluate("document.activeElement?.getAttribute('href')")).toBe(before);
  });

  story('the keyboard alone leads to an entry', async ({ open }) => {
    const page = await open('/search?q=sessions');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname.startsWith('/entry/'));
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    expect(await page.evaluate('document.activeElement?.id')).toBe('find');
  });

  story('hostile text is shown as text', async ({ open }) => {
    const page = await open('/note/hostile.md');
    await page.waitForTimeout(300);
    expect(await page.locator('main').innerText()).toContain('<script>alert(1)</script>');
    expect(
      await page
        .locator('main img, main script, main iframe, main svg, main style, main form:not([action^="/act/"])')
        .count(),
    ).toBe(0);
  });

  story('the file of `view` searches in itself and asks for nothing', async ({ bench, run, open }) => {
    await run('view', '--to', 'memory.html');
    const page = await open('/');
    await page.route('file://**', (route) => route.continue());
    const asked: string[] = [];
    const viewer = await page.context().browser()?.newPage();
    if (!viewer) throw new Error('no browser');
    viewer.on('request', (request) => asked.push(request.url()));
    await viewer.goto(`file://${bench.root}/memory.html`);
    await viewer.locator('#find').fill('parser');
    await viewer.getByText('the parser is written by hand').waitFor();
    await expect.poll(() => viewer.getByText('rejects TLS 1.1').isVisible()).toBe(false);
    expect(asked).toHaveLength(1);
    await viewer.close();
  });
});
