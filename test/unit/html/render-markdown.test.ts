import { expect, it } from 'vitest';
import { renderMarkdown } from '../../../src/html/render-markdown.js';
import { HOSTILE } from '../../support/hostile-markdown.js';

const LINKS = {
  findWikiTarget: (target: string) => `/note/${encodeURIComponent(target)}`,
  findPathTarget: (path: string) => `/note/${encodeURIComponent(path)}`,
  findTagTarget: (tag: string) => `/search?tag=${encodeURIComponent(tag)}`,
};

/** The tags of HTML with their attributes; text is escaped, so that every `<` begins one. */
const findTags = (html: string) =>
  [...html.matchAll(/<\/?([a-z0-9]+)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(
    ([whole, name = '', attributes = '']) => ({ whole, name, attributes }),
  );

const ALLOWED =
  /^(?:p|a|span|code|pre|em|strong|del|h[1-6]|ul|ol|li|table|thead|tbody|tr|th|td|blockquote|hr|br|section|sup)$/;

it(`${HOSTILE.length} hostile texts give no tag, attribute or address that runs anything`, () => {
  expect(HOSTILE.length).toBeGreaterThanOrEqual(200);
  for (const text of HOSTILE) {
    const html = renderMarkdown(text, LINKS);
    const tags = findTags(html);
    expect(tags.length, text).toBe((html.match(/</g) ?? []).length);
    for (const { name, attributes } of tags) {
      expect(name, text).toMatch(ALLOWED);
      expect(attributes.replace(/="[^"]*"/g, '=""'), text).not.toMatch(/\bon\w+|style|srcdoc|src|name/i);
      const [, href = ''] = /href="([^"]*)"/.exec(attributes) ?? [];
      expect(href, text).toMatch(/^$|^(?:https?:\/\/|mailto:|\/|#)/i);
    }
  }
});

it('what is not hostile is shown: links, tags, fields as marks, boxes as signs, no ids', () => {
  expect(renderMarkdown('- [x] see [[auth#Tokens|this]] #db [by:: claude] ^61k0y5k9xfs', LINKS)).toBe(
    '<ul>\n<li class="task">☑ see <a href="/note/auth%23Tokens" class="wiki">this</a> <a href="/search?tag=db" class="tag">#db</a> <span class="meta">by claude</span></li>\n</ul>',
  );
});

it('a text that is nested too deeply is shown as it is written', () => {
  expect(renderMarkdown(`${'> '.repeat(30_000)}x`).slice(0, 12)).toMatch(/^<(pre|blockquote)>/);
});
