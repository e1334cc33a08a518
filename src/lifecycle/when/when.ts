import { isConditional, readTrigger } from '../../recall/matching/awaited.js';
import { readDate } from './date.js';
import type { Clock, Due } from './due.js';
import { readRepeat } from './every.js';
import type { Found } from './found.js';
import { readHan } from './han.js';
import { EXAMPLES, type Refused, settle } from './moment.js';
import type { NaturalDates } from './natural-date.js';
import { isNextSession } from './session.js';

/** The phrase is none of our own grammar: load the natural dates, and read it again with them. */
export interface Wants {
  readonly wants: 'natural dates';
}

/**
 * What `--when W` asks for: a time, the next session, a topic, or a repeat (`every monday at 9:00`).
 * Our own grammar comes first; the rest is left to `natural`. What is past or not understood is refused with what
 * was understood.
 */
export function readWhen(text: string, clock: Clock): Due | Refused | Wants;
export function readWhen(text: string, clock: Clock, natural: NaturalDates): Due | Refused;
export function readWhen(text: string, clock: Clock, natural?: NaturalDates): Due | Refused | Wants {
  const said = plain(text);
  if (!/[\p{L}\p{N}]/u.test(said)) return { refused: 'it is not said when', hint: EXAMPLES };
  if (said.length > LONGEST)
    return { refused: `\`${said.slice(0, 40)}…\` is too long for a time`, hint: EXAMPLES };
  return readOwn(said, clock) ?? (natural ? readNatural(said, natural.read(said, clock), clock) : WANTS);
}

/** Characters; longer than any time or topic that somebody says, short enough for every pattern. */
const LONGEST = 200;

const WANTS: Wants = { wants: 'natural dates' };

function readOwn(said: string, clock: Clock): Due | Refused | null {
  if (isNextSession(said)) return { type: 'next session' };
  const trigger = readTrigger(said);
  if (trigger) return { type: 'context', trigger };
  const repeat = readRepeat(said, clock);
  if (repeat) return repeat;
  const moment = readDate(said, clock) ?? readHan(said, clock);
  if (moment) return settle(said, moment, clock);
  return isConditional(said) ? { refused: `\`${said}\` names no topic to wait for`, hint: CONTEXTS } : null;
}

const CONTEXTS = 'say `when I mention auth`, `when we work on API`, `when auth comes up` or `next session`';

function readNatural(said: string, found: Found | null, clock: Clock): Due | Refused {
  if (!found) return { refused: `\`${said}\` is no time or topic that Daybook knows`, hint: EXAMPLES };
  const settled = settle(found.said, found.moment, clock);
  if ('refused' in settled || !found.rest) return settled;
  const due = settled.type === 'absolute' ? settled.due : '';
  return { refused: `\`${found.said}\` is ${due}, but \`${found.rest}\` is not understood`, hint: EXAMPLES };
}

/** One line without quotes around it or a full stop behind it; the dot of `20.12.` stays. */
const plain = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:please |remind me (?:again )?)+|(?:,? please)+$/gi, '')
    .replace(/(?<!(?<!\d)\.|[!?。！？])(?:(?<!\d)\.|[!?。！？])+$/, '')
    .replace(/^(["'`“「])(.*)["'`”」]$/, '$2');
