import type { TextRange } from '../../markdown/outline.js';
import { createFastRegex } from '../../text/ascii-regex.js';
import { FIRST_PERSON, PHRASE_CUES, type PhraseCue, SAME_SUBJECT, VETO_CUES } from './cues.data.js';
import { findFreeformDate } from './freeform-date.js';

/** A phrase that shows the type of a sentence. */
interface CueMatch {
  readonly phrase: PhraseCue;
  /** The range of the text that becomes the entry. */
  readonly start: number;
  readonly end: number;
}

/** Finds the strongest cue of all sentences that no veto cancels; of equal ones, the first in the table. */
export function findBestCue(plain: string, from: number): CueMatch | null {
  let best: CueMatch | null = null;
  for (const { start, end } of sentences(plain, from)) {
    const cue = phraseOf(plain.slice(start, end), start);
    if (cue && (best === null || rank(cue.phrase) < rank(best.phrase))) best = cue;
  }
  return best;
}

const rank = (phrase: PhraseCue): number =>
  PHRASE_CUES.indexOf(phrase) + (phrase.how === 'complaint' ? PHRASE_CUES.length : 0);

const SENTENCE_END = createFastRegex(
  /[.!?](?=\s|$)|\n(?=[ \t]{0,80}\n)/g,
  () => /[.!?](?=\s|$)|[!?](?=\p{Script=Han})|。|\n(?=[ \t]{0,80}\n)/gu,
);

function sentences(plain: string, from: number): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  let start = from;
  for (const { index } of plain.matchAll(SENTENCE_END(plain))) {
    if (index < start) continue;
    if (plain[index] !== '?') found.push({ start, end: index });
    start = index + 1 + (/^\s*/.exec(plain.slice(index + 1))?.[0].length ?? 0);
  }
  return [...found, { start, end: plain.length }].filter((span) => span.start < span.end);
}

/** Matches what any cue matches: most sentences have none. */
let anyCue: RegExp | undefined;

function phraseOf(sentence: string, offset: number): CueMatch | null {
  const opening = /^[*_]{1,3}/.exec(sentence)?.[0].length ?? 0;
  const body = sentence.slice(opening);
  anyCue ??= new RegExp(PHRASE_CUES.map((phrase) => patternOf(phrase).source).join('|'), 'i');
  if (!anyCue.test(body)) return null;
  for (const phrase of PHRASE_CUES) {
    const match = matchOf(phrase, body);
    if (!match || vetoed(phrase, body, match)) continue;
    const cut = phrase.keeps === 'rest' && opensWith(body, match);
    const start = cut ? match.end + gapAfter(body, match) + opening : 0;
    return { phrase, start: offset + start, end: offset + sentence.length };
  }
  return null;
}

/** Finds the first match of a cue that satisfies its condition on the speaker. */
function matchOf(phrase: PhraseCue, body: string): TextRange | null {
  const { ours } = phrase;
  const pattern = patternOf(phrase);
  pattern.lastIndex = 0;
  for (let match = pattern.exec(body); match; match = pattern.exec(body)) {
    const { 0: words, index } = match;
    const lead = body.slice(0, index);
    const before = ours ? (FIRST_PERSON.exec(lead) ?? (SAME_SUBJECT.test(lead) ? { index } : null)) : null;
    if (!ours || before) return { start: before?.index ?? index, end: index + words.length };
  }
  return null;
}

const compiled = new Map<PhraseCue, RegExp>();

function patternOf(phrase: PhraseCue): RegExp {
  const pattern = compiled.get(phrase) ?? phrase.pattern();
  compiled.set(phrase, pattern);
  return pattern;
}

/** A date between the phrase and what it says belongs to the phrase: `decided on 2026-05-12 to …`. */
const gapAfter = (body: string, { end }: TextRange): number => {
  const rest = body.slice(end);
  const date = findFreeformDate(rest);
  const isDated = date !== null && /^\s*(?:on )?$/.test(rest.slice(0, date.start));
  const dated = isDated ? /^,? (?:to|that) /.exec(rest.slice(date.end)) : null;
  return date && dated ? date.end + dated[0].length : (/^[\s,]*/.exec(rest)?.[0].length ?? 0);
};

/** Returns true if only the speaker precedes the phrase. */
const opensWith = (body: string, { start }: TextRange): boolean =>
  start === 0 ||
  /^(?:(?:we|i|it|the team|just)(?:[’']ve| have| has| just)?\s?){0,2}$/i.test(body.slice(0, start));

function vetoed(phrase: PhraseCue, body: string, { start, end }: TextRange): boolean {
  const before = body.slice(0, start).split(/[,;:]/).at(-1) ?? '';
  const after = body.slice(end);
  return VETO_CUES.some(
    (veto) =>
      (veto.types?.includes(phrase.type) ?? true) &&
      ((before !== '' && veto.before?.test(before)) || veto.after?.test(after) || false),
  );
}
