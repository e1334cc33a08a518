import { expect, it } from 'vitest';
import { createWorkspace } from '../../../support/workspace.js';

const COUNT = 10_000;

it(`imports ${COUNT} statements with one change for each section, and none of them twice`, async () => {
  const lines = Array.from(
    { length: COUNT },
    (_, n) => `- [fact] sensor ${n} sends every ${n % 13} minutes to gateway ${n % 977}`,
  );
  const bench = createWorkspace({
    'basic/sensors.md': `# Sensors\n\n## Observations\n${lines.join('\n')}\n`,
  });
  const first = await bench.json(['import', 'basic-memory', 'basic']);
  expect(first.imported.items.filter(({ what }: { what: string }) => what === 'entry')).toHaveLength(COUNT);
  const entries = bench.read('content/private/MEMORY.md').match(/^- sensor \d+ /gm);
  expect(entries).toHaveLength(COUNT);
  const second = await bench.json(['import', 'basic-memory', 'basic']);
  expect(second.imported.items).toEqual([]);
});
