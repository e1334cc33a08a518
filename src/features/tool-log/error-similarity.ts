/** The words of an error: those that name something, and the others. */
interface ErrorWords {
  readonly names: ReadonlySet<string>;
  readonly plain: ReadonlySet<string>;
  /** The names that are no codes: files, packages, identifiers. */
  readonly things: ReadonlySet<string>;
  /** The whole line in lower case, with a blank before and after it. */
  readonly line: string;
}

/** Weight of a word that names something (`TS2732`, `returned_at`, `'dayjs'`) beside one of the language. */
const NAME_WEIGHT = 3;
/** Share of the plain words that two lines of the same error have in common. */
const SAME_WORDS = 0.75;
/** Lines with less weight in common say nothing (`Error: failed`). */
const LEAST_COMMON = 2;
/** Share of the weight of the lines in question that must be found in the other error. */
const SAME_ERROR = 0.7;

/** Returns true if two errors are the same. */
export const isSameError = (one: readonly string[], other: readonly string[]): boolean =>
  rateSameError(one, other) > 0;

/**
 * Returns the share of an error, as its lines that say what failed, that another one has too; 0 if they are not the same: paths,
 * places, numbers, versions and times may differ, names may not.
 */
export function rateSameError(one: readonly string[], other: readonly string[]): number {
  const [sought, known] = [one.map(splitErrorWords), other.map(splitErrorWords)];
  const [mine, theirs] = [sought, known].map((lines) => new Set(lines.flatMap(({ things }) => [...things])));
  if (mine?.size && theirs?.size && intersect(mine, theirs).size === 0) return 0;
  const weights = sought.map(weighWords);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return 0;
  const found = sought.reduce((sum, line, at) => {
    const isKnown = known.some((two) => isWithin(line, two) || isWithin(two, line) || isSameLine(line, two));
    return sum + (isKnown ? (weights[at] ?? 0) : 0);
  }, 0);
  return found / total >= SAME_ERROR ? found / total : 0;
}

/** Returns true if two errors have the same words, without the parts that differ from run to run. */
export function isEqualError(one: readonly string[], other: readonly string[]): boolean {
  const [mine, theirs] = [one, other].map((lines) => {
    const words = lines.map(splitErrorWords);
    return new Set(words.flatMap(({ names, plain }) => [...names, ...plain]));
  });
  return Boolean(
    mine?.size && theirs && mine.size === theirs.size && intersect(mine, theirs).size === mine.size,
  );
}

/** The words of lines that name something: codes, quoted words, file names, identifiers; in lower case. */
export const listErrorNames = (lines: readonly string[]): readonly string[] => [
  ...new Set(lines.flatMap((line) => [...splitErrorWords(line).names])),
];

function isSameLine(one: ErrorWords, other: ErrorWords): boolean {
  const isMissing = (from: ReadonlySet<string>, of: ReadonlySet<string>) =>
    [...from].some((word) => !of.has(word));
  const [left, right] = [isMissing(one.names, other.names), isMissing(other.names, one.names)];
  if (left && right) return false;
  if ((left && isMissing(other.plain, one.plain)) || (right && isMissing(one.plain, other.plain)))
    return false;
  const plain = intersect(one.plain, other.plain);
  if (2 * plain.size < SAME_WORDS * (one.plain.size + other.plain.size)) return false;
  return weighWords({ names: intersect(one.names, other.names), plain }) >= LEAST_COMMON;
}

/** True if a line that names something is a part of another: tools print marks, times and levels before an error, and words behind its code. */
const isWithin = (part: ErrorWords, line: ErrorWords): boolean =>
  part.names.size > 0 &&
  (line.line.includes(part.line) ||
    (isCode(part) && intersect(part.names, line.names).size === part.names.size));

const isCode = ({ plain, things }: ErrorWords): boolean => plain.size + things.size === 0;

