import { wrapInFence } from '../../markdown/section-edits.js';
import type { Note } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';
import { groupByKeys } from '../../text/group-by.js';
import type { ImportBlock } from './import-block.js';

/** The place that a piece of the source was imported to. */
export interface ImportedLocation {
  readonly file: string;
  readonly line: number;
  readonly what: 'entry' | 'session' | 'reminder' | 'summary' | 'note' | 'page' | 'known' | 'kept';
  readonly path: string;
  readonly section: string | null;
  readonly id: string | null;
  readonly mark: string;
}

/** The pieces of a file that are stored verbatim. */
export interface UnparsedText {
  readonly file: string;
  readonly pieces: readonly ImportBlock[];
}

/**
 * Formats the page of an import: source and place of each piece, the marks that prevent a second import, and the
 * verbatim pieces. The list is a code block, so that searches find the pieces and not the list.
 */
export function writePage(
  source: string,
  date: string,
  landed: readonly ImportedLocation[],
  remainders: readonly UnparsedText[],
): string {
  const files = [...new Set(landed.map(({ file }) => file))];
  const counts = files.map((file) => `${file}: ${importSummary(landed.filter((one) => one.file === file))}`);
  return [
    `# Imported from ${source} on ${date}`,
    '',
    '## What came from where',
    '',
    '```text',
    ...counts,
    '',
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

/** Returns the pages of earlier imports that exist: `stem.md`, `stem-2.md` … */
export function findEarlierImportPages(notebook: Notebook, stem: string): readonly Note[] {
  const found: Note[] = [];
  for (let note = notebook.note(`${stem}.md`); note; note = notebook.note(`${stem}-${found.length + 1}.md`))
    found.push(note);
  return found;
}

/** Returns a path that no note has, with `-2`, `-3` … if needed. Compares without case. */
export function freePath(notebook: Notebook, stem: string): string {
  const taken = new Set(notebook.list().map((path) => path.toLowerCase()));
  for (let turn = 1; ; turn++) {
    const path = `${stem}${turn === 1 ? '' : `-${turn}`}.md`;
    if (!taken.has(path.toLowerCase()) && !notebook.note(path)) return path;
  }
}

const MARK = /^([0-9a-f]{16}) /gm;

/** Returns the marks of all pieces that these pages list. */
export const readImportedFingerprints = (pages: readonly Note[]): ReadonlySet<string> =>
  new Set(pages.flatMap(({ text }) => [...text.matchAll(MARK)].map(([, mark = '']) => mark)));

const WORDS: Readonly<Record<ImportedLocation['what'], string>> = {
  entry: 'entries',
  session: 'sessions',
  reminder: 'reminders',
  summary: 'session summaries',
  note: 'notes',
  page: 'copied to pages',
  known: 'known already',
  kept: 'kept verbatim',
};

/** Counts by kind: `3 entries, 2 reminders`. */
export function importSummary(landed: readonly ImportedLocation[]): string {
  const parts = Object.entries(WORDS).flatMap(([what, words]) => {
    const count = landed.filter((one) => one.what === what).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? (ONE[words] ?? words) : words}`];
  });
  return parts.join(', ');
}

/** Says what `recall` shows of an import. */
export function describeRecalled(landed: readonly ImportedLocation[]): string {
  const sections = landed.flatMap(({ what, section }) => (what === 'entry' ? [section ?? 'Failures'] : []));
  const bySection = groupByKeys(sections.map((name) => [name, name] as const));
  const counts = [...bySection].map(([name, own]) => `${name} ${own.length}`);
  return counts.length === 0
    ? 'No entry for `recall`; to find the text: daybook search WORDS'
    : `\`recall\` shows these entries by rank: ${counts.join(', ')}`;
}

const ONE: Readonly<Record<string, string>> = {
  entries: 'entry',
  sessions: 'session',
  reminders: 'reminder',
  'session summaries': 'session summary',
  notes: 'note',
  'copied to pages': 'copied to a page',
};

function sourceLine({ mark, file, line, path, section, id, what }: ImportedLocation): string {
  const place = what === 'kept' ? 'below' : `${path}${section ? ` › ${section}` : ''}${id ? ` ^${id}` : ''}`;
  return `${mark} ${file}:${line} → ${place}${what === 'known' ? ' (known already)' : ''}`;
}

/** Formats a piece with a blank line after it. An open fence is closed; text that is not Markdown is fenced. */
function written({ file, raw }: ImportBlock): string[] {
  const lines = raw.split(/\r\n|\n|\r/);
  if (!file.endsWith('.md')) return [wrapInFence(raw, /\.(\w+)$/.exec(file)?.[1] ?? 'text'), ''];
  if (lines[0]?.trim() === '---' && lines.length > 1) return [wrapInFence(raw, 'yaml'), ''];
  const fence = openFence(lines);
  const comment = raw.lastIndexOf('<!--') > raw.lastIndexOf('-->') ? ['-->'] : [];
  return [...lines, ...(fence === null ? comment : [fence]), ''];
}

/** Returns the marker of a fence that is still open at the end, or null. */
function openFence(lines: readonly string[]): string | null {
  let open: string | null = null;
  for (const line of lines) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark && open === null) open = mark;
    else if (mark && open !== null && mark.startsWith(open) && line.trim() === mark) open = null;
  }
  return open;
}
