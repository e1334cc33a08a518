/** Patterns of error lines and their rank; the first match counts. */
const RANKS: readonly (readonly [pattern: RegExp, rank: number])[] = [
  [/^(?:npm (?:error|ERR!)|error:?|fatal:?)\s*$/i, 0],
  [/^npm (?:error|ERR!) (?:Lifecycle|code \d|path|command|workspace|location|errno)\b|^> |^make: \*\*\*/, 0],
  [
    /\bexit(?:ed)? (?:with )?(?:status|code)\b|\b(?:exiting now|previous errors|found \d+ (?:\w+ )?errors?)\b|^\d+ errors?$/i,
    0,
  ],
  [/\bA complete log of this run\b|^\s*hint: |^\s*at .+[:)]\d*\)?$|^node:internal/, 0],
  [
    /(?:^|\s)(?:\w*Error|\w+Exception|fatal|panic\w*|CONFLICT)\b.{0,500}: ?\S|\berror (?:\w{1,3}\d+|\[E\d+\])/,
    3,
  ],
  [/^(?:FAIL(?:ED)?:?|E|error|✗|×|not ok|!)\s+\S|\bFAILED\b|^-{3,} .+ stdout -{3,}$/i, 3],
  [/^\S*\[?rejected\]?|\[(?:remote )?rejected\]|: (?:error|fatal|No such|command not found)/i, 3],
  [
    /error|fail|cannot|can't|could not|not found|no such|denied|fatal|exception|refused|invalid|undefined|ERR!/i,
    2,
  ],
  [
    /unknown|unexpected|missing|expected|assert|unable|not compatible|unsupported|timed out|required|issues? found|multiple definition|duplicate|conflict|\[warn/i,
    2,
  ],
  [/^[a-z][\w.+-]{1,20}: [^:]{1,80}: \S/, 2],
];

/** A line that gives only an exit status. */
const STATUS = /^(?:error: )?(?:command failed with )?exit (?:code|status) \d+:?$/i;

const MOST_LINES = 8;
const MOST_CHARACTERS = 200;

/** Terminal colours and other control sequences. */
const CONTROL = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]`, 'g');

/** Returns the error lines of an output, the most specific first, each at most 200 characters. */
export function selectErrorLines(output: string): readonly string[] {
  const lines = output
    .replace(CONTROL, '')
    .split(/[\r\n]+/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '' && !STATUS.test(line));
  let rank = 0;
  let isOpen = false;
  const ranked = [...new Set(lines)].map((line) => {
    rank = Math.max(rankErrorLine(line), isOpen ? rank : 0);
    isOpen = rank > 0 && line.endsWith(':');
    return { line, rank };
  });
  const found = ranked.filter(({ rank }) => rank > 0);
  const chosen = found.length > 0 ? found : ranked.slice(0, 1);
  return chosen
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, MOST_LINES)
    .map(({ line }) => line.slice(0, MOST_CHARACTERS));
}

const rankErrorLine = (line: string): number => RANKS.find(([pattern]) => pattern.test(line))?.[1] ?? 0;
