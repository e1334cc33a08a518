import * as ar from 'chrono-node/ar';
import * as de from 'chrono-node/de';
import * as en from 'chrono-node/en';
import * as es from 'chrono-node/es';
import * as fi from 'chrono-node/fi';
import * as fr from 'chrono-node/fr';
import * as id from 'chrono-node/id';
import * as it from 'chrono-node/it';
import * as ja from 'chrono-node/ja';
import * as nl from 'chrono-node/nl';
import * as pt from 'chrono-node/pt';
import * as ru from 'chrono-node/ru';
import * as sv from 'chrono-node/sv';
import * as uk from 'chrono-node/uk';
import * as vi from 'chrono-node/vi';
import { type DateParser, type FoundDate, findDates } from './chrono-adapter.js';
import type { TimeContext } from './due-date.js';

/** Natural dates parsed by chrono-node: English phrases beyond our grammar, and other languages. */
export interface NaturalDates {
  /** The date in a phrase, and the remaining words; null if there is none. */
  read(text: string, clock: TimeContext): FoundDate | null;
}

/**
 * Creates a parser for natural dates: English always; another language if `languages` names it (`de`) or the script of
 * the phrase identifies it. For Latin script all languages that parse the whole phrase must agree on the date. Chinese
 * is excluded: our own grammar parses it, and chrono reads 下周三 a week too late.
 */
export function createNaturalDates(languages: readonly string[] = []): NaturalDates {
  const chosen = languages.flatMap((name) => LANGUAGES.get(name) ?? []);
  return {
    read(text, clock) {
      const find = (parser: DateParser) => findDates(parser, text, clock);
      const own = [en.casual, ...chosen, ...byScript(text)].map(find);
      return own.find(isWhole) ?? agreed(byAlphabet(text).map(find)) ?? own.find(isFound) ?? null;
    },
  };
}

const LANGUAGES = new Map<string, DateParser>(
  Object.entries({
    ar: ar.casual,
    de: de.casual,
    en: en.casual,
    es: es.casual,
    fi: fi.casual,
    fr: fr.casual,
    id: id.casual,
    it: it.casual,
    ja: ja.casual,
    nl: nl.casual,
    pt: pt.casual,
    ru: ru.casual,
    sv: sv.casual,
    uk: uk.casual,
    vi: vi.casual,
  }),
);

const SCRIPTS: readonly (readonly [RegExp, readonly DateParser[]])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u, [ja.casual]],
  [/\p{Script=Cyrillic}/u, [ru.casual, uk.casual]],
  [/\p{Script=Arabic}/u, [ar.casual]],
];

const LATIN = [de, es, fi, fr, id, it, nl, pt, sv, vi].map(({ casual }) => casual);

/** Shorter phrases are often words of another language: `so` is Sunday in German. */
const LEAST_LETTERS = 5;

const byScript = (text: string): readonly DateParser[] =>
  SCRIPTS.flatMap(([script, parsers]) => (script.test(text) ? parsers : []));

const byAlphabet = (text: string): readonly DateParser[] =>
  (text.match(/\p{Script=Latin}/gu) ?? []).length >= LEAST_LETTERS ? LATIN : [];

const isFound = (found: FoundDate | null): found is FoundDate => found !== null;

const isWhole = (found: FoundDate | null): found is FoundDate => found?.rest === '';

function agreed(all: readonly (FoundDate | null)[]): FoundDate | null {
  const [first, ...others] = all.filter(isWhole);
  const meaning = JSON.stringify(first?.moment);
  return first && others.every(({ moment }) => JSON.stringify(moment) === meaning) ? first : null;
}
