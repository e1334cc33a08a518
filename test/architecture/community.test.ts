import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { remark } from 'remark';
import remarkFrontmatter from 'remark-frontmatter';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
// @ts-expect-error: a script without types
import { drawTour } from '../../.ci/picture.mjs';

const GUIDE = listMarkdown('content/guide');
const PAGES = ['README.md', 'llms.txt', ...listMarkdown('.github'), ...GUIDE];

function listMarkdown(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
}

const listYaml = (folder: string): readonly string[] => readdirSync(folder).map((name) => join(folder, name));

interface Node {
  readonly type: string;
  readonly url?: string;
  readonly value?: string;
  readonly children?: readonly Node[];
}

const parser = remark().use(remarkFrontmatter);
const walk = (node: Node): readonly Node[] => [node, ...(node.children ?? []).flatMap(walk)];
const readNodes = (page: string): readonly Node[] => walk(parser.parse(readFileSync(page, 'utf8')) as Node);
const joinText = (node: Node): string =>
  walk(node)
    .map(({ value = '' }) => value)
    .join('');

/** The anchors of a page's headings, as hosting sites make them. */
const listAnchors = (page: string): readonly string[] =>
  readNodes(page)
    .filter(({ type }) => type === 'heading')
    .map((heading) =>
      joinText(heading)
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );

test.each(PAGES)('every relative link, anchor and picture of %s leads somewhere', (page) => {
  const urls = readNodes(page).flatMap(({ type, url, value = '' }) => [
    ...(['link', 'image', 'definition'].includes(type) && url ? [url] : []),
    ...(type === 'html'
      ? [...value.matchAll(/(?:src|srcset|href)="([^"]+)"/g)].map(([, found = '']) => found)
      : []),
  ]);
  const dead = urls
    .filter((url) => !/^[a-z]+:/i.test(url))
    .filter((url) => {
      const [path = '', anchor] = url.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      if (!existsSync(target)) return true;
      return anchor !== undefined && !listAnchors(target).includes(anchor);
    });
  expect(dead).toEqual([]);
});

describe('the workflows', () => {
  const workflows = listYaml('.github/workflows').map((path) => ({
    path,
    jobs: Object.values(parse(readFileSync(path, 'utf8')).jobs) as {
      steps: { run?: string; uses?: string }[];
    }[],
  }));

  it.each(workflows)('every script that $path runs is here', ({ jobs }) => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const runs = jobs.flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
    expect(runs.length).toBeGreaterThan(0);
    const missing = runs.filter((run) => {
      const [program = '', word = '', name = ''] = run.split(' ');
      if (program === 'npm' && word === 'run') return !Object.hasOwn(scripts, name);
      if (program === 'npm' && ['test', 'start'].includes(word)) return !Object.hasOwn(scripts, word);
      if (program === 'npm') return !['ci', 'install', 'publish'].includes(word);
      return !existsSync(program === 'node' ? word : program);
    });
    expect(missing).toEqual([]);
  });

  it.each(workflows)('every step of $path names the version of what it uses', ({ jobs }) => {
    const uses = jobs.flatMap(({ steps }) => steps.flatMap(({ uses: name }) => name ?? []));
    expect(uses.filter((name) => !/^actions\/[\w-]+@v\d+$/.test(name))).toEqual([]);
  });
});

test.each(listYaml('.github/ISSUE_TEMPLATE'))('%s is a form or its settings', (path) => {
  const form = parse(readFileSync(path, 'utf8'));
  if (path.endsWith('config.yml')) expect(form).toEqual({ blank_issues_enabled: false });
  else {
    expect(Object.keys(form)).toEqual(['name', 'description', 'labels', 'body']);
    const ids = form.body.map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  }
});

test('llms.txt and the index of the guide name every page', () => {
  const names = GUIDE.map((path) => path.replace(/^content\/guide\/|\.md$/g, '')).filter(
    (name) => name !== '_index',
  );
  const [index, list] = ['content/guide/_index.md', 'llms.txt'].map((path) => readFileSync(path, 'utf8'));
  expect(names.filter((name) => !index?.includes(`](${name}.md)`))).toEqual([]);
  expect(names.filter((name) => !list?.includes(`(content/guide/${name}.md)`))).toEqual([]);
});

test('the block in CLAUDE.md shows entries of this wiki as they are now', () => {
  const plain = (text: string) => text.replaceAll(' #key', '');
  const notes = plain(readFileSync('content/MEMORY.md', 'utf8'));
  const [, block = ''] =
    /<!-- MIND:CONTEXT .*?-->([\s\S]*?)<!-- MIND:END -->/.exec(readFileSync('CLAUDE.md', 'utf8')) ?? [];
  const shown = [...block.matchAll(/^- (?:decision|rule): (.*?)(?: \([^()]*\))?$/gm)].map(
    ([, text = '']) => text,
  );
  expect(shown.length).toBeGreaterThan(10);
  expect(shown.filter((text) => !notes.includes(`- ${plain(text)}`))).toEqual([]);
});

test('a release is refused until package.json says where the project lives; one command writes it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-release-'));
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const name of ['repository', 'homepage', 'bugs', 'mcpName']) delete manifest[name];
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const run = (script: string, args: readonly string[] = [], env = {}) =>
    spawnSync(process.execPath, [resolve('.ci', script), ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...env },
    });
  const refused = run('check-release.mjs');
  expect([refused.status, refused.stderr.trim().split('\n').length]).toEqual([1, 4]);
  expect(run('set-repository.mjs', ['no slash']).status).toBe(2);
  expect(run('set-repository.mjs', ['ada/daybook']).status).toBe(0);
  expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).mcpName).toBe(
    'io.github.ada/daybook',
  );
  expect(run('check-release.mjs').status).toBe(0);
  expect(run('check-release.mjs', [], { GITHUB_REF_NAME: 'v9.9.9' }).status).toBe(1);
});

test('the picture of the tour shows what the tour prints', () => {
  const picture = drawTour(readFileSync('test/stories/tour.md', 'utf8'));
  if (process.env.DAYBOOK_APPROVE) writeFileSync('content/guide/tour.svg', picture);
  expect(readFileSync('content/guide/tour.svg', 'utf8')).toBe(picture);
});
