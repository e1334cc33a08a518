// @module-tag full: it opens the page many times over; page.test.ts and hostile.test.ts run at each landing
// @module-tag nightly: the browser takes minutes
import { expect } from 'vitest';
import { describeStories, findViolations } from './browser.js';
import { FOLDER, formatDay } from './notes.js';

const PAGES = [
  '/',
  '/entries?folder=pages',
  '/search?q=page',
  '/calendar',
  `/day/${formatDay(0)}`,
  '/sessions',
  '/graph',
  '/health',
  '/new?form=page',
  '/new?form=remind',
  '/note/oven.md',
  '/note/MEMORY.md',
  '/entry/61k0y5k9xg0',
  '/entry/61k0y5k9xfs?forget=1&explain=1',
];

/** Elements that scroll by themselves or stick out of the window. */
const FIND_CUT = `[...document.querySelectorAll('body *')].flatMap((one) => {
  if (one.closest('pre, table, .visually-hidden, .skip, .suggest, textarea')) return [];
  const { right, width } = one.getBoundingClientRect();
  const isScrolled = one.scrollHeight > one.clientHeight + 2 && /auto|scroll/.test(getComputedStyle(one).overflowY);
  return (width > 1 && right > innerWidth + 1) || isScrolled ? [one.tagName + '.' + one.className] : [];
})`;

describeStories('a folder of 1,000 notes', FOLDER, (story) => {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [name, viewport] of [
      ['a phone', { width: 390, height: 844 }],
      ['a desktop', { width: 1280, height: 800 }],
    ] as const)
      story(
        `every page of 1,000 notes is accessible on ${name} in ${colorScheme}, and nothing is cut off`,
        async ({ open: show }) => {
          const found: string[] = [];
          for (const path of PAGES) {
            const page = await show(path);
            found.push(...(await findViolations(page)));
            found.push(...(await page.evaluate<string[]>(FIND_CUT)).map((one) => `${path}: ${one}`));
            await page.close();
          }
          expect(found).toEqual([]);
        },
        { colorScheme, viewport, bypassCSP: true, reducedMotion: 'reduce' },
      );

  story(
    'tables are read as text in lists, a decision is never done, and side columns do not scroll',
    async ({ open: show }) => {
      const page = await show('/search?q=oven');
      expect(await page.locator('#results').innerText()).toContain('Step, Owner; build the oven, Ada');
      expect(await page.evaluate('getComputedStyle(document.querySelector("aside")).overflowY')).toBe(
        'visible',
      );
      await page.goto(new URL('/entry/61k0y5k9xfs', page.url()).href);
      expect(await page.getByRole('button', { name: 'Done' }).count()).toBe(0);
    },
  );

  story(
    'on a phone the filters of Entries take two rows',
    async ({ open: show }) => {
      const box = await (await show('/entries')).locator('#filters').boundingBox();
      expect(box?.height).toBeLessThan(80);
    },
    { viewport: { width: 390, height: 844 } },
  );

  story('print shows all that was folded, black on white, and no form', async ({ open: show }) => {
    const page = await show('/health');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.getByText('leftover files').isVisible()).toBe(true);
    expect(await page.locator('form:visible, button:visible, .button:visible').count()).toBe(0);
    expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(0, 0, 0)');
  });

  story(
    'empty pages have a button, and nothing is offered that would do nothing',
    async ({ open: show }) => {
      await (await show('/sessions')).getByRole('link', { name: 'See what is connected' }).click();
      const page = await show('/health');
      await page.getByRole('button', { name: 'Add a timer' }).waitFor();
      expect(await page.getByRole('button', { name: 'Repair' }).count()).toBe(0);
    },
    { files: {} },
  );
});
