import type { Entry } from './entry.js';
import type { FactCheck, Proof } from './proof.js';
import { isTableRule } from './record.js';

/** An entry and its location in the text of its note. */
export interface LocatedEntry extends Entry {
  /** The heading above it, as written; null if there is none. */
  readonly section: string | null;
  /** Offsets of its lines, including line endings. */
  readonly start: number;
  readonly end: number;
  /** True if it has the tag `#key`. */
  readonly key: boolean;
  /** The link to the entry that replaced it, as written: `^id`. */
  readonly superseded: string | null;
  /** False where `id` is only a handle. */
  readonly hasId: boolean;
  /** For a reminder: due date and type, as written; otherwise null. */
  readonly due: string | null;
  readonly when: string | null;
  /** The pattern that the guard compares with calls, and its examples; otherwise null. */
  readonly proof: Proof | null;
  /** The command that shows whether it still holds; otherwise null. */
  readonly check: FactCheck | null;
}

const MARKS = /[*_`~]+/g;
/** What people write where nothing is to be said yet. */
const EMPTY =
  /^[([<{]?(?:none|n\/?a|tbd|tba|todo|empty|nothing|not yet|unknown|keine|leer|aucune?|rien|ningun[oa]|nada|nenhum|нет|пусто|无|暂无|没有|なし|未定)(?: (?:yet|so far|for now|at (?:this time|the moment|present)|currently|known|identified|recorded))?[.)\]>}]?$/iu;
/** A placeholder; no link. */
const IN_BRACKETS = /(?<!\[)\[[^[\]]{1,200}\](?![(\]])|<[^<>]{1,200}>|\{\{?[^{}]{1,200}\}?\}/gu;
const IN_ITALICS = /^(?:\*(?!\*)[^*]{1,500}\*|_(?!_)[^_]{1,500}_)$/u;

/**
 * Returns true for text that states nothing: a lead-in that ends with a colon, a placeholder, a template's empty field, a
 * hint in italics, the rule of a table, a line without a word.
 */
export function isNoStatement(text: string): boolean {
  const line = text.trim();
  const words = line.replace(MARKS, '').trim();
  if (!/\p{L}/u.test(words) || isStruck(line)) return true;
  if (/[:：]$/u.test(words) || isTableRule(line)) return true;
  return EMPTY.test(words) || !/[\p{L}\p{N}]/u.test(words.replace(IN_BRACKETS, '')) || IN_ITALICS.test(line);
}

/** Returns true for a line that is struck through as a whole: its writer took it back. */
export const isStruck = (text: string): boolean => /^~~(?!~)(?:(?!~~).){1,2000}~~[.。]?$/su.test(text.trim());
