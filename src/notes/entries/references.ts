/** File extensions that mark a name as a file even without a slash. */
const FILE_ENDINGS: ReadonlySet<string> = new Set(
  `c cc cfg cjs cpp cs css csv cts env go gradle graphql h hpp htm html ini java js json jsonc jsx kt lock md mdx mjs
  mts php proto py rb rs scss sh sql svelte swift tf toml ts tsx txt vue xml yaml yml cjsx ctsx mjsx mtsx`.split(
    /\s+/,
  ),
);

/** Something in the working tree or its history that an entry mentions. */
export interface CodeReference {
  readonly sort: 'path' | 'symbol' | 'script' | 'commit';
  /**
   * Normalised for lookup: a path without `./` and line, a symbol without its call, the name of a script, hex digits.
   */
  readonly name: string;
}

/**
 * Finds code references in a text: files and folders, symbols in backticks, npm scripts and commits, without
 * duplicates.
 */
export function findCodeReferences(text: string): readonly CodeReference[] {
  const near = text.slice(0, FAR);
  if (!NAMING.test(near) && !near.includes('`') && !isRun(near)) return [];
  const plain = near.includes('://') || near.includes('[[') ? near.replace(NOT_OURS, ' ') : near;
  const hasSpans = plain.includes('`');
  const quoted = hasSpans ? [...plain.matchAll(SPAN)].flatMap(([, span = '']) => inSpan(span.trim())) : [];
  const loose = inProse(hasSpans ? plain.replace(SPAN, ' ') : plain);
  const found = new Map([...quoted, ...loose].map((one) => [`${one.sort} ${one.name}`, one]));
  return [...found.values()].slice(0, MAX_COUNT);
}

/**
 * Finds symbols that are written without backticks and cannot be words of a language: `readToken`, `user_session`, `open()`.
 * Names of files and addresses are none.
 */
export function findBareSymbols(text: string): readonly CodeReference[] {
  const near = text.slice(0, FAR).replace(NOT_OURS, ' ').replace(SPAN, ' ');
  const names = new Set(
    near.split(/[\s,;[\]"“”«»]+/).flatMap((word) => BARE_SYMBOL.exec(word.slice(0, LONG))?.[1] ?? []),
  );
  return [...names].slice(0, MAX_COUNT).map((name) => ({ sort: 'symbol', name }));
}

const BARE_SYMBOL =
  /^\(?((?:[a-z][a-z0-9]*(?:[A-Z][a-z0-9]+)+|[a-z][a-z0-9]*(?:_[a-z0-9]+)+)(?=(?:\(\))?\)?[.:!?’']?$)|[A-Za-z_$][\w$]{2,60}(?=\(\)\)?[.:!?]?$))/;

/** Limit per entry. A text with more is a list, and checking each would be slow. */
const MAX_COUNT = 24;
/** Only the beginning of an entry is searched. */
const FAR = 4000;
/** Longer words are not file names. */
const LONG = 300;

/** URLs and wikilinks, which name other things. */
const NOT_OURS = /\b[A-Za-z][A-Za-z0-9+.-]{0,20}:\/\/\S+|\[\[[^[\]\n]*\]\]/g;
const SPAN = /`([^`\n]+)`/g;
const SCRIPT = /\b(?:npm|pnpm|yarn|bun) (?:run(?:-script)? ([\w:.-]+)|(test|start)\b)/g;
const RUNNERS = ['npm ', 'yarn ', 'bun '];
const COMMIT = /^(?=.*[0-9])[0-9a-f]{7,40}$/;
const SYMBOL = /^[A-Za-z_$][\w$]*(?:(?:\.|::|#)[A-Za-z_$][\w$]*)*(?:\(.*\))?$/;
const FILES_BY_NAME = /^(?:Makefile|Dockerfile|LICENSE|Procfile|Gemfile|Rakefile|Justfile)$/;

function inSpan(span: string): CodeReference[] {
  const scripts = scriptsIn(span);
  if (scripts.length > 0 || span.length > LONG) return scripts;
  if (COMMIT.test(span)) return [{ sort: 'commit', name: span }];
  const path = /\s/.test(span) ? null : pathIn(span);
  if (path !== null && (span.includes('/') || isFileName(path) || FILES_BY_NAME.test(path)))
    return [{ sort: 'path', name: path }];
  if (SYMBOL.test(span)) return symbolIn(span);
  return span.split(/\s+/).flatMap(pathsOf);
}

/** Finds references outside backticks, where a word must clearly look like a path or a commit. */
const inProse = (text: string): CodeReference[] => [
  ...scriptsIn(text),
  ...text.split(/[\s,;()[\]]+/).flatMap((word): CodeReference[] => {
    if (!NAMING.test(word) || word.length > LONG) return [];
    const bare = word.replace(TRAILING, '');
    return COMMIT.test(bare) && /[a-f]/.test(bare) ? [{ sort: 'commit', name: bare }] : pathsOf(word);
  }),
];

/** Characters that every path and commit contains. Most words contain none, so this check is fast. */
const NAMING = /[./0-9]/;
const TRAILING = /[.,;:!?'"»”’*_)\]]{1,9}$/;

function scriptsIn(text: string): CodeReference[] {
  if (!isRun(text)) return [];
  return [...text.matchAll(SCRIPT)].map(([, named, plain]) => ({
    sort: 'script',
    name: (named ?? plain ?? '').replace(/[.:-]{1,9}$/, ''),
  }));
}

const isRun = (text: string): boolean => RUNNERS.some((runner) => text.includes(runner));

/** Finds a symbol in a code span. A method is looked up by its own name; names of one or two letters are too common. */
function symbolIn(span: string): CodeReference[] {
  const [called = ''] = span.split('(');
  const name = called.split(/[.:#]/).at(-1) ?? '';
  return name.length < 3 ? [] : [{ sort: 'symbol', name }];
}

function pathsOf(word: string): CodeReference[] {
  if (word.length > LONG) return [];
  const path = pathIn(word.replace(/^['"«“‘*_(]+/, '').replace(TRAILING, ''));
  if (path === null || !(isFileName(path) || /[^/]\/$/.test(word))) return [];
  return [{ sort: 'path', name: path }];
}

/** True for a path or name with the ending of a file. */
export const isFileName = (path: string): boolean =>
  path.includes('.') && FILE_ENDINGS.has(path.slice(path.lastIndexOf('.') + 1).toLowerCase());

/** Parses a path below the working tree, or returns null. Paths that leave it, patterns and versions do not count. */
function pathIn(word: string): string | null {
  const placed =
    word.includes(':') || word.includes('#')
      ? word.replace(/(?::\d{1,7}(?:[-:]\d{1,7})?|#L\d{1,7}(?:-L?\d{1,7})?)$/, '')
      : word;
  const below = placed.startsWith('./') ? placed.replace(/^(?:\.\/)+/, '') : placed;
  const path = below.endsWith('/') ? below.replace(/\/{1,9}$/, '') : below;
  if (!/[^\d\s./_-]/.test(path) || /^[/~]|[\\*{}<>|"'`=$]|\/\/|^[\w+.-]+@[\w.-]+$/.test(path)) return null;
  return path.split('/').includes('..') ? null : path;
}
