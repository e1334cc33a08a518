import { scanBlocks } from '../markdown/block-scanner.js';
import { parseBlock } from '../notes/entries/block.js';
import { cleanAll } from '../security/clean-text.js';
import { type CommandContext, type Notice, UserError } from './define-command.js';

/** The fields of an input, each with its other names; fields below `ignored` are accepted without effect. */
export type FieldNames = Readonly<Record<string, readonly string[]>>;

/** The fields of an input by our names, and a notice of names that are unknown. */
export interface StructuredInput {
  readonly fields: ReadonlyMap<string, unknown>;
  readonly notices: readonly Notice[];
}

/**
 * Parses the text of `--input`: YAML, JSON, or Markdown whose front matter, `**Name**:` lines and headings are the fields.
 * Mappings without a known name are read as if their fields were at the top. Throws `UserError` if it has no fields.
 */
export function parseStructuredInput(
  ctx: CommandContext,
  text: string | undefined,
  names: FieldNames,
): StructuredInput {
  const fields = new Map<string, unknown>();
  if (text === undefined || text.trim() === '') return { fields, notices: [] };
  const known = new Map(
    Object.entries(names).flatMap(([name, others]) => [name, ...others].map((one) => [one, name] as const)),
  );
  const unknown: string[] = [];
  const collect = (entries: readonly (readonly [string, unknown])[]): void => {
    for (const [key, value] of entries) {
      const name = known.get(createKey(key));
      if (name === undefined && isMapping(value)) collect(Object.entries(value));
      else if (name === undefined) unknown.push(key);
      else fields.set(name, fields.has(name) ? [fields.get(name), value].flat() : value);
    }
  };
  collect(parse(ctx, text, known));
  const message = `the input has unknown fields, which are left out: ${unknown.join(', ')}; known: ${Object.keys(
    names,
  )
    .filter((name) => name !== 'ignored')
    .join(', ')}`;
  return { fields, notices: unknown.length === 0 ? [] : [{ level: 'warning', message }] };
}

const isMapping = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `Files Modified/Created` and `files-modified-created` are one key. */
const createKey = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');

function parse(
  ctx: CommandContext,
  text: string,
  known: ReadonlyMap<string, string>,
): readonly (readonly [string, unknown])[] {
  const { parseYaml } = ctx.query('yaml');
  const read = (yaml: string): readonly (readonly [string, unknown])[] => {
    const value = cleanAll(parseYaml(yaml)).value; // YAML escapes may have hidden secrets from the first check
    if (isMapping(value)) return Object.entries(value);
    throw new Error('it is not a list of `name: value`');
  };
  const [, front, body = text] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(text.trimStart()) ?? [];
  try {
    return front === undefined ? read(text) : [...read(front), ...readSections(body, known)];
  } catch (error) {
    const sections = readSections(text, known);
    if (sections.length > 0) return sections;
    throw refused(String((error as Error).message).split('\n')[0] ?? '');
  }
}

/** Reads headings with the text or list below each, and `**Name**: value` lines. */
function readSections(
  text: string,
  known: ReadonlyMap<string, string>,
): readonly (readonly [string, unknown])[] {
  const { blocks } = scanBlocks(text);
  const heads = blocks.filter(({ kind }) => kind === 'heading');
  return heads.flatMap(({ start, text: title }, i): readonly (readonly [string, unknown])[] => {
    const end = heads[i + 1]?.start ?? text.length;
    const { fields, body } = parseBlock(text.slice(start, end));
    const items = blocks
      .filter((block) => block.kind === 'item' && block.start > start && block.start < end)
      .map((block) =>
        text
          .slice(block.start + block.marker.length, block.end)
          .replace(/\s+/g, ' ')
          .trim(),
      );
    const [, name = title, value] = /^([^:]{1,40}): (.+)$/.exec(title) ?? [];
    if (fields.size > 0) return [...fields, ...(value === undefined ? [] : [[name, value] as const])];
    const pairs = items.map((item) => /^([^:]{1,40}): +(.+)$/.exec(item));
    if (pairs.length > 0 && pairs.every((pair) => known.has(createKey(pair?.[1] ?? ''))))
      return pairs.map((pair) => [pair?.[1] ?? '', pair?.[2]] as const);
    const prose = body
      .join('\n')
      .replace(/^(?:`{3,}|~{3,}).*$/gm, '')
      .trim();
    if (items.length > 0) return [[name, items] as const];
    return prose === '' && value === undefined ? [] : [[name, value ?? prose] as const];
  });
}

const refused = (why: string): UserError =>
  new UserError(
    'bad-input',
    `the input is not understood: ${why}`,
    'write YAML or JSON (goal: "…"), or Markdown with the fields as headings',
    {},
    2,
  );
