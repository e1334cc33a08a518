import { isOptionWord, isProgram, listInstalled } from './call-words.js';
import { type Clause, insertCode, splitIntoClauses } from './clauses.js';
import type { GuardLiteral, Stance } from './guard-literal.js';
import { markCode } from './mark-code.js';
import { parseShellCommands, type ShellCommand } from './parse-shell.js';
import { createPath } from './path-literal.js';

/** The literals that a text warns of, and the commands that it names as right. */
export interface TextLiterals {
  readonly wrong: readonly GuardLiteral[];
  readonly right: readonly (readonly string[])[];
}

/** Characters of an entry that are read. */
const MOST = 600;
const CODE = /`([^`\n]+)`/g;

/** Parses the literals of a text, and judges them by the words around them. Never throws. */
export function parseLiterals(text: string, stance: Stance): TextLiterals {
  const wrong: GuardLiteral[] = [];
  const right: (readonly string[])[] = [];
  const spans: string[] = [];
  const marked = markCode(text.slice(0, MOST)).replace(
    CODE,
    (_, code: string) => `⟦${spans.push(code.trim()) - 1}⟧`,
  );
  for (const clause of splitIntoClauses(marked)) {
    for (const found of clause.text.matchAll(/⟦(\d+)⟧/g)) {
      const code = spans[Number(found[1])] ?? '';
      const before = clause.text.slice(0, found.index);
      const after = clause.text.slice(found.index + found[0].length);
      const verdict = judge(clause, before, after, stance, code);
      if (verdict === 'wrong')
        wrong.push(...classify(code, clause, before, insertCode(after, spans), stance));
      if (verdict === 'right') right.push(...parseShellCommands(code).map(toWords));
    }
    wrong.push(...listBare(clause, stance, marked, spans));
  }
  if (stance === 'rejected' || stance === 'law') wrong.push(...wrong.flatMap(findInstalledName));
  const versions = wrong.filter((one) => one.how === 'version');
  const first = (one: { readonly name: string }) =>
    versions.find(({ name }) => name === one.name.toLowerCase());
  return {
    wrong: wrong.filter(
      (one) => !('name' in one) || (one.how === 'version' ? first(one) === one : first(one) === undefined),
    ),
    right,
  };
}

/** A rejected command that installs one package rejects the package, whatever installs it. */
function findInstalledName(literal: GuardLiteral): readonly GuardLiteral[] {
  if (literal.how !== 'command' || literal.lacks !== undefined || literal.words.some(isOptionWord)) return [];
  const [name, ...more] = listInstalled(literal.words);
  return name === undefined || more.length > 0 ? [] : [{ how: 'name', name, starts: false, adds: true }];
}

/** The words of a command with the assignments before it. */
const toWords = ({ settings, words }: ShellCommand): readonly string[] => [...settings, ...words];

/** Parses the commands of a correction: those in code, else the whole text. */
export function parseRightWay(text: string): readonly (readonly string[])[] {
  const spans = [...text.matchAll(CODE)].map(([, code = '']) => code);
  return (spans.length > 0 ? spans : [text]).flatMap((one) =>
    parseShellCommands(one.slice(0, MOST)).slice(0, 1).map(toWords),
  );
}

/** Parses the trigger of a mistake: a command and the options that it lacks, or the code in the text. */
export function parseTrigger(text: string): readonly GuardLiteral[] {
  if (text.includes('`')) return parseLiterals(text, 'mistake').wrong;
  const [head = '', missing] = text.slice(0, MOST).split(/\swithout\s/i);
  const [command] = parseShellCommands(head);
  const words = (command ? toWords(command) : []).filter((word) => !/^(?:with|on|in|the)$/.test(word));
  if (words.length === 0) return head.trim() === '' ? [] : [{ how: 'code', code: head.trim() }];
  if (missing === undefined) return [{ how: 'command', words }];
  return [{ how: 'command', words, lacks: (missing.match(/(?<!\S)--?\w[\w-]*/g) ?? []).map(String) }];
}

