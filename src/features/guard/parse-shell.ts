/** One program that a command line starts. */
export interface ShellCommand {
  /** The words as the shell passes them, the program first, without assignments before it. */
  readonly words: readonly string[];
  /** The assignments before it, and those that the line exports before: `NODE_ENV=test`. */
  readonly settings: readonly string[];
  /** Files that it writes to by `>`. */
  readonly writes: readonly string[];
}

/** Characters of a line that are read, so that parsing time is bounded. */
const MOST_COMMANDS = 200;
const MOST_WORDS = 300;
const KEYWORDS = new Set('if then else elif do while until for ! { } ( ) && time'.split(' '));
/** Shells, and other places that take a command line in one word. */
const SHELLS = /^(?:ssh|bash|sh|zsh|dash|watch|su|eval|docker|podman|kubectl)$/;

/** Lists the programs of a command line in order, then those of nested shells. Never throws. */
export function parseShellCommands(line: string, depth = 0): readonly ShellCommand[] {
  const found: ShellCommand[] = [];
  const exported: string[] = [];
  for (const one of splitCommands(line).slice(0, MOST_COMMANDS)) {
    const start = one.words.findIndex((word) => !KEYWORDS.has(word) && !/^\w+=/.test(word));
    if (start < 0) {
      if (one.writes.length > 0) found.push({ words: [], settings: [], writes: one.writes });
      continue;
    }
    const words = one.words.slice(start, start + MOST_WORDS);
    const settings = [...exported, ...one.words.slice(0, start).filter((word) => !KEYWORDS.has(word))];
    found.push({ words, settings, writes: one.writes });
    if (words[0] === 'export') exported.push(...words.slice(1));
    if (depth < 2 && SHELLS.test(getBaseName(words[0] ?? '')))
      for (const word of words.slice(1))
        if (/\s/.test(word)) found.push(...parseShellCommands(word, depth + 1));
  }
  return found;
}

export const getBaseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

interface RawCommand {
  readonly words: string[];
  readonly writes: string[];
}

/** Splits where the shell does: at operators and line ends outside quotes; comments and the text of `<<` are left out. */
function splitCommands(line: string): readonly RawCommand[] {
  const commands: RawCommand[] = [];
  let current: RawCommand = { words: [], writes: [] };
  let word: string | null = null;
  let target: 'words' | 'writes' | 'none' = 'words';
  let ends: string[] = [];
  const endWord = () => {
    if (word !== null && target !== 'none') current[target].push(word);
    if (word !== null) target = 'words';
    word = null;
  };
  const endCommand = () => {
    endWord();
    if (current.words.length > 0 || current.writes.length > 0) commands.push(current);
    current = { words: [], writes: [] };
    target = 'words';
  };
  for (let at = 0; at < line.length; at++) {
    const sign = line.charAt(at);
    if (sign === "'" || sign === '"') {
      const [text, end] = readQuoted(line, at);
      word = (word ?? '') + text;
      at = end;
    } else if (sign === '\\') {
      if (line[at + 1] === '\n') at++;
      else word = (word ?? '') + (line[++at] ?? '');
    } else if (sign === '\n') {
      endCommand();
      for (const end of ends) {
        const close = line.indexOf(`\n${end}`, at);
        at = close < 0 ? line.length : close + end.length;
      }
      ends = [];
    } else if (sign === ' ' || sign === '\t' || sign === '\r') endWord();
    else if (sign === '#' && word === null) {
      const end = line.indexOf('\n', at);
      at = end < 0 ? line.length : end - 1;
    } else if (sign === '<' || sign === '>') {
      const here = /^<<-?\s*(['"]?)(\w+)\1/.exec(line.slice(at, at + 80));
      if (here) {
        endWord();
        ends.push(here[2] ?? '');
        at += here[0].length - 1;
        continue;
      }
      if (/^\d$/.test(word ?? '')) word = null;
      endWord();
      while ('<>&|'.includes(line[at + 1] ?? ' ')) at++;
      target = sign === '>' ? (line[at] === '&' ? 'none' : 'writes') : 'none';
    } else if (';&|()`'.includes(sign)) endCommand();
    else word = (word ?? '') + sign;
  }
  endCommand();
  return commands;
}

/** The text between quotes, and the place of the closing one. */
function readQuoted(line: string, from: number): readonly [text: string, end: number] {
  const quote = line.charAt(from);
  if (quote === "'") {
    const end = line.indexOf("'", from + 1);
    return [line.slice(from + 1, end < 0 ? undefined : end), end < 0 ? line.length : end];
  }
  const text: string[] = [];
  for (let at = from + 1; at < line.length; at++) {
    if (line[at] === '"') return [text.join(''), at];
    if (line[at] === '\\' && '"\\$`'.includes(line[at + 1] ?? ' ')) at++;
    text.push(line.charAt(at));
  }
  return [text.join(''), line.length];
}
