import { expect, it } from 'vitest';
import { pageChecksum, pageChecksums } from '../../../src/search/index/byte-codec.js';

const PAGE = 2048;
/** Bytes that look like chance, the same each time. */
const page = Uint8Array.from({ length: PAGE }, (_, i) => Math.imul(i + 1, 0x9e3779b1) >>> 24);

const swapped = (one: number, other: number): Uint8Array => {
  const words = new Int32Array(page.slice().buffer);
  [words[one], words[other]] = [words[other]!, words[one]!];
  return new Uint8Array(words.buffer);
};

it('a page of which a bit is wrong has another checksum', () => {
  const whole = pageChecksum(page);
  for (let at = 0; at < PAGE; at++)
    for (let bit = 0; bit < 8; bit++) {
      const wrong = page.slice();
      wrong[at]! ^= 1 << bit;
      expect(pageChecksum(wrong)).not.toBe(whole);
    }
});

it('so has one of which two words changed places, however far apart', () => {
  const whole = pageChecksum(page);
  const words = new Int32Array(page.slice().buffer);
  for (let far = 1; far < words.length; far++) {
    expect(words[0]).not.toBe(words[far]);
    expect(pageChecksum(swapped(0, far))).not.toBe(whole);
  }
});

it('pieces have the checksums that they have alone, the last one too', () => {
  const bytes = new Uint8Array([...page, ...page.slice(0, 1001)]);
  const alone = [0, 1024, 2048].map((from) => pageChecksum(bytes.slice(from, from + 1024)));
  expect(pageChecksums(bytes, 1024)).toEqual(alone);
});
