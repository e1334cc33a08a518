import { expect, it } from 'vitest';
import { renderMarkdown } from '../../../src/html/render-markdown.js';

const TAGS = [
  'script',
  'img',
  'svg',
  'iframe',
  'object',
  'embed',
  'style',
  'link',
  'meta',
  'base',
  'form',
  'math',
  'details',
  'video',
  'a',
  'b',
  'input',
  'body',
  'template',
  'noscript',
];
const ATTRIBUTES = [
  'onerror=alert(1)',
  'onload="alert(1)"',
  'onclick=alert(1)',
  'style="x:expression(alert(1))"',
  'srcdoc="<script>alert(1)</script>"',
  'href="javascript:alert(1)"',
  'src=x onerror=alert(1)',
];
const ADDRESSES = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  '&#106;avascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  '\u0001javascript:alert(1)',
  'javascript&colon;alert(1)',
];

/** 140 tags with attributes, 40 links, and 28 forms in which filters failed. */
const HOSTILE: readonly string[] = [
  ...TAGS.flatMap((tag) =>
    ATTRIBUTES.map((attribute) => `before <${tag} ${attribute}>inside</${tag}> behind`),
  ),
  ...ADDRESSES.flatMap((address) => [
    `[x](${address})`,
    `[x](<${address}>)`,
    `![x](${address})`,
    `[x]\n\n[x]: ${address}`,
    `<${address}>`,
  ]),
  '<scr<script>ipt>alert(1)</script>',
  '<<script>alert(1)//<</script>',
  '<img src="x` `<script>alert(1)</script>"` `>',
  '`<script>alert(1)</script>`',
  '```html\n<script>alert(1)</script>\n```',
  '~~~"><script>alert(1)</script>\nx\n~~~',
  '```js" onmouseover="alert(1)\nx\n```',
  '<!-- --><script>alert(1)</script>-->',
  '<!--><script>alert(1)</script>',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?php <script>alert(1)</script> ?>',
  '[[x|<img src=x onerror=alert(1)>]]',
  '[[x"onmouseover="alert(1)]]',
  '[[javascript:alert(1)]]',
  '#tag"onmouseover="alert(1)',
  '[by:: <script>alert(1)</script>]',
  '[why:: x" onclick="alert(1)]',
  '| a | b |\n|---|---|\n| <script>alert(1)</script> | <img onerror=x> |',
  '[^1]\n\n[^1]: <script>alert(1)</script>',
  '# <script>alert(1)</script>',
  '# "><img src=x onerror=alert(1)>',
  '- [ ] <script>alert(1)</script>',
  '> <script>alert(1)</script>',
  '<a href="x" id="location" name="body">x</a>',
  '---\ntitle: <script>alert(1)</script>\n---\n\ntext',
  'http://x.example/"onmouseover="alert(1)',
  'x@y.z"><script>alert(1)</script>',
  '**<script>alert(1)</script>**',
];

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
    '<ul>\n<li>☑ see <a href="/note/auth%23Tokens" class="wiki">this</a> <a href="/search?tag=db" class="tag">#db</a> <span class="meta">by claude</span></li>\n</ul>',
  );
});

it('a text that is nested too deeply is shown as it is written', () => {
  expect(renderMarkdown(`${'> '.repeat(30_000)}x`).slice(0, 12)).toMatch(/^<(pre|blockquote)>/);
});
