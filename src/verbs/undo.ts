import type { Record } from './facts.js';
import { isHollow, takenBack, turnedRound } from './take-back.js';
import { undoSession } from './undo-session.js';
import { Refusal, verb } from './verb.js';

/** Takes changes back: only what they did, where that still stands; undoing an undo does it again. */
export const undo = verb({
  name: 'undo',
  about: 'take back the last change, the one with this number, or all that a session wrote',
  params: {
    seq: { kind: 'number', word: 'one', about: 'its number in `daybook history`; the newest if left out' },
    session: {
      kind: 'text',
      about: 'all that this session wrote, and what rose from it; what was edited since stays, and is named',
      holder: 'ID',
    },
  },
  examples: ['daybook undo', 'daybook undo 1', 'daybook undo --session sess-7'],
  faces: ['cli'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => true,
  think(world, { seq, session }) {
    if (session !== undefined) {
      if (seq === undefined) return undoSession(world, session);
      throw new Refusal(
        'usage',
        'a number or a session, not both',
        'write: daybook undo --session ID',
        {},
        2,
      );
    }
    const record = recordToUndo(world.ask('history'), seq);
    const changes = turnedRound(world, world.wiki, record);
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
      ? history.find((one) => one.undoes === undefined && !isHollow(one) && !takenBack(history, one.seq))
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
