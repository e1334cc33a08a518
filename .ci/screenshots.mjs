// Writes the pictures of the page for the README: content/guide/page-*.png. Needs a build and Chromium. The pictures in the repository were
// then reduced to 16 colours: pngquant --force --speed 1 16 FILE
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';
import { createDemoWorkspace } from '../test/support/demo-workspace.mjs';

const LARGEST = 150 * 1024;
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const PICTURES = [{ name: 'page-today', path: '/', colorScheme: 'light' }];

const folder = mkdtempSync(join(tmpdir(), 'daybook-demo-'));
const { root, env } = createDemoWorkspace(folder);
const server = spawn(process.execPath, [join(process.cwd(), 'dist/daybook.cjs'), 'serve', '--json'], {
  cwd: root,
  env,
});
const browser = await chromium.launch({
  executablePath: BROWSERS.find((path) => existsSync(path)),
  args: ['--no-sandbox'],
});
try {
  const line = await new Promise((done) => createInterface({ input: server.stdout }).once('line', done));
  const link = new URL(JSON.parse(line).url);
  const page = await browser.newPage({ viewport: { width: 960, height: 700 }, reducedMotion: 'reduce' });
  await page.goto(link.href);
  await page.waitForURL((url) => url.pathname === '/');
  for (const { name, path, colorScheme } of PICTURES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(link.origin + path);
    const file = `content/guide/${name}.png`;
    await page.screenshot({ path: file });
    if (statSync(file).size > LARGEST) throw new Error(`${file} is larger than 150 KB`);
  }
} finally {
  await browser.close();
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}
