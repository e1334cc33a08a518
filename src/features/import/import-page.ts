import { wrapInFence } from '../../markdown/code-fence.js';
import type { Note } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';
import type { ImportBlock } from './import-block.js';

/** Where a piece of the source is now. */
export interface ImportedLocation {
  readonly file: string;
  readonly line: number;
  readonly what: 'entry' | 'session' | 'reminder' | 'summary' | 'note' | 'page' | 'known' | 'kept';
  readonly path: string;
  readonly section: string | null;
  readonly id: string | null;
  readonly mark: string;
}

/** What of a file is kept as it is written. */
export interface UnparsedText {
  readonly file: string;
  readonly pieces: readonly ImportBlock[];
}

/** The page of an import: what came from where, the marks that keep it from coming twice, and what is kept as written. */
export function writePage(
  source: string,
  date: string,
  landed: readonly ImportedLocation[],
  remainders: readonly UnparsedText[],
): string {
  const files = [...new Set(landed.map(({ file }) => file))];
  const sections = files.map((file) => [
    `- \`${file}\`: ${importSummary(landed.filter((one) => one.file === file))}`,
  ]);
  return [
    `# Imported from ${source} on ${date}`,
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

/** The pages of earlier imports: `stem.md`, `stem-2.md` …, as far as they are there. */
export function findEarlierImportPages(notebook: Notebook, stem: string): readonly Note[] {
  const found: Note[] = [];
  for (let note = notebook.note(`${stem}.md`); note; note = notebook.note(`${stem}-${found.length + 1}.md`))
    found.push(note);
  return found;
}

/** A path that no note has: `-2`, `-3` behind it as need be; case does not tell names apart. */
export function freePath(notebook: Notebook, stem: string): string {
  const taken = new Set(notebook.list().map((path) => path.toLowerCase()));
  for (let turn = 1; ; turn++) {
    const path = `${stem}${turn === 1 ? '' : `-${turn}`}.md`;
    if (!taken.has(path.toLowerCase()) && !notebook.note(path)) return path;
  }
}

const MARK = /^([0-9a-f]{16}) /gm;

/** The marks of all pieces that these pages tell of. */
export const readImportedFingerprints = (pages: readonly Note[]): ReadonlySet<string> =>
  new Set(pages.flatMap(({ text }) => [...text.matchAll(MARK)].map(([, mark = '']) => mark)));

const WORDS: Readonly<Record<ImportedLocation['what'], string>> = {
  entry: 'entries',
  session: 'sessions',
  reminder: 'reminders',
  summary: 'session summaries',
  note: 'notes',
  page: 'kept whole on pages',
  known: 'known already',
  kept: 'kept as written',
};

/** `3 entries, 1 kept as written`. */
export function importSummary(landed: readonly ImportedLocation[]): string {
  const parts = Object.entries(WORDS).flatMap(([what, words]) => {
    const count = landed.filter((one) => one.what === what).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? (ONE[words] ?? words) : words}`];
  });
  return parts.join(', ');
}

const ONE: Readonly<Record<string, string>> = {
  entries: 'entry',
  sessions: 'session',
  reminders: 'reminder',
  'session summaries': 'session summary',
  notes: 'note',
  'kept whole on pages': 'kept whole on a page',
};

function sourceLine({ mark, file, line, path, section, id, what }: ImportedLocation): string {
  const place = what === 'kept' ? 'below' : `${path}${section ? ` › ${section}` : ''}${id ? ` ^${id}` : ''}`;
  return `${mark} ${file}:${line} → ${place}${what === 'known' ? ' (known already)' : ''}`;
}

/** A piece, with a blank line behind it; what would swallow the rest of the page is closed, what is no Markdown is fenced. */
function written({ file, raw }: ImportBlock): string[] {
  const lines = raw.split(/\r\n|\n|\r/);
  if (!file.endsWith('.md')) return [wrapInFence(raw, /\.(\w+)$/.exec(file)?.[1] ?? 'text'), ''];
  if (lines[0]?.trim() === '---' && lines.length > 1) return [wrapInFence(raw, 'yaml'), ''];
  const fence = openFence(lines);
  const comment = raw.lastIndexOf('<!--') > raw.lastIndexOf('-->') ? ['-->'] : [];
  return [...lines, ...(fence === null ? comment : [fence]), ''];
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
