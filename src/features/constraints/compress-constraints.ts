import { parseStatement, type Statement } from '../../matching/similarity/statement.js';
import { parseExcludedPaths } from '../../records/failure.js';
import { CONSTRAINT_WORDS } from './vocabulary.data.js';

/** Constraints that speak of one thing, under its symbolic name. */
export interface ConstraintGroup {
  /** What is wanted, as far as it is known. */
  readonly strategy: readonly string[];
  readonly rejected: readonly string[];
  /** Every constraint of the group, word for word. */
  readonly raw: readonly string[];
}

/** One thing that some constraints want and others refuse. */
interface ConstraintConflict {
  readonly group: string;
  readonly name: string;
  readonly wanted: readonly string[];
  readonly refused: readonly string[];
}

/** Constraints in fewer lines; none is lost: each is in a group, or among the rest. */
export interface CompressedConstraints {
  readonly symbolic: Readonly<Record<string, ConstraintGroup>>;
  /** Those of no group, word for word. */
  readonly constraints: readonly string[];
  readonly conflicts: readonly ConstraintConflict[];
  /** How many more lines are left than were requested; none was dropped. */
  readonly over: number;
}

/** Groups constraints as the seed's SDK does (MindSave §SDK Usage), by whole words and polarity. */
export class ConstraintCompressor {
  private readonly raw: string[] = [];

  constructor(private readonly maxConstraints = 20) {}

  /** Adds a constraint; the same words count once. */
  addConstraint(text: string): void {
    const plain = text.trim();
    if (plain !== '' && !this.raw.includes(plain)) this.raw.push(plain);
  }

  compress(): CompressedConstraints {
    const found = this.raw.map((raw) => ({ raw, stances: stancesIn(raw) }));
    const names = Object.keys(CONSTRAINT_WORDS).filter((group) =>
      found.some(({ stances }) => stances.some((one) => one.group === group)),
    );
    const groups = names.map((group) => [group, groupOf(group, found)] as const);
    const constraints = found.filter(({ stances }) => stances.length === 0).map(({ raw }) => raw);
    return {
      symbolic: Object.fromEntries(groups.map(([name, { group }]) => [name, group])),
      constraints,
      conflicts: groups.flatMap(([, { conflicts }]) => conflicts),
      over: Math.max(0, groups.length + constraints.length - this.maxConstraints),
    };
  }
}

/** Layer 2 with its constraints grouped (MindSave §SDK Usage). */
export function compressLayer2(
  constraints: readonly string[],
  decisions: readonly string[] = [],
  excludedPaths: readonly string[] = [],
) {
  return {
    ...compressConstraints(constraints),
    decisions: [...new Set(decisions)],
    failure_graph: parseExcludedPaths(excludedPaths),
  };
}

/** The constraints, grouped. */
export function compressConstraints(constraints: readonly string[]): CompressedConstraints {
  const compressor = new ConstraintCompressor(20);
  for (const constraint of constraints) compressor.addConstraint(constraint);
  return compressor.compress();
}

/** A thing that a constraint names, and whether it wants it. */
interface Stance {
  readonly group: string;
  readonly name: string;
  readonly side: 'wanted' | 'refused' | 'both';
  /** Where it is refused: `in localStorage`; empty for everywhere. */
  readonly where: string;
}

/** Plain words that only look like a name. */
const IDIOMS = /\bthe rest\b|\brest (?:of|assured|day)\b|\b(?:this|training|planning) session\b/g;

/** A word of the vocabulary, and the thing that it names. */
interface Word {
  readonly group: string;
  readonly name: string;
  readonly word: string;
}

const WORDS: readonly Word[] = Object.entries(CONSTRAINT_WORDS).flatMap(([group, things]) =>
  Object.entries(things).flatMap(([name, words]) => words.map((word) => ({ group, name, word }))),
);

function stancesIn(raw: string): readonly Stance[] {
  const low = raw.toLowerCase().replace(IDIOMS, (idiom) => ' '.repeat(idiom.length));
  const spans = WORDS.filter(({ word }) => low.includes(word)).flatMap((one) =>
    placesOf(one.word, low).map((at) => ({ ...one, at, end: at + one.word.length })),
  );
  // "tailwind css" names Tailwind once, and "json web token" no token: the longest name at a place counts.
  const longest = spans.filter(
    (one) =>
      !spans.some(
        (other) =>
          other !== one && other.at <= one.at && one.end <= other.end && other.word.length > one.word.length,
      ),
  );
  if (longest.length === 0) return [];
  const saying = parseStatement(raw);
  const stances = longest.map(({ group, name, word, at, end }) => {
    const side = sideOf(word, saying);
    return {
      group,
      name,
      side,
      where: readPlace(raw, end),
      isStated: side !== 'wanted' || isWanted(low, at, end),
    };
  });
  return stances
    .filter(({ isStated }) => isStated)
    .filter(
      (one, at, all) => all.findIndex((other) => other.name === one.name && other.side === one.side) === at,
    );
}

