import { type CallToken, isFlag, parseCallTokens } from './call-tokens.js';

/** One program that a command line starts. */
export interface ShellCommand {
  readonly words: readonly CallToken[];
  /** What it is called by: `git push`, `rg`. A program that only looks, or takes away, does nothing but that. */
  readonly only: string | null;
  /** Files that it writes by `>`. */
  readonly files: readonly string[];
  /** Packages that it adds to the project or the machine. */
  readonly adds: readonly CallToken[];
}

/** The programs of a command line, in their order. What is said in messages is left out. Never throws. */
export function parseShellCommands(line: string): readonly ShellCommand[] {
  return segments(found(withoutMessages(line))).flatMap(({ text: segment }) => {
    const [, starter, inner] = WITHIN.exec(segment) ?? [];
    if (starter !== undefined && inner !== undefined) return within(starter, inner);
    const words = named(parseCallTokens(segment));
    const files = writtenBy(segment);
    const only = files.some(isKept) ? null : isQuestion(segment) ? 'select' : onlyOf(words);
    return words.length === 0 ? [] : [{ words, only, files, adds: addedBy(segment) }];
  });
}

/** True for a query that changes nothing. */
const isQuestion = (segment: string): boolean =>
  ASKING_SQL.test(segment) &&
  /\b(?:select|explain|show|count|scan|ttl|info|keys|find)\b|\s['"]?[\\.][a-z]/i.test(segment) &&
  !CHANGING_SQL.test(segment);

/** A command line that another shell is given in quotes: `ssh web 'cd app && make'`, `bash -c "make"`. */
const WITHIN = /^\s*((?:sudo\s+)?(?:ssh\s[^'"]*|(?:ba|z|da)?sh\s+-\w*c\s+))['"]([\s\S]*)['"]\s*$/;

/** Its programs, each at the place where it is started. */
function within(starter: string, inner: string): readonly ShellCommand[] {
  const place = parseCallTokens(starter);
  return parseShellCommands(inner).map((one) => ({ ...one, words: [...one.words, ...place] }));
}

/** A command line as it is written, without messages, comments, text for people, and programs that only look. */
export function stripShellNoise(line: string): string {
  return segments(found(withoutMessages(line)))
    .filter(({ text }) => isDoing(text))
    .map(({ text, end }) => text + end)
    .join('');
}

function isDoing(segment: string): boolean {
  const [, , inner] = WITHIN.exec(segment) ?? [];
  if (inner !== undefined) return stripShellNoise(inner).trim() !== '';
  const only = onlyOf(named(parseCallTokens(segment)));
  return only === null || TAKING.has(only) || writtenBy(segment).some(isKept);
}

/** True for a file that somebody will look for again. */
const isKept = (path: string): boolean => !/^\/(?:dev|tmp)\/|\.\w*ignore$|\.(?:md|txt)$/.test(path);

/** What is done to all that `find` finds, as it is done to the place where it looks: `find a -delete` is `rm a`. */
const found = (line: string): string =>
  line
    .replace(/\bfind\s([^|;&]{0,400}?)\s-delete\b/g, 'rm $1')
    .replace(/\bfind\s([^|;&]{0,400}?)\s-exec(?:dir)?\s([^;|&+]{0,400}?)\{\}\s*(?:\\;|\+)?/g, '$2 $1')
    .replace(/\bfind\s([^|;&]{0,400}?)\|\s*xargs\s+((?:-\S+(?:\s+\d+)?\s+)*)([^|;&'"]*)/g, '$3 $1');

/** Messages of commits and of requests, and text that is only printed: they tell of things, and do none. */
const withoutMessages = (line: string): string =>
  line.replace(
    /(\s)(?:-[a-z]*m|--message|--body|--title|--notes)(?:\s+|=)("(?:[^"\\]|\\[\s\S])*"|'[^']*'|\$\(cat <<'?(\w+)'?[\s\S]*?\n\s*\3\s*\))/g,
    '$1-m',
  );

/** A program with its words as they are written, and what parts it from the next. */
interface Segment {
  readonly text: string;
  readonly end: string;
}

/** Parted where the shell parts them; quotes keep together what is in them. */
function segments(line: string): readonly Segment[] {
  const found: Segment[] = [];
  let text = '';
  for (const [piece] of line.matchAll(
    /"(?:[^"\\]|\\[\s\S])*"|'[^']*'|&&|\|\||[;|\n]|(?<=\s)#[^\n]*|[^"'&|;\n#]+|[\s\S]/g,
  )) {
    if (/^(?:&&|\|\||[;|\n])$/.test(piece)) {
      found.push({ text, end: piece });
      text = '';
    } else if (!/^# /.test(piece)) text += piece;
  }
  return [...found, { text, end: '' }].filter((one) => one.text.trim() !== '');
}

/** What only starts another program. */
const STARTERS: ReadonlySet<string> = new Set('sudo env time nohup npx exec xargs command'.split(' '));

/** Short forms by the program that takes them. */
const SHORT: readonly (readonly [program: string, short: string, long: string])[] = [
  ['npm', 'i', 'install'],
  ['pnpm', 'i', 'install'],
  ['bun', 'i', 'install'],
  ['push', '-f', '--force'],
  ['commit', '-n', '--no-verify'],
  ['docker-compose', 'docker-compose', 'docker compose'],
];

/** The words from the program on, its short forms written out. */
function named(words: readonly CallToken[]): readonly CallToken[] {
  const first = words.findIndex(({ whole }) => !STARTERS.has(whole) && !isFlag({ whole, roots: [] }));
  const own = first < 0 ? [] : words.slice(first);
  return own.flatMap((word, i) => {
    if (i === 0 && word.whole.includes('/')) return [{ ...word, whole: word.whole.split('/').at(-1) ?? '' }];
    const row = SHORT.find(
      ([program, short]) =>
        short === word.whole && own.slice(0, i + 1).some(({ whole }) => whole === program),
    );
    return row ? parseCallTokens(row[2]) : [word];
  });
}

const list = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Programs that look and change nothing, and those that take away. */
const LOOKING = list(
  'grep rg ag ack egrep fgrep cat less more head tail ls find fd wc tree stat file which type man info help echo printf diff cd pwd jq sort uniq ps top df du true test cksum md5sum sha256sum rm rmdir trash',
);

/** Of those, the ones that take away. */
const TAKING = list('rm rmdir trash remove uninstall tag fetch rmi branch true');

/** With these, what mostly looks changes something. */
const CHANGING = list('--upgrade --fix --write --delete -delete -exec -execdir fix');

const PACKAGES = 'ls list view info why outdated search help show uninstall remove rm freeze audit';
/** Words behind a program that make it such a one. */
const LOOKING_WORDS: readonly (readonly [programs: ReadonlySet<string>, words: ReadonlySet<string>])[] = [
  [list('git'), list('log show diff status blame grep branch ls-files rm fetch tag')],
  [
    list('npm pnpm yarn bun pip pip3 uv poetry cargo gem composer brew apt go flutter dart dotnet conda mix'),
    list(PACKAGES),
  ],
  [list('docker podman'), list('logs ps images inspect history rm rmi')],
  [list('kubectl helm'), list('get describe logs top list status')],
  [list('gh glab'), list('view list status search')],
  [list('terraform tofu pulumi'), list('fmt validate plan show output graph providers preview')],
  [list('systemctl service'), list('status is-active list-units show cat')],
  [list('alembic flyway liquibase'), list('history current heads show info validate status')],
  [list('crontab'), list('-l')],
];

/** A statement that only looks, given to a client of a database. */
const ASKING_SQL =
  /^\s*(?:\S+\s+){0,6}?(?:psql|sqlite3|mysql|mariadb|duckdb|clickhouse-client|bq|sqlcmd|mongosh|redis-cli)\b/i;
const CHANGING_SQL =
  /\b(?:insert|update|delete|drop|alter|create|truncate|grant|revoke|vacuum|reindex|copy|call|merge|replace|set|del|unlink|flush\w*|rename|import|restore|nextval|pg_terminate_backend|pg_cancel_backend|refresh|lock|expire|(?:delete|update|insert|drop|remove)(?:one|many|all)\w*)\b|<|\s-f\s|--file/i;

function onlyOf(words: readonly CallToken[]): string | null {
  const [program, ...more] = words.filter((one) => !isFlag(one)).map(({ whole }) => whole);
  if (program === undefined) return null;
  if (words.some(({ whole }) => whole === '--help' || whole === '--version')) return '--help';
  if (words.some(({ whole }) => CHANGING.has(whole))) return null;
  if (LOOKING.has(program)) return program;
  const row = LOOKING_WORDS.find(([programs]) => programs.has(program));
  return more.slice(0, 2).find((word) => row?.[1].has(word)) ?? null;
}

/** Words behind which packages are named. */
const ADDING =
  /\b(?:npm|pnpm|yarn|bun|pip3?|uv|poetry|cargo|gem|brew|apt(?:-get)?|go|pub|composer|dotnet|conda)\s+(?:add|install|i|get|require)\s+(.+)$/i;

/** The packages that a segment adds. */
const addedBy = (segment: string): readonly CallToken[] => parseCallTokens(ADDING.exec(segment)?.[1] ?? '');

const writtenBy = (segment: string): readonly string[] => [
  ...[...segment.matchAll(/(?:>>?|\btee(?:\s+-a)?)\s*([\w./~-]+)/g)].map(([, path = '']) => path),
  ...(IN_PLACE.test(segment)
    ? (segment.replace(/'[^']*'|"[^"]*"/g, ' ').match(/(?<=\s)[\w~./][\w./~*-]*/g) ?? [])
    : []),
];

/** Programs that change files where they lie. */
const IN_PLACE =
  /\b(?:sed|perl|ruby|clang-format)\b[^'"]*\s-\w*i|\b(?:prettier|eslint|gofmt|goimports|biome|stylelint)\b[^'"]*\s(?:--write|--fix|-w)\b|^\s*(?:\S+ run )?(?:black|isort|rustfmt|autopep8|swiftformat|truncate|shred)\s/;
