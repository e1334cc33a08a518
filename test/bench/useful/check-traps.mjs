// What must hold of the traps themselves, before anything is measured with them.
import { isMistake, tellsRight } from './agents.mjs';
import { formatCall } from './steps.mjs';

const LEAST_TRAPS = 12;
const LEAST_WITHOUT_SHARED_WORD = 4;
/** Words that say nothing of what is meant; sharing one of them is no hint. */
const COMMON = new Set(
  'the and for not but are has have its only all any has was our your this that with from into them they'.split(
    ' ',
  ),
);

/** Returns what is wrong with the traps, as sentences. */
export function findFaults(traps) {
  const without = traps.filter(({ shares }) => !shares).length;
  return [
    ...(traps.length < LEAST_TRAPS ? [`there are ${traps.length} traps, expected ${LEAST_TRAPS}`] : []),
    ...(without < LEAST_WITHOUT_SHARED_WORD
      ? [`${without} traps share no word with the call, expected 4`]
      : []),
    ...traps.flatMap((trap) => findFaultsOf(trap).map((fault) => `${trap.name}: ${fault}`)),
  ];
}

function findFaultsOf(trap) {
  const faults = [];
  const lesson = trap.lesson.join('\n');
  const told = listTold(trap).join('\n');
  for (const text of trap.lesson) if (!told.includes(text)) faults.push(`no message says “${text}”`);
  if (!tellsRight(lesson, trap)) faults.push('the judge does not take the lesson itself');
  const words = listWords(lesson);
  for (const call of trap.calls) {
    const text = formatCall(call);
    const shared = [...listWords(text)].filter((word) => words.has(word));
    if (!isMistake(call, trap)) faults.push(`“${text}” is no mistake`);
    if (trap.shares && shared.length === 0) faults.push(`“${text}” shares no word with the lesson`);
    if (!trap.shares && shared.length > 0)
      faults.push(`“${text}” shares ${shared.join(', ')} with the lesson`);
  }
  for (const call of trap.idle) if (isHarmful(call, trap)) faults.push(`“${formatCall(call)}” is a mistake`);
  return faults;
}

/** True for a mistake; reading what must not be changed, or looking for it, is none. */
function isHarmful(call, trap) {
  const isLooking = call.tool === 'Read' || /^(grep|cat|ls|pip list)\b/.test(formatCall(call));
  return !isLooking && isMistake(call, trap);
}

export function listTold({ history }) {
  return history.flatMap((part) =>
    part.kind === 'hand'
      ? [part.text]
      : part.steps.filter(({ kind }) => kind !== 'call').map(({ text }) => text),
  );
}

/** Returns the words of a text: letters and digits, in small letters, at least two of them, without common ones. */
function listWords(text) {
  const words = text.toLowerCase().match(/[a-z0-9]{2,}/g) ?? [];
  return new Set(words.filter((word) => !COMMON.has(word)));
}
