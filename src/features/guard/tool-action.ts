import { normalizeWords } from './call-words.js';
import { getBaseName, parseShellCommands, type ShellCommand } from './parse-shell.js';

/** A tool call that is about to run, in the form that the guard reads. */
export interface GuardedCall {
  readonly tool: string;
  /** The command, a skill with its arguments, or the prompt of a sub-agent. */
  readonly words: string;
  readonly files?: readonly string[];
  /** The new text, and the text that it replaces. */
  readonly text?: string;
  readonly before?: string;
}

/** A program that a call starts. */
export interface CallCommand extends ShellCommand {
  /** True if it only reads, prints or shows help. */
  readonly isLooking: boolean;
  /** True if it adds or fetches packages or images. */
  readonly isAdding: boolean;
}

/** What a call would do. */
export interface ToolAction {
  readonly commands: readonly CallCommand[];
  /** Files that are written. */
  readonly files: readonly string[];
  /** New lines of code, without comments; also code that is passed to an interpreter. */
  readonly lines: readonly string[];
  /** True if the lines declare dependencies of a project. */
  readonly isManifest: boolean;
}

/** Characters of a text that are read. */
const MAX_CHARS = 20_000;

/** Describes what a call would do, from its new text without comments and prose. A sub-agent's own calls are checked when it makes them. */
export function describeCall({ tool, words, files = [], text = '', before = '' }: GuardedCall): ToolAction {
  const isShell = tool === 'Bash' || tool === 'Skill' || (tool.startsWith('mcp__') && !isAsking(tool));
  const commands = isShell ? parseShellCommands(words.slice(0, MAX_CHARS)).map(describeCommand) : [];
  const isWriting = !tool.startsWith('mcp__') || !isAsking(tool);
  const written = isWriting ? files : [];
  const isProse = written.length === 0 || written.some((file) => PROSE.test(file) || IGNORE_FILES.test(file));
  const scripts = [
    ...commands.filter(({ isLooking }) => !isLooking).flatMap(({ words: own }) => scriptsIn(own)),
    ...(isShell ? listWrittenByShell(words.slice(0, MAX_CHARS), commands) : []),
  ].filter((line) => !ONLY_ASKS.test(line));
  return {
    commands,
    files: [...written, ...commands.flatMap(({ writes }) => writes), ...scripts.flatMap(findWrittenPaths)],
    lines: [...(isProse ? [] : listNewLines(text, before, written[0] ?? '')), ...scripts],
    isManifest: [...written, ...commands.flatMap(({ writes }) => writes)].some((file) => MANIFEST.test(file)),
  };
}

/** Names of tools of MCP servers that change nothing. */
const isAsking = (tool: string): boolean =>
  tool.startsWith('mcp__daybook__') ||
  /(?:^|_|-)(?:get|list|search|read|fetch|find|view|describe|query|show|history|status|snapshot|screenshot|inspect|lookup)(?:_|-|$)/i.test(
    tool.split('__').slice(2).join('_'),
  );

/** Lists new lines, without comments. */
function listNewLines(text: string, before: string, file: string): readonly string[] {
  const of = (one: string) =>
    stripComments(one.slice(0, MAX_CHARS), file)
      .split('\n')
      .map((line) => line.trim().slice(0, MAX_LENGTH))
      .filter(Boolean);
  const had = new Set(of(before));
  return of(text).filter((line) => !had.has(line) && !BANS.test(line));
}

