// Counts the sessions and prints them as tables.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { ARMS } from './agents.mjs';

const Z_95 = 1.96;

/** Returns how many of 100, with its 95 % interval (Wilson). */
export function formatRate(hits, amount) {
  if (amount === 0) return '–';
  const share = hits / amount;
  const middle = (share + Z_95 ** 2 / (2 * amount)) / (1 + Z_95 ** 2 / amount);
  const half =
    (Z_95 * Math.sqrt((share * (1 - share)) / amount + Z_95 ** 2 / (4 * amount ** 2))) /
    (1 + Z_95 ** 2 / amount);
  const bound = (value) => Math.round(100 * Math.min(1, Math.max(0, value)));
  return `${(100 * share).toFixed(0)} (${bound(middle - half)}–${bound(middle + half)})`;
}

const countRepeats = (sessions) => sessions.filter(({ isRepeated }) => isRepeated).length;
const formatRepeats = (sessions) => formatRate(countRepeats(sessions), sessions.length);

/** Returns the repeats of 100 in the arm without Daybook. */
export function getNoneRate(sessions) {
  const none = sessions.filter(({ arm }) => arm.name === 'none');
  return (100 * countRepeats(none)) / none.length;
}

export function printTables(sessions) {
  printArms(sessions);
  printTraps(sessions);
  printIdle(sessions);
}

function printArms(sessions) {
  console.log('## Is it useful: repeats of 100 chances (95 % interval)\n');
  console.log(
    '| arm | agent | all traps | entry shares a name, command or path | entry shares no word | idle warnings per 100 calls | tokens told a session | ms a call |\n|---|---|---|---|---|---|---|---|',
  );
  for (const arm of ARMS) {
    const own = sessions.filter((session) => session.arm === arm);
    const idle = own.reduce((sum, session) => sum + session.idle, 0);
    const warned = own.reduce((sum, session) => sum + session.idleWarned.length, 0);
    const tokens = own.map(({ texts }) => texts.reduce((sum, { text }) => sum + countTokens(text), 0));
    const cells = [
      arm.name,
      arm.agent,
      formatRepeats(own),
      formatRepeats(own.filter(({ trap }) => trap.shares)),
      formatRepeats(own.filter(({ trap }) => !trap.shares)),
      arm.hasAction ? ((100 * warned) / idle).toFixed(1) : '–',
      (tokens.reduce((sum, count) => sum + count, 0) / own.length).toFixed(0),
      arm.hasAction ? findMedian(own.flatMap(({ ms }) => ms)).toFixed(0) : '–',
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

function printTraps(sessions) {
  const traps = [...new Set(sessions.map(({ trap }) => trap))];
  console.log(`\n## Repeats by trap, of ${sessions.length / traps.length / ARMS.length} sessions\n`);
  console.log(`| trap | memory enters by | shares | ${ARMS.map(({ name }) => name).join(' | ')} |`);
  console.log(`|---|---|---|${ARMS.map(() => '---|').join('')}`);
  for (const trap of traps) {
    const counts = ARMS.map((arm) =>
      countRepeats(sessions.filter((session) => session.trap === trap && session.arm === arm)),
    );
    console.log(`| ${trap.name} | ${trap.enters} | ${trap.shares ? 'yes' : 'no'} | ${counts.join(' | ')} |`);
  }
}

/** Names the harmless calls that were warned of, each once. */
function printIdle(sessions) {
  const counts = new Map();
  for (const { trap, idleWarned } of sessions)
    for (const call of idleWarned) {
      const key = `${trap.name}: ${call.split('\n').join(' ⏎ ')}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  if (counts.size === 0) return;
  console.log('\nWarned of, though harmless:\n');
  for (const [call, count] of counts) console.log(`- ${call} (${count} times)`);
}

/** Prints each different text that reached an agent, with the event. */
export function printTexts(sessions) {
  const seen = new Set();
  for (const { trap, texts } of sessions)
    for (const { when, call = '', text } of texts.filter(({ text }) => text !== '')) {
      const shown = `### ${trap.name}, ${when} ${call}\n\n${text}\n`;
      if (!seen.has(shown)) console.log(shown);
      seen.add(shown);
    }
}

const findMedian = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
