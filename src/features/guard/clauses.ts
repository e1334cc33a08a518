/** A piece of a text up to the next comma, colon or reason. */
export interface Clause {
  readonly text: string;
  readonly sentence: string;
  /** Following pieces that speak of the same thing by a pronoun: `do not touch it`. */
  readonly about: string;
  readonly place: number;
  readonly isRemedy: boolean;
}

/** Puts code back into a marked text. */
export const insertCode = (text: string, spans: readonly string[]): string =>
  text.replace(/⟦(\d+)⟧/g, (_, at) => spans[Number(at)] ?? '');

/** Splits a marked text into clauses, in order. */
export function splitIntoClauses(text: string): readonly Clause[] {
  const clauses: Clause[] = [];
  for (const [at, part] of text.split(/\s(?:->|→|=>)\s/).entries())
    for (const sentence of part.split(/(?<=[.!?;。；])\s+|\n|(?<=[。；])/))
      for (const clause of sentence.split(/[,:]\s+|[，：]|\s[—–-]\s|\s(?:because|since|but|so)\s/))
        if (clause.trim() !== '')
          clauses.push({ text: clause, sentence, about: '', place: clauses.length, isRemedy: at > 0 });
  return clauses.map((clause, at) => {
    const rest = clauses.slice(at + 1);
    const end = rest.findIndex((one) => one.text.includes('⟦') || one.isRemedy);
    const about = (end < 0 ? rest : rest.slice(0, end)).filter((one) => BACK.test(one.text));
    return { ...clause, about: [...new Set(about.map((one) => one.sentence))].join(' ') };
  });
}

/** Words that refer to what a text named before. */
const BACK = /\b(?:it|its|them|there|these|this|that|(?:hand|manual) \w+|hands off)\b/i;
