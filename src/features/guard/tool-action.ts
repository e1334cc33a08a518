import { type CallToken, isFlag, parseCallTokens, stripWordEnding } from './call-tokens.js';
import { parseShellCommands, type ShellCommand, stripShellNoise } from './parse-shell.js';

/** A tool call that is about to be made, in short: what the guard looks at. */
export interface GuardedCall {
  readonly tool: string;
  /** The command, the name of a skill with its words, what another agent is asked. */
  readonly words: string;
  readonly files: readonly string[];
  /** What is written, and what that takes the place of. */
  readonly text: string;
  readonly before: string;
}

/** What a call would do, by its words. */
export interface ToolAction {
  /** Roots and whole words of all that it does. */
  readonly has: ReadonlySet<string>;
  /** Whole words in their order, options left out, each run of them between blanks. */
  readonly line: string;
  /** The same of what it takes the place of: that tells where it is done. */
  readonly near: ReadonlySet<string>;
  readonly files: readonly string[];
  /** The same of the packages that it adds, and the programs that it starts: those serve the whole project. */
  readonly adds: ReadonlySet<string>;
  readonly starts: ReadonlySet<string>;
  /** Words of what it takes away, and that it does so. */
  readonly takes: ReadonlySet<string>;
  /** What it does as it is written, and what that takes the place of: for what shows only in that. */
  readonly script: string;
  readonly past: string;
  /** True where that is what somebody is asked for, or what a tool is called with. */
  readonly isSpoken: boolean;
  /** Files that were there before. */
  readonly edited: readonly string[];
  /** Where it only looks or takes away: the words that say so. Else null. */
  readonly only: readonly string[] | null;
}

/** More of a text is not looked at: its beginning tells what it brings. */
const MOST = 20_000;

/** What a call would do: new words only, neither comments nor prose nor what somebody is told not to do. */
export function describeCall(call: GuardedCall): ToolAction {
  if (call.tool.startsWith(SERVED)) return servedDeed(call);
  const commands = call.tool === 'Bash' ? parseShellCommands(call.words.slice(0, MOST)) : [];
  const unconditional = commands.filter(({ only }) => only === null);
  const counted = unconditional.length > 0 ? unconditional : commands;
  const files = [...call.files, ...unconditional.flatMap((one) => one.files)];
  const runs: readonly (readonly CallToken[])[] = [
    ...(call.tool === 'Bash' ? counted.map(({ words }) => words) : [spokenIn(call)]),
    added(call),
    ...call.files.map(parseCallTokens),
  ];
  const all = [...runs.flat(), ...commands.filter((one) => !counted.includes(one)).flatMap(placesIn)];
  return {
    has: formsOf(all),
    adds: formsOf([...unconditional.flatMap((one) => one.adds), ...declaredIn(call)]),
    starts: new Set(
      unconditional.flatMap(({ words }) =>
        words.slice(0, 1).flatMap(({ whole }) => [whole, stripWordEnding(whole)]),
      ),
    ),
    takes: takenBy(commands),
    near: nearOf(call),
    line: runs.map(lineOf).join('\n'),
    files,
    ...writtenIn(call),
    edited: call.tool === 'Bash' ? [...files, ...takenPaths(commands)] : call.before === '' ? [] : call.files,
    only:
      commands.length > 0 && unconditional.length === 0 ? commands.flatMap(({ only }) => only ?? []) : null,
  };
}

/** What it does as it is written: of code all but comments and what is for people. */
function writtenIn(call: GuardedCall): Pick<ToolAction, 'script' | 'past' | 'isSpoken'> {
  const { tool, words, text, before, files } = call;
  if (tool === 'Bash')
    return { script: narrow(stripShellNoise(words.slice(0, MOST))), past: '', isSpoken: false };
  if (tool.startsWith(SERVED))
    return { script: narrow(`${tool}\n${words}\n${text}`), past: narrow(before), isSpoken: true };
  if (files.some((file) => PROSE.test(file) || IGNORE_FILES.test(file)))
    return { script: '', past: '', isSpoken: false };
  if (text !== '') return { script: coded(text), past: coded(before), isSpoken: false };
  return { script: narrow(request(call).join('\n')), past: '', isSpoken: true };
}

