/** Values for the placeholders of a template. If a value is missing, its line is removed, and its heading with it. */
export type TemplateValues = Readonly<Record<string, unknown>>;

/** Formats one property as lines of YAML. */
export type WritePair = (key: string, value: unknown) => string;

/**
 * Fills a template: `key: {{key}}` in the front matter becomes YAML, `{{key}}` elsewhere the plain text. Paragraphs
 * without a value are removed, and so are headings and comments that have nothing below them any more.
 */
export function fillTemplate(template: string, holes: TemplateValues, pair: WritePair = plainPair): string {
  const [, front = null, body = template] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(template) ?? [];
  const text = filledBody(body, holes);
  return front === null
    ? text
    : `---\n${filledFront(front, holes, pair)}\n---\n${text === '' ? '' : `\n${text}`}`;
}

const plainPair: WritePair = (key, value) => `${key}: ${String(value)}`;

function filledFront(front: string, holes: TemplateValues, pair: WritePair): string {
  const groups = front.split('\n\n').map((group) => {
    const lines = group.split('\n').flatMap((line) => {
      const key = /^\w+(?=: \{\{\w+\}\}$)/.exec(line)?.[0];
      if (key === undefined) return [line];
      return holes[key] === undefined ? [] : [pair(key, holes[key])];
    });
    return lines.every((line) => line.startsWith('#')) ? [] : lines;
  });
  return groups
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

const HOLE = /\{\{(\w+)\}\}/g;

function filledBody(body: string, holes: TemplateValues): string {
  const parts = body
    .trim()
    .split(/\n{2,}/)
    .filter((part) => [...part.matchAll(HOLE)].every(([, key = '']) => holes[key] !== undefined));
  const filled = parts.filter((part, at) => !isIdle(part, parts[at + 1]));
  const text = filled
    .map((part) => part.replace(HOLE, (_, key: string) => String(holes[key])).trimEnd())
    .join('\n\n');
  return text === '' ? '' : `${text}\n`;
}

/** Returns true for a heading below the title with nothing below it. */
function isIdle(part: string, next: string | undefined): boolean {
  const depth = /^(#{2,}) [^\n]*$/.exec(part)?.[1]?.length;
  if (depth === undefined) return false;
  return next === undefined || (/^#+(?= )/.exec(next)?.[0].length ?? 7) <= depth;
}
