// @module-tag full: it runs commands many times over
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { createRandom } from '../support/random.js';
import { createWorkspace } from '../support/workspace.js';

const COUNT = 200;
const WORDS = 'harbour crane 港口 吊车 tide pilot manifest クレーン berth fender 泊位 tug'.split(' ');

/** Writes documents of all formats that link to each other, with tables, CJK and nested folders. */
function writeDocuments(folder: string): ReadonlyMap<string, string> {
  const random = createRandom(34);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const names = Array.from({ length: COUNT }, (_, n) => {
    const ending = n % 3 === 0 ? 'html' : n % 7 === 0 ? 'txt' : 'md';
    return `${n % 5 === 0 ? 'sub dir/' : ''}${pick(WORDS)} ${n}.${ending}`;
  });
  const texts = new Map<string, string>();
  for (const [n, name] of names.entries()) {
    const [other, third] = [pick(names), pick(names)];
    const up = name.includes('/') ? '../' : '';
    const path = (to: string) => `${up}${to}`.replaceAll(' ', '%20');
    const said = Array.from({ length: 12 }, () => pick(WORDS)).join(' ');
    texts.set(
      name,
      name.endsWith('.html')
        ? `<!DOCTYPE html><html><head><title>Page ${n}</title></head><body><h1>Page ${n}</h1><p>${said} &amp; <a href="${path(other)}">one</a></p><table><tr><th>Berth</th><th>泊位</th></tr><tr><td>${n}</td><td>${pick(WORDS)}</td></tr></table><ul><li><a href="${path(third)}">two</a></li></ul><pre>[x](${path(other)})</pre></body></html>\n`
        : name.endsWith('.txt')
          ? `${said}\r\n\r\n${said}\r\n`
          : `---\ntags: [port]\n---\n# Page ${n}\n\n${said}, see [one](${path(other)}) and [two](<${up}${third}> "Two").\n\n| Berth | 泊位 |\n|---|---|\n| ${n} | ${pick(WORDS)} |\n\n## Notes\n\nOf the document. \`[x](${path(other)})\`\n`,
    );
  }
  for (const [name, text] of texts) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return texts;
}

it('F3: 200 documents become pages whose links resolve, stay as they are, and change nothing again', async () => {
  const bench = createWorkspace();
  const folder = join(bench.root, 'docs');
  const texts = writeDocuments(folder);
  const first = await bench.json(['ingest', 'docs']);
  expect(first.pages).toHaveLength(COUNT);
  const unchanged = [...texts].filter(([name, text]) => readFileSync(join(folder, name), 'utf8') === text);
  const { links } = await bench.json(['links', '--dead']);
  const again = await bench.json(['ingest', 'docs']);
  const statuses = again.pages.map(({ status }: { status: string }) => status);
  const linking = readFileSync(join(bench.root, first.pages[0].path), 'utf8');
  console.log(
    `ingest: ${first.pages.length} documents, ${unchanged.length} unchanged on disk, ${links.length} dead links, ${again.changes.length} changes in a second run`,
  );
  expect(linking).toContain('source_hash:');
  expect(unchanged).toHaveLength(COUNT);
  expect(links).toEqual([]);
  expect(new Set(statuses)).toEqual(new Set(['unchanged']));
  expect(again.changes).toEqual([]);
});
