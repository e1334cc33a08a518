import { jobsCheck } from './jobs-check.js';
import { verb } from './verb.js';

/** Looks the store over, and mends what loses nothing. */
export const doctor = verb({
  name: 'doctor',
  about: 'check locks, journal, notes and block; --fix mends what loses nothing',
  params: { fix: { kind: 'flag', about: 'mend what can be mended without losing anything' } },
  examples: ['daybook doctor', 'daybook doctor --fix'],
  faces: ['cli'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => false,
  think(world, { fix }) {
    const checks = [...world.ask('checkup', fix), jobsCheck(world)];
    const bad = checks.filter(({ ok }) => !ok);
    const mendable = bad.some((check) => check.mendable);
    const advice = mendable && !fix ? ' Mend what loses nothing: `daybook doctor --fix`.' : '';
    return {
      say:
        bad.length === 0
          ? `All ${checks.length} checks hold.`
          : `${bad.length} of ${checks.length} checks do not hold.${advice}`,
      rows: [...bad, ...checks.filter(({ ok }) => ok)].map(({ name, ok, detail }) => ({
        what: `${ok ? 'ok ' : '**BAD**'} ${name}`,
        why: detail,
      })),
      data: { checks },
      changes: [],
      ...(bad.length === 0 ? {} : { exit: 1 as const }),
    };
  },
});
