// @module-tag full: it opens the page many times over; page.test.ts and hostile.test.ts run at each landing
// @module-tag nightly: the browser takes minutes
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { describeStories } from './browser.js';
import { FILES, IDS } from './notes.js';

const MEMORY = 'content/MEMORY.md';
const INBOX = `# Inbox

## Proposals

- [ ] keep «the month closes on its fourth working day», found in the context block of CLAUDE.md ^61jzz7a1b2c
`;

const undo = async (page: Page) => {
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await page
    .getByText(/Undid|undo/i)
    .first()
    .waitFor();
};

describeStories('acts in a browser', FILES, (story) => {
  const actAndUndo = (button: string, id: string, written: RegExp) =>
    story(`${button} is one click, and so is its undo`, async ({ open, read }) => {
      const page = await open(`/entry/${id}`);
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.locator('.flash').waitFor();
      expect(read(MEMORY)).toMatch(written);
      await undo(page);
      expect(read(MEMORY)).toBe(FILES[MEMORY]);
    });
  actAndUndo('Done', IDS.export, /\[x\] the export is slow/);
  actAndUndo('Still true', IDS.sessions, /keep sessions.*\[verified:: /);
  actAndUndo('No longer true', IDS.sessions, /\[-\] keep sessions/);
  actAndUndo('Pin', IDS.sessions, /keep sessions.* #key /);

  story('an entry is superseded by another, and undone', async ({ open, read }) => {
    const page = await open(`/entry/${IDS.sessions}`);
    await page.getByText('Replace it by a newer entry').click();
    await page.getByLabel('The newer entry').fill(IDS.parser);
    await page.getByRole('button', { name: 'Supersede' }).click();
    await page.locator('.flash').waitFor();
    expect(read(MEMORY)).toMatch(/keep sessions.*\[superseded:: \^61k0y5k9xft\]/);
    await undo(page);
    expect(read(MEMORY)).toBe(FILES[MEMORY]);
  });

  story('forget shows first what goes, then takes it out; undo brings it back', async ({ open, read }) => {
    const page = await open(`/entry/${IDS.parser}`);
    await page.getByRole('link', { name: 'Forget it' }).click();
    await page.locator('#forget').getByText('the parser is written by hand').waitFor();
    expect(read(MEMORY)).toBe(FILES[MEMORY]);
    await page.getByRole('button', { name: 'Forget it' }).click();
    await page.locator('.flash').waitFor();
    expect(read(MEMORY)).not.toContain('the parser is written by hand');
    await undo(page);
    expect(read(MEMORY)).toBe(FILES[MEMORY]);
  });

  for (const [answer, isKept] of [
    ['Accept', true],
    ['Decline', false],
  ] as const)
    story(
      `${answer}: a proposal of the inbox`,
      async ({ open, read }) => {
        const page = await open('/');
        await page.getByRole('button', { name: answer }).click();
        await page.locator('.flash').waitFor();
        expect(await page.getByRole('heading', { name: /^Inbox/ }).count()).toBe(0);
        expect(read(MEMORY).includes('fourth working day')).toBe(isKept);
        await undo(page);
        expect(read(MEMORY)).not.toContain('fourth working day');
      },
      { prepare: (bench) => bench.write('content/INBOX.md', INBOX) },
    );

  story('a preview shows links and saves nothing', async ({ open, read }) => {
    const page = await open(`/entry/${IDS.parser}`);
    await page.getByLabel('Text, and the reason').fill('see [[bank]] and **this**');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.locator('.preview').getByRole('link', { name: 'bank' }).waitFor();
    expect(await page.getByLabel('Text, and the reason').inputValue()).toBe('see [[bank]] and **this**');
    expect(read(MEMORY)).toBe(FILES[MEMORY]);
  });

  story('after a conflict the second save replaces the newer text', async ({ open, run, read }) => {
    const page = await open(`/entry/${IDS.sessions}`);
    await page.getByLabel('Text, and the reason').fill('keep sessions in Postgres');
    await run('amend', IDS.sessions, '--text', 'keep sessions in DuckDB');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').waitFor();
    expect(read(MEMORY)).toContain('DuckDB');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.flash').waitFor();
    expect(read(MEMORY)).toContain('keep sessions in Postgres');
  });

  story('a new page is made and shown', async ({ open, read }) => {
    const page = await open('/new?form=page');
    await page.getByLabel('Title').fill('How we deploy');
    await page.getByRole('button', { name: 'Create page' }).click();
    await page.getByRole('heading', { name: 'How we deploy' }).waitFor();
    expect(read(decodeURIComponent(new URL(page.url()).pathname.replace('/note/', 'content/')))).toContain(
      '# How we deploy',
    );
  });

  story('a reminder is set, and stands below Later', async ({ open }) => {
    const page = await open('/new?form=remind');
    await page.getByLabel('Text of the reminder').fill('renew the certificate');
    await page.getByLabel('When').fill('in 40 days');
    await page.getByRole('button', { name: 'Remind' }).click();
    await page.getByRole('complementary').getByRole('link', { name: 'renew the certificate' }).waitFor();
  });

  for (const [form, label, fill, button, path] of [
    ['log', 'Text, and the reason after “because”', 'bill monthly', 'Save entry', MEMORY],
    ['page', 'Title', 'How we deploy', 'Create page', 'content/How we deploy.md'],
    ['remind', 'Text of the reminder', 'renew the certificate', 'Remind', 'content/REMINDERS.md'],
  ] as const)
    story(`${button}: its undo takes it out again, also a second time`, async ({ open, run, bench }) => {
      const holds = () => (bench.files('content')[path] ?? '').includes(fill);
      for (const name of ['first', 'second']) {
        const page = await open(`/new?form=${form}`);
        await page.getByLabel(label, { exact: true }).fill(fill);
        if (button === 'Save entry') await page.getByLabel('Type').selectOption('decision');
        if (button === 'Remind') await page.getByLabel('When').fill('in 40 days');
        await page.getByRole('button', { name: button }).click();
        await page.locator('.flash').waitFor();
        expect(holds(), name).toBe(true);
        await run('log', `an agent wrote the ${name} line meanwhile`, '--type', 'learning');
        await undo(page);
        expect(holds(), name).toBe(false);
        expect(await page.getByRole('heading', { level: 1 }).innerText()).not.toBe('Not found');
        expect(bench.read(MEMORY)).toContain(`an agent wrote the ${name} line`);
      }
    });

  story('Done on the first page stays there; what it said and Undo are in view', async ({ open, bench }) => {
    const long = Array.from({ length: 80 }, (_, at) => `- line ${at} ^61k0y5k9x${at + 10}`).join('\n');
    bench.write(MEMORY, FILES[MEMORY].replace('## Decisions\n', `## Learnings\n\n${long}\n\n## Decisions\n`));
    const page = await open('/');
    await page.getByRole('button', { name: 'Done' }).first().click();
    await page.locator('.flash').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await page.goto(new URL(`/entry/${IDS.staging}`, page.url()).href);
    await page.getByRole('button', { name: 'Still true' }).click();
    await page.locator(`#e-${IDS.staging}`).waitFor();
    expect(await page.evaluate('scrollY')).toBeGreaterThan(200);
    expect(await page.evaluate(IS_UNDO_ON_TOP)).toBe(true);
    await undo(page);
    expect(new URL(page.url()).pathname).toBe('/note/MEMORY.md');
  });

  story('what a command refuses is explained, and what was typed stays', async ({ open }) => {
    const page = await open('/new?form=remind');
    await page.getByLabel('Text of the reminder').fill('renew the certificate');
    await page.getByLabel('When').fill('some time');
    await page.getByRole('button', { name: 'Remind' }).click();
    expect(await page.getByRole('alert').innerText()).toContain('some time');
    expect(await page.getByLabel('Text of the reminder').inputValue()).toBe('renew the certificate');
  });

  story(
    'a read-only page has no form but the search',
    async ({ open }) => {
      for (const path of ['/', `/entry/${IDS.sessions}`, '/note/MEMORY.md']) {
        const page = await open(path);
        expect(await page.locator('form[method=post]').count(), path).toBe(0);
      }
      await expectStatus(await open('/new'), 'Not found');
    },
    { serve: ['--read-only'] },
  );

  story('the sign-in link works once', async ({ open, link }) => {
    const page = await open('/');
    await page.goto(link);
    expect(await page.locator('body').innerText()).toContain('used already');
  });

  story(
    'without JavaScript: an inbox answer, an act and its undo',
    async ({ open, read }) => {
      const page = await open('/');
      await page.getByRole('button', { name: 'Accept' }).click();
      expect(read(MEMORY)).toContain('fourth working day');
      await undo(page);
      await page.getByRole('button', { name: 'Done' }).first().click();
      expect(read(MEMORY)).toContain('[x] the export is slow');
    },
    { javaScriptEnabled: false, prepare: (bench) => bench.write('content/INBOX.md', INBOX) },
  );

  story(
    'on a phone an entry is edited and closed',
    async ({ open, read }) => {
      const page = await open(`/entry/${IDS.export}`);
      await page.getByLabel('Text, and the reason').fill('the export is slow on every form');
      await page.getByRole('button', { name: 'Save' }).tap();
      await page.locator('.flash').waitFor();
      await (await open('/')).getByRole('button', { name: 'Done' }).first().tap();
      await expect.poll(() => read(MEMORY)).toContain('[x] the export is slow on every form');
    },
    { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true },
  );

  story('with the keyboard alone an entry is found, edited and saved', async ({ open, read }) => {
    const page = await open('/');
    await page.keyboard.press('/');
    await page.keyboard.type('staging');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/search');
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname.startsWith('/entry/'));
    await tabTo(page, 'text');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('the staging box rejects TLS 1.2');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('.flash').waitFor();
    expect(read(MEMORY)).toContain('the staging box rejects TLS 1.2');
  });
});

/** True if the button is within the window and nothing covers its middle. */
const IS_UNDO_ON_TOP = `(() => {
  const button = document.querySelector('.flash button');
  const { x, y, width, height } = button.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2) === button;
})()`;

const expectStatus = async (page: Page, heading: string) =>
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(heading);

/** Presses Tab until the element with this id has the focus; fails after 60 steps. */
async function tabTo(page: Page, id: string): Promise<void> {
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate('document.activeElement?.id')) === id) return;
  }
  throw new Error(`#${id} cannot be reached with Tab`);
}