const coded = (text: string): string => narrow(withoutComments(text.slice(0, MOST)));

/** A text without long lines and wide gaps: a regular expression may take a square of their length. */
const narrow = (text: string): string =>
  text
    .slice(0, MOST)
    .replace(/[ \t]{2,}/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.slice(0, LONGEST))
    .join('\n');

const LONGEST = 500;

/** How clients name the tools of servers: `mcp__github__merge_pull_request`. */
const SERVED = 'mcp__';

/** What a tool of a server would do: all that it is called by and with. One that is called after looking only looks. */
function servedDeed(call: GuardedCall): ToolAction {
  const [, server = '', ...name] = call.tool.split('__');
  const own = parseCallTokens(name.join('_')).flatMap(({ roots }) => roots);
  const runs = [
    parseCallTokens(`${server} ${name.join(' ')}`),
    parseCallTokens(call.words),
    added(call),
    ...call.files.map(parseCallTokens),
  ];
  return {
    has: formsOf(runs.flat()),
    adds: new Set(),
    starts: new Set(),
    takes: new Set(),
    near: nearOf(call),
    line: runs.map(lineOf).join('\n'),
    files: call.files,
    ...writtenIn(call),
    edited: [],
    only: own.some((word) => LOOKING.has(word)) ? own : null,
  };
}

/** Verbs of tools that change nothing. */
const LOOKING: ReadonlySet<string> = new Set(
  'get list search read fetch find view describe query show history status snapshot screenshot inspect lookup'.split(
    ' ',
  ),
);

/** Programs that take away, and what people call that. */
const TAKING: ReadonlySet<string> = new Set(['rm', 'rmdir', 'unlink']);
const TAKEN = ['delete', 'remove', 'wipe', 'erase'].map(stripWordEnding);

const isTaking = ({ words }: ShellCommand): boolean =>
  words.slice(0, 2).some(({ whole }) => TAKING.has(whole));

function takenBy(commands: readonly ShellCommand[]): ReadonlySet<string> {
  const taking = commands.filter(isTaking);
  return taking.length === 0
    ? new Set()
    : new Set([...TAKEN, ...formsOf(taking.flatMap(({ words }) => words))]);
}

/** Paths of what is taken away: that was there before. */
const takenPaths = (commands: readonly ShellCommand[]): readonly string[] =>
  commands
    .filter(isTaking)
    .flatMap(({ words }) => words.flatMap(({ whole }) => (whole.includes('/') ? [whole] : [])));

const nearOf = ({ before }: GuardedCall): ReadonlySet<string> =>
  formsOf(parseCallTokens(withoutComments(before.slice(0, MOST))));

/** Its words; and those once more without what stands behind an option: `xcodebuild -scheme App clean`. */
function lineOf(run: readonly CallToken[]): string {
  const of = (words: readonly CallToken[]) =>
    ` ${words
      .filter((one) => !isFlag(one))
      .map(({ whole }) => whole)
      .join(' ')} `;
  const args = run.filter((_, i) => i === 0 || !isFlag(run[i - 1]!));
  return args.length === run.length ? of(run) : `${of(run)}\n${of(args)}`;
}

const formsOf = (words: readonly CallToken[]): ReadonlySet<string> =>
  new Set(words.flatMap(({ whole, roots }) => [whole, ...roots]));

/** Where a command line goes before it does something: `cd data`. */
const placesIn = ({ words }: { readonly words: readonly CallToken[] }): readonly CallToken[] =>
  words[0]?.whole === 'cd' ? words.slice(1) : [];

/** What a skill or another agent is asked for; sentences that tell what to leave, or only ask, are none of it. */
const spokenIn = (call: GuardedCall): readonly CallToken[] => request(call).flatMap(parseCallTokens);

