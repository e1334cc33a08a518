import { foldHan } from '../../recall/words/han.js';
import type { Clock } from './due.js';
import { HAN_DAYS } from './han-day.js';
import { type Moment, nextTime } from './moment.js';
import { readRows } from './row.js';
import { readClock, type Split } from './time.js';
import { HAN_NUMBER, hanNumber } from './words.js';

/** Reads a whole phrase in Chinese, or in Japanese that is written alike; null where it is not understood. */
export function readHan(said: string, clock: Clock): Moment | null {
  const phrase = foldHan(said).replace(/[\s,，。]+/g, '');
  const whole = readRows(HAN_DAYS, phrase, null, clock);
  const { rest, time, unclear } = splitHan(phrase);
  if (whole || rest === phrase) return whole;
  const moment = rest ? readRows(HAN_DAYS, rest, time, clock) : null;
  if (rest && !moment) return null;
  if (time === null) return { impossible: unclear ?? '' };
  if (!moment) return nextTime(time, clock);
  return 'date' in moment ? { date: moment.date, time } : moment;
}

/** Takes a time of day off the end of a phrase: `明天下午三点`, `每天早上`. */
export function splitHan(said: string): Split {
  const phrase = foldHan(said).replace(/\s+/g, '');
  const { date = '', part, ...hour } = TIMED.exec(phrase)?.groups ?? {};
  return { rest: date, ...readTime(part, hour) };
}

/** When the parts of a day begin, and the English part that tells early hours from late ones. */
const PARTS: Readonly<Record<string, readonly [time: string, part: string]>> = {
  早上: ['09:00', 'morning'],
  早晨: ['09:00', 'morning'],
  上午: ['09:00', 'morning'],
  午前: ['09:00', 'morning'],
  早: ['09:00', 'morning'],
  朝: ['09:00', 'morning'],
  中午: ['12:00', 'noon'],
  正午: ['12:00', 'noon'],
  下午: ['15:00', 'afternoon'],
  午后: ['15:00', 'afternoon'],
  傍晚: ['18:00', 'evening'],
  晚上: ['20:00', 'night'],
  夜里: ['20:00', 'night'],
  晚: ['20:00', 'night'],
  夜: ['20:00', 'night'],
};

const TIMED = new RegExp(
  `^(?<date>.*?)(?:的|の)?(?:在)?(?<part>${Object.keys(PARTS).join('|')})?` +
    `(?:(?<hour>${HAN_NUMBER})(?:点钟?|时)(?:(?:(?<minute>${HAN_NUMBER})分?)|(?<half>半))?` +
    '|(?<clock>\\d{1,2}[:：]\\d\\d))?に?$',
);

type Hour = Readonly<Record<string, string | undefined>>;

function readTime(part: string | undefined, { hour, minute, half, clock }: Hour): Omit<Split, 'rest'> {
  const [begins = null, name = ''] = PARTS[part ?? ''] ?? [];
  if (clock) return readClock(clock.replace('：', ':'), name);
  if (!hour) return { time: begins };
  const minutes = half ? 30 : minute ? hanNumber(minute) : null;
  const text = minutes === null ? '' : `:${String(minutes).padStart(2, '0')}`;
  return readClock(`${hanNumber(hour)}${minutes === 0 ? '' : text}`, name);
}
