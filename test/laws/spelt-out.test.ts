import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { DATA, literal, literals } from '../../.ci/spelt-out.mjs';

const again = (value: unknown): unknown => new Function(`return (${literal(value, 'here')})`)();

test.each(DATA)('%s is spelt out as it is', async (path) => {
  const text = await literals(resolve(path));
  const bundled = await import(`data:text/javascript,${encodeURIComponent(text)}`);
  const source = await import(resolve(path));
  expect(Object.keys(source).length).toBeGreaterThan(0);
  expect({ ...bundled }).toEqual({ ...source });
});

test('texts, numbers, arrays, objects, maps and sets are spelt out', () => {
  const value = {
    'a-b': [1, -0.5, 'it\'s "so"\n\u2028\ud83d\ude00'],
    none: null,
    left: undefined,
    yes: true,
    map: new Map([['a', [new Set([1, 2])]]]),
  };
  expect(again(value)).toEqual(value);
});

test('what is no data is told by its name', () => {
  for (const value of [() => 1, /a/, new Date(0), [{ deep: Symbol('s') }], Number.NaN, 1n])
    expect(() => literal(value, 'src/x.ts: X')).toThrow('src/x.ts: X is no plain data');
});
