/* The two runs of the tests: `npm test` is the desk run, `npm run test:full` is everything. */
import { createRandom } from './random.js';

/**
 * Which tests run: at the desk a part of the rows and small sizes; with `DAYBOOK_FULL=1` everything; with
 * `DAYBOOK_FULL=rest` what the desk run leaves out, without the tests that only the nightly run has.
 */
export const RUN = { rest: 'rest', '': 'desk' }[process.env.DAYBOOK_FULL ?? ''] ?? 'full';

export const FULL = RUN !== 'desk';

/** The seed of random tests; each prints it with its result. */
export const SEED = process.env.DAYBOOK_TEST_SEED ?? String(Date.now());

/** At the desk every `step`-th row, from a row that the seed decides; the rest has the others. */
export const drawRows = <T>(rows: readonly T[], step: number): readonly T[] => {
  const first = Math.floor(createRandom(SEED)() * step);
  return RUN === 'full' ? rows : rows.filter((_, at) => (at % step === first) === (RUN === 'desk'));
};

/** The tags of tests. `test/architecture/tiers.test.ts` writes the list of the tests that the desk run leaves out. */
export const TAGS = [
  { name: 'full', description: 'only the full run has it' },
  { name: 'desk', description: 'the desk run has it, though its file is of the full run' },
  { name: 'sized', description: 'the desk run has a part of its rows, or a small size' },
  { name: 'nightly', description: 'what the desk run leaves out of it, only the nightly run has' },
];

export const TAGS_FILTER = {
  desk: ['!full || desk'],
  rest: ['((full && !desk) || sized) && !nightly'],
  full: [],
}[RUN];
