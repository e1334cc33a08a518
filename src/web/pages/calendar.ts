import { html, raw } from 'hono/html';
import type { Entry } from '../../notes/entries/entry.js';
import { pluralize } from '../../text/pluralize.js';
import { makeDayAddress } from '../address.js';
import type { CalendarLook } from '../wiki-looks.js';
import { renderEntries } from './entry-list.js';
import { type Markup, renderEmpty } from './layout.js';
import { formatDate } from './today.js';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Renders a month; days with more changes are darker. */
export function renderCalendar({ today, month, days, other }: CalendarLook): Markup {
  const [year = 1970, number = 1] = month.split('-').map(Number);
  const first = new Date(Date.UTC(year, number - 1, 1));
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const cells: (number | null)[] = [
    ...Array<null>((first.getUTCDay() + 6) % 7).fill(null),
    ...Array.from({ length: count }, (_, at) => at + 1),
  ];
  while (cells.length % 7 > 0) cells.push(null);
  const weeks = Array.from({ length: cells.length / 7 }, (_, at) => cells.slice(at * 7, at * 7 + 7));
  const shift = (by: number) => new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
  const cell = (day: number | null): Markup => {
    if (day === null) return html`<td></td>`;
    const date = `${month}-${String(day).padStart(2, '0')}`;
    const known = days[date];
    const level = known ? Math.min(4, 1 + Math.floor(Math.log2(known.changes + 1))) : 0;
    const label = known
      ? `${pluralize(known.changes, 'change')}${known.note ? `, note: ${known.note}` : ''}`
      : 'no changes';
    return html`<td${date === today ? raw(' aria-current="date"') : ''}><a class="level-${String(level)}" href="${makeDayAddress(date)}"><span class="day">${day}</span><span class="visually-hidden">, ${label}</span>${known ? html`<span class="dots" aria-hidden="true">${known.note && known.note !== date ? html`<span class="note-title">${known.note.slice(0, 40)}</span> ` : known.note ? 'note ' : ''}${known.changes > 0 ? html`${known.changes}<span class="unit"> ${known.changes === 1 ? 'change' : 'changes'}</span>` : ''}</span>` : ''}</a></td>`;
  };
  return html`<h1>${formatDate(month)} <small>notes and changes by day</small></h1>
<p class="pager"><a href="/calendar?month=${shift(-1)}">← ${formatDate(shift(-1))}</a> <a href="/calendar">This month</a> <a href="/calendar?month=${shift(1)}">${formatDate(shift(1))} →</a></p>
<table class="calendar wide"><caption class="visually-hidden">The note and the changes of each day</caption><thead><tr>${WEEKDAYS.map((day) => html`<th scope="col">${day}</th>`)}</tr></thead><tbody>${weeks.map((week) => html`<tr>${week.map(cell)}</tr>`)}</tbody></table>
${Object.keys(days).length === 0 ? renderEmpty('No note and no change of this month.', other === null ? undefined : { href: `/calendar?month=${other}`, label: `Open ${formatDate(other)}` }) : ''}`;
}

/** Renders the entries of one day. */
export const renderDay = (
  date: string,
  entries: readonly Entry[],
  folder: string,
  note: string | null,
): Markup => html`<h1>${formatDate(date)}</h1>
<p class="pager"><a href="/calendar?month=${date.slice(0, 7)}">Calendar</a>${note ? html` <a href="${note}">The note of this day</a>` : ''}</p>
${entries.length > 0 ? renderEntries(entries, folder) : renderEmpty('No entry on this day. Entries appear here when they are logged, or when the nightly job writes the day’s summary.', { href: '/new', label: 'New entry' })}`;