const NOT =
  /\b(?:no|not|never|none|nor|nobody|no one|cannot|avoid\w*|forbid\w*|forbidden|banned|prohibited|stop|refused?|rejected|declined|dropped|abandoned|turned down|ruled out|off limits|taboo|unwelcome|against|instead of|rather than)\b|n['’]t\b|不|别|禁止|勿|弃/i;
/** Words that say who may change a file, and so that others may not. */
const HELD =
  /\b(?:only|alone|upstream|vendored|submodule|resets?|overwrit\w+|belongs?|own(?:s|ed)|ask|reserved|read[- ]only|generated|exported|frozen|(?:by hand|hand edit\w*)|hands off|leave)\b/i;
/** Who else makes or changes a file: `is managed by the vendor`, `comes from CI`. */
const MADE = /^\W*(?:comes? from|(?:is|are|gets?) (?:\w+ )?\w+(?:ed|en|t) (?:by|from) (?!hand\b))/i;
const WITHOUT = /\b(?:without|missing|lacking|forgetting)\s+(?:the |an? )?(?:\w+ing\s+)?$/i;
const ADVISES =
  /^\W*(?:better|right|correct|recommended|fix|workaround|instead|way around)\s*:|^\W*(?:(?:we|please|always|then|just|better|so|and|instead|now)\s+)*(?:use|prefer|pin|stay|stick|keep|take|try|pick|switch|call|pass|choose|limit|run|install|write|set|add|clear|go with|do|works? with)\b/i;
const HELPS =
  /^\W*(?:(?:is|are|was) (?:right|fine|enough|ok|good|what|the one|the library|safe|used)|has (?:the|this)|works?\b|does\b(?! not|n)|fixe[sd]|solve[sd]|helps?|helped|instead\b)/i;
/** Words after a forbidden thing: `is forbidden`, `was rejected`. */
const REFUSED =
  /^\W*(?:(?:is|are|was|were|has been|have been)\s(?:strictly\s)?)?(?:turned down|rejected|declined|ruled out|refused|dropped|abandoned|banned|forbidden|prohibited|taboo|unwelcome|deprecated|obsolete|retired|off limits|(?:not|never) (?:allowed|permitted|welcome|wanted|acceptable|ok|okay)|out\b)/i;

function judge(
  { text, sentence, about, place, isRemedy }: Clause,
  before: string,
  after: string,
  stance: Stance,
  code: string,
): 'wrong' | 'right' | null {
  if (isRemedy) return 'right';
  const isDenied = NOT.test(before);
  if (stance === 'remark') return judgeRemark(`${sentence} ${about}`, before, after, code);
  if (WITHOUT.test(before)) return isDenied || stance === 'mistake' || stance === 'rejected' ? null : 'wrong';
  if (stance === 'choice') return FORBIDS.test(before) || REFUSED.test(after) ? 'wrong' : null;
  if (
    place > 0 &&
    !isDenied &&
    (HELPS.test(after) || /^\W*(?:change|edit|update)\s+(?:the\s+)?$/i.test(before))
  )
    return 'right';
  if (place > 0 && ADVISES.test(sentence) && !NOT.test(sentence)) return 'right';
  if (stance !== 'law') return 'wrong';
  if (/\s/.test(code) && ONLY_THERE.test(after)) return 'wrong';
  const isHeld = isPath(code) && (HELD.test(`${sentence} ${about}`) || MADE.test(after));
  return isHeld || NOT.test(text) || NOT.test(about) ? 'wrong' : null;
}

/** Who alone may run a command, or where: `terraform apply` only from CI. */
const ONLY_THERE =
  /^\s+(?:(?:is|are|runs?|allowed)\s+)*only\s+(?:from|in|by|via|on|through|during|when|after)\b/i;

/** Words that forbid what is directly behind them: `never touch`, `nothing new goes into`. */
const FORBIDS =
  /(?:\b(?:no|not|never|don[’']?t|avoid|stop|against|instead of|rather than|no longer|nothing(?: new)?)|n[’']t)\s+(?:ever\s+)?(?:(?:use|using|run|running|call|calling|touch|edit|change|write|add|commit|install|goes?|put)\s+)?(?:(?:into|in|to|with|the|an?|any)\s+){0,2}$/i;
const FORBIDS_FIRST =
  /^\W*(?:please,?\s+)?(?:(?:we|i)\s+)?(?:never|do not|don[’']?t|avoid|no longer|nobody|no one|stop)\b/i;
/** What was replaced: `switching from logrus to slog`, `website/blog is now pages/articles`. */
const LEFT = /\b(?:switch|mov|migrat|chang|port)\w*\s+(?:\w+\s+)?(?:away\s+)?from\s+$/i;
const RENAMED = /^\s+(?:is now|(?:was|has been|is) (?:renamed|moved|replaced)(?: to| into| by| with)?)\s+\S/i;

/** Of a thing that a text only remarks on, only clear words count. */
function judgeRemark(
  sentence: string,
  before: string,
  after: string,
  code: string,
): 'wrong' | 'right' | null {
  if (FORBIDS.test(before) || LEFT.test(before) || REFUSED.test(after) || RENAMED.test(after)) return 'wrong';
  if (isPath(code) && MADE.test(after) && NOT.test(sentence)) return 'wrong';
  return ADVISES.test(before) ? 'right' : null;
}

const VERSION = /^(@?[A-Za-z][\w@./:-]*?)(?:@|==?|:|[_/](?=\d+\.\d)|\s)v?(\d+(?:\.\d+)*[\w.-]*)$/;
const DOMAIN = /^(?:[\w-]+\.)+(?:io|com|org|net|dev|in|sh|de)(?:\/|$)/;
const isPath = (code: string): boolean =>
  !/\s|^-|^@|[(=]/.test(code) &&
  !DOMAIN.test(code) &&
  (/\/|^\.\w[\w.-]+$/.test(code) || /^[\w.*-]*[\w*]\.[a-z]\w{0,7}$/.test(code));

/** Classifies a piece of code. */
function classify(
  code: string,
  clause: Clause,
  before: string,
  after: string,
  stance: Stance,
): readonly GuardLiteral[] {
  const version = VERSION.exec(code);
  if (version && /[./@=:]/.test(code)) return [createVersion(version)];
  if (isOptionWord(code)) return [createOption(code.split(/\s+/), clause.text, code.length < 3)];
  if (/\w\(|::|[{};]/.test(code) || (/^[\w.[\]-]+\s*=\s*\S/.test(code) && !/^[A-Z]\w*=\S+\s\S/.test(code)))
    return [{ how: 'code', code }];
  if (/\s/.test(code) || /^(?:\.\/|bin\/)\w/.test(code)) {
    const [command] = parseShellCommands(code);
    if (!command || command.words.length === 0) return [];
    const words = toWords(command);
    const missing = /(?:^|\s)without\s+(--?\w[\w-]*)/.exec(after)?.[1];
    if (missing !== undefined) return [{ how: 'command', words, lacks: [missing] }];
    return [
      { how: 'command', words, ...(/^\s*without\s+(?:an?|the|any)\s/.test(after) ? { lacks: [] } : {}) },
    ];
  }
  const starts =
    stance === 'rejected' ||
    stance === 'choice' ||
    stance === 'law' ||
    stance === 'remark' ||
    /\b(?:ran|run|running|used?|using)\s*$/i.test(before);
  const name: GuardLiteral = { how: 'name', name: code, starts };
  if (!isPath(code)) return [name];
  const path = createPath(code, clause, stance);
  if (!path && !code.includes('/')) return [name];
  const isOnlyPath = /^[./~]|\/$|\/.*[./]|\.(?:\w{1,3}|json|yaml|toml|lock|tfstate)$/.test(code);
  const script: GuardLiteral[] =
    stance === 'remark' && SCRIPT.test(code) ? [{ how: 'command', words: [code], runs: true }] : [];
  return [...(path ? [path] : []), ...script, ...(isOnlyPath ? [] : [name])];
}

/** A file that is run by its name. */
const SCRIPT = /\/[\w.-]+\.(?:sh|bash|py|rb|pl|js|mjs|ts|ps1|bat)$/;

const createVersion = ([, name = '', version = '']: readonly string[]): GuardLiteral => ({
  how: 'version',
  name: name.toLowerCase(),
  version: version.replace(/[.-]$|\.x$/, ''),
});

/** Creates the literal of an option. A single letter, or one outside code, needs a program that the text names too. */
const createOption = (words: readonly string[], text: string, isLoose: boolean): GuardLiteral => ({
  how: 'option',
  words,
  of: isLoose ? (text.toLowerCase().match(/[a-z][\w.-]+/g) ?? []) : [],
});

const LEAD =
  /^(?:(?:please,?\s+)?(?:(?:we|i|it|the agent)\s+)?(?:(?:decided|voted) against:?|(?:nobody|no one) (?:uses|runs|calls|starts)|do not (?:use|run)|don['’]t (?:use|run)|never (?:use|run)|avoid|tried(?: out| to)?|rejected:?|ruled out|gave up on|abandoned|ran|runs?|running|used|using|use|called|started|no|not|never)(?![\w-])|(?:我们)?(?:决定)?(?:不再?用|弃用|不要用|别用))\s*/i;
const STOP =
  /^(?:with|without|and|or|in|into|on|onto|for|as|by|to|from|at|during|here|anywhere|the|an?|because|was|is|were|when|while|after|before|until|unless|again|against|except|inside|outside|under|over|via|through|rejected)$/i;

/** Lists the literals outside code: versions, options, commands, and the subject of a rejection. */
function listBare(
  clause: Clause,
  stance: Stance,
  whole: string,
  spans: readonly string[],
): readonly GuardLiteral[] {
  const { text, place } = clause;
  const found: GuardLiteral[] = [];
  for (const match of text.matchAll(
    /(?<![\w⟦-])(@?[A-Za-z][\w@./:-]{1,80}?)(@|==?|:|_| )v?(\d+(?:\.\d+)*[\w-]*(?:\.[\w-]+)*)(?=[\s,.;:)]|$)/g,
  )) {
    const [all, name = '', sign, version = ''] = match;
    const dots = version.split('.').length - 1;
    const isNamed = /[-./_]/.test(name) || place === 0;
    if (
      COUNTED.test(name) ||
      (sign === ' ' && dots < (place === 0 ? 1 : 2) && !(isNamed && /[-./]/.test(name)))
    )
      continue;
    if (sign !== ' ' && dots < 1 && (sign === '@' ? /\D/.test(version) : !/-[a-z]/.test(version))) continue;
    const after = text.slice(match.index + all.length);
    if (judge(clause, text.slice(0, match.index), after, stance, name) === 'wrong')
      found.push(createVersion(match.slice(0, 2).concat(version)));
  }
  for (const match of text.matchAll(/(?<=^|\s)(--?[A-Za-z][\w-]+)(?:=(\S+)|\s(\d\S*))?/g)) {
    const [all, option = '', value = match[3]] = match;
    const before = text.slice(0, match.index);
    if (judge(clause, before, text.slice(match.index + all.length), stance, option) !== 'wrong') continue;
    found.push(
      createOption(
        value === undefined ? [option] : [option, value],
        `${whole} ${spans.join(' ')}`,
        !/^(?:no|not|never)\s$/i.test(before) || option.length < 3,
      ),
    );
  }
  if (stance !== 'rejected' && stance !== 'mistake') found.push(...findDeniedName(text, stance));
  if (
    place > 0 ||
    (stance !== 'rejected' &&
      stance !== 'mistake' &&
      !(stance === 'remark' ? FORBIDS_FIRST : LEAD).test(text))
  )
    return found;
  const subject = findSubject(text, stance);
  const own = subject.flatMap((one) => (one.how === 'command' ? one.words : []));
  return [...found.filter((one) => one.how !== 'option' || !own.includes(one.words[0] ?? '')), ...subject];
}

/** A name outside code that is forbidden or not chosen: `never float64 for money`, `FastAPI is banned`. */
const DENIED_NAME =
  /(?:^|\s)(?:no|not|never|avoid|instead of|rather than|over|from)\s+(?:(?:an?|the|use|using)\s+)?(@?[A-Za-z][\w./+-]+)(?=[.]?$|\s*\(|\s(?:for|in|on|as|to)\b)/i;

function findDeniedName(text: string, stance: Stance): readonly GuardLiteral[] {
  const denied = DENIED_NAME.exec(text);
  const [first = '', ...rest] = text.split(' ');
  const isOut = REFUSED.test(` ${rest.join(' ')}`) && /^@?[A-Za-z][\w./+-]+$/.test(first);
  const name = isOut ? first : stance === 'remark' && denied?.index !== 0 ? undefined : denied?.[1];
  const isName = name !== undefined && (stance === 'choice' || /[A-Z\d_.:/-]/.test(name));
  return isName ? [{ how: 'name', name: name.replace(/[.]$/, ''), starts: true }] : [];
}

const COUNTED =
  /^(?:version|than|above|below|to|of|at|and|or|from|with|about|v|by|for|in|on|is|until|since|least|most|stay|pin|use|no)$/i;

/** Finds the command or name that a clause begins with: `ran hugo build without --minify`, `axios was rejected`. */
function findSubject(text: string, stance: Stance): readonly GuardLiteral[] {
  const own = text.replace(LEAD, '');
  const words = (own.split(/ [(+]/)[0] ?? '').split(/\s+/).filter(Boolean);
  const end = words.findIndex((word) => STOP.test(word) || word.includes('⟦'));
  const head = (end < 0 ? words : words.slice(0, end)).map((word) => word.replace(/[.,;]$/, ''));
  const isPlain = head.length > 0 && head.every((word) => /^[a-z0-9@./:_=-]+$/i.test(word));
  const missing = words[end] === 'without' ? words.slice(end + 1).find(isOptionWord) : undefined;
  if (missing && isPlain && head.length > 1) return [{ how: 'command', words: head, lacks: [missing] }];
  const last = head.findLastIndex((word, i) => i < 6 && (isOptionWord(word) || /^\/[A-Za-z]$/.test(word)));
  const values = head.slice(last + 1).findIndex((word) => !isValue(word));
  const run = head.slice(0, values < 0 ? head.length : last + 1 + values);
  if (last > 0 && run.every((word) => /^[a-z0-9/~.-][\w./:=@-]*$/.test(word)))
    return [{ how: 'command', words: run }];
  const isOrder = own !== text || (stance === 'rejected' && isProgram(head[0] ?? ''));
  if (isOrder && isPlain && head.length > 1 && head.every((word) => /^[a-z0-9-]/.test(word)))
    return [{ how: 'command', words: head }];
  const [name = ''] = head;
  if (stance === 'mistake') {
    const token = head
      .slice(0, 3)
      .find((word) => /^[A-Za-z@][\w./@:-]*\w$/.test(word) && /.[-_./\d]/.test(word));
    if (token === undefined) return [];
    return [{ how: 'name', name: token, starts: false, adds: !/^[a-z]+(?:-\d+){2,}$/i.test(token) }];
  }
  const next = words[head.length];
  const isAlone =
    head.length > 0 &&
    (REFUSED.test(` ${words.slice(1).join(' ')}`) ||
      (head.length === 1 &&
        (next === undefined || /^(?:(?:for|in|on|as|by|with|because|since)$|\()/i.test(next))));
  const isSubject =
    isAlone ||
    /^(?:was|were|is|are|has|had|would|could|we|needs?|does|did|doesn['’]t)$/.test(words[1] ?? '') ||
    /^@?[A-Za-z]\w*(?:[-_./:]\w|[a-z][A-Z])/.test(name);
  const isForbidden = stance === 'law' && own !== text && isAlone && FORBIDS_FIRST.test(text);
  return ((stance === 'rejected' && isSubject) || isForbidden) && /^@?[A-Za-z][\w./:@-]+$/.test(name)
    ? [{ how: 'name', name, starts: true }]
    : [];
}

/** True for a value of a command: a path, a number, a setting. */
const isValue = (word: string): boolean => /^[\w./:=@-]+$/.test(word) && /[\d/=.:_]/.test(word);
