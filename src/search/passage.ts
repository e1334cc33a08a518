/** Longer texts are shown as their best passage (characters). */
const WHOLE = 300;
/** Length of a passage (characters). */
const PASSAGE = 240;

/** A sentence, a row of a table or a line of code: the least that a passage shows. */
interface Unit {
  readonly text: string;
  /** The first row of its table, if it is a later one. */
  readonly header: string | null;
}

/**
 * Returns a text in one line; a long one is cut to the sentences with most of the matched words, weighed by rarity, and to
 * what follows them. `…` marks what is left out. A row of a table is shown below the first row.
 */
export function cutPassage(text: string, rarities: ReadonlyMap<string, number>): string {
  if (text.length <= WHOLE && !/[\r\n]/.test(text)) return text;
  const units = splitUnits(text);
  const whole = joinTexts(units.map((unit) => unit.text));
  if (whole.length <= WHOLE) return whole;
  const found = units.map((unit) => listMatches(unit.text, rarities));
  let [first, end] = findBestRun(units, found, rarities);
  let length = measureRun(units, first, end);
  const takes = (unit: Unit | undefined): boolean => {
    if (!unit || length + unit.text.length + 1 > PASSAGE) return false;
    length += unit.text.length + 1;
    return true;
  };
  while (takes(units[end])) end++;
  while (first > 0 && takes(units[first - 1])) first--;
  const header = units[first]?.header;
  return joinTexts([
    ...(header ? [header] : []),
    ...(first > (header ? 1 : 0) ? ['…'] : []),
    ...units.slice(first, end).map((unit) => unit.text),
    ...(end < units.length ? ['…'] : []),
  ]);
}

/** Joins texts by blanks; no blank is behind a Chinese full stop. */
const joinTexts = (texts: readonly string[]): string =>
  texts.join(' ').replace(/(?<=[。！？，；：]) (?!…)/g, '');

/** Returns the run of units, no longer than a passage, whose different words are rarest together; the shortest of several. */
function findBestRun(
  units: readonly Unit[],
  found: readonly (readonly string[])[],
  rarities: ReadonlyMap<string, number>,
): readonly [first: number, end: number] {
  let best = { first: 0, end: 1, gain: 0, length: 0 };
  for (let first = 0; first < units.length; first++) {
    const seen = new Set<string>();
    let [gain, length] = [0, 0];
    for (let at = first; at < units.length; at++) {
      length += units[at]!.text.length + 1;
      if (at > first && length > PASSAGE) break;
      for (const word of found[at]!) {
        // A repetition counts a little, so that of two sentences the one that says more about the words is shown.
        gain += (rarities.get(word) ?? 0) * (seen.has(word) ? REPEATED : 1);
        seen.add(word);
      }
      if (gain > best.gain || (gain === best.gain && gain > 0 && length < best.length))
        best = { first, end: at + 1, gain, length };
    }
  }
  return [best.first, best.end];
}

/** What a repeated word counts. */
const REPEATED = 0.01;

const measureRun = (units: readonly Unit[], first: number, end: number): number =>
  units.slice(first, end).reduce((sum, { text }) => sum + text.length + 1, 0);

/** Lists the matched words of a text. Words of Chinese are found anywhere, because no blank is beside them. */
function listMatches(text: string, rarities: ReadonlyMap<string, number>): string[] {
  const lower = text.toLowerCase();
  const words = (lower.match(/[\p{L}\p{N}][\p{L}\p{N}_.-]*/gu) ?? []).flatMap((word) => [
    word.replace(/(?<![.-])[.-]+$/, ''),
    ...(/[-_.]/.test(word) ? word.split(/[-_.]/) : []),
  ]);
  const unparted = [...rarities.keys()].filter(
    (word) => !/^[\p{ASCII}]*$/u.test(word) && lower.includes(word),
  );
  return [...words.filter((word) => rarities.has(word)), ...unparted.filter((word) => !words.includes(word))];
}

/** Splits a text into sentences, rows of tables, items and lines of code. */
function splitUnits(text: string): readonly Unit[] {
  const units: Unit[] = [];
  let header: string | null = null;
  let open: string[] = [];
  let isCode = false;
  const close = () => {
    for (const sentence of splitSentences(open.join(' '))) units.push({ text: sentence, header: null });
    open = [];
  };
  for (const line of text.split(/\r\n|\n|\r/)) {
    const plain = line.trim().replace(/^(?:>\s?)+/, '');
    const isRow = !isCode && plain.startsWith('|');
    if (!isRow) header = null;
    if (/^(?:```|~~~)/.test(plain)) {
      close();
      isCode = !isCode;
    } else if (isRow || isCode) {
      close();
      if (plain === '' || /^[|:\s-]+$/.test(plain)) continue;
      for (const part of cutLong(plain)) units.push({ text: part, header });
      if (isRow) header ??= plain;
    } else {
      if (plain === '' || /^(?:[-*+]|\d{1,9}[.)])\s/.test(plain)) close();
      if (plain !== '') open.push(plain);
    }
  }
  close();
  return units;
}

/** Splits a paragraph into sentences, and a very long sentence into clauses. */
const splitSentences = (text: string): string[] =>
  splitAfter(text, /[.!?]["”»)]?\s|[。！？]/g).flatMap((sentence) =>
    sentence.length <= PASSAGE
      ? [sentence]
      : splitAfter(sentence, /[,;:]\s|[，；：]|\s[-–—]\s/g).flatMap(cutLong),
  );

function splitAfter(text: string, pattern: RegExp): string[] {
  const ends = [...text.matchAll(pattern)].map(({ 0: mark, index }) => index + mark.length);
  return [0, ...ends].map((from, at) => text.slice(from, ends[at] ?? text.length).trim()).filter(Boolean);
}

/** Cuts a text that is longer than a passage, at blanks if there are any. */
function cutLong(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > PASSAGE) {
    const blank = rest.lastIndexOf(' ', PASSAGE / 2);
    const at = blank > 0 ? blank : PASSAGE / 2;
    parts.push(rest.slice(0, at));
    rest = rest.slice(at).trimStart();
  }
  return [...parts, rest].filter(Boolean);
}
