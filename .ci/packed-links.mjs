// Looks whether every relative link of the package's Markdown files leads to a file of the package.
// Usage: node .ci/packed-links.mjs FOLDER
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { remark } from 'remark';

const [folder] = process.argv.slice(2);
const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.(?:md|txt)$/.test(name) && !/^(?:node_modules|templates|dist|test)\b/.test(name),
);
const listUrls = (node) => [
  ...(['link', 'image', 'definition'].includes(node.type) ? [node.url] : []),
  ...(node.children ?? []).flatMap(listUrls),
];
let count = 0;
for (const page of pages)
  for (const url of listUrls(remark.parse(readFileSync(join(folder, page), 'utf8'))).filter(
    (one) => !/^([a-z]+:|#)/i.test(one),
  )) {
    count++;
    if (existsSync(join(folder, dirname(page), decodeURI(url.split('#')[0])))) continue;
    console.error(`${page}: ${url} is not in the package`);
    process.exitCode = 1;
  }
console.log(`${count} links in ${pages.length} pages lead to files of the package`);
