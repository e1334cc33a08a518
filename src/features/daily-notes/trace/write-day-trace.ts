import { appendBlock, indexOfHeading } from '../../../markdown/section-edits.js';
import type { Change } from '../../../notes/changes/change.js';
import { createDayNote, upsertNote } from '../../../notes/edit/upsert-note.js';
import { formatBlock } from '../../../notes/entries/block.js';
import { EMPTY_LINE, formatLine } from '../../../notes/entries/entry-line.js';
import type { LocatedEntry } from '../../../notes/entries/read-entries.js';
import { dayNotePath } from '../../../notes/kinds/note-paths.js';
import type { Note } from '../../../notes/note.js';
import type { Notebook } from '../../../notes/notebook.js';
import { redact } from '../../../security/secrets.js';
import type { DayTrace } from './build-day-trace.js';
import { quoteText } from './format-day-trace.js';

/** The heading by which it is known that a day has its trace. */
const HEADING = 'Trace';

/** The heading of an entry of a tool. */
const TOOL = 'Tool';

/** True where a day has its trace, even an edited one: it is not written again. */
export const isTraced = (note: Note | null, notebook: Notebook): boolean =>
  note !== null && indexOfHeading(notebook.outline(note), HEADING) >= 0;

/** True where a day's note has a session. */
export const hasSession = (session: string, note: Note | null): boolean =>
  note?.text.includes(`(${quoteText(session)})`) ?? false;

/** What writing a trace takes besides the notes. */
interface TraceOptions {
  readonly date: string;
  /** The entries of the day's note. */
  readonly noted: readonly LocatedEntry[];
  readonly template: (name: string) => string;
  /** An id for the summary. */
  readonly id: string;
  readonly by: string | null;
}

/** Plans to write a day's tools and its trace at the end of its note, and its summary where it has neither; all else stays. */
export function writeTrace(
  trace: DayTrace,
  notebook: Notebook,
  { date, noted, template, id, by }: TraceOptions,
): Change {
  const why = 'what happened on the day';
  const isOwed =
    !isTraced(notebook.note(dayNotePath(date, notebook)), notebook) &&
    !noted.some(({ type }) => type === 'summary');
  const fields = by === null ? {} : { by };
  const summary = [
    '',
    '## Summary',
    '',
    formatLine({ ...EMPTY_LINE, text: clean(trace.summary), fields, id }),
  ];
  const lines = [...toolLines(trace), ...traceLines(trace), ...(isOwed ? summary : [])];
  const spot = { path: dayNotePath(date, notebook), blank: () => createDayNote(template, date), why };
  return upsertNote(spot, notebook, (note) => appendBlock(note.text, notebook.outline(note), lines));
}

const clean = (text: string): string => redact(text).text;

const itemsOf = (lines: readonly string[]): string[] =>
  lines.map((text) => formatLine({ ...EMPTY_LINE, text: clean(text) }));

/** An entry for each tool call, as a person would note it in the day. */
const toolLines = ({ tools }: DayTrace): readonly string[] =>
  tools.flatMap(({ what, calls }) => {
    const heading = `${TOOL}: ${formatLine({ ...EMPTY_LINE, text: clean(what) }, '')}`;
    const fields: [string, string][] = calls === null ? [] : [['calls', calls]];
    return [...formatBlock({ depth: 3, heading, id: null, fields, body: [] }), ''];
  });

function traceLines({ sessions, stages }: DayTrace): readonly string[] {
  const parts = stages.flatMap(({ stage, lines }) => ['', `### ${stage}`, '', ...itemsOf(lines)]);
  return [`## ${HEADING}`, ...(sessions.length === 0 ? [] : ['', ...itemsOf(sessions)]), ...parts];
}
