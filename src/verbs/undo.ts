import { reverse, type Splice, splice } from '../markdown/splice.js';
import type { Change } from '../wiki/change.js';
import type { Record, Touched } from './facts.js';
import { Refusal, verb, type World } from './verb.js';

/** Takes one change back: only what it did, where that still stands; undoing an undo does it again. */
export const undo = verb({
  name: 'undo',
  about: 'take back the last change, or the one with this number, and nothing that came later',
  params: {
    seq: { kind: 'number', word: 'one', about: 'its number in `daybook history`; the newest if left out' },
  },
  examples: ['daybook undo', 'daybook undo 1'],
  faces: ['cli'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => true,
  think(world, { seq }) {
    const record = recordToUndo(world.ask('history'), seq);
    const changes = record.touched.toReversed().flatMap((touched) => turnedRound(world, record, touched));
    const paths = [...new Set(changes.map(({ path }) => path))];
    return {
      say: `Took back change ${record.seq} (${record.verb}): ${paths.join(', ') || 'nothing was left of it'}.`,
      data: { undone: { seq: record.seq, verb: record.verb, paths } },
      undoes: record.seq,
      changes,
    };
  },
});

function recordToUndo(history: readonly Record[], seq: number | undefined): Record {
  const found =
    seq === undefined
      ? history.find((one) => one.undoes === undefined && !takenBack(history, one.seq))
      : history.find((one) => one.seq === seq);
  if (!found) {
    if (seq === undefined)
      throw new Refusal('nothing-to-undo', 'there is no change to take back', 'see: daybook history');
    throw new Refusal('unknown-change', `no change ${seq}`, 'list them: daybook history');
  }
  const later = takenBack(history, found.seq);
  if (!later) return found;
  throw new Refusal(
    'already-undone',
    `change ${found.seq} was taken back by change ${later.seq}`,
    `to have it again: daybook undo ${later.seq}`,
  );
}

/** The change that took this one back and still stands: what took it back may itself have been taken back. */
export function takenBack(history: readonly Record[], seq: number): Record | undefined {
  return history.find((one) => one.undoes === seq && !takenBack(history, one.seq));
}

function turnedRound(world: World, record: Record, touched: Touched): Change[] {
  const why = `take back change ${record.seq}`;
  const { path } = touched;
  const now = world.wiki.note(touched.to ?? path);
  if (touched.do === 'remove') {
    if (now) throw gone(record, path, 'the file is there again');
    return [{ do: 'create', path, text: versionOf(world, record, path, touched.before), why }];
  }
  if (!now) {
    if (touched.do === 'create') return [];
    throw gone(record, path, 'the file is gone');
  }
  if (touched.do === 'move') return [{ do: 'move', path: touched.to ?? path, to: path, base: now.hash, why }];
  if (touched.do === 'create' && now.hash === touched.after)
    return [{ do: 'remove', path, base: now.hash, why }];
  const splices = ownSplices(world, record, touched, now);
  return splices.length === 0 ? [] : [{ do: 'edit', path, base: now.hash, splices, why }];
}

/** What the change did, turned round, where it stands now. */
function ownSplices(
  world: World,
  record: Record,
  touched: Touched,
  now: { text: string; hash: string },
): readonly Splice[] {
  const back = reverse(touched.splices);
  if (now.hash === touched.after) return back;
  const before = touched.before === null ? '' : versionOf(world, record, touched.path, touched.before);
  const found = world.ask('rebase', back.flatMap(byLines), splice(before, touched.splices), now.text);
  if (found) return found;
  throw gone(record, touched.path, 'its lines were edited since');
}

/** A long removal, line by line, so that what somebody wrote between our lines stays. */
const byLines = ({ at, old, new: fresh }: Splice): Splice[] => {
  if (fresh !== '' || !old.includes('\n')) return [{ at, old, new: fresh }];
  let from = at;
  return (old.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((line) => {
    from += line.length;
    return { at: from - line.length, old: line, new: '' };
  });
};

function versionOf(world: World, record: Record, path: string, hash: string | null): string {
  const text = hash === null ? null : world.ask('version', hash);
  if (text === null) throw gone(record, path, 'the version before is no longer kept');
  return text;
}

const gone = ({ seq }: Record, path: string, reason: string): Refusal =>
  new Refusal(
    'cannot-undo',
    `change ${seq} cannot be taken out of ${path}: ${reason}`,
    `see both: daybook diff ${seq}, and the file; or bring a whole version back: daybook restore ${path} --at TIME`,
    { path, seq },
  );
