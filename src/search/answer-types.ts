import { ANSWER_TYPES } from './answer-types.data.js';

/** Bits of what an entry holds that could answer a question: a time, an amount, a duration, a name, a title. */
export function findAnswerSigns(text: string): number {
  let signs = 0;
  for (const [i, { holds }] of ANSWER_TYPES.entries()) if (holds.test(text)) signs |= 1 << i;
  return signs;
}

/** The same bits for what a question looks for; 0 where its words do not say. */
export function findWantedSigns(question: string): number {
  let signs = 0;
  for (const [i, { wanted }] of ANSWER_TYPES.entries()) if (wanted.test(question)) signs |= 1 << i;
  return signs;
}
