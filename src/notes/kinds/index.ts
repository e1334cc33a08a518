import type { KindRow, NoteKind } from './kind.js';
import { KIND_ROWS } from './kinds.data.js';

export type KindName = (typeof KIND_ROWS)[number]['name'];

/** All kinds; a note is of the first whose path it fits, so the pages come last. */
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

/** What fills a hole in a kind's path. */
const HOLES = {
  date: (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text),
  name: (text: string) => text !== '' && !text.includes('/'),
  path: (text: string) => text !== '',
} as const;

/** What a kind's path leaves open; `path` is without `.md`. */
export type PathParams = { readonly [hole in keyof typeof HOLES]?: string };

/** The kind of a note by its path below the content folder. */
export function kindOfPath(path: string): NoteKind {
  return KINDS.find((kind) => fits(path, kind.path)) ?? getKind('page');
}

/** True for the very path, or one that fills the hole in it. */
function fits(path: string, form: string): boolean {
  const open = form.indexOf('{');
  if (open < 0) return path === form;
  const close = form.indexOf('}', open);
  const rest = form.slice(close + 1);
  if (!path.startsWith(form.slice(0, open)) || !path.endsWith(rest)) return false;
  return HOLES[form.slice(open + 1, close) as keyof PathParams](path.slice(open, path.length - rest.length));
}

/** The kind that says how a note is read: of an archived note the kind it had, and `MEMORY-2026.md` is a memory still. */
export function parsingKind(path: string): NoteKind {
  const kind = kindOfPath(path);
  if (kind.name !== 'archive') return kind;
  return kindOfPath(path.slice(noteFolder('archive').length).replace(/-\d{4}\.md$/, '.md'));
}

/** A kind by its name; throws where there is none. */
export function getKind(name: string): NoteKind {
  const kind = KINDS.find((one) => one.name === name);
  if (!kind) throw new RangeError(`no kind is called ${name}`);
  return kind;
}

/** The path of a kind's note below the content folder; throws where a hole of it stays open. */
export function notePath(name: string, place: PathParams = {}): string {
  return getKind(name).path.replace(/\{(date|name|path)\}/g, (_, hole: keyof PathParams) => {
    const value = place[hole];
    if (value === undefined) throw new RangeError(`a note of kind ${name} needs a ${hole}`);
    return value;
  });
}

/** The folder that the notes of a kind lie in, below the content folder: `findings/`; empty for a note at the top. */
export function noteFolder(name: KindName): string {
  const { path } = getKind(name);
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Where a note goes when it leaves its place; both paths below the content folder. */
export const archivePath = (path: string): string => notePath('archive', { path: path.replace(/\.md$/, '') });

/** The local day that a note's path names, or null. */
export const dateOfPath = (path: string): string | null =>
  /(?:^|\/)(\d{4}-\d{2}-\d{2})\.md$/.exec(path)?.[1] ?? null;
