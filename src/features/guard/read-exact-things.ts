import { isOptionWord, isProgram, isSaveOption, listInstalled, splitCluster } from './call-words.js';
import { parseShellCommands } from './parse-shell.js';

/** A command, package or path that an entry rejects, as a call can show it. */
export type ExactThing =
  | {
      readonly how: 'command';
      readonly words: readonly string[];
      /** Assignments that it runs with. */
      readonly settings: readonly string[];
      /** It counts only without this option. */
      readonly lacks?: string;
    }
  | { readonly how: 'option'; readonly option: string }
  /** A package, program or identifier, with or without a version: `eslint@9`. `isPackage`: only to add it counts. */
  | { readonly how: 'name'; readonly name: string; readonly isPackage?: true }
  /** A path that must not be written or removed; or only not be committed. */
  | { readonly how: 'path'; readonly path: string; readonly isCommit: boolean }
  /** The words of a proved pattern. */
  | { readonly how: 'pattern'; readonly words: readonly string[] };

/** Characters of an entry that are read. */
const MAX_CHARS = 600;

/** Words that reject what follows them. */
const REJECTS =
  /^(?:please,?\s+|we\s+|i\s+)*(?:(?:decided|voted) (?:against|not to):?|rejected:?|ruled out|gave up on|abandoned|tried(?: out| to)?|never|do not|don[’']?t|avoid|no(?: more| longer)?|not|stop|ran|used|called|started)(?![\w-])\s*|^(?:我们)?(?:决定)?(?:不再?|不要|弃|别|禁止)(?:使?用)?\s*/i;
/** Verbs between these words and the thing, with the article of the thing. */
const ACTS =
  /^(?:ever\s+)?(?:us(?:e|ing)|run(?:ning)?|call(?:ing)?|start(?:ing)?|install(?:ing)?|add(?:ing)?|import(?:ing)?|edit(?:ing)?|touch(?:ing)?|chang(?:e|ing)|modify(?:ing)?|delet(?:e|ing)|remov(?:e|ing)|overwrit(?:e|ing)|commit(?:ting)?|writ(?:e|ing)(?: to| into)?)\s+/i;
const ARTICLE = /^(?:an?|the|any)\s+(?:(?:file|folder|files in)\s+)?/i;
/** Words behind a thing that reject it: `console.log is banned`. */
const IS_REJECTED =
  /^(?:`([^`\n]+)`|(\S+)) (?:is|are|was|were) (?:strictly |now )?(?:banned|forbidden|prohibited|rejected|deprecated|retired|off limits|not (?:allowed|permitted))\b/i;
/** A word that ends the name of a thing. */
const ENDS =
  /^(?:with|without|and|or|nor|in|into|on|onto|for|as|by|to|from|at|during|here|anywhere|because|since|was|were|is|are|has|had|when|while|after|before|until|unless|if|except|inside|outside|under|against|again|only|via|instead|->|→|[-–—]+)$/i;
/** Reads what a text rejects literally. With `isRejection` the text needs no word that says so. */
export function readExactThings(text: string, isRejection: boolean): readonly ExactThing[] {
  const line = text.slice(0, MAX_CHARS).split('\n')[0] ?? '';
  const [, code, word] = IS_REJECTED.exec(line) ?? [];
  if (code !== undefined || word !== undefined) return readThing(code ?? word ?? '', {});
  const said = line.replace(REJECTS, '');
  if (said === line && !isRejection) return [];
  const isCommit = /^commit/i.test(said);
  const isRun = /^(?:ran|run)/i.test(said) || /\bran\s*$/i.test(line.slice(0, line.length - said.length));
  const tokens =
    said
      .replace(ACTS, '')
      .replace(ARTICLE, '')
      .match(/`[^`]+`|[^\s`]+/g) ?? [];
  const { head, rest } = splitHead(tokens);
  const [first = '', second = ''] = rest.map((token) => token.replace(/^`|[`.,;:]{1,80}$/g, ''));
  if (/^with(?:out)?$/i.test(first) && !isOptionWord(second)) return [];
  const conditions = {
    isCommit,
    isRun,
    ...(first === 'without' && isOptionWord(second) ? { lacks: second } : {}),
  };
  return head.flatMap((thing) => readThing(thing, conditions));
}

/** Splits words into the things at their beginning and the rest; several things are in backquotes. */
function splitHead(tokens: readonly string[]): { head: readonly string[]; rest: readonly string[] } {
  const isCode = (token: string | undefined) => token?.startsWith('`') === true;
  if (isCode(tokens[0])) {
    const at = tokens.findIndex((token) => !isCode(token) && !/^(?:,|and|or|nor|\/)$/.test(token));
    const end = at < 0 ? tokens.length : at;
    return {
      head: tokens.slice(0, end).flatMap((token) => (isCode(token) ? [token.slice(1, -1)] : [])),
      rest: tokens.slice(end),
    };
  }
  const at = tokens.findIndex((token) => ENDS.test(token) || isCode(token) || /^[(（]/.test(token));
  const stop = tokens.findIndex((token) => /[,;:.!?。，；：]$/.test(token));
  const end = Math.min(at < 0 ? tokens.length : at, stop < 0 ? tokens.length : stop + 1);
  const head = tokens
    .slice(0, end)
    .join(' ')
    .replace(/[,;:.!?。，；：]{1,80}$/, '');
  return { head: head === '' ? [] : [head], rest: stop >= 0 && stop < end ? [] : tokens.slice(end) };
}

interface Conditions {
  readonly lacks?: string;
  readonly isCommit?: boolean;
  /** The text says that it is run. */
  readonly isRun?: boolean;
}

/** Reads a piece of code, or the words of a plain one, as a command, an option, a path or a name. */
function readThing(
  code: string,
  { isCommit = false, isRun = false, ...conditions }: Conditions,
): readonly ExactThing[] {
  const [command] = /\w\(|[{};]/.test(code) ? [] : parseShellCommands(code);
  const words = command?.words ?? [];
  if (words.length < 2 && isOptionWord(code)) return [{ how: 'option', option: code }];
  if (words.length > 1 && !isRun && !isCommandLike(words)) return [];
  const installed = listInstalled(words);
  if (installed.length === 1 && words.every((word) => !isOptionWord(word) || isSaveOption(word)))
    return [{ how: 'name', name: installed[0] ?? '', isPackage: true }];
  if (words.length > 1 || (command?.settings.length ?? 0) > 0 || conditions.lacks !== undefined)
    return words.length === 0
      ? []
      : [
          {
            how: 'command',
            words: words.flatMap(splitCluster),
            settings: command?.settings ?? [],
            ...conditions,
          },
        ];
  const path: ExactThing = { how: 'path', path: code, isCommit };
  if (isPath(code))
    return /\.h(?:h|pp|xx)?$/.test(code) ? [path, { how: 'name', name: `<${code}>` }] : [path];
  if (/^[\w-]+\.[a-z]\w{0,7}$/.test(code)) return [path, { how: 'name', name: code }];
  return /^@?[A-Za-z][\w./\\@:+=()-]*$/.test(code) ? [{ how: 'name', name: code }] : [];
}

/** True where words begin with a program, or have options or paths as a command has. */
const isCommandLike = (words: readonly string[]): boolean =>
  isProgram(words[0] ?? '') ||
  (words.every((word) => /^[a-z0-9@./:_=~*-]+$/i.test(word)) &&
    /^[a-z./]/.test(words[0] ?? '') &&
    words.slice(1).some((word) => isOptionWord(word) || /[:=@/_.]/.test(word)));

/** True for a file or a folder; `github.com/x`, `@scope/name` and `lib/name` name packages. */
const isPath = (code: string): boolean =>
  !/\s|^-|^@|[(=]|^(?:[\w-]+\.)+(?:io|com|org|net|dev|in)\//.test(code) &&
  /^[~./]|\/$|\/.*[./]|\*/.test(code);

/** Reads the commands of a correction: those in backquotes, else the whole text. */
export function readRightWay(text: string): readonly (readonly string[])[] {
  const spans = [...text.slice(0, MAX_CHARS).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  return (spans.length > 0 ? spans : [text.slice(0, MAX_CHARS)]).flatMap((one) =>
    parseShellCommands(one)
      .slice(0, 1)
      .flatMap(({ settings, words }) => (words.length > 1 ? [[...settings, ...words]] : [])),
  );
}
