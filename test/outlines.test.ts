import { describe, expect, it } from 'vitest';
import { scan } from '../src/markdown/scan.js';
import { tree } from '../src/markdown/tree.js';
import { createOutlines } from '../src/outlines.js';
import { type Errand, loadPart, NO_PARTS, Wanted } from '../src/parts.js';

const UNSURE = '# A\n\n[a]:\n/u\n\n- b\n';
const HEAVY = `${UNSURE}\n${'plain words '.repeat(6000)}`;
const TOO_HEAVY = `${UNSURE}\n${'> '.repeat(500)}x\n`;

const wanted = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return error instanceof Wanted ? error.part : error;
  }
};

describe('outlines', () => {
  it('are the scanner’s where it is certain, whatever the burden', () => {
    const { outline } = createOutlines({ ...NO_PARTS }, { isOurs: true });
    for (const text of ['# A\n', '*a_ '.repeat(8000)]) expect(outline(text)).toEqual(scan(text));
  });

  it('of a text that is asked for again are remembered, for as many as a change touches', () => {
    const { outline } = createOutlines({ ...NO_PARTS }, { isOurs: false });
    const first = outline('# A\n');
    for (let n = 0; n < 60; n++) outline(`# ${n}\n`);
    expect(outline('# A\n')).toBe(first);
  });

  it('of long texts are remembered for a few only, those that were asked for last', () => {
    const { outline } = createOutlines({ ...NO_PARTS }, { isOurs: false });
    const long = (n: number) => `# ${n}\n${'\nwords\n'.repeat(20_000)}`;
    const [first, second] = [outline(long(1)), outline(long(2))];
    for (let n = 3; n < 12; n++) {
      outline(long(n));
      expect(outline(long(1))).toBe(first);
    }
    expect(outline(long(2))).not.toBe(second);
    expect(outline(long(2))).toEqual(second);
  });

  it('are remark’s where the scanner has doubts', async () => {
    const parts = { ...NO_PARTS };
    const { outline } = createOutlines(parts, { isOurs: false });
    expect(wanted(() => outline(UNSURE))).toBe('tree');
    await loadPart(parts, 'tree');
    expect(outline(UNSURE)).toEqual(tree(UNSURE));
  });

  it('under the lock are asked for, and never read there', async () => {
    const parts = { ...NO_PARTS };
    await loadPart(parts, 'tree');
    let asked = 0;
    const counted = {
      ...parts,
      tree: (text: string) => {
        asked++;
        return tree(text);
      },
    };
    const lock = { isOurs: true };
    const { outline } = createOutlines(counted, lock);
    const errand = wanted(() => outline(UNSURE)) as Errand;
    expect(asked).toBe(0);
    await errand();
    expect([outline(UNSURE), asked]).toEqual([tree(UNSURE), 1]);
  });

  it('of a heavy text are read aside, of one that is too heavy they stay in doubt', async () => {
    const parts = { ...NO_PARTS };
    const { outline } = createOutlines(parts, { isOurs: false });
    await (wanted(() => outline(HEAVY)) as Errand)();
    expect(parts.tree).toBeNull();
    expect(outline(HEAVY)).toEqual(tree(HEAVY));
    expect(outline(TOO_HEAVY)).toMatchObject({
      certain: false,
      doubts: [{ why: expect.stringContaining('nested too deep') }, { lastLine: Number.POSITIVE_INFINITY }],
    });
  });
});
