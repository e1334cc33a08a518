import { type Command, commandsIn } from './shell.js';
import { isFlag, type Token, tokens } from './terms.js';

/** A tool call that is about to be made, in short: what the guard looks at. */
export interface Call {
  readonly tool: string;
  /** The command, the name of a skill with its words, what another agent is asked. */
  readonly words: string;
  readonly files: readonly string[];
  /** What is written, and what that takes the place of. */
  readonly text: string;
  readonly before: string;
}

/** What a call would do, by its words. */
export interface Deed {
  /** Roots and whole words of all that it does. */
  readonly has: ReadonlySet<string>;
  /** Whole words in their order, options left out, each run of them between blanks. */
  readonly line: string;
  /** The same of what it takes the place of: that tells where it is done. */
  readonly near: ReadonlySet<string>;
  readonly files: readonly string[];
  /** The same of the packages that it adds, and the programs that it starts: those serve the whole project. */
  readonly adds: ReadonlySet<string>;
  /** Words of what it takes away, and that it does so. */
  readonly takes: ReadonlySet<string>;
  /** Where it only looks or takes away: the words that say so. Else null. */
  readonly only: readonly string[] | null;
}

/** More of a text is not looked at: its beginning tells what it brings. */
const MOST = 20_000;

/** What a call would do: new words only, neither comments nor prose nor what somebody is told not to do. */
export function deedOf(call: Call): Deed {
  if (call.tool.startsWith(SERVED)) return servedDeed(call);
  const commands = call.tool === 'Bash' ? commandsIn(call.words.slice(0, MOST)) : [];
  const doing = commands.filter(({ only }) => only === null);
  const counted = doing.length > 0 ? doing : commands;
  const files = [...call.files, ...doing.flatMap((one) => one.files)];
  const runs: readonly (readonly Token[])[] = [
    ...(call.tool === 'Bash' ? counted.map(({ words }) => words) : [spokenIn(call)]),
    added(call),
    ...call.files.map(tokens),
  ];
  const all = [...runs.flat(), ...commands.filter((one) => !counted.includes(one)).flatMap(placesIn)];
  return {
    has: formsOf(all),
    adds: new Set([
      ...formsOf(doing.flatMap((one) => one.adds)),
      ...doing.flatMap(({ words }) => words[0]?.whole ?? []),
    ]),
    takes: takenBy(commands),
    near: nearOf(call),
    line: runs.map(lineOf).join('\n'),
    files,
    only: commands.length > 0 && doing.length === 0 ? commands.flatMap(({ only }) => only ?? []) : null,
  };
}

/** How clients name the tools of servers: `mcp__github__merge_pull_request`. */
const SERVED = 'mcp__';

/** What a tool of a server would do: all that it is called by and with. One that is called after looking only looks. */
function servedDeed(call: Call): Deed {
  const [, server = '', ...name] = call.tool.split('__');
  const own = tokens(name.join('_')).flatMap(({ roots }) => roots);
  const runs = [
    tokens(`${server} ${name.join(' ')}`),
    tokens(call.words),
    added(call),
    ...call.files.map(tokens),
  ];
  return {
    has: formsOf(runs.flat()),
    adds: new Set(),
    takes: new Set(),
    near: nearOf(call),
    line: runs.map(lineOf).join('\n'),
    files: call.files,
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
const TAKEN = ['delet', 'remov', 'wip', 'eras'];

function takenBy(commands: readonly Command[]): ReadonlySet<string> {
  const taking = commands.filter(({ words }) => words.slice(0, 2).some(({ whole }) => TAKING.has(whole)));
  return taking.length === 0
    ? new Set()
    : new Set([...TAKEN, ...formsOf(taking.flatMap(({ words }) => words))]);
}

const nearOf = ({ before }: Call): ReadonlySet<string> =>
  formsOf(tokens(withoutComments(before.slice(0, MOST))));

const lineOf = (run: readonly Token[]): string =>
  ` ${run
    .filter((one) => !isFlag(one))
    .map(({ whole }) => whole)
    .join(' ')} `;

const formsOf = (words: readonly Token[]): ReadonlySet<string> =>
  new Set(words.flatMap(({ whole, roots }) => [whole, ...roots]));

/** Where a command line goes before it does something: `cd data`. */
const placesIn = ({ words }: { readonly words: readonly Token[] }): readonly Token[] =>
  words[0]?.whole === 'cd' ? words.slice(1) : [];

/** What a skill or another agent is asked for; sentences that tell what to leave, or only ask, are none of it. */
function spokenIn({ tool, words }: Call): readonly Token[] {
  if (tool === 'Skill') return [...tokens('skill'), ...tokens(words)];
  const sentences = words.slice(0, MOST).split(/(?<=[.!?])\s+|\n+/);
  return sentences.filter((one) => !ASKING.test(one)).flatMap(tokens);
}

const ASKING =
  /^(?:search|look|read|report|check|count|tell|show)\b|\b(?:don['’]?t|do not|does not|never|avoid\w*|without|instead of|not|no longer|remov\w+|dropp?\w*|replac\w+|delet\w+|migrat\w+ (?:away )?from|why|whether|compar\w+|evaluat\w+|investigat\w+|find|lists? (?:the|all|every|which|what)|explain\w*|review\w*|where|summari[sz]\w+|research\w*)\b|不要|别|移除|删除|为什么/i;

/** Files whose text is for people. */
const PROSE = /\.(?:md|mdx|markdown|txt|rst|adoc)$/i;

/** What the text of a file has that it had not before. */
function added({ text, before, files }: Call): readonly Token[] {
  if (text === '' || files.some((file) => PROSE.test(file))) return [];
  const had = new Set(tokens(withoutComments(before.slice(0, MOST))).map(({ whole }) => whole));
  const own = files.some((file) => TEX.test(file)) ? (text.match(TEX_COMMAND) ?? []).join('\n') : text;
  return tokens(withoutComments(own.slice(0, MOST))).filter(({ whole }) => !had.has(whole));
}

/** Text for people too, but for its commands. */
const TEX = /\.(?:tex|sty|cls)$/i;
const TEX_COMMAND =
  /\\(?:usepackage|RequirePackage|documentclass|input|include|begin|[a-z]*command|def|set\w*)\b(?:\[[^\]]*\])?(?:\{[^}]*\})*/gi;

const withoutComments = (code: string): string =>
  code.replace(
    /\/\*[\s\S]*?\*\/|(?<![:\w])\/\/.*|(?<=^|\s)#(?!\w+\().*|<!--[\s\S]*?-->|"""[\s\S]*?"""/gm,
    ' ',
  );
