/* The two runs of the tests: `npm test` is the desk run, `npm run test:full` is everything. */
import { createRandom } from './random.js';

/**
 * Which tests run: without `DAYBOOK_FULL` those of the desk, with `rest` those that the desk and the night leave to
 * `.ci/run`, with `1` all in their large sizes.
 */
const RUN = { rest: 'rest', '': 'desk' }[process.env.DAYBOOK_FULL ?? ''] ?? 'full';

/** True for the large sizes. */
export const FULL = RUN === 'full';

/** The seed of random tests; each prints it with its result. */
export const SEED = process.env.DAYBOOK_TEST_SEED ?? String(Date.now());

/** At the desk every `step`-th row, from a row that the seed decides; else all rows. */
export const drawRows = <T>(rows: readonly T[], step: number): readonly T[] => {
  const first = Math.floor(createRandom(SEED)() * step);
  return RUN === 'desk' ? rows.filter((_, at) => at % step === first) : rows;
};

/** The tags of tests; `test/full-run.txt` lists what they leave out at the desk. */
export const TAGS = [
  { name: 'full', description: 'the desk run leaves it out' },
  { name: 'desk', description: 'the desk run has it, though its file has the tag `full`' },
  { name: 'nightly', description: 'only `npm run test:full` has it, which runs at night' },
];

export const TAGS_FILTER = {
  desk: ['!full || desk'],
  rest: ['full && !desk && !nightly'],
  full: [],
}[RUN];