/** A line that forbids or removes a thing. */
const BANS =
  /no-restricted|disallow|\b(?:forbid|ban|deny|exclud|prohibit)\w*['"]?\s*[:=([]|:remove\b|\bnot\.to|assertNot|refute/i;

const MAX_LENGTH = 500;

const PAIRS: readonly (readonly [string, string])[] = [
  ['/*', '*/'],
  ['<!--', '-->'],
  ['"""', '"""'],
];

/** Removes comments, by the comment signs of common languages. */
function stripComments(text: string, file: string): string {
  const code = PAIRS.reduce((rest, [open, close]) => withoutPairs(rest, open, close), text);
  const tex = /\.(?:tex|sty|cls|bib|erl|m)$/i.test(file);
  const dashes = /\.(?:sql|lua|hs|elm|adb)$/i.test(file);
  return code
    .split('\n')
    .map((line) => {
      if (DIRECTIVE.test(line)) return line;
      const own = line.replace(
        /(?<![:\w"'`])\/\/.*$|(?<=^|\s)#(?!\w+\(|!?\[|include\b|define\b|pragma\b).*$/,
        '',
      );
      return tex ? own.replace(/(?<!\\)%.*$/, '') : dashes ? own.replace(/--.*$/, '') : own;
    })
    .join('\n');
}

/** A comment of one word that orders something: `// @ts-expect-error`, `# type:ignore`, `// eslint-disable-line`. */
const DIRECTIVE = /^\s*(?:\/\/|#)\s*(?:@[\w-]+|[a-z0-9]+[-:][\w:-]+|noqa)\s*$/;

function withoutPairs(text: string, open: string, close: string): string {
  let left = '';
  let at = 0;
  for (let start = text.indexOf(open); start >= 0; start = text.indexOf(open, at)) {
    const end = text.indexOf(close, start + open.length);
    if (end < 0) break;
    left += `${text.slice(at, start)} `;
    at = end + close.length;
  }
  return left + text.slice(at);
}

/** Prose files and ignore files. */
const PROSE = /\.(?:md|mdx|markdown|rst|adoc)$|(?<!CMakeLists|conanfile|requirements[\w-]*)\.txt$/i;
const IGNORE_FILES = /(?:^|\/)\.\w*ignore$/;
const MANIFEST =
  /\.(?:gradle|kts|toml|csproj|props|bb|bbappend|conf|nix|cmake|ya?ml)$|(?:^|\/)(?:package\.json|pom\.xml|requirements[\w.-]*\.txt|(?:conanfile|CMakeLists)\.txt|pipfile|go\.mod|gemfile|composer\.json|mix\.exs|podfile|package\.swift|dockerfile[\w.-]*)$/i;

/** A query that changes nothing. */
const ONLY_ASKS = /^\s*(?:show|select|explain|describe|\\d)\b/i;

/** Lists the text that a line passes by `<<` to a program or a file, prints into a file, or puts in with `sed`. */
function listWrittenByShell(line: string, commands: readonly CallCommand[]): readonly string[] {
  const found = commands.flatMap(({ words: [program = '', ...rest], writes, isLooking }) => {
    if (/^(?:echo|printf)$/.test(program))
      return writes.some((path) => !PROSE.test(path)) ? [rest.join(' ')] : [];
    if (!/^g?sed$/.test(program) || isLooking) return [];
    return rest.flatMap((word) => {
      const [, old, text] = /^s[/|#,]/.test(word) ? word.split(word.charAt(1)) : [];
      return text === undefined || text === old ? [] : [text.replaceAll('\\', '')];
    });
  });
  for (const [, , end = ''] of line.matchAll(/<<-?\s*(['"]?)(\w+)\1/g)) {
    const start = line.indexOf('\n', line.indexOf(end));
    const head = line.slice(line.lastIndexOf('\n', line.indexOf(`<<`)) + 1, start);
    const close = line.indexOf(`\n${end}`, start);
    const isText = /\b(?:git|gh|daybook)\s/.test(head) || />\s*\S{1,400}\.(?:md|rst|txt)\b/.test(head);
    if (start >= 0 && close >= 0 && !isText) found.push(...listNewLines(line.slice(start, close), '', ''));
  }
  return found;
}

/** Code passed to an interpreter. */
const scriptsIn = (words: readonly string[]): readonly string[] =>
  words.filter(
    (word, i) =>
      i > 1 &&
      /^(?:-e|-c|-r|-ne|--eval|--execute|--command|-Command|eval)$/.test(words[i - 1] ?? '') &&
      word !== '',
  );

/** Calls of scripts that write, remove or rename a file by its literal path: `open("a", "w")`, `fs.writeFileSync("a", …)`. */
const WRITES_FILE = [
  /\bopen\(\s*["']([^"']+)["']\s*,\s*(?:mode\s*=\s*)?["'][rb]*[wax+]/g,
  /\bPath\(\s*["']([^"']+)["']\s*\)\s*\.\s*(?:write_|unlink|rename|touch|open\(\s*["'][rb]*[wax+])/g,
  /\b(?:(?:write|append)File|unlink|rename|rm|remove|rmtree|File\.write)(?:Sync)?\(\s*["']([^"']+)["']/g,
];

const findWrittenPaths = (code: string): readonly string[] =>
  WRITES_FILE.flatMap((pattern) => [...code.matchAll(pattern)].map(([, path = '']) => path));

const list = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Programs that only read and print, and subcommands that only read. */
const LOOKERS = list(
  'grep rg ag ack egrep fgrep cat less more head tail ls find fd wc tree stat file which type man info help echo printf diff cd pwd jq yq sort uniq ps top df du true test cksum md5sum sha256sum awk history export',
);
const LOOKING = list(
  'list ls list-units show view info why status log diff blame grep search help describe logs history inspect outdated tree graph validate policy versions ls-files current show-ref audit tag',
);
const ADDING = list('add install i require pull in download fetch clone');
const REMOVERS = list('rm rmdir unlink trash shred');
const WRITERS = list(
  'mv cp tee truncate touch chmod chown patch black isort rustfmt swiftformat autopep8 dd install',
);
const IN_PLACE = /^(?:--in-place\S*|--?(?:write|fix|replace|insert|edit)|-w|-delete)$/;
const EDITORS = /^(?:g?sed|perl|ruby|clang-format)$/;

/** Classifies a program by what it does. */
function describeCommand(command: ShellCommand): CallCommand {
  const runner = /^(?:sudo|doas|env|time|nohup|nice|command|npx|bunx|pnpx|xargs)$/;
  const start = runner.test(command.words[0] ?? '')
    ? command.words.findIndex((word, i) => i > 0 && !word.startsWith('-') && !word.includes('='))
    : 0;
  const words = command.words.slice(Math.max(0, start));
  const program = getBaseName(words[0] ?? '');
  const own = normalizeWords(words).slice(1);
  const verbs = own.filter((word) => !word.startsWith('-')).slice(0, 3);
  const isAdding = verbs.some((verb) => isAddingVerb(verb, program));
  const isGit = program === 'git';
  const isRemoving =
    REMOVERS.has(program) ||
    (isGit && verbs[0] === 'rm') ||
    (program === 'find' && words.includes('-delete'));
  const isWriting =
    isRemoving ||
    WRITERS.has(program) ||
    (isGit && /^(?:mv|checkout|restore|apply)$/.test(verbs[0] ?? '')) ||
    (!isGit && !LOOKERS.has(program) && words.some((word) => IN_PLACE.test(word))) ||
    (EDITORS.test(program) && words.some((word) => /^-\w*i/.test(word)));
  const paths = own.filter((word) => !word.startsWith('-'));
  const isLooking =
    words.includes('--help') ||
    (words.length < 4 && words.at(-1) === '--version') ||
    (!isWriting && command.writes.length === 0 && LOOKERS.has(program)) ||
    program === 'echo' ||
    program === 'printf' ||
    (!isAdding && verbs.slice(0, 2).some((verb) => LOOKING.has(verb.split(':').at(-1) ?? '')));
  return {
    words: command.words,
    settings: command.settings,
    isLooking,
    isAdding: isAdding && !isLooking,
    writes: [...(isWriting ? (program === 'cp' ? paths.slice(-1) : paths) : []), ...command.writes],
  };
}

function isAddingVerb(verb: string, program: string): boolean {
  if (/^(?:docker|podman|nerdctl)$/.test(program) && /^(?:run|create)$/.test(verb)) return true;
  const last = verb.split(/[.:]/).at(-1) ?? '';
  if (program === 'git') return last === 'clone';
  if (last === 'get') return program === 'go' || last !== verb;
  return ADDING.has(last) && /^[a-z.:]+$/.test(verb);
}
