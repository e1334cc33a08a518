import { stemmer as bulgarian } from '@orama/stemmers/bulgarian';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as indonesian } from '@orama/stemmers/indonesian';
import { stemmer as irish } from '@orama/stemmers/irish';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as lithuanian } from '@orama/stemmers/lithuanian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as serbian } from '@orama/stemmers/serbian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { stemmer as ukrainian } from '@orama/stemmers/ukrainian';
import { stopwords as bulgarianStops } from '@orama/stopwords/bulgarian';
import { stopwords as danishStops } from '@orama/stopwords/danish';
import { stopwords as dutchStops } from '@orama/stopwords/dutch';
import { stopwords as finnishStops } from '@orama/stopwords/finnish';
import { stopwords as frenchStops } from '@orama/stopwords/french';
import { stopwords as germanStops } from '@orama/stopwords/german';
import { stopwords as greekStops } from '@orama/stopwords/greek';
import { stopwords as hungarianStops } from '@orama/stopwords/hungarian';
import { stopwords as indonesianStops } from '@orama/stopwords/indonesian';
import { stopwords as irishStops } from '@orama/stopwords/irish';
import { stopwords as italianStops } from '@orama/stopwords/italian';
import { stopwords as lithuanianStops } from '@orama/stopwords/lithuanian';
import { stopwords as norwegianStops } from '@orama/stopwords/norwegian';
import { stopwords as portugueseStops } from '@orama/stopwords/portuguese';
import { stopwords as romanianStops } from '@orama/stopwords/romanian';
import { stopwords as russianStops } from '@orama/stopwords/russian';
import { stopwords as serbianStops } from '@orama/stopwords/serbian';
import { stopwords as spanishStops } from '@orama/stopwords/spanish';
import { stopwords as swedishStops } from '@orama/stopwords/swedish';
import { stopwords as turkishStops } from '@orama/stopwords/turkish';
import { stopwords as ukrainianStops } from '@orama/stopwords/ukrainian';
import type { Language } from './language.js';
import { tokenizeText } from './tokenize.js';

/** German function words that Snowball's list lacks: question words, quantities, separable prefixes. */
const GERMAN_MORE =
  'ab wann warum weshalb wieso wodurch wofür woher wohin womit woran worauf woraus worin worüber wovon wozu viel viele vielem vielen vieler vieles mehr'.split(
    ' ',
  );

/** Stemmer and stop words of Snowball by the name of the language; English has its own (`stem.ts`). */
const LANGUAGES: Readonly<
  Record<string, readonly [stem: (word: string) => string, stops: readonly string[]]>
> = {
  bulgarian: [bulgarian, bulgarianStops],
  danish: [danish, danishStops],
  dutch: [dutch, dutchStops],
  finnish: [finnish, finnishStops],
  french: [french, frenchStops],
  german: [german, [...germanStops, ...GERMAN_MORE]],
  greek: [greek, greekStops],
  hungarian: [hungarian, hungarianStops],
  indonesian: [indonesian, indonesianStops],
  irish: [irish, irishStops],
  italian: [italian, italianStops],
  lithuanian: [lithuanian, lithuanianStops],
  norwegian: [norwegian, norwegianStops],
  portuguese: [portuguese, portugueseStops],
  romanian: [romanian, romanianStops],
  russian: [russian, russianStops],
  serbian: [serbian, serbianStops],
  spanish: [spanish, spanishStops],
  swedish: [swedish, swedishStops],
  turkish: [turkish, turkishStops],
  ukrainian: [ukrainian, ukrainianStops],
};

/** Only plain words are stemmed: a name, a number or a word with signs in it stays as it is. */
const STEMMED = /^\p{L}{3,}$/u;

/** Returns a language by its name in the settings, or null if there is none of that name. */
export function findLanguage(name: string): Language | null {
  const [stemmer, stops] = (Object.hasOwn(LANGUAGES, name) && LANGUAGES[name]) || [];
  if (!stemmer) return null;
  return {
    name,
    stem: (word) => (STEMMED.test(word) ? stemmer(word) || word : word),
    stops: new Set(stops?.flatMap((word) => tokenizeText(word).map(({ text }) => text))),
  };
}
