import type { Outline } from '../markdown/outline.js';
import { replaceSpan } from '../markdown/place.js';
import { parseBlock } from '../wiki/block.js';
import type { Change } from '../wiki/change.js';
import type { Located } from '../wiki/entries.js';
import type { Note } from '../wiki/note.js';

/** What may change of a block entry: the words of its heading behind `Word:`, its fields, its id. */
export interface BlockEdit {
  readonly text?: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** Set where the block has none. */
  readonly id: string;
}

/** Plans to change the heading, fields or id of a block entry; its body stays as somebody wrote it. */
export function reviseBlock(
  entry: Located,
  note: Note,
  { eol }: Outline,
  { text, fields = {}, id }: BlockEdit,
  why: string,
): readonly Change[] {
  const source = note.text.slice(entry.start, entry.end);
  let lines = source.split(/\r\n|\n|\r/);
  const had = parseBlock(source);
  if (text !== undefined)
    lines = lines.with(
      0,
      (lines[0] ?? '').replace(/:.*$/, () => `: ${text}`),
    );
  if (had.id === null) lines = lines.toSpliced(1, 0, `^${id}`);
  for (const [name, value] of Object.entries(fields)) lines = withField(lines, name, value);
  const splices = replaceSpan(note.text, entry.start, entry.end, lines.join(eol));
  return splices.length === 0 ? [] : [{ do: 'edit', path: note.path, base: note.hash, splices, why }];
}

/** A field in its place, else below the heading and its id, apart from what follows. */
function withField(lines: readonly string[], name: string, value: string): string[] {
  const capital = name.slice(0, 1).toUpperCase() + name.slice(1);
  const at = lines.findIndex((line) =>
    new RegExp(`^\\s{0,3}(?:[-*+]\\s+)?\\*\\*${name}:?\\*\\*`, 'i').test(line),
  );
  if (at >= 0)
    return [...lines].with(
      at,
      (lines[at] ?? '').replace(/(\*\*[^*]+\*\*:?\s*).*$/, (_, head: string) => head + value),
    );
  const head = lines.findIndex((line, i) => i > 0 && !/^\s*\^[\w-]+\s*$/.test(line));
  const below = head < 0 ? lines.length : head;
  const rest = lines.slice(below);
  const apart = rest[0] === undefined || rest[0].trim() === '' ? [] : [''];
  return [...lines.slice(0, below), '', `**${capital}**: ${value}`, ...apart, ...rest];
}
