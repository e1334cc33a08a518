// Looks whether every relative link, anchor and image of a built site leads to a file of the site.
// Usage: node .ci/site-links.mjs FOLDER
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [folder] = process.argv.slice(2);
const ATTRIBUTE = (name) => new RegExp(`\\s(?:${name})=(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'g');
const list = (text, name) => [...text.matchAll(ATTRIBUTE(name))].map(([, a, b, c]) => a ?? b ?? c);
const unescaped = (text) =>
  text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))).replaceAll('&amp;', '&');

const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.html'),
);
const texts = new Map(pages.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
let count = 0;
for (const [page, text] of texts)
  for (const url of list(text.replace(/<code[\s\S]*?<\/code>/g, ''), 'href|src').map(unescaped)) {
    if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(url)) continue;
    count++;
    const [path, anchor] = decodeURIComponent(url).split('#');
    const target = path === '' ? page : join(path.startsWith('/') ? '.' : dirname(page), path);
    const file =
      existsSync(join(folder, target)) && statSync(join(folder, target)).isDirectory()
        ? join(target, 'index.html')
        : target;
    const found = existsSync(join(folder, file));
    const ids = list(texts.get(file) ?? '', 'id').map(unescaped);
    if (found && (!anchor || ids.includes(anchor))) continue;
    console.error(`${page}: ${url} leads nowhere`);
    process.exitCode = 1;
  }
console.log(`${count} links in ${pages.length} pages of the site lead to pages and anchors of it`);
