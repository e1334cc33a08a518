import { describe, expect, it } from 'vitest';
import { openStore } from '../../../src/store/store.js';
import { cut, OPERATIONS } from './power-cuts.js';

describe('T6: power loss', () => {
  it.each(Object.keys(OPERATIONS))('T6: %s: no resulting disk is bad', (name) => {
    const { states, different, bad } = cut(openStore, name, 'full');
    console.log(`power loss (${name}): ${states} disks, ${different} different, ${bad.length} bad`);
    expect(bad).toEqual([]);
  });

  it('T6: control: without flushes some disks are bad', () => {
    const { states, bad } = cut(openStore, 'edit of an own note', 'off', 3);
    console.log(`power loss (control, no flushes): ${states} disks, ${bad.length} bad`);
    expect(bad.length).toBeGreaterThan(0);
  });
});
