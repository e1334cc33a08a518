import { ANSWER_TYPES } from './answer-types.data.js';

/** Returns the types of answer in a text as bits: a time, amount, duration, name or title. */
export function findAnswerSigns(text: string): number {
  let signs = 0;
  for (const [i, { holds }] of ANSWER_TYPES.entries()) if (holds.test(text)) signs |= 1 << i;
  return signs;
}

/** Returns the types of answer that a question asks for, as the same bits; 0 if it names none. */
export function findWantedSigns(question: string): number {
  let signs = 0;
  for (const [i, { wanted }] of ANSWER_TYPES.entries()) if (wanted.test(question)) signs |= 1 << i;
  return signs;
}
