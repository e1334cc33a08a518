/** One simplified character for each traditional or Japanese one, so that positions do not change. */
const FOLDS =
  '後后週周禮礼點点時时鐘钟個个兩两號号這这會会話话間间當当談谈論论說说討讨處处動动開开見见現现來来問问發发編编輯辑寫写過过';
const FOLD = new Map(FOLDS.match(/../gu)?.map((pair) => [pair.charAt(0), pair.charAt(1)]));

/** Folds traditional and Japanese forms of the characters used in dates and conditions. The length does not change. */
export const foldChineseVariants = (text: string): string => [...text].map((c) => FOLD.get(c) ?? c).join('');
