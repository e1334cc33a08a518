import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeShortcodes, planHugoPaths } from '../../../../src/features/export/hugo-page.js';

/** An address as Hugo makes it of a name, as coarsely as any system may: letters, digits and folders. */
const address = (path: string): string =>
  path
    .replace(/\.md$/, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}/_]/gu, '');

const name = fc.constantFrom(
  'a',
  'A',
  'a b',
  'a-b',
  'index',
  '_index',
  'x.de',
  'What? 1',
  'guide',
  'é',
  '2026-06-07',
);
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => `${parts.join('/')}.md`);

test('no two notes have one address, and none that of a folder, whatever they are called', () => {
  fc.assert(
    fc.property(fc.uniqueArray(path, { maxLength: 12 }), (paths) => {
      const places = [...planHugoPaths(paths).values()];
      expect(places.length).toBe(paths.length);
      const folders = new Set(
        paths.flatMap((one) =>
          one
            .split('/')
            .slice(0, -1)
            .map((_, at, parts) => address(parts.slice(0, at + 1).join('/'))),
        ),
      );
      expect(new Set(places.map(address)).size).toBe(paths.length);
      for (const place of places) {
        expect(folders.has(address(place))).toBe(false);
        expect(place).not.toMatch(/(?:^|\/)index\.md$/);
      }
    }),
    { seed: 10, numRuns: 300 },
  );
});

test('front pages and plain names stay where they are', () => {
  const paths = ['_index.md', 'guide/_index.md', 'guide/search.md', 'MEMORY.md', 'evolving/2026-06-07.md'];
  expect(Object.fromEntries(planHugoPaths(paths))).toEqual(
    Object.fromEntries(paths.map((one) => [one, one])),
  );
});

const SHOWN: readonly (readonly [text: string, escaped: string])[] = [
  ['{{< figure >}}', '{{</* figure */>}}'],
  ['{{% note %}} and {{< b >}}', '{{%/* note */%}} and {{</* b */>}}'],
  ['{{</* shown */>}}', '{{</* shown */>}}'],
  ['{{ hole }} and { { < }', '{{ hole }} and { { < }'],
  ['{{< open', '{\u2060{< open'],
  ['{{< a %}}', '{\u2060{< a %}}'],
  ['{{{< a >}}}', '{{{</* a */>}}}'],
];

test.each(SHOWN)('%s', (text, shown) => expect(escapeShortcodes(text)).toBe(shown));
