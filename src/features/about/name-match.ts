import { type Entry, formatEntryText } from '../../notes/entries/entry.js';
import { findCodeReferences } from '../../notes/entries/references.js';
import type { PathHistory } from '../../notes/reference-status.js';

/** The names to look for: a file or folder under any of its names, and perhaps a symbol in it. */
export interface AboutSubject extends Pick<PathHistory, 'names' | 'isOnlyOfName' | 'filesInside'> {
  /** Names of the file without its ending that cannot be other words in these notes: `ScorePicker`, `split_parts`. */
  readonly codeNames: readonly string[];
  /** Without the class or the call: `read` for `Store.read()`. */
  readonly symbol: string | null;
  /** The class or module that was typed before a symbol alone. */
  readonly owner: string | null;
  /** True if only this file defines the symbol. Then an entry that names the symbol is about it, whatever files it names. */
  readonly isSymbolAlone: boolean;
}

/** Returns a test whether a note can name the subject; other notes need not be parsed. */
export function createNoteTest(subject: AboutSubject): (text: string) => boolean {
  const { names, symbol, codeNames } = subject;
  if (symbol !== null) return (text) => text.includes(symbol);
  const words = [...new Set([...names.flatMap((name) => [getBaseName(name), getStem(name)]), ...codeNames])];
  const inside = new Set(subject.filesInside);
  return (text) =>
    words.some((word) => text.includes(word)) ||
    (inside.size > 0 &&
      (text.match(/[\w.-]+/g) ?? []).some((word) =>
        inside.has(word.endsWith('.') ? word.slice(0, -1) : word),
      ));
}

/** Returns the names without endings that are names in the code: with an inner capital or `_`, or with a capital where no note writes the word without one. */
export const listCodeNames = (
  names: readonly string[],
  isWordOfNotes: (word: string) => boolean,
): readonly string[] =>
  [...new Set(names.map(getStem))].filter(
    (stem) =>
      CODE_NAME.test(stem) || (/^[A-Z][a-z0-9]{2,}$/.test(stem) && !isWordOfNotes(stem.toLowerCase())),
  );

/**
 * Rates how clearly an entry names the subject: 2 by a path of it, 1 by its base name or the symbol alone, 0 where it does
 * not. An entry that names the symbol together with another file is not about it.
 */
export function rateMention(
  entry: Pick<Entry, 'text' | 'workaround' | 'why'>,
  subject: AboutSubject,
): number {
  const text = [formatEntryText(entry), entry.why].filter(Boolean).join('\n');
  const references = findCodeReferences(text);
  const paths = references.filter(({ sort }) => sort === 'path').map(({ name }) => name);
  const byPath = Math.max(0, ...paths.map((path) => ratePath(path, subject)), ratePlainPath(text, subject));
  if (subject.symbol === null) return byPath;
  if (!hasWholeWord(text, subject.symbol)) return 0;
  const owners = listQualifiers(text, subject.symbol);
  const isOfOther = owners.length > 0 && !owners.some((owner) => isNameOf(owner, subject));
  if (isOfOther && !subject.isSymbolAlone) return 0;
  if (
    byPath === 0 &&
    ORDINARY.test(subject.symbol) &&
    !(owners.length > 0 && !isOfOther) &&
    !isWrittenAsCode(text, subject.symbol)
  )
    return 0;
  return byPath > 0 ? 2 : paths.length === 0 || subject.isSymbolAlone ? 1 : 0;
}

/** A symbol that may be a word of the language, such as `release`. */
const ORDINARY = /^[a-z]+$/;

/** True if a text has the symbol in backticks or calls it. */
const isWrittenAsCode = (text: string, symbol: string): boolean =>
  text
    .split(`${symbol}(`)
    .slice(0, -1)
    .some((before) => !/[\w$]$/.test(before)) ||
  [...text.matchAll(/`([^`\n]+)`/g)].some(([, span = '']) => hasWholeWord(span, symbol));

/** Lists the classes or modules before a symbol: `Manifest` of `Manifest.merge`. */
const listQualifiers = (text: string, symbol: string): readonly string[] =>
  [...text.matchAll(QUALIFIED)].flatMap(([, owner = '', member]) => (member === symbol ? [owner] : []));

const QUALIFIED = /(?<![\w$./@:-])([A-Za-z_$][\w$]{1,80})(?:\.|::|#)([A-Za-z_$][\w$]{0,80})(?![\w$/-]|\.\w)/g;

/** True for a class or module that has the name of the file: `LoanStore` of `loan_store.py`. */
const isNameOf = (owner: string, { names, owner: typed }: AboutSubject): boolean =>
  owner === typed || names.some((name) => toLetters(getStem(name)) === toLetters(owner));

const toLetters = (name: string): string => name.replace(/[_-]/g, '').toLowerCase();

/** Returns true if a file of a session is the subject or lies in it. */
export const isSubjectPath = (path: string, { names }: AboutSubject): boolean =>
  names.some((name) => path === name || path.startsWith(`${name}/`));

/** A name with an inner capital or an underscore. */
const CODE_NAME = /^[A-Za-z][a-z0-9]*(?:[A-Z][A-Za-z0-9]*|(?:_[A-Za-z0-9]+)+)$/;

/** The last name of a path without its ending; `loan.test` for `loan.test.ts`. */
const getStem = (path: string): string => getBaseName(path).replace(/(?<=[^.])\.[^.]*$/, '');

const getBaseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const getFolder = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

function ratePath(path: string, { names, filesInside }: AboutSubject): number {
  if (names.some((name) => path === name || path.startsWith(`${name}/`))) return 2;
  if (path.includes('/')) return names.some((name) => name.endsWith(`/${path}`)) ? 2 : 0;
  return filesInside.includes(path) ? 1 : 0;
}

/** Rates names that stand in a text as words of their own: a path, also without its ending, or the last name alone. */
function ratePlainPath(text: string, subject: AboutSubject): number {
  const { names, isOnlyOfName, codeNames } = subject;
  if (names.some((name) => listModuleForms(name).some((form) => hasWholeWord(text, form)))) return 2;
  if (!isOnlyOfName) return 0;
  const isNamed = names.some(
    (name) => /[.A-Z]/.test(getBaseName(name)) && hasWholeWord(text, getBaseName(name)),
  );
  const isNamedAsCode = codeNames.some((name) => hasWholeWord(text, name) || hasMember(text, name));
  return isNamed || isNamedAsCode ? 1 : 0;
}

/** Lists how a path is written: whole, without its ending, and its last two or more names as a module. */
function listModuleForms(name: string): readonly string[] {
  if (!name.includes('/')) return [];
  const parts = [...getFolder(name).split('/'), getStem(name)];
  if (!getBaseName(name).includes('.')) return [name];
  const tails = parts.slice(0, -1).map((_, at) => parts.slice(at));
  return [name, ...tails.flatMap((tail) => ['/', '.', '::'].map((sign) => tail.join(sign)))];
}

/** True if a text names a class by a member: `Manifest.merge`. */
const hasMember = (text: string, name: string): boolean =>
  [...text.matchAll(QUALIFIED)].some(([, owner]) => owner === name);

/** Returns true if a text contains a name that is not part of a longer name or path. */
export function hasWholeWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const before = text[at - 1] ?? ' ';
    const after = text.slice(at + name.length, at + name.length + 2);
    if (!/[\w$/-]/.test(before) && !(before === '.' && name.includes('.')) && !/^(?:[\w$-]|\.\w)/.test(after))
      return true;
  }
  return false;
}
