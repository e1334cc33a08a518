import { type Entry, formatEntryText } from '../../notes/entries/entry.js';
import { findCodeReferences } from '../../notes/entries/references.js';
import type { PathHistory } from '../../notes/reference-status.js';

/** The names to look for: a file or folder under any of its names, and perhaps a symbol in it. */
export interface AboutSubject extends Pick<PathHistory, 'names' | 'isOnlyOfName'> {
  /** Without the class or the call: `read` for `Store.read()`. */
  readonly symbol: string | null;
  /** True if only this file defines the symbol. Then an entry that names the symbol is about it, whatever files it names. */
  readonly isSymbolAlone: boolean;
}

/** Returns strings of which a note must contain one; other notes need not be parsed. */
export const listSubjectWords = ({ names, symbol }: AboutSubject): readonly string[] =>
  symbol === null
    ? [
        ...new Set(
          names.flatMap((name) => [
            getBaseName(name),
            ...(COMPONENT.test(getStem(name)) ? [getStem(name)] : []),
          ]),
        ),
      ]
    : [symbol];

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
  if (byPath === 0 && ORDINARY.test(subject.symbol) && !isWrittenAsCode(text, subject.symbol)) return 0;
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

/** Returns true if a file of a session is the subject or lies in it. */
export const isSubjectPath = (path: string, { names }: AboutSubject): boolean =>
  names.some((name) => path === name || path.startsWith(`${name}/`));

/** The name of a file without its extension that is a name in the code too: `ScorePicker`. */
const COMPONENT = /^[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+$/;

const getStem = (path: string): string => getBaseName(path).replace(/\..*$/, '');

const getBaseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function ratePath(path: string, { names, isOnlyOfName }: AboutSubject): number {
  if (names.some((name) => path === name || path.startsWith(`${name}/`))) return 2;
  if (!names.some((name) => name.endsWith(`/${path}`))) return 0;
  return path.includes('/') ? 2 : isOnlyOfName ? 1 : 0;
}

/** A path without a file extension counts only as a word of its own. */
function ratePlainPath(text: string, { names, isOnlyOfName }: AboutSubject): number {
  if (names.some((name) => name.includes('/') && hasWholeWord(text, name))) return 2;
  const isFound = names.some(
    (name) =>
      (/[.A-Z]/.test(getBaseName(name)) && hasWholeWord(text, getBaseName(name))) ||
      (COMPONENT.test(getStem(name)) && hasWholeWord(text, getStem(name))),
  );
  return isFound && isOnlyOfName ? 1 : 0;
}

/** Returns true if a text contains a name that is not part of a longer name or path. */
function hasWholeWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const before = text[at - 1] ?? ' ';
    const after = text.slice(at + name.length, at + name.length + 2);
    if (!/[\w$/-]/.test(before) && !(before === '.' && name.includes('.')) && !/^(?:[\w$-]|\.\w)/.test(after))
      return true;
  }
  return false;
}
