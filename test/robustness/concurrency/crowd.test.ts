// @module-tag full: it runs commands many times over
import { expect, it } from 'vitest';
import { createWorkspace, FULL, marks } from '../../support/workspace.js';

const WRITERS = 8;
const EACH = FULL ? 100 : 12;

it(`T2: ${WRITERS} × ${EACH} entries at once: none lost, each with its own id`, async () => {
  const bench = createWorkspace({ 'content/MEMORY.md': '# Memory\n\nProse of a person.\n' });
  const ids: string[] = [];
  const faults: string[] = [];
  let queued = 0;
  const write = async (writer: number): Promise<void> => {
    for (let n = 0; n < EACH; n++) {
      const type = n % 2 === 0 ? 'fact' : 'experience';
      const args = ['log', `writer ${writer} says number ${n}`, '--type', type, '--json'];
      const { status, out, err } = await bench.start(args).ended;
      if (status !== 0 || err !== '') faults.push(`${status} ${out} ${err}`);
      const reply = JSON.parse(out);
      if (reply.queued) queued++;
      ids.push(reply.entry.id);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  expect(faults).toEqual([]);
  await bench.run(['status']);
  const texts = Object.values(bench.files('content'));
  const times = ids.map((id) => texts.reduce((sum, text) => sum + marks(text, id), 0));
  const { history } = await bench.json(['history', '--limit', '100000']);
  console.log(
    `crowd: ${WRITERS} × ${EACH}, ${ids.length} acknowledged, ${queued} queued, ${times.filter((n) => n === 0).length} lost`,
  );
  expect(new Set(ids).size).toBe(WRITERS * EACH);
  expect(times.every((n) => n === 1)).toBe(true);
  expect(history.length).toBe(WRITERS * EACH);
  expect(bench.read('content/MEMORY.md').startsWith('# Memory\n\nProse of a person.\n')).toBe(true);
});
