import { html, raw } from 'hono/html';
import { ENTRY_TYPES } from '../../notes/entry-types.js';
import { trimFolder } from '../../notes/kinds/note-paths.js';
import { makeNoteAddress, makeTagAddress } from '../address.js';
import type { WikiLook } from '../wiki-looks.js';
import { type ListedEntry, renderEntries } from './entry-list.js';
import { type Markup, renderEmpty } from './layout.js';

/** Search fields; an empty string does not filter. */
export interface SearchForm {
  readonly q: string;
  readonly type: string;
  readonly tag: string;
  readonly after: string;
  readonly before: string;
}

/** Search results, or the problem with the query. */
export interface SearchFound {
  readonly hits: readonly ListedEntry[];
  readonly total: number;
  readonly nearly: Readonly<Record<string, readonly string[]>>;
  readonly problem?: string;
}

/** Renders the search form and its results. */
export const renderSearch = (
  form: SearchForm,
  found: SearchFound | null,
  folder: string,
): Markup => html`<h1>Search</h1>
<form class="filters" action="/search" id="filters"><input type="search" name="q" id="find" value="${form.q}" placeholder="Words" aria-label="Words" autocomplete="off"><button>Search</button>
<select name="type" aria-label="Type"><option value="">any type</option>${Object.keys(ENTRY_TYPES)
  .filter((type) => type !== 'prose')
  .map((type) => html`<option${type === form.type ? raw(' selected') : ''}>${type}</option>`)}</select>
<input name="tag" value="${form.tag}" placeholder="#tag" aria-label="Tag" size="10">
<label>from <input type="date" name="after" value="${form.after}"></label><label>to <input type="date" name="before" value="${form.before}"></label></form>
<div id="results" aria-live="polite">${renderFound(found, folder)}</div>`;

function renderFound(found: SearchFound | null, folder: string): Markup {
  if (!found)
    return renderEmpty(
      'Search all entries of all notes, best match first. Misspelled words find similar ones; "quoted words" must match in this order.',
    );
  if (found.problem) return renderEmpty(found.problem);
  if (found.hits.length === 0) {
    const near = Object.values(found.nearly).flat().slice(0, 5);
    return renderEmpty(
      `No entry matches.${near.length > 0 ? ` Similar words: ${near.join(', ')}.` : ' Try fewer or other words.'}`,
    );
  }
  return html`<p class="total">${found.total === 1 ? '1 entry' : found.total === found.hits.length ? `${found.total} entries` : `${found.hits.length} of ${found.total} entries`}</p>${renderEntries(found.hits, folder)}`;
}

/** Renders the counts by type and the notes by folder. */
export function renderWiki({ folder, counts, notes, tags }: WikiLook): Markup {
  const types = Object.entries(counts.types)
    .filter(([type]) => type !== 'prose')
    .toSorted(([, a], [, b]) => b - a);
  const folders = new Map<string, string[]>();
  for (const { path } of notes) {
    const below = trimFolder(path, folder);
    const name = below.includes('/') ? below.slice(0, below.lastIndexOf('/')) : '';
    folders.set(name, [...(folders.get(name) ?? []), path]);
  }
  return html`<h1>Entries <small>${counts.entries} in ${counts.notes} notes</small></h1>
<section><h2>By type</h2>${types.length > 0 ? html`<ul class="chips">${types.map(([type, count]) => html`<li><a href="/search?type=${type}"><span class="type type-${type}">${type}</span> ${count}</a></li>`)}</ul>` : renderEmpty('No entry yet.', { href: '/new', label: 'New entry' })}</section>
${tags.length > 0 ? html`<section><h2>By tag</h2><ul class="chips">${tags.map(([tag, count]) => html`<li><a href="${makeTagAddress(tag)}">#${tag} ${count}</a></li>`)}</ul></section>` : ''}
<section><h2>Notes</h2>${notes.length === 0 ? renderEmpty('No note yet.', { href: '/new?form=page', label: 'New page' }) : [...folders].map(([name, paths]) => html`${name ? html`<h3>${name}</h3>` : ''}<ul class="columns">${paths.slice(0, MOST_SHOWN).map((path) => html`<li><a href="${makeNoteAddress(path, folder)}">${(path.split('/').at(-1) ?? path).replace(/\.md$/, '')}</a></li>`)}</ul>${paths.length > MOST_SHOWN ? html`<p class="meta">${paths.length - MOST_SHOWN} more: search for them</p>` : ''}`)}</section>`;
}

const MOST_SHOWN = 200;