/** True where a word of choice precedes the thing. */
const CHOOSES =
  /\b(?:us(?:e|es|ed|ing)|prefer(?:s|red)?|cho(?:ose|oses|osen|se)|pick(?:ed)?|adopt(?:ed)?|require[sd]?|need(?:s|ed)?|want(?:s|ed)?|with|via|by|through|over|go(?:es)? for|stick to|switch(?:ed)? to|migrate[d]? to|move[d]? to|based on|built on|runs? on|stays? on|stick with|only|must be|should be|always|as|is|are|like)\b|使用|采用|选择|用|存|以|基于/;
/** Words between the choosing word and the thing, at most. */
const NEAR = 60;
/** `PostgreSQL`, `REST API first`: a line that begins with the thing and has at most so many words is the choice itself. */
const FEW_WORDS = 4;

/** True where the line wants a thing; one that is only mentioned is no strategy. */
function isWanted(low: string, at: number, end: number): boolean {
  const before = low.slice(Math.max(0, at - NEAR), at);
  if (CHOOSES.test(before.slice(Math.max(before.lastIndexOf('.'), before.lastIndexOf(';')) + 1))) return true;
  if (/^[\s,]*(?:only|first|is (?:required|a must|mandatory|preferred))\b/.test(low.slice(end))) return true;
  return (
    low.slice(0, at).trim() === '' &&
    low.trim().split(/\s+/).length <= FEW_WORDS &&
    !/\d/.test(low.slice(end))
  );
}

/** The words that limit a refusal, up to the end of the clause; empty where it is refused altogether. */
const readPlace = (raw: string, end: number): string =>
  /^[^\S\n]+((?:in|inside|on|for|from|at|within|outside|during|when|before|after|as|to|into)\s[^,.;:—–()]+)/i
    .exec(raw.slice(end))?.[1]
    ?.replace(/\s(?:-|because|since|so that)\s.*$/i, '')
    .trim() ?? '';

/** The place of a whole word: "restart" is not REST. Chinese has no spaces between words. */
function placesOf(word: string, text: string): number[] {
  const found: number[] = [];
  const open = isHan(word[0]) ? () => true : (at: number) => !isLetter(text[at - 1]);
  const closed = isHan(word.at(-1)) ? () => true : (at: number) => !isLetter(text[at]);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (open(at) && closed(at + word.length)) found.push(at);
  return found;
}

const isHan = (letter: string | undefined): boolean => letter !== undefined && /[\u3400-\u9fff]/.test(letter);
const isLetter = (letter: string | undefined): boolean =>
  letter !== undefined && /[a-z0-9_\u00c0-\u024f]/i.test(letter);

/** The polarity of the words that name a thing. */
function sideOf(word: string, { words }: Statement): Stance['side'] {
  const parts = words.filter(({ form, stem }) => form !== '' && (word.includes(form) || word.includes(stem)));
  const { polarity = 'said' } = parts.toSorted((a, b) => b.form.length - a.form.length)[0] ?? {};
  if (polarity === 'both') return 'both';
  return polarity === 'denied' ? 'refused' : 'wanted';
}

interface Found {
  readonly raw: string;
  readonly stances: readonly Stance[];
}

/** What a group wants and refuses; a thing both wanted and refused is a conflict instead. */
function groupOf(group: string, found: readonly Found[]) {
  const said = found.flatMap(({ raw, stances }) =>
    stances.filter((one) => one.group === group).map((one) => ({ raw, ...one })),
  );
  const sides = [...new Set(said.map(({ name }) => name))].flatMap((name) => {
    const own = said.filter((one) => one.name === name);
    const wanted = own.filter(({ side }) => side !== 'refused');
    const refused = own.filter(({ side }) => side !== 'wanted');
    const everywhere = refused.filter(({ where, side }) => where === '' || side === 'both');
    const places = [...new Set(refused.map(({ where }) => where))].filter(Boolean);
    return [
      { group, name, wanted: listRaw(wanted), refused: listRaw(everywhere) },
      ...places.map((where) => ({
        group,
        name: `${name} ${where}`,
        // Who wants a thing for one place contradicts who refuses it for that very place.
        wanted: listRaw(wanted.filter((one) => one.where === where && one.side !== 'both')),
        refused: listRaw(refused.filter((one) => one.where === where && one.side !== 'both')),
      })),
    ];
  });
  return {
    group: {
      strategy: sides
        .filter(({ wanted, refused }) => wanted.length > 0 && refused.length === 0)
        .map(({ name }) => name),
      rejected: sides
        .filter(({ wanted, refused }) => refused.length > 0 && wanted.length === 0)
        .map(({ name }) => name),
      raw: [...new Set(said.map(({ raw }) => raw))],
    },
    conflicts: sides.filter(({ wanted, refused }) => wanted.length > 0 && refused.length > 0),
  };
}

const listRaw = (stances: readonly { readonly raw: string }[]): readonly string[] => [
  ...new Set(stances.map(({ raw }) => raw)),
];

/** A group on one line, for a layer with a budget. */
export const formatGroup = ({ strategy, rejected }: Pick<ConstraintGroup, 'strategy' | 'rejected'>): string =>
  [...strategy, ...rejected.map((name) => `not ${name}`)].join('; ') || 'in conflict';