function request({ tool, words }: GuardedCall): readonly string[] {
  if (tool === 'Skill') return ['skill', words];
  const sentences = words.slice(0, MOST).split(/(?<=[.!?])\s+|\n+/);
  return sentences
    .map((one) => one.replace(REPLACING, ' '))
    .flatMap((one) => (LOOKS.test(one) ? [] : one.split(/[,;]\s+|\sand\s+/)))
    .filter((one) => !ASKING.test(one));
}

/** So begins what only asks, or tells what to leave; of other sentences only the part that says so is left out. */
const LOOKS =
  /^(?:search|look|read|report|check|count|tell|show|find|list|explain|review|summari[sz]e|research|investigate|compare|evaluate|why|do not|don['’]t|never|remove|migrate)\b/i;

/** What goes, and that it goes; behind it stands what comes. */
const REPLACING = /\b(?:replace|swap|exchange)\b.{0,80}?\b(?:by|with|for)\b/i;

const ASKING =
  /^(?:search|look|read|report|check|count|tell|show)\b|\b(?:don['’]?t|do not|does not|never|avoid\w*|without|instead of|not|no longer|remov\w+|dropp?\w*|replac\w+|delet\w+|migrat\w+ (?:away )?from|why|whether|compar\w+|evaluat\w+|investigat\w+|find|lists? (?:the|all|every|which|what)|explain\w*|review\w*|where|summari[sz]\w+|research\w*)\b|不要|别|移除|删除|为什么/i;

/** Files whose text is for people. */
const PROSE = /\.(?:md|mdx|markdown|rst|adoc)$|(?<!CMakeLists|requirements[\w-]*)\.txt$/i;

/** Files that say what to leave out. */
const IGNORE_FILES = /(?:^|\/)\.\w*ignore$/;

/** What the text of a file has that it had not before. */
function added({ text, before, files }: GuardedCall): readonly CallToken[] {
  if (text === '' || files.some((file) => PROSE.test(file) || IGNORE_FILES.test(file))) return [];
  const had = new Set(parseCallTokens(withoutComments(before.slice(0, MOST))).map(({ whole }) => whole));
  const own = files.some((file) => TEX.test(file)) ? (text.match(TEX_COMMAND) ?? []).join('\n') : text;
  return parseCallTokens(withoutComments(own.slice(0, MOST))).filter(({ whole }) => !had.has(whole));
}

/** What is written where a project names the packages that it needs. */
const declaredIn = (call: GuardedCall): readonly CallToken[] =>
  call.files.some((file) => MANIFEST.test(file)) ? added(call) : [];

const MANIFEST =
  /(?:^|\/)(?:package\.json|build\.gradle(?:\.kts)?|libs\.versions\.toml|pom\.xml|pyproject\.toml|requirements[\w.-]*\.txt|pipfile|cargo\.toml|go\.mod|gemfile|composer\.json|pubspec\.yaml|mix\.exs|podfile|package\.swift|[\w.-]+\.csproj)$/i;

/** Text for people too, but for its commands. */
const TEX = /\.(?:tex|sty|cls)$/i;
const TEX_COMMAND =
  /\\(?:usepackage|RequirePackage|documentclass|input|include|begin|[a-z]*command|def|set\w*)\b(?:\[[^\]]*\])?(?:\{[^}]*\})*/gi;

const withoutComments = (code: string): string =>
  code.replace(
    /\/\*[\s\S]*?\*\/|(?<![:\w])\/\/.*|(?<=^|\s)#(?!\w+\(|!?\[|include\b|define\b|pragma\b).*|<!--[\s\S]*?-->|"""[\s\S]*?"""/gm,
    (comment) => (ORDER.test(comment) ? comment : ' '),
  );

/** A comment that a tool obeys, or that is looked for. */
const ORDER =
  /noqa|@ts-|type:\s*ignore|disable|ignore|nolint|NOSONAR|nosec|noinspection|pragma|TO-?DO|FIX-?ME|X{3}|HACK|\bskip\b|SELECT|UPDATE|DELETE/;
