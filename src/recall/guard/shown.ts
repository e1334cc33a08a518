import type { Deed } from './deed.js';
import type { Term } from './term.js';

/** True where a call shows a doing: in what it newly writes, by the files that it writes, or by the words that name it. */
export function isShown(term: Term, deed: Deed): boolean {
  const { is, said, shows, files, edits, changes } = term;
  const { script, past, isSpoken } = deed;
  const isNew = (source: string) => countOf(source, script) > countOf(source, past);
  return (
    (shows !== undefined && (isNew(shows) || (changes === true && linesThat(term, deed).length > 0))) ||
    (isSpoken &&
      (is.split(' ').every((word) => deed.has.has(word)) || pattern(said ?? NEVER).test(script))) ||
    (files !== undefined && deed.files.some((file) => pattern(files).test(file))) ||
    (edits !== undefined && deed.edited.some((file) => pattern(edits).test(file)))
  );
}

/** The lines of a call that show a doing. */
export const linesThat = ({ shows }: Term, { script, past }: Deed): readonly string[] => {
  const before = new Set(past.split('\n'));
  const lines = script.split('\n').filter((line) => !before.has(line));
  return shows === undefined ? lines : lines.filter((line) => pattern(shows).test(line));
};

const countOf = (source: string, text: string): number =>
  text === '' ? 0 : (text.match(new RegExp(pattern(source), 'gim')) ?? []).length;

const NEVER = '(?!)';

const patterns = new Map<string, RegExp>();

/** Compiled once, and only where a call comes so far. */
function pattern(source: string): RegExp {
  const known = patterns.get(source);
  if (known) return known;
  const made = new RegExp(source, 'im');
  patterns.set(source, made);
  return made;
}
