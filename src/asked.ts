import type { Moment } from './house.js';
import type { Input, Params } from './verbs/params.js';
import type { Notice, Verb } from './verbs/verb.js';
import { cleanAll, HIDDEN } from './wiki/clean.js';
import { PRIVATE } from './wiki/secrets.js';

/** A verb that was asked for, with words that hold no secret any more. */
export interface Asked {
  readonly verb: Verb;
  readonly input: Input<Params>;
  readonly moment: Moment;
  /** What was taken out of the words, by kind. */
  readonly redacted: readonly string[];
}

/**
 * The one door for words (guide/store.md › Words from outside): hidden characters, then secrets and private parts are taken out of every string before the verb thinks,
 * so that none is ever spooled, journaled or written. Only what a verb needs as it was said stays (`as: 'said'`).
 */
export function askedOf(verb: Verb, input: Input<Params>, moment: Moment): Asked {
  const words = cleanAll(input);
  const who = cleanAll({ by: moment.by, session: moment.session });
  const redacted = [...new Set([...words.found, ...who.found])];
  if (redacted.length === 0) return { verb, input, moment, redacted };
  const clean = { ...words.value, ...Object.fromEntries(said(verb, input)) };
  return { verb, input: clean as Input<Params>, moment: { ...moment, ...who.value }, redacted };
}

/** The input as history may keep it: without what must be forgotten. */
export function recordable({ verb, input }: Asked): Input<Params> {
  const kept = Object.entries(input).filter(([name]) => verb.params[name]?.as !== 'said');
  return Object.fromEntries(kept) as Input<Params>;
}

/** Tells whoever asked what was left out of their words, or of the files that they named. */
export function redactionNotices(redacted: readonly string[]): readonly Notice[] {
  const secrets = redacted.filter((kind) => kind !== PRIVATE && kind !== HIDDEN);
  const notice = (message: string): Notice => ({ level: 'warning', message });
  return [
    ...(secrets.length === 0
      ? []
      : [notice(`a secret was left out: ${secrets.join(', ')}; [redacted:…] stands in its place`)]),
    ...(redacted.includes(HIDDEN) ? [notice('hidden characters were removed')] : []),
    ...(redacted.includes(PRIVATE) ? [notice('what was marked <private> was left out')] : []),
  ];
}

/** What a person said of it, in their own words: all of it where one asks, else what is passed on of them. */
export function saidIn({ verb, input }: Asked, by: string | null): readonly string[] {
  const own = Object.entries(input).filter(([name]) => by === null || verb.params[name]?.of === 'person');
  return own.flatMap(([, value]) => value).filter((value) => typeof value === 'string');
}

const said = (verb: Verb, input: Input<Params>) =>
  Object.entries(input).filter(([name]) => verb.params[name]?.as === 'said');
