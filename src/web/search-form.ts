import { UserError } from '../command/define-command.js';
import { formatEntryText } from '../notes/entries/entry.js';
import { ENTRY_TYPES } from '../notes/entry-types.js';
import { trimFolder } from '../notes/kinds/note-paths.js';
import type { PageDesk } from './desk.js';
import type { ListedEntry } from './pages/entry-list.js';
import { formatProblem } from './pages/layout.js';

/** The fields that filter; an empty string does not. */
const FILTERS = ['type', 'tag', 'folder', 'by', 'after', 'before'] as const;

/** Search fields: `q` as typed, and what it means. */
export interface SearchForm extends Readonly<Record<(typeof FILTERS)[number], string>> {
  readonly q: string;
  /** The words of `q` that are no filters such as `type:decision`. */
  readonly words: string;
  readonly page: number;
}

/** Search results of one page, or the problem with the query. */
export interface SearchFound {
  readonly hits: readonly ListedEntry[];
  readonly total: number;
  readonly nearly: Readonly<Record<string, readonly string[]>>;
  readonly problem?: string;
}

/** Entries on one page of results. */
export const PAGE_SIZE = 40;
/** So many entries are read to filter them by folder or person. */
const MOST_FILTERED = 2000;
/** So many of the best hits are shown with their neighbours. */
const MOST_AROUND = 3;

/** Reads the fields of an address; words such as `after:2026-05` in `q` win over the other fields. */
export function readSearchForm(find: (name: string) => string | undefined): SearchForm {
  const read = (name: string) => (find(name) ?? '').slice(0, 500).trim();
  const q = read('q');
  const typed = new Map<string, string>();
  const words = q.replace(
    /(?<=^|\s)(type|tag|folder|by|after|before):("[^"]*"|\S+)/g,
    (_, name: string, value: string) => {
      typed.set(name, value.replaceAll('"', ''));
      return '';
    },
  );
  const value = (name: (typeof FILTERS)[number]) => typed.get(name) ?? read(name);
  return {
    q,
    words: words.trim(),
    type: value('type'),
    tag: value('tag').replace(/^#/, ''),
    folder: value('folder').replace(/(?<=.)\/$/, ''),
    by: value('by').replace(/^@/, ''),
    after: completeDay(value('after'), false),
    before: completeDay(value('before'), true),
    page: Math.min(50, Math.max(1, Math.trunc(Number(read('page'))) || 1)),
  };
}

/** Completes `2026` or `2026-05` to its first or last day. */
function completeDay(date: string, isLast: boolean): string {
  const [, year, month] = /^(\d{4})(?:-(0[1-9]|1[0-2]))?$/.exec(date) ?? [];
  if (year === undefined) return date;
  if (!isLast) return `${year}-${month ?? '01'}-01`;
  return new Date(Date.UTC(Number(year), Number(month ?? '12'), 0)).toISOString().slice(0, 10);
}

/** True without words and filters. */
export const isEmptyForm = (form: SearchForm): boolean =>
  form.words === '' && FILTERS.every((name) => form[name] === '');

/** Runs the search command; without words the newest entries come first. */
export async function findEntries(desk: PageDesk, form: SearchForm, folder: string): Promise<SearchFound> {
  const { words, type, tag, after, before, page } = form;
  const isFiltered = form.folder !== '' || form.by !== '';
  try {
    const found = await desk.read<SearchFound>('search', {
      words,
      type: type ? [type] : words ? [] : Object.keys(ENTRY_TYPES),
      tag: tag ? [tag] : [],
      limit: isFiltered ? MOST_FILTERED : page * PAGE_SIZE,
      'only-notes': true,
      ...(after ? { after } : {}),
      ...(before ? { before } : {}),
    });
    const wanted = isFiltered ? found.hits.filter((hit) => isWanted(hit, form, folder)) : found.hits;
    const hits = wanted.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
    const total = isFiltered ? wanted.length : found.total;
    const around = words === '' || page > 1 ? 0 : MOST_AROUND;
    const others = hits.slice(around).map((hit) => ({ ...hit, before: null, after: null }));
    return { ...found, total, hits: [...hits.slice(0, around), ...others] };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { hits: [], total: 0, nearly: {}, problem: formatProblem(error) };
  }
}

/** True for an entry of a folder, and of a person: written by them, or with their name. */
function isWanted(hit: ListedEntry, { folder, by }: SearchForm, top: string): boolean {
  const name = by.toLowerCase();
  const isBy = `${hit.by ?? ''} ${formatEntryText(hit)}`.toLowerCase().includes(name);
  return isBy && isInFolder(trimFolder(hit.path, top), folder);
}

/** True for a path below a folder; `.` is the folder of all notes without those in it. */
export const isInFolder = (path: string, folder: string): boolean =>
  folder === '.' ? !path.includes('/') : folder === '' || path.startsWith(`${folder}/`);

/** The address of a page of results with some fields changed. */
export function makeSearchAddress(path: string, form: SearchForm, change: Partial<SearchForm> = {}): string {
  const { q, words: _, page, ...filters } = { ...form, page: 1, ...change };
  const fields = Object.entries({ q, ...filters, page: page > 1 ? String(page) : '' });
  const query = new URLSearchParams(fields.filter(([, value]) => value !== ''));
  return `${path}${query.size > 0 ? `?${query}` : ''}`;
}
