import { html, raw } from 'hono/html';
import type { HitContext } from '../../features/search/hit-context.js';
import { type Entry, formatEntryText } from '../../notes/entries/entry.js';
import { trimFolder } from '../../notes/kinds/note-paths.js';
import { makeEntryAddress, makePlaceAddress, makeTagAddress } from '../address.js';
import type { NoteMention } from '../note-looks.js';
import type { Markup } from './layout.js';

/** An entry with optional fields of some lists. */
export type ListedEntry = Entry &
  Partial<HitContext> & {
    readonly section?: string | null;
    readonly matches?: readonly string[];
    readonly passage?: string;
    readonly due?: string | null;
  };

/** Renders a list of entries with reason and place. */
export const renderEntries = (
  entries: readonly ListedEntry[],
  folder: string,
  renderActs: (entry: ListedEntry) => Markup = () => '',
): Markup => html`<ol class="entries">${entries.map((entry) => renderEntry(entry, folder, renderActs))}</ol>`;

/** Renders the first entries of a list; the others unfold. */
export const renderFoldedEntries = (
  entries: readonly ListedEntry[],
  folder: string,
  renderActs: (entry: ListedEntry) => Markup,
): Markup =>
  html`${renderEntries(entries.slice(0, MOST_UNFOLDED), folder, renderActs)}${entries.length > MOST_UNFOLDED ? html`<details><summary>${entries.length - MOST_UNFOLDED} more</summary>${renderEntries(entries.slice(MOST_UNFOLDED), folder, renderActs)}</details>` : ''}`;

const MOST_UNFOLDED = 6;

function renderEntry(entry: ListedEntry, folder: string, renderActs: (entry: ListedEntry) => Markup): Markup {
  const { type, status, superseded, why, at, by, tags, path, before, after } = entry;
  const isOver = superseded !== null || ['done', 'dropped', 'resolved'].includes(status ?? '');
  return html`<li class="${isOver ? 'over' : ''}"><div class="body">
<p class="what">${renderType(type)}<a class="row" href="${makeEntryAddress(entry.id)}">${markWords(shorten(stripMarkup(entry.passage ?? formatEntryText(entry))), entry.matches ?? [])}</a></p>
${why === null || (type === 'prose' && entry.passage) ? '' : html`<p class="why">${shorten(stripMarkup(why))}</p>`}
${before || after ? renderAround(before, after) : ''}<p class="where"><a href="${makePlaceAddress(entry, folder)}">${trimFolder(path, folder)}</a>${entry.section ? html` › ${entry.section}` : ''}${entry.due ? html` · ${renderDue(entry.due)}` : at && !path.includes(at.slice(0, 10)) ? html` · <time datetime="${at}">${at.slice(0, 10)}</time>` : ''}${by ? html` · ${by}` : ''}${isOver ? html` · ${superseded === null ? status : 'superseded'}` : ''}${tags.map((tag) => html` <a class="tag" href="${makeTagAddress(tag)}">#${tag}</a>`)}</p>
</div>${renderActs(entry)}</li>`;
}

/** Renders the type of an entry; text without a type has none. */
export const renderType = (type: string): Markup =>
  type === 'prose' ? '' : html`<span class="type type-${type}">${type}</span> `;

/** Renders the date of a reminder. */
const renderDue = (due: string): Markup =>
  html`<span class="late">due <time datetime="${due}">${due.slice(0, 16).replace('T', ' ')}</time></span>`;

const renderAround = (before: HitContext['before'] = null, after: HitContext['after'] = null): Markup =>
  html`<ul class="around" aria-label="Before and after">${(
    [
      ['↑', before],
      ['↓', after],
    ] as const
  ).map(([side, one]) =>
    one ? html`<li data-side="${side}">${shorten(stripMarkup(one.text), 120)}</li>` : '',
  )}</ul>`;

/** Cuts a text after a word. */
export const shorten = (text: string, length = 420): string =>
  text.length > length ? `${text.slice(0, length).replace(/\s+\S*$/, '')}…` : text;

/** Highlights the matched words. */
function markWords(text: string, matches: readonly string[]): Markup {
  const wanted = new Set(matches.flatMap((word) => word.toLowerCase().split('-')));
  if (wanted.size === 0) return text;
  const parts = text.split(/([\p{L}\p{N}_]+)/u);
  return html`${parts.map((part) => (wanted.has(part.toLowerCase()) ? html`<mark>${part}</mark>` : part))}`;
}

/** Renders lines of other notes. */
export const renderMentions = (
  mentions: readonly NoteMention[],
  addressOf: (path: string) => string,
  folder: string,
): Markup =>
  html`<ul class="mentions">${mentions.map(({ path, line, text }) => html`<li><a href="${addressOf(path)}">${trimFolder(path, folder)}</a><p>${cleanLine(text) || `line ${line}`}</p></li>`)}</ul>`;

/** Strips the bullet, links, fields and id of a line. */
const cleanLine = (text: string): string =>
  shorten(
    stripMarkup(
      text
        .replace(/^\s*(?:[-*+]|\d+\.)\s+(?:\[.\]\s+)?/, '')
        .replace(/\s\^[A-Za-z0-9-]+$|\[\w+::[^\]]*\]/g, ''),
    ),
    160,
  );

/** Replaces links and tables by their text, and drops the marks of code, emphasis, callouts and footnotes. */
export const stripMarkup = (text: string): string =>
  stripTable(text)
    .replace(/\[\[(?:[^[\]|]*\|)?([^[\]]*)\]\]/g, '$1')
    .replace(/\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replace(/^\[!\w+\][+-]?\s+|\[\^[^\]\s]+\](?::\s)?|\*\*|==|`|\s*📅\uFE0F?\s*\d{4}-\d{2}-\d{2}/gu, '');

/** Separates the cells of a table by commas and its rows by semicolons. */
const stripTable = (text: string): string =>
  /^\s*\|/.test(text)
    ? text
        .replace(/\|(?:\s*:?-+:?\s*\|)+/g, '|')
        .replace(/[\s|]+/g, (run) => (!run.includes('|') ? run : /\|\s*\|/.test(run) ? '; ' : ', '))
        .replace(/^[,;] |[,;] $/g, '')
    : text;

/** Wraps sanitized HTML of `renderMarkdown`. */
export const renderProse = (made: string): Markup => html`<div class="prose">${raw(made)}</div>`;
