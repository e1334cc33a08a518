import type { Outline } from '../../markdown/outline.js';
import { replaceSpan } from '../../markdown/section-edits.js';
import { type Change, createEdit } from '../changes/change.js';
import { parseBlock } from '../entries/block.js';
import type { LocatedEntry } from '../entries/read-entries.js';
import type { Note } from '../note.js';

/** The editable parts of a block entry: the text after `Word:` in its heading, its fields and its id. */
interface BlockEdit {
  readonly text?: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** Added if the block has no id. */
  readonly id: string;
}

/** Plans to change the heading, fields or id of a block entry. Its body is not touched. */
export function editBlock(
  entry: LocatedEntry,
  note: Note,
  { eol }: Outline,
  { text, fields = {}, id }: BlockEdit,
  why: string,
): readonly Change[] {
  const source = note.text.slice(entry.start, entry.end);
  let lines = source.split(/\r\n|\n|\r/);
  const had = parseBlock(source);
  if (text !== undefined) lines = lines.with(0, retitled(lines[0] ?? '', text));
  if (had.id === null) lines = lines.toSpliced(1, 0, `^${id}`);
  for (const [name, value] of Object.entries(fields)) lines = withField(lines, name, value);
  const splices = replaceSpan(note.text, entry.start, entry.end, lines.join(eol));
  return createEdit(note, splices, why);
}

/** Replaces the text of a heading after its word or label. */
function retitled(heading: string, text: string): string {
  const [label] = /^\s{0,3}#+\s+[A-Za-z]+-\d{8}-\d{3,9}/.exec(heading) ?? [];
  return label === undefined ? heading.replace(/:.*$/, () => `: ${text}`) : `${label} — ${text}`;
}

/** Replaces a field, or adds it below the heading and its id, separated from what follows. */
function withField(lines: readonly string[], name: string, value: string): string[] {
  const capital = name.slice(0, 1).toUpperCase() + name.slice(1);
  const at = lines.findIndex((line) =>
    new RegExp(`^\\s{0,3}(?:[-*+]\\s+)?\\*\\*${name}:?\\*\\*`, 'i').test(line),
  );
  if (at >= 0)
    return [...lines].with(
      at,
      (lines[at] ?? '').replace(
        /(\*\*[^*]+\*\*:?)\s*.*?([ \t]*)$/,
        (_, head: string, tail: string) => `${head} ${value}${tail}`,
      ),
    );
  const plain = lines.findIndex((line) => new RegExp(`^[ \\t]{0,8}${name}:(?:[ \\t]|$)`, 'i').test(line));
  if (plain >= 0 && isInYaml(lines, plain))
    return [...lines].with(
      plain,
      (lines[plain] ?? '').replace(
        /^([^:]*:)[ \t]*(?:"[^"]*"|'[^']*'|[^#]*?)([ \t]+#.*)?$/,
        (_, head: string, tail = '') => `${head} ${value}${tail}`,
      ),
    );
  const last = lines.findLastIndex((line) => BOLD_FIELD.test(line));
  if (last >= 0) return [...lines.slice(0, last), `**${capital}**: ${value}  `, ...lines.slice(last)];
  const pair = lines.findLastIndex((line, i) => YAML_PAIR.test(line) && isInYaml(lines, i));
  if (pair >= 0) {
    const [indent = ''] = /^[ \t]*/.exec(lines[pair] ?? '') ?? [];
    return [...lines.slice(0, pair + 1), `${indent}${name}: ${value}`, ...lines.slice(pair + 1)];
  }
  const head = lines.findIndex((line, i) => i > 0 && !/^\s*\^[\w-]+\s*$/.test(line));
  const below = head < 0 ? lines.length : head;
  const rest = lines.slice(below);
  const apart = rest[0] === undefined || rest[0].trim() === '' ? [] : [''];
  return [...lines.slice(0, below), '', `**${capital}**: ${value}`, ...apart, ...rest];
}

const BOLD_FIELD = /^\s{0,3}\*\*[^*:]{1,60}:?\*\*:?\s/;
const YAML_PAIR = /^[ \t]{0,8}[A-Za-z][\w -]{0,59}:[ \t]+\S/;

/** Returns true if a line is inside a YAML fence. */
function isInYaml(lines: readonly string[], at: number): boolean {
  const fences = lines.slice(0, at).filter((line) => /^ {0,3}(?:`{3,}|~{3,})/.test(line));
  return fences.length % 2 === 1 && /ya?ml/i.test(fences.at(-1) ?? '');
}
