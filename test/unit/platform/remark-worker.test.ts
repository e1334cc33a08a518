import { describe, expect, it } from 'vitest';
import { parseWithRemark } from '../../../src/markdown/remark-outline.js';
import { parseInWorker } from '../../../src/platform/remark-worker.js';

const SLOW = `${'*a_ '.repeat(1990)}\n`;

describe('a text read aside', () => {
  it('is read as in our own thread', async () => {
    const text = '# A\n\n- b *c*\n\n[d]:\n/e\n\n> f\n';
    expect(await parseInWorker(text)).toEqual(parseWithRemark(text));
  });

  it('is given up when it takes too long, and our own thread was free all the while', async () => {
    let ticks = 0;
    const timer = setInterval(() => ticks++, 5);
    const read = await parseInWorker(SLOW.repeat(40), { ms: 300, megabytes: 256 });
    clearInterval(timer);
    expect(read).toBe('its Markdown could not be parsed within 0.3 s');
    expect(ticks).toBeGreaterThan(3);
  });

  it('is given up when it takes too much memory', async () => {
    const read = await parseInWorker('- a\n'.repeat(200_000), { ms: 60_000, megabytes: 16 });
    expect(read).toMatch(/^its Markdown could not be parsed: .*memory/);
  });
});
