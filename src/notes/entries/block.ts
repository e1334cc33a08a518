import { joinLines } from './entry-line.js';
import { isId, trimSpaces } from './line-metadata.js';

/** A block entry (MindSave, Mutable): a heading, its id alone on the next line, its fields, and the rest. */
export interface BlockParts {
  readonly depth: number;
  readonly heading: string;
  readonly id: string | null;
  /** By lower-case name, in the order of the note. */
  readonly fields: ReadonlyMap<string, string>;
  /** All lines that are neither id nor field, unchanged, without blank lines at the ends. */
  readonly body: readonly string[];
}

const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const FIELD = /^[ \t]{0,3}(?:[-*+][ \t]+)?\*\*([^*:]{1,60}):?\*\*:?[ \t]*(.*)$/;
const PAIR = /^[ \t]{0,8}([A-Za-z][\w -]{0,59}):[ \t]+(\S.*)$/;

/** Parses a block from its heading to its last line. Never throws. */
export function parseBlock(source: string): BlockParts {
  const [first = '', ...rest] = source.split(/\r\n|\n|\r/);
  const [, marks = '', heading = ''] = HEADING.exec(first) ?? [];
  const fields = new Map<string, string>();
  const body: string[] = [];
  let id: string | null = null;
  let fence = '';
  for (const line of rest) {
    const was = fence;
    const opens = /^ {0,3}(`{3,}|~{3,})[ \t]*(ya?ml)?/.exec(line);
    if (opens && !fence) fence = opens[2] ? 'yaml' : 'code';
    else if (opens) fence = '';
    const blockId: string | null = id === null && !fence ? idAlone(line) : null;
    const field = blockId || opens ? null : fieldIn(line, fence);
    if (blockId) id = blockId;
    else if (field && !fields.has(field.name)) fields.set(field.name, field.value);
    else if (isOfYaml(line, opens?.[2], fence, was)) continue;
    else body.push(line);
  }
  return { depth: marks.length || 1, heading: trimSpaces(heading), id, fields, body: withoutEnds(body) };
}

/** Formats a block as lines: heading, id, fields as `**Name**: value`, and the body after a blank line. */
export function formatBlock({
  depth,
  heading,
  id,
  fields,
  body,
}: Omit<BlockParts, 'fields'> & { readonly fields: Iterable<readonly [string, string]> }): string[] {
  const lines = [`${'#'.repeat(depth)} ${guardHeading(trimSpaces(joinLines(heading)))}`];
  if (id !== null) lines.push(`^${id}`);
  const named = [...fields].map(([name, value]) => `**${capital(name)}**: ${trimSpaces(joinLines(value))}`);
  if (named.length > 0)
    lines.push('', ...named.flatMap((line, i) => (i < named.length - 1 ? [`${line}  `] : [line])));
  return body.length > 0 ? [...lines, '', ...body] : lines;
}

/** Returns true for the YAML fence and the name above it, which carry no text of their own. */
const isOfYaml = (line: string, opens: string | undefined, now: string, was: string): boolean =>
  opens !== undefined || (was === 'yaml' && (now === '' || /^[ \t]*[\w-]+:[ \t]*$/.test(line)));

function fieldIn(line: string, fence: string): { readonly name: string; readonly value: string } | null {
  const [, name, value] = (fence === 'yaml' ? PAIR : fence ? null : FIELD)?.exec(line) ?? [];
  return name === undefined || value === undefined
    ? null
    : { name: name.trim().toLowerCase(), value: fence === 'yaml' ? plain(value) : trimSpaces(value) };
}

/** Reads a plain YAML value: removes quotes and a trailing comment. */
function plain(value: string): string {
  const [, quote, quoted] = /^(["'])(.*?)\1[ \t]*(?:#.*)?$/.exec(value) ?? [];
  return quote === undefined ? trimSpaces(value.replace(/(?<![ \t])[ \t]+#.*$/, '')) : (quoted ?? '');
}

function idAlone(line: string): string | null {
  const alone = trimSpaces(line);
  return alone.startsWith('^') && isId(alone.slice(1)) ? alone.slice(1) : null;
}

/** Escapes `#`s at the end of a heading, which Markdown would read as a closing sequence. */
const guardHeading = (text: string): string => text.replace(/(^|[ \t])(#+)$/, '$1\\$2');

const capital = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);

function withoutEnds(lines: readonly string[]): string[] {
  const blank = (line: string) => trimSpaces(line) === '';
  const first = lines.findIndex((line) => !blank(line));
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex((line) => !blank(line)) + 1);
}
