// `npm run bench:useful`: twelve small repositories, each with a mistake that an earlier session made or was warned of.
// Scripted agents come back to them, and the table says how often they make the mistake again.
// `-- --trap NAME` plays one of them, `-- --sessions N` so many sessions of each arm (8 by default),
// `-- --texts` prints the texts that reached the agents. Ends with 2 if a trap is faulty, with 3 if agents without Daybook repeat
// fewer than 90 of 100: then the traps measure nothing.
import { parseArgs } from 'node:util';
import { playTrap } from './agents.mjs';
import { findFaults } from './check-traps.mjs';
import { getNoneRate, printTables, printTexts } from './tables.mjs';
import { TRAPS } from './traps/index.mjs';

/** Processes at once: hooks are short, and a machine with two cores is the least that we measure on. */
const WORKERS = 2;
const LEAST_NONE_RATE = 90;

const { values } = parseArgs({
  options: {
    trap: { type: 'string' },
    sessions: { type: 'string', default: '8' },
    texts: { type: 'boolean', default: false },
  },
});

const faults = findFaults(TRAPS);
for (const fault of faults) console.error(`fault in a trap: ${fault}`);
if (faults.length > 0) process.exit(2);

const chosen = TRAPS.filter(({ name }) => values.trap === undefined || name === values.trap);
if (chosen.length === 0) {
  console.error(`No trap is called ${values.trap}; there are ${TRAPS.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

const start = performance.now();
const waiting = [...chosen.entries()];
const played = [];
await Promise.all(
  Array.from({ length: WORKERS }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      played[next[0]] = await playTrap(next[1], Number(values.sessions));
  }),
);
const sessions = played.flat();
if (values.texts) printTexts(sessions);
printTables(sessions);
const calls = sessions.reduce((sum, { ms }) => sum + ms.length, 0);
console.log(
  `\n${sessions.length} sessions, ${calls} calls looked at, ${((performance.now() - start) / 1000).toFixed(0)} s.`,
);

if (getNoneRate(sessions) < LEAST_NONE_RATE) {
  console.error(
    `Without Daybook ${getNoneRate(sessions).toFixed(0)} of 100 repeat, expected ${LEAST_NONE_RATE}.`,
  );
  process.exit(3);
}
