// @module-tag full: it walks twenty tasks twice; page.test.ts and hostile.test.ts run at each landing
// @module-tag nightly: the browser takes minutes
import { execFileSync } from 'node:child_process';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { describeStories, type ServedWorkspace } from './browser.js';
import { FOLDER, formatDay, LAST_MONTH } from './notes.js';

const MEMORY = 'content/MEMORY.md';
const MOST_STEPS = 4;
const MOST_TABS = 12;

/** Adds a night in which a job changed a note. */
async function addNight({ bench, run }: ServedWorkspace): Promise<void> {
  const yesterday = `${formatDay(1)}T12:00:00Z`;
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
      cwd: bench.root,
      env: { ...process.env, GIT_AUTHOR_DATE: yesterday, GIT_COMMITTER_DATE: yesterday },
    });
  git('init', '--quiet');
  git('commit', '--quiet', '--allow-empty', '--message', 'fix the hive');
  await run('cron', 'run', 'journal');
}

/** One hand: each call is one step. */
interface Hand {
  readonly page: Page;
  readonly steps: () => number;
  click(what: Locator): Promise<void>;
  fill(what: Locator, text: string): Promise<void>;
  /** Presses keys that belong together, and types text. */
  keys(...keys: string[]): Promise<void>;
  /** Moves by Tab, from the start of the content if the focus is nowhere, and presses Enter. */
  tabTo(name: string, key?: 'Tab' | 'Shift+Tab'): Promise<void>;
}

function createHand(page: Page): Hand {
  let steps = 0;
  const step = async (run: () => Promise<unknown>) => {
    steps += 1;
    await run();
    await page.waitForTimeout(700);
    await page.waitForLoadState();
  };
  return {
    page,
    steps: () => steps,
    click: async (what) => step(() => what.first().click()),
    fill: async (what, text) => step(() => what.first().fill(text)),
    async keys(...keys) {
      await step(async () => {
        for (const key of keys) {
          if (/^[A-Z][a-z]\w+(\+\w+)*$/.test(key)) await page.keyboard.press(key);
          else await page.keyboard.type(key);
          if (key.length > 3 || key === '/') await page.waitForTimeout(900);
        }
      });
    },
    async tabTo(name, key = 'Tab') {
      await step(async () => {
        const isAtStart = await page.evaluate('document.activeElement === document.body');
        if (isAtStart) {
          await page.keyboard.press('Tab');
          await page.keyboard.press('Enter');
        }
        for (let tabs = 0; tabs < MOST_TABS; tabs++) {
          await page.keyboard.press(key);
          const shown = await page.evaluate<string>('document.activeElement.textContent.trim()');
          if (shown === name) return page.keyboard.press('Enter');
        }
        throw new Error(`«${name}» cannot be reached with ${MOST_TABS} tabs`);
      });
    },
  };
}

type Walk = (hand: Hand) => Promise<void>;

/** What a task is, by mouse and by keys, and what must hold afterwards. */
type Task = readonly [
  name: string,
  mouse: Walk,
  keys: Walk,
  check: (served: ServedWorkspace, page: Page) => Promise<unknown>,
];

