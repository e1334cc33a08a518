import type { Clause } from './clauses.js';
import type { GuardLiteral, Stance } from './guard-literal.js';

const EDITS =
  /\b(?:edit|chang|touch|modif|writ|overwr|rewr|replac|renam|mov(?:e|ing)|alone\b|by hand|generat|own(?:s|ed)\b|belong|export|format|scale|read[- ]only|frozen|manag|maintain|approv|comes? from)/i;

/** Creates the literal of a path, by what the text says of it; null if it says nothing. */
export function createPath(
  path: string,
  clause: Clause,
  stance: Stance,
): (GuardLiteral & { how: 'path' }) | null {
  const sentence = `${clause.sentence} ${clause.about}`;
  const act = /\bcommit(?:ted|s)?\b/i.test(sentence)
    ? 'commit'
    : EDITS.test(sentence)
      ? 'write'
      : stance === 'law' &&
          /\b(?:use|read|run|open|source|call|import|load|mount|connect|point)\w*\b/i.test(sentence)
        ? 'use'
        : stance === 'law' || stance === 'remark'
          ? 'write'
          : null;
  if (act === null) return null;
  const held =
    sentence.split(/[,;]\s/).find((part) => /\b(?:only|except|unless|outside)\b/i.test(part)) ?? '';
  const but = held
    .replace(/⟦\d+⟧/g, ' ')
    .toLowerCase()
    .match(/[a-z]{4,}/g);
  return {
    how: 'path',
    path,
    act,
    but: (but ?? []).filter((word) => !/^(?:only|except|unless|outside|with)$/.test(word)),
  };
}
