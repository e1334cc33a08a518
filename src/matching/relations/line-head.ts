/** Where the reason of a line begins, or another sentence. */
const REASON =
  /\s[—–]\s|\s--?\s|;\s|[.!?。！？]\s+(?=\S)|,?\s(?:because|since|due to|so that|as it|as they|as we|thanks to)\b|[,，]?\s?(?:因为|由于)/iu;

/** The statement of a line, without its reason. */
export function cutReason(line: string): string {
  const text = line.slice(0, MAX_LENGTH).trim();
  const at = REASON.exec(text)?.index ?? text.length;
  return text.slice(0, at).trim() || text;
}

/** Characters of a line that are read. */
const MAX_LENGTH = 4096;

/** A name, up to the next word that begins something else. */
const NAME = '((?:[^\\s,;:()]+\\s){0,3}?[^\\s,;:()]+)';
const END =
  '(?=\\s(?:to|with|for|in|on|by|as|and|or|is|are|was|because|since|at|anymore|any)\\b|[,;:.()]|\\s*$)';

const SET_ASIDE: readonly (() => RegExp)[] = [
  () => new RegExp(`\\bfrom ${NAME} to\\b`, 'gi'),
  () =>
    new RegExp(
      `\\b(?:instead of|rather than|in place of|replac(?:es|ed|ing|e)|away from|moved off|dropp(?:ed|ing)|drops?) (?:the |our )?${NAME}${END}`,
      'gi',
    ),
  () =>
    new RegExp(
      `(?:^|\\bthe |\\bour )${NAME} (?:is|are|was|were|has been|have been|got) (?:now )?(?:replaced|superseded|retired|dropped)\\b`,
      'gi',
    ),
];

/** The names that a line rejects. */
export const findSetAside = (line: string): readonly string[] =>
  SET_ASIDE.flatMap((pattern) => [...line.matchAll(pattern())].map(([, name = '']) => name));
