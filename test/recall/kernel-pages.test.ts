import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { kernelPages } from './kernel-pages.js';

it('the kernel is what AssemblyScript makes of its source', async () => {
  for (const [path, page] of Object.entries(await kernelPages())) {
    if (process.env.DAYBOOK_APPROVE) writeFileSync(path, page);
    expect(readFileSync(path, 'utf8')).toBe(page);
  }
});
