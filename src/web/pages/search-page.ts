import { html, raw } from 'hono/html';
import { ENTRY_TYPES } from '../../notes/entry-types.js';
import { trimFolder } from '../../notes/kinds/note-paths.js';
import { makeNoteAddress } from '../address.js';
import {
  isEmptyForm,
  isInFolder,
  makeSearchAddress,
  PAGE_SIZE,
  type SearchForm,
  type SearchFound,
} from '../search-form.js';
import { countFolders, type WikiLook } from '../wiki-looks.js';
import { renderEntries } from './entry-list.js';
import { type Markup, renderEmpty } from './layout.js';

/** A page of entries: its path, the form, what was found, and the counts of all notes. */
export interface EntryPageParts {
  readonly path: string;
  readonly form: SearchForm;
  readonly found: SearchFound;
  readonly look: WikiLook;
}

const TYPES = Object.keys(ENTRY_TYPES).filter((type) => type !== 'prose');

/** Renders the form and the entries that it finds. */
export function renderSearch(parts: EntryPageParts): Markup {
  const { path, form, look } = parts;
  const { counts } = look;
  const field = (name: 'tag' | 'by', label: string) =>
    html`<input name="${name}" value="${form[name]}" placeholder="${label}" aria-label="${label}" size="8">`;
  const option = (value: string, label: string, chosen: string) =>
    html`<option value="${value}"${value === chosen ? raw(' selected') : ''}>${label}</option>`;
  const isFiltered = !isEmptyForm({ ...form, words: '' });
  return html`<h1>${path === '/entries' ? html`Entries <small>${counts.entries} in ${counts.notes} notes</small>` : 'Search'}</h1>
<form class="filters" action="${path}" id="filters"><input type="search" name="q" id="find" value="${form.q}" placeholder="Words, or type:decision" aria-label="Words" autocomplete="off"><button>Search</button>
<details${isFiltered ? raw(' open') : ''}><summary>More filters</summary><div><select name="type" aria-label="Type">${option('', 'any type', form.type)}${TYPES.map((type) => option(type, type, form.type))}</select>
<select name="folder" aria-label="Folder">${option('', 'any folder', form.folder)}${countFolders(look).map(([name, count]) => option(name, `${formatFolder(name)} (${count})`, form.folder))}</select>
${field('tag', '#tag')}${field('by', 'person')}
<label>from <input type="date" name="after" value="${form.after}"></label><label>to <input type="date" name="before" value="${form.before}"></label></div></details></form>
<div id="results" aria-live="polite">${renderNotes(parts)}${renderFound(parts)}</div>`;
}

function renderFound({ path, form, found, look }: EntryPageParts): Markup {
  if (found.problem) return renderEmpty(found.problem);
  if (found.hits.length === 0) {
    if (isEmptyForm(form)) return renderEmpty('No entry yet.', { href: '/new', label: 'New entry' });
    const near = Object.values(found.nearly).flat().slice(0, 5);
    return renderEmpty(
      `No entry matches.${near.length > 0 ? ` Similar words: ${near.join(', ')}.` : ' Try fewer or other words.'}`,
    );
  }
  const first = (form.page - 1) * PAGE_SIZE + 1;
  const last = first + found.hits.length - 1;
  const turn = (page: number, label: string) =>
    html`<a href="${makeSearchAddress(path, form, { page })}">${label}</a>`;
  const count = found.total === 1 ? '1 entry' : `${found.total} entries`;
  return html`<p class="total">${first === 1 && last >= found.total ? count : `${first} to ${last} of ${count}`}${form.words === '' ? ', newest first' : ''}</p>${renderEntries(found.hits, look.folder)}
<p class="pager">${form.page > 1 ? turn(form.page - 1, '← Previous page') : ''} ${last < found.total ? turn(form.page + 1, 'Next page →') : ''}</p>`;
}

/** Renders the notes whose names have the words, or that a folder contains. */
function renderNotes({ form, look }: EntryPageParts): Markup {
  const words = form.words.toLowerCase().split(/\s+/).filter(Boolean);
  if (form.page > 1 || form.type || form.tag || form.by || (words.length === 0 && form.folder === ''))
    return '';
  const found = look.notes.filter(({ path }) => {
    const inner = trimFolder(path, look.folder);
    const name = nameNote(inner).toLowerCase();
    return isInFolder(inner, form.folder) && words.every((word) => name.includes(word));
  });
  if (found.length === 0) return '';
  const notes = words.length > 0 ? found.toSorted((a, b) => a.path.length - b.path.length) : found;
  const most = words.length > 0 ? 8 : MOST_NOTES;
  return html`<section><h2>Notes <span class="count">${notes.length}</span></h2><ul class="columns">${notes.slice(0, most).map(({ path }) => html`<li><a href="${makeNoteAddress(path, look.folder)}">${nameNote(path)}</a></li>`)}</ul>${notes.length > most ? html`<p class="meta">${notes.length - most} more: add words of their names</p>` : ''}</section>`;
}

const MOST_NOTES = 200;

const nameNote = (path: string): string => (path.split('/').at(-1) ?? path).replace(/\.md$/, '');
export const formatFolder = (folder: string): string => (folder === '.' ? 'top folder' : folder);

/** Renders the counts by type, folder and tag as links that filter, or no longer filter. */
export function renderCounts({ path, form, look }: EntryPageParts): Markup {
  const types = Object.entries(look.counts.types).filter(([type]) => type !== 'prose');
  const lists = [
    ['type', 'By type', types.toSorted(([, a], [, b]) => b - a)],
    ['folder', 'Notes by folder', countFolders(look)],
    ['tag', 'By tag', look.tags],
  ] as const;
  return html`${lists.map(([name, title, counts]) => {
    const item = ([value, count]: readonly [string, number]) => {
      const isOn = form[name] === value;
      const label = name === 'tag' ? `#${value}` : name === 'folder' ? formatFolder(value) : value;
      return html`<li><a href="${makeSearchAddress(path, form, { [name]: isOn ? '' : value })}"${isOn ? raw(' aria-current="true"') : ''}>${label}</a> <span class="meta">${count}</span></li>`;
    };
    const rest = counts.slice(MOST_COUNTS);
    return counts.length === 0
      ? ''
      : html`<section><h2>${title}</h2><ul class="plain counts">${counts.slice(0, MOST_COUNTS).map(item)}</ul>${rest.length > 0 ? html`<details><summary>${rest.length} more</summary><ul class="plain counts">${rest.map(item)}</ul></details>` : ''}</section>`;
  })}`;
}

const MOST_COUNTS = 12;
