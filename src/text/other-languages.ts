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
import type { Language } from './language.js';

/** Snowball's stemmers by the name of the language; English has one of its own (`stem.ts`). */
const STEMMERS: Readonly<Record<string, (word: string) => string>> = {
  bulgarian,
  danish,
  dutch,
  finnish,
  french,
  german,
  greek,
  hungarian,
  indonesian,
  irish,
  italian,
  lithuanian,
  norwegian,
  portuguese,
  romanian,
  russian,
  serbian,
  spanish,
  swedish,
  turkish,
  ukrainian,
};

/** Only plain words are stemmed: a name, a number or a word with signs in it stays as it is. */
const STEMMED = /^\p{L}{3,}$/u;

/** A language by its name in the settings, or null where there is none of that name. */
export function findLanguage(name: string): Language | null {
  const stemmer = Object.hasOwn(STEMMERS, name) ? STEMMERS[name] : undefined;
  return stemmer ? { name, stem: (word) => (STEMMED.test(word) ? stemmer(word) || word : word) } : null;
}
