import { unifiedDiff } from '../markdown/diff.js';
import { splice } from '../markdown/splice.js';
import type { Touched } from './facts.js';
import { Refusal, verb, type World } from './verb.js';

/** What one change did, as a unified diff. */
export const diff = verb({
  name: 'diff',
  about: 'show what one change did, as a unified diff',
  params: { seq: { kind: 'number', word: 'one', required: true, about: 'its number in `daybook history`' } },
  examples: ['daybook diff 1'],
  faces: ['cli', 'mcp'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => false,
  think(world, { seq }) {
    const record = world.ask('history').find((one) => one.seq === seq);
    if (!record) throw new Refusal('unknown-change', `no change ${seq}`, 'list them: daybook history');
    const text = record.touched.map((one) => diffOfTouched(world, one)).join('');
    return { say: text.trimEnd(), data: { diff: text, seq, at: record.at, verb: record.verb }, changes: [] };
  },
});

function diffOfTouched(world: World, { do: how, path, to, before, splices }: Touched): string {
  if (how === 'move') return `move ${path} → ${to}\n`;
  const old = before === null ? null : world.ask('version', before);
  if (before !== null && old === null) return `--- a/${path}\n(the version before is no longer kept)\n`;
  if (how === 'create') return unifiedDiff(path, null, splices[0]?.new ?? '');
  return unifiedDiff(path, old, how === 'remove' ? null : splice(old ?? '', splices));
}
