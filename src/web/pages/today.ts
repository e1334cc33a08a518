import { html, raw } from 'hono/html';
import type { Entry } from '../../notes/entries/entry.js';
import { makeDayAddress, makeEntryAddress, makeNoteAddress } from '../address.js';
import type { TodayLook } from '../note-looks.js';
import {
  type ListedEntry,
  renderEntries,
  renderFoldedEntries,
  renderProse,
  stripMarkup,
} from './entry-list.js';
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
  const { folder, note, recent, night, atWork, isEmpty } = look;
  const open = look.open.filter(({ id }) => !due.some((entry) => entry.id === id));
  const done = (entry: ListedEntry) =>
    frame.readOnly
      ? ''
      : renderButton(frame, 'done', 'Done', { id: entry.id, back: '/' }, raw(' aria-keyshortcuts="d"'));
  const create = (href: string, label: string) => (frame.readOnly ? undefined : { href, label });
  return html`<h1>Today <small>${formatDate(look.date)}</small></h1>
${isEmpty ? renderEmpty('This memory is empty. What you or an agent write down appears here, and is kept in plain Markdown files.', create('/new', 'Write the first entry')) : ''}
${night ? html`<div class="night"><p>${night.line.replace(/ Undo: daybook undo .*$/, '')}</p>${night.isUndoable && !frame.readOnly ? renderButton(frame, 'undo', 'Take it back', { night: night.date }) : ''}</div>` : ''}
${atWork ? html`<p class="night">At work now: ${atWork}</p>` : ''}
${proposals.length > 0 ? html`<section><h2>Inbox <span class="count">${proposals.length}</span></h2>${renderInbox(frame, proposals)}</section>` : ''}
${due.length > 0 ? html`<section><h2>Due <span class="count">${due.length}</span></h2>${renderFoldedEntries(due, folder, done)}</section>` : ''}
${note ? html`<section><h2><a href="${makeNoteAddress(note.path, folder)}">Today’s note</a></h2>${note.html.trim() === '' ? renderEmpty('It has no text yet.') : renderProse(note.html)}</section>` : ''}
${
  isEmpty
    ? ''
    : html`<section><h2>Open${open.length > 0 ? html` <span class="count">${open.length}</span>` : ''}</h2>
${open.length > 0 ? renderFoldedEntries(open, folder, done) : renderEmpty('Nothing is open. Todos, problems, blockers and questions appear here until they are closed.', create('/new?type=todo', 'New todo'))}</section>
<section><h2>Decided and learned</h2>
${recent.length > 0 ? renderEntries(recent, folder) : renderEmpty('Decisions, learnings and rules appear here.', create('/new?type=decision', 'New decision'))}</section>`
}`;
}

/** Renders the newest notes, coming reminders and the last changes. */
export const renderTodayAside = (frame: PageFrame, { later, look }: TodayParts): Markup =>
  html`${look.newest.length > 0 ? html`<section><h2>Newest notes</h2><ul class="plain">${look.newest.map(({ path, title }) => html`<li><a href="${makeNoteAddress(path, look.folder)}">${title}</a></li>`)}</ul></section>` : ''}
${later.length > 0 ? html`<section><h2>Later</h2><ul class="plain">${later.map((entry) => html`<li><time>${entry.due?.slice(0, 16).replace('T', ' ') ?? 'when mentioned'}</time> <a class="row" href="${makeEntryAddress(entry.id)}">${stripMarkup(entry.text)}</a></li>`)}</ul></section>` : ''}
<section><h2>Changes</h2>${renderHistory(look.history, frame)}</section>`;

/** Renders the inbox proposals with accept and decline. */
function renderInbox(frame: PageFrame, proposals: TodayParts['proposals']): Markup {
  return html`<ol class="entries">${proposals.map(
    (one) =>
      html`<li><div class="body"><p class="what">${one.text}</p>${one.why ? html`<p class="why">${one.why}</p>` : ''}</div>${
        frame.readOnly
          ? ''
          : html`<div class="acts">${renderButton(frame, 'inbox', 'Accept', { id: one.id, answer: 'accept' })}${renderButton(frame, 'inbox', 'Decline', { id: one.id, answer: 'decline' })}</div>`
      }</li>`,
  )}</ol>`;
}

/** Renders changes, newest first; with a frame each can be undone. */
export const renderHistory = (history: TodayLook['history'], frame?: PageFrame): Markup =>
  history.length === 0
    ? renderEmpty('No change is recorded yet.')
    : html`<ul class="plain choices">${history.map(
        ({ seq, verb: change, at, say, by }, index) =>
          html`<li><span><a class="time" href="${makeDayAddress(at.slice(0, 10))}"><time datetime="${at}">${at.slice(0, 16).replace('T', ' ')}</time></a> ${stripMarkup(say.split('\n')[0] ?? '').slice(0, 180)}${by ? html` <span class="meta">${by}</span>` : ''}</span>${frame && !frame.readOnly && change !== 'init' ? renderButton(frame, 'undo', 'Undo', { seq: String(seq), back: '/' }, index === 0 ? raw(' aria-keyshortcuts="u"') : '') : ''}</li>`,
      )}</ul>`;

/** Formats `2026-06-07` as `7 June 2026`, and `2026-06` without a day. */
export const formatDate = (date: string): string =>
  new Date(date).toLocaleDateString('en-GB', {
    day: date.length > 7 ? 'numeric' : undefined,
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