const button = ({ page }: Hand, name: string) => page.getByRole('button', { name, exact: true });
const link = ({ page }: Hand, name: string | RegExp) => page.getByRole('link', { name });
const place = ({ page }: Hand, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByText(name);
const aside = ({ page }: Hand, name: string) =>
  page.getByRole('complementary').getByRole('link', { name, exact: true });
const open = async (hand: Hand, words: string, found: RegExp) => {
  await hand.fill(hand.page.locator('#find'), words);
  await hand.click(hand.page.locator('.suggest .row').filter({ hasText: found }));
};
const openByKeys = async (hand: Hand, words: string) => {
  await hand.keys('/', words);
  await hand.keys('ArrowDown', 'Enter');
};
const shows = (words: string | RegExp) => (_: ServedWorkspace, page: Page) =>
  expect(page.locator('body').innerText()).resolves.toMatch(words);
const reads =
  (path: string, words: RegExp) =>
  async ({ bench }: ServedWorkspace) =>
    expect(bench.read(path)).toMatch(words);

const TASKS: readonly Task[] = [
  [
    'find what I decided about invoices last month',
    async (hand) => {
      await hand.click(place(hand, 'Entries'));
      await hand.click(aside(hand, 'decision'));
      await hand.fill(hand.page.locator('#find'), 'invoices');
    },
    (hand) => hand.keys('/', `invoices type:decision after:${LAST_MONTH} before:${LAST_MONTH}`, 'Enter'),
    shows('export invoices as CSV'),
  ],
  [
    'tick what is done',
    (hand) =>
      hand.click(hand.page.locator('.entries li').filter({ hasText: 'water the hive' }).getByRole('button')),
    async (hand) => {
      await openByKeys(hand, 'water the hive');
      await hand.keys('d');
    },
    reads(`content/${formatDay(0)}.md`, /- \[x\] water the hive/),
  ],
  [
    'take back the last night',
    (hand) => hand.click(button(hand, 'Take it back')),
    (hand) => hand.tabTo('Take it back'),
    shows(/Undid/),
  ],
  [
    'write a new page',
    async (hand) => {
      await hand.click(link(hand, /^New$/));
      await hand.click(link(hand, /^Page$/));
      await hand.fill(hand.page.getByLabel('Title'), 'How we bake');
      await hand.click(button(hand, 'Create page'));
    },
    async (hand) => {
      await hand.keys('n');
      await hand.tabTo('Page', 'Shift+Tab');
      await hand.keys('How we bake', 'Tab', 'With patience.');
      await hand.keys('Control+Enter');
    },
    shows('How we bake'),
  ],
  [
    'log a decision',
    async (hand) => {
      await hand.click(link(hand, /^New$/));
      await hand.fill(hand.page.getByLabel('Text, and the reason'), 'decided to bake on Mondays');
      await hand.click(button(hand, 'Save entry'));
    },
    async (hand) => {
      await hand.keys('n');
      await hand.keys('decided to bake on Mondays');
      await hand.keys('Control+Enter');
    },
    reads(MEMORY, /bake on Mondays/),
  ],
  [
    'set a reminder',
    async (hand) => {
      await hand.click(link(hand, /^New$/));
      await hand.click(link(hand, /^Reminder$/));
      await hand.page.getByLabel('Text of the reminder').fill('order flour');
      await hand.fill(hand.page.getByLabel('When'), 'in 40 days');
      await hand.click(button(hand, 'Remind'));
    },
    async (hand) => {
      await hand.keys('n');
      await hand.tabTo('Reminder', 'Shift+Tab');
      await hand.keys('order flour', 'Tab', 'in 40 days');
      await hand.keys('Enter');
    },
    shows('order flour'),
  ],
  [
    'change the date of a reminder',
    async (hand) => {
      await hand.click(link(hand, 'renew the certificate'));
      await hand.fill(hand.page.getByLabel('When it comes up again'), 'in 40 days');
      await hand.click(button(hand, 'Move'));
    },
    async (hand) => {
      await openByKeys(hand, 'renew the certificate');
      await hand.keys('m', 'in 40 days');
      await hand.keys('Enter');
    },
    reads('content/REMINDERS.md', new RegExp(`${formatDay(-40)}.* renew the certificate`)),
  ],
  [
    'forget a line',
    async (hand) => {
      await open(hand, 'staging box', /staging box/);
      await hand.click(link(hand, 'Forget it'));
      await hand.click(button(hand, 'Forget it'));
    },
    async (hand) => {
      await openByKeys(hand, 'staging box rejects');
      await hand.keys('f');
      await hand.keys('Enter');
    },
    reads(MEMORY, /^(?!.*staging box)/s),
  ],
  [
    'see what agents did',
    (hand) => hand.click(place(hand, 'Sessions')),
    (hand) => hand.keys('gs'),
    shows('No agent session'),
  ],
  [
    'repair the notes',
    async (hand) => {
      await hand.click(place(hand, 'Health'));
      await hand.click(button(hand, 'Repair what loses nothing'));
    },
    async (hand) => {
      await hand.keys('gh');
      await hand.page.getByRole('heading', { name: 'Health' }).waitFor();
      await hand.keys('r');
    },
    shows(/Fixed 1/),
  ],
  [
    'correct a line',
    async (hand) => {
      await open(hand, 'mailer drops', /mailer drops/);
      await hand.fill(hand.page.locator('#text'), 'the mailer drops attachments over 9 MB');
      await hand.click(button(hand, 'Save'));
    },
    async (hand) => {
      await openByKeys(hand, 'mailer drops');
      await hand.keys('e', 'the mailer drops attachments over 9 MB');
      await hand.keys('Control+Enter');
    },
    reads(MEMORY, /over 9 MB/),
  ],
  [
    'close a problem, and take that back',
    async (hand) => {
      await hand.click(
        hand.page.locator('.entries li').filter({ hasText: 'mailer drops' }).getByRole('button'),
      );
      await hand.click(button(hand, 'Undo'));
    },
    async (hand) => {
      await openByKeys(hand, 'mailer drops');
      await hand.keys('d');
      await hand.keys('u');
    },
    reads(MEMORY, /\n- the mailer drops/),
  ],
  [
    'accept a proposal',
    (hand) => hand.click(button(hand, 'Accept')),
    (hand) => hand.tabTo('Accept'),
    reads(MEMORY, /fourth working day/),
  ],
  [
    'open the note of today',
    (hand) => hand.click(link(hand, 'Today’s note')),
    (hand) => openByKeys(hand, formatDay(0)),
    shows('met Ada'),
  ],
  [
    'read what was on a day of last month',
    async (hand) => {
      await hand.click(place(hand, 'Calendar'));
      await hand.click(link(hand, /^←/));
      await hand.click(hand.page.locator('.calendar a').filter({ hasText: /^9\b/ }));
      await hand.click(link(hand, 'The note of this day'));
    },
    (hand) => openByKeys(hand, `${LAST_MONTH}-09`),
    shows('of last month'),
  ],
  [
    'see which notes link to a page',
    (hand) => open(hand, 'page 7', /^page 7$/),
    (hand) => openByKeys(hand, 'page 7'),
    shows('oven.md'),
  ],
  [
    'see all entries of a tag',
    async (hand) => {
      await hand.click(place(hand, 'Entries'));
      await hand.click(aside(hand, '#billing'));
    },
    (hand) => hand.keys('/', 'tag:billing', 'Enter'),
    shows('export invoices as CSV'),
  ],
  [
    'add text to a note',
    async (hand) => {
      await open(hand, 'oven', /^oven$/);
      await hand.fill(hand.page.getByLabel('A paragraph or a list'), 'It is hot.');
      await hand.click(button(hand, 'Add'));
    },
    async (hand) => {
      await openByKeys(hand, 'oven');
      await hand.keys('a', 'It is hot.');
      await hand.keys('Control+Enter');
    },
    reads('content/oven.md', /It is hot\./),
  ],
  [
    'pin what agents must always see',
    async (hand) => {
      await open(hand, 'export invoices', /invoices/);
      await hand.click(button(hand, 'Pin'));
    },
    async (hand) => {
      await openByKeys(hand, 'export invoices');
      await hand.tabTo('Pin');
    },
    reads(MEMORY, /invoices.*#key/),
  ],
  [
    'see what one person wrote',
    async (hand) => {
      await hand.click(place(hand, 'Entries'));
      await hand.click(hand.page.getByText('More filters'));
      await hand.fill(hand.page.getByLabel('person'), 'bob');
    },
    (hand) => hand.keys('/', 'by:bob', 'Enter'),
    shows('mailer drops'),
  ],
];

describeStories('twenty tasks of a new user', FOLDER, (story) => {
  for (const [at, means] of (['mouse', 'keys'] as const).entries())
    story(`with the ${means} alone each takes at most ${MOST_STEPS} steps`, async (served) => {
      const counts: Record<string, number | string> = {};
      await addNight(served);
      for (const [name, mouse, keys, check] of TASKS) {
        const hand = createHand(await served.open('/'));
        try {
          await (at === 0 ? mouse : keys)(hand);
          await check(served, hand.page);
          counts[name] = hand.steps();
        } catch (error) {
          counts[name] = String(error).slice(0, 300);
        }
        await hand.page.close();
      }
      console.log(counts);
      expect(Object.entries(counts).filter(([, steps]) => !(Number(steps) <= MOST_STEPS))).toEqual([]);
    });
});
