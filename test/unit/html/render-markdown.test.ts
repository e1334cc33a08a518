import { expect, it } from 'vitest';
import { renderMarkdown } from '../../../src/html/render-markdown.js';
import { HOSTILE } from '../../support/hostile-markdown.js';

const LINKS = {
  findWikiTarget: (target: string) => `/note/${encodeURIComponent(target)}`,
  findPathTarget: (path: string) => `/note/${encodeURIComponent(path)}`,
  findTagTarget: (tag: string) => `/search?tag=${encodeURIComponent(tag)}`,
  findImage: (path: string) => `/image?to=${encodeURIComponent(path)}`,
  findEmbed: (target: string) => ({ text: `in ![[${target}]]`, href: '/note/a', label: target, links: {} }),
};

/** The tags of HTML with their attributes; text is escaped, so that every `<` begins one. */
const findTags = (html: string) =>
  [...html.matchAll(/<\/?([a-z0-9]+)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(
    ([whole, name = '', attributes = '']) => ({ whole, name, attributes }),
  );

const ALLOWED =
  /^(?:p|a|span|code|pre|em|strong|del|h[1-6]|ul|ol|li|table|thead|tbody|tr|th|td|blockquote|hr|br|section|sup|div|details|summary|mark|img)$/;

it(`${HOSTILE.length} hostile texts give no tag, attribute or address that runs anything`, () => {
  expect(HOSTILE.length).toBeGreaterThanOrEqual(200);
  for (const text of HOSTILE) {
    const html = renderMarkdown(text, LINKS);
    const tags = findTags(html);
    expect(tags.length, text).toBe((html.match(/</g) ?? []).length);
    for (const { name, attributes } of tags) {
      expect(name, text).toMatch(ALLOWED);
      const names = attributes.replace(/="[^"]*"/g, '=""').replace(/ class=""/, '');
      expect(names, text).not.toMatch(/\bon\w+|style|srcdoc|name/i);
      const [, src = ''] = /src="([^"]*)"/.exec(attributes) ?? [];
      expect(src, text).toMatch(/^(?:\/image\?to=[\w%.-]+)?$/);
      const [, href = ''] = /href="([^"]*)"/.exec(attributes) ?? [];
      expect(href, text).toMatch(/^$|^(?:https?:\/\/|mailto:|\/|#)/i);
    }
  }
});

it('what is not hostile is shown: links, tags, fields as marks, boxes as signs, ids as anchors', () => {
  expect(renderMarkdown('- [x] see [[auth#Tokens|this]] #db [by:: claude] ^61k0y5k9xfs', LINKS)).toBe(
    '<ul>\n<li id="e-61k0y5k9xfs" class="task">☑ see <a href="/note/auth%23Tokens" class="wiki">this</a> <a href="/search?tag=db" class="tag">#db</a> <span class="meta">by claude</span></li>\n</ul>',
  );
});

it.each([
  [
    'a ==marked **word**== and 1 == 1 == 1',
    '<p>a <mark>marked <strong>word</strong></mark> and 1 == 1 == 1</p>',
  ],
  ['seen %%not [this](x)%% and 50%% or so', '<p>seen  and 50%% or so</p>'],
  [
    '> [!warning] Order *early*\n> nine weeks',
    '<div class="callout callout-bad">\n<p class="callout-title">Warning: Order <em>early</em></p>\n<p>nine weeks</p>\n</div>',
  ],
  [
    '> [!note]-\n> more',
    '<details class="callout">\n<summary class="callout-title">Note</summary>\n<p>more</p>\n</details>',
  ],
  ['a plain line ^ab', '<p id="e-ab">a plain line</p>'],
  [
    '![[plan.png|300]] ![old|40](a/b.JPG)',
    '<p><img src="/image?to=plan.png" alt="plan.png" loading="lazy" width="300"> <img src="/image?to=a%2Fb.JPG" alt="old" loading="lazy" width="40"></p>',
  ],
  [
    '![far](https://example.com/x.png) ![x](//example.com/x.png)',
    '<p><a href="https://example.com/x.png" rel="noreferrer noopener">far</a> <a href="//example.com/x.png" rel="noreferrer noopener">x</a></p>',
  ],
  [
    '![[Garden]]',
    '<div class="embed">\n<p><a href="/note/a" class="wiki">Garden</a></p>\n<p>in <span class="missing">Garden</span></p>\n</div>',
  ],
])('%s', (text, html) => {
  expect(renderMarkdown(text, LINKS)).toBe(html);
});

it('a text that is nested too deeply is shown as it is written', () => {
  expect(renderMarkdown(`${'> '.repeat(30_000)}x`).slice(0, 12)).toMatch(/^<pre>/);
});
