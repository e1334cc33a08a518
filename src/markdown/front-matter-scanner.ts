/** Longest front matter that is read; snapshots need most. */
const MAX_LENGTH = 256 * 1024;

const FRONT_MATTER =
  /^(---[ \t]*(?:\r\n|\n|\r))((?:(?!---[ \t]*(?:[\r\n]|$))[^\r\n]*(?:\r\n|\n|\r))*)---[ \t]*(?:[\r\n]|$)/;

/** Returns the lines between the two rules; null if there is no front matter, or it is too long. */
export function findFrontMatter(text: string): { readonly start: number; readonly end: number } | null {
  const found = FRONT_MATTER.exec(text.slice(0, MAX_LENGTH + 16));
  if (!found) return null;
  const [, opening = '', lines = ''] = found;
  return { start: opening.length, end: opening.length + lines.length };
}

/** Returns the offset behind closed front matter; 0 if there is none. */
export const findBodyStart = (text: string): number =>
  /^---[ \t]*(?:\r\n|\n|\r)(?:[\s\S]*?[\r\n])??---[ \t]*(?:[\r\n]|$)/.exec(text)?.[0].length ?? 0;

/** Returns true if a note starts with closed front matter. */
export const hasFrontMatter = (text: string): boolean => findBodyStart(text) > 0;

/** Front matter by key. */
export type Properties = ReadonlyMap<string, unknown>;

/**
 * Reads front matter in the subset that Daybook writes: quoted or plain strings, whole numbers, lists and mappings of
 * them. Null if the YAML parser is needed; an empty map if there is none.
 */
export function scanFrontMatter(text: string): Properties | null {
  const lines = linesOf(text);
  if (lines.length === 0) return new Map();
  const reader = new Reader(lines);
  const found = reader.mapping(0);
  return found && reader.isDone() ? found : null;
}

interface Line {
  readonly indent: number;
  readonly text: string;
}

/** The lines between the two rules, without blanks and comments. */
function linesOf(text: string): Line[] {
  if (!/^---[ \t]*[\r\n]/.test(text)) return [];
  const found: Line[] = [];
  for (const line of text.split(/\r\n|\n|\r/).slice(1)) {
    if (/^---[ \t]*$/.test(line)) return found;
    const plain = line.trimStart();
    if (plain !== '' && !plain.startsWith('#'))
      found.push({ indent: line.length - plain.length, text: plain });
  }
  return [];
}

const PAIR = /^("(?:[^"\\]|\\.)*"|[A-Za-z_](?:[\w ./-]*[\w./-])?):(?: (.*))?$/s;

class Reader {
  private at = 0;

  constructor(private readonly lines: readonly Line[]) {}

  isDone(): boolean {
    return this.at === this.lines.length;
  }

  /** Reads the pairs at one depth; null if a line is outside the subset. */
  mapping(indent: number): Map<string, unknown> | null {
    const found = new Map<string, unknown>();
    for (let line = this.next(indent); line; line = this.next(indent)) {
      const [, name = '', value = ''] = PAIR.exec(line.text) ?? [];
      const key = name.startsWith('"') ? scalar(name) : name;
      if (typeof key !== 'string' || name === '' || WORDS.test(name) || found.has(key)) return null;
      this.at++;
      const read = value === '' ? this.below(indent) : inline(value);
      if (read === undefined) return null;
      found.set(key, read);
    }
    return found;
  }

  /** Reads the value below a key: a list, a mapping, or nothing. */
  private below(indent: number): unknown {
    const line = this.lines[this.at];
    if (!line || line.indent < indent || (line.indent === indent && !line.text.startsWith('- '))) return null;
    if (line.text.startsWith('- ')) return this.list(line.indent);
    const found = this.mapping(line.indent);
    return found ? Object.fromEntries(found) : undefined;
  }

  private list(indent: number): unknown[] | undefined {
    const found: unknown[] = [];
    for (let line = this.next(indent); line?.text.startsWith('- '); line = this.next(indent)) {
      const read = scalar(line.text.slice(2));
      if (read === undefined) return undefined;
      found.push(read);
      this.at++;
    }
    return found;
  }

  /** The next line where it stands at this depth. */
  private next(indent: number): Line | null {
    const line = this.lines[this.at];
    return line?.indent === indent ? line : null;
  }
}

/** A scalar, or a list of strings within brackets. */
function inline(text: string): unknown {
  if (text === '{}') return {};
  if (!text.startsWith('[')) return scalar(text);
  const read = parsed(text);
  return Array.isArray(read) && read.every((one) => typeof one === 'string') ? read : undefined;
}

/** Words that YAML reads as something else. */
const WORDS = /^(?:null|true|false)$/i;
const PLAIN = /^[A-Za-z](?:[\w ./-]*[\w./-])?$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;
const WHOLE = /^(?:0|[1-9]\d{0,14})$/;

function scalar(text: string): string | number | undefined {
  if (text.startsWith('"')) {
    const read = parsed(text);
    return typeof read === 'string' ? read : undefined;
  }
  if (WHOLE.test(text)) return Number(text);
  return (PLAIN.test(text) && !WORDS.test(text)) || TIME.test(text) ? text : undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
