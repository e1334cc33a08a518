import { describe, expect, it, vi } from 'vitest';
import { type AsyncTask, loadModule, NotReadyError } from '../../../src/app/lazy-modules.js';
import { createOutlineCache } from '../../../src/app/outline-cache.js';
import { scanBlocks } from '../../../src/markdown/block-scanner.js';
import { parseWithRemark } from '../../../src/markdown/remark-outline.js';

const UNSURE = '# A\n\n[a]:\n/u\n\n- b\n';
const HEAVY = `${UNSURE}\n${'plain words '.repeat(6000)}`;
const TOO_HEAVY = `${UNSURE}\n${'> '.repeat(500)}x\n`;

const wanted = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return error instanceof NotReadyError ? error.part : error;
  }
};

describe('outlines', () => {
  it('are the scanner’s where it is certain, whatever the burden', () => {
    const { outline } = createOutlineCache({ isOurs: true });
    for (const text of ['# A\n', '*a_ '.repeat(8000)]) expect(outline(text)).toEqual(scanBlocks(text));
  });

  it('of a text that is asked for again are remembered, for as many as a change touches', () => {
    const { outline } = createOutlineCache({ isOurs: false });
    const first = outline('# A\n');
    for (let n = 0; n < 60; n++) outline(`# ${n}\n`);
    expect(outline('# A\n')).toBe(first);
  });

  it('of long texts are remembered for a few only, those that were asked for last', () => {
    const { outline } = createOutlineCache({ isOurs: false });
    const long = (n: number) => `# ${n}\n${'\nwords\n'.repeat(20_000)}`;
    const [first, second] = [outline(long(1)), outline(long(2))];
    for (let n = 3; n < 12; n++) {
      outline(long(n));
      expect(outline(long(1))).toBe(first);
    }
    expect(outline(long(2))).not.toBe(second);
    expect(outline(long(2))).toEqual(second);
  });

  it('are remark’s where the scanner has doubts, once it is loaded', async () => {
    vi.resetModules();
    const modules = await import('../../../src/app/lazy-modules.js');
    const { createOutlineCache } = await import('../../../src/app/outline-cache.js');
    const { outline } = createOutlineCache({ isOurs: false });
    expect(() => outline(UNSURE)).toThrow(modules.NotReadyError);
    await modules.loadModule('tree');
    expect(outline(UNSURE)).toEqual(parseWithRemark(UNSURE));
  });

  it('under the lock are asked for, and never read there', async () => {
    await loadModule('tree');
    const { outline } = createOutlineCache({ isOurs: true });
    const errand = wanted(() => outline(UNSURE)) as AsyncTask;
    await errand();
    expect(outline(UNSURE)).toEqual(parseWithRemark(UNSURE));
  });

  it('of a heavy text are read aside, of one that is too heavy they stay in doubt', async () => {
    const { outline } = createOutlineCache({ isOurs: false });
    await (wanted(() => outline(HEAVY)) as AsyncTask)();
    expect(outline(HEAVY)).toEqual(parseWithRemark(HEAVY));
    expect(outline(TOO_HEAVY)).toMatchObject({
      isCertain: false,
      uncertainRanges: [
        { why: expect.stringContaining('nested too deep') },
        { lastLine: Number.POSITIVE_INFINITY },
      ],
    });
  });
});
