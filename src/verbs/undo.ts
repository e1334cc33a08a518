import { isDate } from '../wiki/time.js';
import type { Record } from './facts.js';
import { isHollow, takenBack, turnedRound } from './take-back.js';
import { undoNight, undoSession } from './undo-session.js';
import { Refusal, verb } from './verb.js';

/** Takes changes back: only what they did, where that still stands; undoing an undo does it again. */
export const undo = verb({
  name: 'undo',
  about: 'take back the last change, the one with this number, or all that a session or a night wrote',
  params: {
    seq: { kind: 'number', word: 'one', about: 'its number in `daybook history`; the newest if left out' },
    session: {
      kind: 'text',
      about: 'all that this session wrote, and what rose from it; what was edited since stays, and is named',
      holder: 'ID',
    },
    night: {
      kind: 'text',
      about: 'all that the jobs of this day wrote; what was edited since stays, and is named',
      holder: 'DATE',
    },
  },
  examples: [
    'daybook undo',
    'daybook undo 1',
    'daybook undo --session sess-7',
    'daybook undo --night 2026-06-08',
  ],
  faces: ['cli'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => true,
  think(world, { seq, session, night }) {
    if ([seq, session, night].filter((one) => one !== undefined).length > 1)
      throw usage('a number, a session or a night, not two of them', 'write: daybook undo --session ID');
    if (session !== undefined) return undoSession(world, session);
    if (night !== undefined && !isDate(night))
      throw usage(`--night takes a day, found \`${night}\``, 'write: daybook undo --night 2026-06-07');
    if (night !== undefined) return undoNight(world, night);
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

const usage = (message: string, hint: string): Refusal => new Refusal('usage', message, hint, {}, 2);

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
  if (found.verb === 'scrub')
    throw new Refusal(
      'cannot-undo',
      `change ${found.seq} is a scrub: what it took out is kept nowhere`,
      'write it again where it is needed',
    );
  const later = takenBack(history, found.seq);
  if (!later) return found;
  throw new Refusal(
    'already-undone',
    `change ${found.seq} was taken back by change ${later.seq}`,
    `to have it again: daybook undo ${later.seq}`,
  );
}
