import { findWordLabel } from '../../notes/labels/labels.js';
import { parseWordSet } from '../../text/stem.js';
import * as vocabulary from './key-words.data.js';

const ATTRIBUTES = parseWordSet(vocabulary.ATTRIBUTES);
const NO_KEYS = parseWordSet(vocabulary.NO_KEYS);

/** A line in one form, `key: value`, where it names a thing of which there is one; any other as it is (Mutable §Read Protocol). */
export function toKeyValue(line: string): string {
  const pair = pairIn(line) ?? copulaIn(line);
  if (!pair || (!pair.written && !isAttribute(pair.key))) return line;
  return `${pair.key}: ${pair.value.replace(/[.。]$/, '')}`;
}

/* Patterns over all letters take long to make: they are made when a text comes to them. */

/** More words before a colon are a sentence. */
const MOST_KEY_WORDS = 4;
const PAIR = () => /^([\p{L}_][\p{L}\p{N}_ .-]{0,48}?)\s*(?::(?=\s|$)|：|=(?!=)|:=)\s*(\S.*)$/u;

function pairIn(text: string) {
  const [, key = '', value = ''] = PAIR().exec(text) ?? [];
  const plain = key.trim();
  if (plain === '' || isNoKey(plain.toLowerCase()) || /[.!?]$/.test(plain)) return null;
  return plain.split(/\s+/).length > MOST_KEY_WORDS ? null : { key: plain, value, written: true };
}

/** The word of a label or remark is no key. */
const isNoKey = (word: string): boolean => NO_KEYS.has(word) || findWordLabel(word)?.type != null;

const COPULA = () =>
  /^(?:the |our |my |a |an )?([\p{L}\p{N}_' -]{2,60}?) (?:is|are) (?!not\b|no\b|never\b)(?:set to |called |named |at )?(\S.{0,200})$/iu;
const HAN_COPULA = () => /^(\p{Script=Han}{2,8})\s?(?:是|为)\s?(\S.{0,100})$/u;

function copulaIn(text: string) {
  const [, key = '', value = ''] = COPULA().exec(text) ?? HAN_COPULA().exec(text) ?? [];
  if (key === '' || key.split(/\s+/).length > MOST_KEY_WORDS + 1) return null;
  return { key, value, written: false };
}

/** True if a key ends with, or has before `of`, a thing of which there is one. */
function isAttribute(key: string): boolean {
  const [head = ''] = key.toLowerCase().split(/ (?:of|for|in) /);
  const last = head.trim().split(/\s+/).at(-1) ?? '';
  return (
    ATTRIBUTES.has(last) || [...ATTRIBUTES].some((one) => /^\p{Script=Han}/u.test(one) && last.endsWith(one))
  );
}
