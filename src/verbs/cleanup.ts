import { verb } from './verb.js';

/** Forgets the history that nobody needs any more; what notes hold is never touched. */
export const cleanup = verb({
  name: 'cleanup',
  about: 'forget changes and versions older than `keep.days`, but the last of every note',
  params: {},
  examples: ['daybook cleanup'],
  faces: ['cli', 'cron'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => false,
  think(world) {
    const days = world.settings['keep.days'];
    const forgotten = world.ask('old', days);
    return {
      say:
        forgotten === 0
          ? `Nothing to forget: every change of more than ${days} days ago is the last of its note.`
          : `Forgot ${forgotten === 1 ? '1 change' : `${forgotten} changes`} of more than ${days} days ago.`,
      data: { forgotten },
      changes: [],
      ...(forgotten === 0 ? {} : { prunes: days }),
    };
  },
});
