import type { Piece } from './piece.js';

/** Where a piece of the source is now. */
export interface Landed {
  readonly file: string;
  readonly line: number;
  readonly what: 'entry' | 'reminder' | 'summary' | 'known' | 'kept';
  readonly path: string;
  readonly section: string | null;
  readonly id: string | null;
  readonly mark: string;
}

/** What of a file is kept as it is written. */
export interface Remainder {
  readonly file: string;
  readonly pieces: readonly Piece[];
}

/** The page of an import: what came from where, the marks that keep it from coming twice, and what is kept as written. */
export function writePage(date: string, landed: readonly Landed[], remainders: readonly Remainder[]): string {
  const files = [...new Set(landed.map(({ file }) => file))];
  const sections = files.map((file) => [`- \`${file}\`: ${told(landed.filter((one) => one.file === file))}`]);
  return [
    `# Imported from Mind on ${date}`,
    '',
    ...sections.flat(),
    '',
    '## What came from where',
    '',
    '```text',
    ...landed.map(sourceLine),
    '```',
    '',
    ...remainders.flatMap(({ file, pieces }) => [
      `## As it is written in ${file}`,
      '',
      ...pieces.flatMap(written),
    ]),
  ]
    .join('\n')
    .replace(/(?<!\n)\n*$/, '\n');
}

const WORDS: Readonly<Record<Landed['what'], string>> = {
  entry: 'entries',
  reminder: 'reminders',
  summary: 'session summaries',
  known: 'known already',
  kept: 'kept as written',
};

/** `3 entries, 1 kept as written`. */
export function told(landed: readonly Landed[]): string {
  const parts = Object.entries(WORDS).flatMap(([what, words]) => {
    const count = landed.filter((one) => one.what === what).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? (ONE[words] ?? words) : words}`];
  });
  return parts.join(', ');
}

const ONE: Readonly<Record<string, string>> = {
  entries: 'entry',
  reminders: 'reminder',
  'session summaries': 'session summary',
};

function sourceLine({ mark, file, line, path, section, id, what }: Landed): string {
  const place = what === 'kept' ? 'below' : `${path}${section ? ` › ${section}` : ''}${id ? ` ^${id}` : ''}`;
  return `${mark} ${file}:${line} → ${place}${what === 'known' ? ' (known already)' : ''}`;
}

/** A piece, with a blank line behind it; what would swallow the rest of the page is closed, what is no Markdown is fenced. */
function written({ file, raw }: Piece): string[] {
  const lines = raw.split(/\r\n|\n|\r/);
  if (!file.endsWith('.md')) return [...fenced(lines, /\.(\w+)$/.exec(file)?.[1] ?? 'text'), ''];
  if (lines[0]?.trim() === '---' && lines.length > 1) return [...fenced(lines, 'yaml'), ''];
  const fence = openFence(lines);
  const comment = raw.lastIndexOf('<!--') > raw.lastIndexOf('-->') ? ['-->'] : [];
  return [...lines, ...(fence === null ? comment : [fence]), ''];
}

function fenced(lines: readonly string[], language: string): string[] {
  const longest = Math.max(2, ...lines.map((line) => /^\s*(`+)/.exec(line)?.[1]?.length ?? 0));
  const mark = '`'.repeat(longest + 1);
  return [mark + language, ...lines, mark];
}

/** The mark of a fence that is open at the end, or null. */
function openFence(lines: readonly string[]): string | null {
  let open: string | null = null;
  for (const line of lines) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark && open === null) open = mark;
    else if (mark && open !== null && mark.startsWith(open) && line.trim() === mark) open = null;
  }
  return open;
}
