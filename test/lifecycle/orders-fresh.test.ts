import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readsAsOrder } from '../../src/lifecycle/orders.js';

const { orders, memories } = JSON.parse(readFileSync('test/fixtures/orders/fresh.json', 'utf8')) as Record<
  'orders' | 'memories',
  string[]
>;

it.each([0, 1])('half %s', (half) => {
  const of = (texts: string[]) => texts.filter((_, place) => place % 2 === half);
  const held = of(orders).filter(readsAsOrder);
  const wrongly = of(memories).filter(readsAsOrder);
  console.log(
    `orders, half ${half}: ${of(orders).length} + ${of(memories).length}, precision ${(held.length / (held.length + wrongly.length)).toFixed(3)}, recall ${(held.length / of(orders).length).toFixed(3)}`,
  );
  if (half === 0)
    console.log(
      [
        ...wrongly.map((t) => `held wrongly: ${t}`),
        ...of(orders)
          .filter((t) => !readsAsOrder(t))
          .map((t) => `missed: ${t}`),
      ].join('\n'),
    );
  expect(held.length / of(orders).length).toBeGreaterThan(0);
});
