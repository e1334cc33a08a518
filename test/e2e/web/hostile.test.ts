// @module-tag full: 7 s of processor time
import { expect } from 'vitest';
import { HOSTILE } from '../../support/hostile-markdown.js';
import { describeStories } from './browser.js';

/** Notes with ten hostile texts each: as blocks, as entries, in headings and as a title. */
const FILES = Object.fromEntries(
  Array.from({ length: Math.ceil(HOSTILE.length / 10) }, (_, at) => {
    const texts = HOSTILE.slice(at * 10, at * 10 + 10);
    const line = (text: string) => text.replaceAll('\n', ' ').replaceAll('\t', ' ');
    return [
      `content/hostile-${at}.md`,
      [
        `# ${line(texts[0] ?? '')}`,
        ...texts,
        ...texts.map((text) => `## ${line(text)}`),
        ...texts.map((text) => `- [ ] ${line(text)} [by:: ${line(text).replaceAll(']', '')}]`),
        ...texts.map((text) => `[[hostile-0|${line(text).replaceAll(/[[\]]/g, '')}]]`),
      ].join('\n\n'),
    ];
  }),
);

describeStories('hostile notes in a browser', FILES, (story) => {
  story(
    `${HOSTILE.length} hostile texts run no script, in notes, lists, search and the file of view`,
    async ({ open, run, bench, alarms }) => {
      expect(HOSTILE.length).toBeGreaterThanOrEqual(200);
      const page = await open('/entries');
      const visit = async (path: string) => {
        await page.goto(new URL(path, page.url()).href);
        const found = await page.evaluate<string>(FIND_DANGER);
        expect(found, path).toBe('');
      };
      for (const path of Object.keys(FILES)) await visit(path.replace('content', '/note'));
      for (const path of [
        '/',
        '/entries',
        '/graph',
        '/health',
        '/search?q=alert',
        '/search?q=%3Cscript%3Ealert(1)%3C/script%3E',
        '/search?tag=%22onmouseover=%22alert(1)',
        '/note/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
        '/day/2026-06-07',
        '/search?type=%22%3E%3Csvg%20onload=alert(1)%3E',
      ])
        await visit(path);
      const links = await page
        .goto(new URL('/search?q=alert', page.url()).href)
        .then(() =>
          page
            .locator('#results .row')
            .evaluateAll((rows: { getAttribute(name: string): string | null }[]) =>
              rows.map((row) => row.getAttribute('href') ?? ''),
            ),
        );
      expect(links.length).toBeGreaterThan(20);
      for (const link of links.slice(0, 20)) await visit(link);
      await run('view', '--to', 'memory.html');
      const viewer = await page.context().newPage();
      await viewer.setContent(bench.read('memory.html'));
      expect(
        await viewer.evaluate<string>(
          FIND_DANGER.replace('script:not([src^="/assets/"])', 'script ~ script'),
        ),
      ).toBe('');
      expect(alarms).toEqual([]);
    },
  );
});

/** Names the first element or attribute that a note must never bring into a page; '' if there is none. */
const FIND_DANGER = `(() => {
  const bad = document.querySelector('script:not([src^="/assets/"]), iframe, object, embed, base, img, video, main form:not([action^="/act/"]):not([action="/search"]):not([action="/entries"]), main svg, main style, main link');
  if (bad) return bad.outerHTML;
  for (const element of document.querySelectorAll('*'))
    for (const { name, value } of element.attributes)
      if (/^on|^style$|^srcdoc$/.test(name) || (/^(href|action|src)$/.test(name) && /^\\s*(javascript|data|vbscript):/i.test(value)))
        return element.outerHTML.slice(0, 300);
  return '';
})()`;
