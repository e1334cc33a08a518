import type { KindRow, NoteKind } from './kind.js';
import { KIND_ROWS } from './kinds.data.js';

export type KindName = (typeof KIND_ROWS)[number]['name'];

/** All kinds. A note has the first kind whose path matches, so pages come last. */
export const KINDS: readonly NoteKind[] = KIND_ROWS.map(readKind);

export const KIND_NAMES: readonly KindName[] = KIND_ROWS.map(({ name }) => name);

function readKind({ sectionsOf, sections = [], ...row }: KindRow): NoteKind {
  const other: KindRow | undefined = KIND_ROWS.find(({ name }) => name === sectionsOf);
  return {
    blocks: [],
    paragraphs: false,
    isPrivate: false,
    isChronological: false,
    ...row,
    sections: [...sections, ...(other?.sections ?? [])],
  };
}

/** The placeholders of paths, with the patterns for their values. */
const HOLES = {
  date: (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text),
  name: (text: string) => text !== '' && !text.includes('/'),
  path: (text: string) => text !== '',
} as const;

/** Values for the placeholders of a path; `path` is without `.md`. */
type PathParams = { readonly [hole in keyof typeof HOLES]?: string };

/** The folder below the content folder whose notes git never carries. They are read like those beside it. */
export const PRIVATE_FOLDER = 'private/';

/** Returns the kind of a note by its path below the content folder. A private note has the kind of its name. */
export function getKindByPath(path: string): NoteKind {
  const own = path.startsWith(PRIVATE_FOLDER) ? path.slice(PRIVATE_FOLDER.length) : path;
  return KINDS.find((kind) => fits(own, kind.path)) ?? getKind('page');
}

/** Returns true if a path equals a form or fills its placeholder. */
function fits(path: string, form: string): boolean {
  const open = form.indexOf('{');
  if (open < 0) return path === form;
  const close = form.indexOf('}', open);
  const rest = form.slice(close + 1);
  if (!path.startsWith(form.slice(0, open)) || !path.endsWith(rest)) return false;
  return HOLES[form.slice(open + 1, close) as keyof PathParams](path.slice(open, path.length - rest.length));
}

/**
 * Returns the kind by which to parse a note: for an archived note its original kind; `MEMORY-2026.md` is parsed as
 * memory.
 */
export function getParsingKind(path: string): NoteKind {
  const kind = getKindByPath(path);
  if (kind.name !== 'archive') return kind;
  return getKindByPath(path.slice(noteFolder('archive').length).replace(/-\d{4}\.md$/, '.md'));
}

/** True for pages and documents, whose headings are the author's; other kinds have fixed ones. */
export function hasOwnHeadings(name: string): boolean {
  const { sections, blocks } = getKind(name);
  return sections.length + blocks.length === 0;
}

/** Returns a kind by its name. Throws Error if there is none. */
export function getKind(name: string): NoteKind {
  const kind = KINDS.find((one) => one.name === name);
  if (!kind) throw new RangeError(`no kind is called ${name}`);
  return kind;
}

/** Returns the path of a note of a kind below the content folder. Throws Error if a placeholder has no value. */
export function notePath(name: string, place: PathParams = {}): string {
  return getKind(name).path.replace(/\{(date|name|path)\}/g, (_, hole: keyof PathParams) => {
    const value = place[hole];
    if (value === undefined) throw new RangeError(`a note of kind ${name} needs a ${hole}`);
    return value;
  });
}

/** Returns the folder of a kind's notes below the content folder, e.g. `findings/`; empty for a note at the top. */
export function noteFolder(name: KindName): string {
  const { path } = getKind(name);
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Returns the archive path of a note; both paths are below the content folder. */
export const archivePath = (path: string): string => notePath('archive', { path: path.replace(/\.md$/, '') });

/** The ways in which people name the note of a day: `2026-05-31 Sunday`, `2026_05_31`, `20260531`, `31.05.2026`, `2026/05/31`. */
const DAY_NAMES = [
  /(?:^|\/)(?<year>\d{4})(?<sign>[-_.]?)(?<month>\d{2})\k<sign>(?<day>\d{2})(?:[ _-][^/]*)?\.md$/,
  /(?:^|\/)(?<day>\d{2})\.(?<month>\d{2})\.(?<year>\d{4})(?:[ _-][^/]*)?\.md$/,
  /(?:^|\/)(?<year>\d{4})\/(?<month>\d{2})(?:[ _-][^/]*)?\/(?<day>\d{2})(?:[ _-][^/]*)?\.md$/,
];

/** Returns the local day in a note's path, or null. */
export function parsePathDate(path: string): string | null {
  for (const form of DAY_NAMES) {
    const { year, month = '', day = '' } = form.exec(path)?.groups ?? {};
    if (
      year !== undefined &&
      Number(month) >= 1 &&
      Number(month) <= 12 &&
      Number(day) >= 1 &&
      Number(day) <= 31
    )
      return `${year}-${month}-${day}`;
  }
  return null;
}
