import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { HOST, MEMORY, openPage, PORT } from './page.js';

const FILES = { 'content/MEMORY.md': MEMORY };

it('lets a browser in by a token once, within a minute', async () => {
  const page = await openPage(FILES);
  const enter = (token: string) => page.app.request(`/enter?token=${token}`, { headers: { host: HOST } });
  const token = page.access.createToken();
  const first = await enter(token);
  expect(first.status).toBe(200);
  expect(first.headers.get('set-cookie')).toMatch(
    /^daybook-4070=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  expect((await enter(token)).status).toBe(401);
  expect((await enter('')).status).toBe(401);
  expect((await enter('x'.repeat(32))).status).toBe(401);
  const late = page.access.createToken();
  page.wait(60_001);
  expect((await enter(late)).status).toBe(401);
});

it('a token serves from outside too: a link in a terminal, a file that the browser opens', async () => {
  const page = await openPage(FILES);
  const headers = { host: HOST, 'sec-fetch-site': 'cross-site' };
  expect((await page.app.request(`/enter?token=${page.access.createToken()}`, { headers })).status).toBe(200);
});

it.each([
  '/',
  '/note/MEMORY.md',
  '/entry/61k0y5k9xfs',
  '/search?q=x',
  '/graph.json',
  '/image?to=x.png',
  '/live',
  '/assets/page.js',
  '/new',
  '/nothing',
])('%s is for a browser that was let in', async (path) => {
  const page = await openPage(FILES);
  const ask = (headers: Record<string, string>) =>
    page.app.request(path, { headers: { host: HOST, ...headers } });
  expect((await ask({})).status).toBe(401);
  expect((await ask({ cookie: `daybook-${PORT}=guess` })).status).toBe(401);
  const other = await openPage(FILES);
  expect((await ask({ cookie: other.cookie })).status).toBe(401);
});

it.each([
  ['another name for this machine (DNS rebinding)', { host: 'evil.example:4070' }],
  ['another port', { host: '127.0.0.1:4071' }],
  ['no name', { host: '' }],
  ['another origin', { origin: 'http://127.0.0.1:9999' }],
  ['an origin that is hidden', { origin: 'null' }],
  ['https on the same port', { origin: `https://${HOST}` }],
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['another port of this machine: its cookie is sent along', { 'sec-fetch-site': 'same-site' }],
])('refuses a request from %s, with the cookie', async (_, headers) => {
  const page = await openPage(FILES);
  expect((await page.ask('/', { headers: headers as Record<string, string> })).status).toBe(403);
  const sent = await page.post('/act/done', { id: '61k0y5k9xfv' }, headers as Record<string, string>);
  expect(sent.status).toBe(403);
  expect(page.bench.read('content/MEMORY.md')).toBe(MEMORY);
});

it('answers to both names of the loopback address', async () => {
  const page = await openPage(FILES);
  expect((await page.ask('/')).status).toBe(200);
  expect((await page.ask('/', { headers: { host: `localhost:${PORT}` } })).status).toBe(200);
});

it('an act needs the token of a page of this run', async () => {
  const page = await openPage(FILES);
  const other = await openPage(FILES);
  for (const token of ['', 'x.y', other.access.createFormToken(), `${page.access.createFormToken()}x`])
    expect((await page.post('/act/done', { id: '61k0y5k9xfv', token })).status).toBe(403);
  expect(page.bench.read('content/MEMORY.md')).toBe(MEMORY);
  const done = await page.post(
    '/act/done',
    { id: '61k0y5k9xfv', token: '' },
    { 'x-daybook-token': page.access.createFormToken() },
  );
  expect(done.status).toBe(303);
  expect(page.bench.read('content/MEMORY.md')).not.toBe(MEMORY);
});

it('acts are sent, never only asked for; other methods and acts do not exist', async () => {
  const page = await openPage(FILES);
  expect((await page.ask('/act/done?id=61k0y5k9xfv')).status).toBe(404);
  for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS'])
    expect((await page.ask('/act/done', { method })).status, method).toBe(404);
  for (const name of ['nothing', 'constructor', '__proto__', 'scrub', 'uninstall'])
    expect((await page.post(`/act/${name}`, { id: '61k0y5k9xfv' })).status, name).toBe(404);
  expect(page.bench.read('content/MEMORY.md')).toBe(MEMORY);
});

it('a page that is read only has no act and no form', async () => {
  const page = await openPage(FILES, { readOnly: true });
  for (const name of ['done', 'edit', 'log', 'undo', 'page'])
    expect((await page.post(`/act/${name}`, { id: '61k0y5k9xfv', text: 'x' })).status).toBe(404);
  expect((await page.ask('/new')).status).toBe(404);
  for (const path of ['/', '/entry/61k0y5k9xfv', '/note/MEMORY.md'])
    expect(await (await page.ask(path)).text(), path).not.toContain('method="post"');
  expect(page.bench.read('content/MEMORY.md')).toBe(MEMORY);
});

it.each([
  '/note/../daybook.yaml',
  '/note/..%2Fdaybook.yaml',
  '/note/%2e%2e/daybook.yaml',
  '/note//etc/passwd',
  '/note/..%5Cdaybook.yaml',
  '/note/.gitignore',
  '/assets/../note/MEMORY.md%00',
  '/day/2026-06-07%2F..%2F..',
])('%s leads to no file', async (path) => {
  const page = await openPage({
    ...FILES,
    'content/.gitignore': 'SECRET-LINE\n',
    'daybook.yaml': 'timezone: Europe/Berlin\n',
  });
  const reply = await page.ask(path);
  expect(reply.status).not.toBe(200);
  expect(await reply.text()).not.toMatch(/Europe\/Berlin|SECRET-LINE|root:x/);
});

it('refuses a body that is longer than an entry', async () => {
  const page = await openPage(FILES);
  const long = 'x'.repeat(300 * 1024);
  expect(
    (await page.post('/act/log', { text: long }, { 'content-length': String(long.length) })).status,
  ).toBe(413);
});

it('every answer forbids scripts of others, frames, other sites and caches', async () => {
  const page = await openPage(FILES);
  for (const path of ['/', '/nothing', '/graph.json', '/note/MEMORY.md']) {
    const { headers } = await page.ask(path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('cache-control')).toBe('no-store');
  }
});

it('no page has a script or a style of its own, or an address elsewhere', async () => {
  const page = await openPage(FILES);
  for (const path of [
    '/',
    '/note/MEMORY.md',
    '/entries',
    '/search?q=cache',
    '/calendar',
    '/health',
    '/graph',
    '/new',
    '/sessions',
  ]) {
    const text = await (await page.ask(path)).text();
    expect(text.match(/<script[^>]*>/g), path).toEqual(['<script src="/assets/page.js?v=1" defer>']);
    expect(text, path).not.toMatch(/<style| style=| on[a-z]+="|(?:src|href)="https?:/);
  }
});

const PIXEL = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

it('shows images of the workspace, by a path or a name, and nothing else', async () => {
  const page = await openPage({ ...FILES, 'content/a/note.md': '# Note\n' });
  const put = (path: string) => {
    mkdirSync(dirname(`${page.bench.root}/${path}`), { recursive: true });
    writeFileSync(`${page.bench.root}/${path}`, PIXEL);
  };
  for (const path of [
    'content/a/near.gif',
    'content/files/far.gif',
    'docs/plan.gif',
    '.daybook/x.gif',
    'content/.x.gif',
  ])
    put(path);
  symlinkSync('/etc/hostname', `${page.bench.root}/content/link.gif`);
  const ask = (to: string) => page.ask(`/image?${new URLSearchParams({ from: 'content/a/note.md', to })}`);
  for (const to of ['near.gif', '../files/far.gif', 'far.gif', 'files/far.gif', '../../docs/plan.gif']) {
    const reply = await ask(to);
    expect(reply.headers.get('content-type'), to).toBe('image/gif');
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(Buffer.from(await reply.arrayBuffer())).toEqual(PIXEL);
  }
  for (const to of [
    'note.md',
    '../MEMORY.md',
    '../link.gif',
    '../.x.gif',
    '../../.daybook/x.gif',
    '../../../etc/x.gif',
    '/etc/hostname',
    'none.gif',
    '',
  ])
    expect((await ask(to)).status, to).toBe(404);
});
