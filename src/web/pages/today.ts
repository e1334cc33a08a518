import { html } from 'hono/html';
import type { Entry } from '../../notes/entries/entry.js';
import { makeDayAddress } from '../address.js';
import type { TodayLook } from '../note-looks.js';
import { type ListedEntry, renderEntries, stripMarkup } from './entry-list.js';
import { type Markup, type PageFrame, renderButton, renderEmpty } from './layout.js';

/** Data of the first page. */
export interface TodayParts {
  readonly look: TodayLook;
  readonly due: readonly ListedEntry[];
  readonly later: readonly ListedEntry[];
  readonly proposals: readonly (Entry & { readonly n: number })[];
}

/** Renders the first page. */
export function renderToday(frame: PageFrame, { look, due, proposals }: TodayParts): Markup {
  const { folder, open, recent, night, isEmpty } = look;
  const done = (entry: ListedEntry) =>
    frame.readOnly ? '' : renderButton(frame, 'done', 'Done', { id: entry.id, back: '/' }, 'quiet');
  return html`<h1>Today <small>${formatDate(look.date)}</small></h1>
${isEmpty ? renderEmpty('This memory is empty. Entries that you or an agent log appear here, and are kept in plain Markdown files.', 'daybook log "chose SQLite because it is one file"') : ''}
${night ? html`<p class="night">${night}</p>` : ''}
${proposals.length > 0 ? html`<section><h2>Inbox <span class="count">${proposals.length}</span></h2>${renderInbox(frame, proposals)}</section>` : ''}
${due.length > 0 ? html`<section><h2>Due <span class="count">${due.length}</span></h2>${renderEntries(due, folder, done)}</section>` : ''}
<section><h2>Open${open.length > 0 ? html` <span class="count">${open.length}</span>` : ''}</h2>
${open.length > 0 ? renderEntries(open, folder, done) : renderEmpty('Nothing is open. Problems, blockers and questions appear here until they are closed.', 'daybook log "the build hangs when two runs share a cache" --type problem')}</section>
<section><h2>Recent</h2>
${recent.length > 0 ? renderEntries(recent, folder) : renderEmpty('Decisions, learnings and rules of the last two weeks appear here.', 'daybook log "decided X because Y"')}</section>`;
}

/** Renders coming reminders and the last changes. */
export const renderTodayAside = ({ later, look }: TodayParts): Markup =>
  html`${later.length > 0 ? html`<section><h2>Later</h2><ul class="plain">${later.map((entry) => html`<li><time>${entry.due?.slice(0, 16).replace('T', ' ') ?? 'when mentioned'}</time> <a class="row" href="/entry/${encodeURIComponent(entry.id)}">${entry.text}</a></li>`)}</ul></section>` : ''}
<section><h2>Changes</h2>${renderHistory(look.history)}</section>`;

/** Renders the inbox proposals with accept and decline. */
function renderInbox(frame: PageFrame, proposals: TodayParts['proposals']): Markup {
  return html`<ol class="entries">${proposals.map(
    (one) =>
      html`<li><div class="body"><p class="what">${one.text}</p>${one.why ? html`<p class="why">${one.why}</p>` : ''}</div>${
        frame.readOnly
          ? ''
          : html`<div class="acts">${renderButton(frame, 'inbox', 'Accept', { id: one.id, answer: 'accept' })}${renderButton(frame, 'inbox', 'Decline', { id: one.id, answer: 'decline' }, 'quiet')}</div>`
      }</li>`,
  )}</ol>`;
}

/** Renders changes, newest first. */
export const renderHistory = (history: TodayLook['history']): Markup =>
  history.length === 0
    ? renderEmpty('No change is recorded yet.')
    : html`<ul class="plain">${history.map(
        ({ at, say, by }) =>
          html`<li><a class="time" href="${makeDayAddress(at.slice(0, 10))}"><time datetime="${at}">${at.slice(0, 16).replace('T', ' ')}</time></a> ${stripMarkup(say.split('\n')[0] ?? '').slice(0, 180)}${by ? html` <span class="meta">${by}</span>` : ''}</li>`,
      )}</ul>`;

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Formats `2026-06-07` as `7 June 2026`. */
export function formatDate(date: string): string {
  const [year, month, day] = date.split('-').map(Number);
  return [day, MONTHS[(month ?? 1) - 1], year].filter(Boolean).join(' ');
}