/** A sign or an `E` that a test runner prints before a line. */
const MARK = /^\s*(?:E|[^\p{L}\p{N}\s'"`([{<$@/~.-]{1,3})\s+(?=\S)/u;

const intersect = (one: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...one].filter((word) => other.has(word)));

const weighWords = ({ names, plain }: Pick<ErrorWords, 'names' | 'plain'>): number =>
  NAME_WEIGHT * names.size + plain.size;

/** Splits a line into words, without the parts that differ from run to run. */
function splitErrorWords(line: string): ErrorWords {
  const names = new Set<string>();
  const things = new Set(packagesIn(line));
  const addName = (word: string) =>
    CODE.test(word) ? names.add(word.toLowerCase()) : things.add(word.toLowerCase().replace(/\d+/g, '#'));
  const clean = line
    .replace(MARK, '')
    .replace(/\bnpm ERR!/g, 'npm error')
    .replace(/\b\d{4}-\d\d-\d\d[T ]?[\d:_.-]*Z?/g, ' ')
    .replace(/(?<!\S)\S{0,300}[/\\:][\w.-]{1,100}\.git\b(?!\/)/g, ' ')
    .replace(/(?<![\w.~@/\\-])(?:[\w.~@-]*[/\\])*[\w.@-]+\.\w+(?=:\d|\(\d| \d+:\d)/g, ' ')
    .replace(/(?<=['"`] )(?:from|imported by|required by) (['"`])[^'"`\s]{1,300}\1/g, ' ')
    .replace(/\b(?:in|at) \S{1,300} line \d+|\([/~.][^\s()]{1,300}\)/gi, ' ')
    .replace(/(?<=['"`\s])[/~](?:[\w.-]+\/)*(?:[\w-]*|\d[\d.]*)(?=['"`\s])/g, ' ')
    .replace(/(?<!\S)\S{0,200}\/(?:node_modules|site-packages|dist-packages)\/\S{1,200}/g, ' ')
    .replace(/(?<![\w.~@/\\-])(?:[\w.~@-]*[/\\])+([\w.@-]+)/g, (path, last) => {
      if (/^[\w@-]/.test(path) && /[a-z]/i.test(last)) things.add(last.toLowerCase().replace(/\d+/g, '#'));
      return ` ${last} `;
    })
    .replace(/\(\d+,\d+\)|\[\d+\]|(?::\d+)+|@v?\d[\w.-]*/g, ' ')
    .replace(/\b0x[\da-f]+\b|(?<![\w.])-?\d[\d.,]*(?:ms|s|%)?(?![\w])/gi, ' ');
  const plain = new Set<string>();
  for (const quoted of clean.matchAll(/['"`]([^'"`]{1,60})['"`]/g)) {
    const words = quoted[1]?.trim().toLowerCase() ?? '';
    if (/[a-z]/.test(words)) things.add(words.replace(/\d+/g, '#'));
  }
  for (const word of clean.match(/(?<![\w-])[a-z]+(?:-[a-z]+){2,}(?![\w-])/g) ?? []) things.add(word);
  for (const word of clean.match(/[\p{L}\p{N}_.$-]+/gu) ?? []) {
    const bare = word.replace(/^[.-]+(?=\w{3})|(?<![.$-])[.$-]+$/g, '');
    if (!/\p{L}/u.test(bare)) continue;
    if (isErrorName(bare)) addName(bare);
    else plain.add(bare.toLowerCase());
  }
  for (const word of things) names.add(word);
  for (const word of names) plain.delete(word);
  return {
    names,
    plain,
    things,
    line: ` ${line.replace(MARK, '').toLowerCase().replace(/\s+/g, ' ').trim()} `,
  };
}

/** Codes of errors: `ENOENT`, `TS2732`, `E0382`, `ERR_MODULE_NOT_FOUND`. */
const CODE = /^[A-Z]+(?:_[A-Z]+)*\d*$/;

/** Names of packages, which stand before a version: `react@17.0.2`. */
const packagesIn = (line: string): readonly string[] =>
  [...line.matchAll(/(?<![\w@/-])(@?[\w./-]{1,100})@[v^~"'>=<]{0,2}\d/g)].map(([, name = '']) =>
    name.toLowerCase(),
  );

/** Codes, identifiers and file names; an error class counts as a plain word. */
const isErrorName = (word: string): boolean =>
  !/(?:Error|Exception)$/.test(word) &&
  (/[A-Za-z][_.][A-Za-z]|[a-z][A-Z]|[A-Za-z]\d|^[A-Z]{4,}$/.test(word) || word.includes('_')) &&
  !/^(?:FAIL(?:ED)?|ERR|ERROR|CONFLICT|JSON\.parse)$/.test(word);
