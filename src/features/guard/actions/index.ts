import type { Action } from './action.js';
import { CODE_ACTIONS } from './code.data.js';
import { DATABASE_ACTIONS } from './databases.data.js';
import { ENVIRONMENT_ACTIONS } from './environments.data.js';
import { GIT_ACTIONS } from './git.data.js';
import { SYSTEM_ACTIONS } from './infrastructure.data.js';
import { LEADING_VERBS } from './leading-verbs.data.js';
import { SECRET_NAMES, SECURITY_ACTIONS } from './security.data.js';
import { TEST_ACTIONS } from './testing.data.js';

export type { Action } from './action.js';
export { findActionSynonyms } from './action-synonyms.js';

/** A doing that a text names, and the words that it names it by. */
export interface NamedAction {
  readonly action: Action;
  readonly words: string;
}

interface Row {
  readonly action: Action;
  readonly said: RegExp;
}

/** How people begin before they say what was done. */
const BEFORE =
  /(?:(?:tried|try|started|kept|decided against|rejected:?|avoid|never|no|not|do not|don['’]t|we|i|it|the agent|and|to|just|simply|directly|silently|accidentally|automatically|blindly|quickly|manually) +)*/
    .source;

const rowsOf = (doings: readonly Action[], before: string): readonly Row[] =>
  doings.map((action) => ({
    action,
    said: new RegExp(`${before}(?<![\\w./-])(?:${action.said.source})(?![\\w-]|[./]\\w)`, 'i'),
  }));

/** The source of a pattern of the table, with the names of secrets in place of `<SECRET>`. */
export const readPattern = ({ source }: RegExp): string =>
  source.replaceAll('<SECRET>', SECRET_NAMES().source);

let rows: readonly Row[] | undefined;

const named = (): readonly Action[] => [
  ...GIT_ACTIONS(),
  ...TEST_ACTIONS(),
  ...SYSTEM_ACTIONS(),
  ...SECURITY_ACTIONS(),
  ...DATABASE_ACTIONS(),
  ...CODE_ACTIONS(),
  ...ENVIRONMENT_ACTIONS(),
];

/** All of them: what must be told apart from others stands before those. */
export const ALL_ACTIONS = (): readonly Action[] => [...named(), ...LEADING_VERBS()];

const table = (): readonly Row[] => {
  rows ??= [...rowsOf(named(), ''), ...rowsOf(LEADING_VERBS(), `^${BEFORE}`)];
  return rows;
};

/**
 * A text in which a mark stands for each doing that it names, and what the marks stand for.
 * A text with code in it is left as it is: that decides.
 */
export function markActions(text: string): { readonly text: string; readonly named: readonly NamedAction[] } {
  const named: NamedAction[] = [];
  if (text.includes('`')) return { text, named };
  const left = table().reduce((said, { action, said: pattern }) => {
    const found = pattern.exec(said);
    if (found === null || found[0].trim() === '') return said;
    named.push({ action, words: found[0] });
    const end = found.index + found[0].length;
    return `${said.slice(0, found.index)} ${mark(named.length - 1, found[0])} ${said.slice(end)}`;
  }, text);
  return { text: left, named };
}

/** What stands for a doing in a text: no word of any language. A dot tells that it names what it is done to, too. */
const mark = (place: number, words: string): string => `⟦${place}${/\S\s+\S/.test(words) ? '·' : ''}⟧`;

/** The place of the doing that a word stands for, or null. */
export const findActionIndex = (word: string): number | null => {
  const [, place] = /⟦(\d+)·?⟧/.exec(word) ?? [];
  return place === undefined ? null : Number(place);
};
