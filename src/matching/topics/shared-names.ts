import { parseWordSet, STOP_WORDS } from '../../text/stem.js';
import * as table from './topic-words.data.js';

/** Characters of a text that are read. */
const MAX_COUNT = 8000;
const SPANS = /`([^`\n]{2,120})`|"([^"\n]{3,60})"|“([^”\n]{3,60})”/g;
const WORDS = /[\p{L}@_$][\p{L}\p{N}_$]*(?:(?:[-./@]|::)[\p{L}\p{N}_$]+)*/gu;
const NUMBERED = /(?<!\p{L})(\p{L}{3,}) (\d+)(?![\p{L}\p{N}.])/gu;
const REJECTED =
  /^\W*([\w@./-]{3,})\s(?:was |were |is |are |has been )?(?:rejected|out\b|dropped|turned down|ruled out|banned)/i;
/** Words that capitals alone do not make a name. */
const CALENDAR =
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$|^(?:january|february|march|april|may|june|july|august|september|october|november|december)$|^(?:english|german|french|spanish|italian|dutch|danish|swedish|polish|czech|portuguese|russian|turkish|chinese|japanese|korean|arabic)$/;
const COUNTED =
  /^(?:line|page|step|day|week|month|year|hour|minute|version|number|item|row|column|the|for|and|all|than|with|least|most|last|next|first)s?$/i;
const COMMON = parseWordSet(`${table.GENERIC_NAMES} ${table.PLATFORMS} ${table.WEAK}`);

/** Lists what a text names, in lower case: code, quoted words, paths, identifiers, and names with capitals or digits. */
export function listNames(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  const own = text.slice(0, MAX_COUNT);
  const add = (name: string) => {
    const plain = name.toLowerCase();
    if (plain.length > 1 && !COMMON.has(plain) && !STOP_WORDS.has(plain)) names.add(plain);
  };
  for (const [, code, ...quoted] of own.matchAll(SPANS)) {
    const span = (code ?? quoted.find(Boolean) ?? '').trim();
    if (code !== undefined || !/^\p{L}+$/u.test(span)) add(span);
    const called = /^([\w$.]{3,})\(/.exec(span)?.[1];
    if (called !== undefined) add(called);
    if (code !== undefined && /\s/.test(span)) add(span.split(/\s+/, 2).join(' '));
  }
  for (const match of own.matchAll(WORDS)) {
    const [word] = match;
    if (isShapedAsName(word, isSentenceStart(own, match.index))) add(word);
    if (/\/[\w.-]*\.\w+$/.test(word)) add(word.slice(word.lastIndexOf('/') + 1));
  }
  for (const [both, word = ''] of own.matchAll(NUMBERED)) if (!COUNTED.test(word)) add(both);
  const subject = REJECTED.exec(own)?.[1];
  if (subject !== undefined) add(subject);
  return names;
}

function isShapedAsName(word: string, isStart: boolean): boolean {
  if (/[_$@]|::|\p{Ll}\p{Lu}|\p{L}\d|\d\p{L}/u.test(word)) return true;
  if (/\.\p{L}/u.test(word)) return !/^(?:e\.g|i\.e)/i.test(word);
  if (/\//.test(word)) return word.split('/').length > 2;
  if (/-/.test(word)) return word.split('-').some((part) => !STOP_WORDS.has(part.toLowerCase()));
  if (/^\p{Lu}{3,}$/u.test(word)) return true;
  return !isStart && /^\p{Lu}\p{L}{2,}$/u.test(word) && !CALENDAR.test(word.toLowerCase());
}

const isSentenceStart = (text: string, at: number): boolean =>
  /(?:^|[.!?:;"“(*\n-])\s{0,9}$/.test(text.slice(Math.max(0, at - 4), at));

/** Creates a test whether another text has a name of this one, or this one a name of the other. */
export function createNameTest(text: string): (other: string) => boolean {
  const own = text.slice(0, MAX_COUNT).toLowerCase();
  const names = listNames(text);
  return (other) => {
    const lower = other.toLowerCase();
    return (
      [...names].some((name) => hasWhole(name, lower)) ||
      [...listNames(other)].some((name) => hasWhole(name, own))
    );
  };
}

function hasWhole(name: string, text: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const before = text[at - 1] ?? ' ';
    const after = text[at + name.length] ?? ' ';
    if (!/[\p{L}\p{N}_]/u.test(before) && (!/[\p{L}\p{N}_]/u.test(after) || !/[\p{L}\p{N}_]$/u.test(name)))
      return true;
  }
  return false;
}
