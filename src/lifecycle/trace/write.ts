import { appendBlock, indexOfHeading } from '../../markdown/place.js';
import { formatBlock } from '../../wiki/block.js';
import type { Change } from '../../wiki/change.js';
import type { Located } from '../../wiki/entries.js';
import { BARE, formatLine } from '../../wiki/line.js';
import type { Note } from '../../wiki/note.js';
import { redact } from '../../wiki/secrets.js';
import type { Wiki } from '../../wiki/wiki.js';
import { blankDay, intoNote } from '../into-note.js';
import { dayPath } from '../paths.js';
import type { Trace } from './trace.js';
import { said } from './words.js';

/** The heading by which it is known that a day has its trace. */
const HEADING = 'Trace';

/** The heading of an entry of a tool. */
const TOOL = 'Tool';

/** True where a day has its trace: whatever somebody made of it since, it is not written again. */
export const isTraced = (note: Note | null, wiki: Wiki): boolean =>
  note !== null && indexOfHeading(wiki.outline(note), HEADING) >= 0;

/** True where a day's note tells of a session. */
export const isTold = (session: string, note: Note | null): boolean =>
  note?.text.includes(`(${said(session)})`) ?? false;

/** What writing a trace takes besides the notes. */
export interface Writing {
  readonly date: string;
  /** What the day's note holds. */
  readonly noted: readonly Located[];
  readonly template: (name: string) => string;
  /** An id for the summary. */
  readonly id: string;
  readonly by: string | null;
}

/** Plans to write a day's tools and its trace at the end of its note, and its summary where it has neither; all else stays. */
export function writeTrace(trace: Trace, wiki: Wiki, { date, noted, template, id, by }: Writing): Change {
  const why = 'what happened on the day';
  const isOwed =
    !isTraced(wiki.note(dayPath(date, wiki)), wiki) && !noted.some(({ type }) => type === 'summary');
  const fields = by === null ? {} : { by };
  const summary = ['', '## Summary', '', formatLine({ ...BARE, text: clean(trace.summary), fields, id })];
  const lines = [...toolLines(trace), ...traceLines(trace), ...(isOwed ? summary : [])];
  const spot = { path: dayPath(date, wiki), blank: () => blankDay(template, date), why };
  return intoNote(spot, wiki, (note) => appendBlock(note.text, wiki.outline(note), lines));
}

const clean = (text: string): string => redact(text).text;

const itemsOf = (lines: readonly string[]): string[] =>
  lines.map((text) => formatLine({ ...BARE, text: clean(text) }));

/** An entry for what each tool was asked, as somebody would note it in the day. */
const toolLines = ({ tools }: Trace): readonly string[] =>
  tools.flatMap(({ what, calls }) => {
    const heading = `${TOOL}: ${formatLine({ ...BARE, text: clean(what) }, '')}`;
    const fields: [string, string][] = calls === null ? [] : [['calls', calls]];
    return [...formatBlock({ depth: 3, heading, id: null, fields, body: [] }), ''];
  });

function traceLines({ sessions, stages }: Trace): readonly string[] {
  const parts = stages.flatMap(({ stage, lines }) => ['', `### ${stage}`, '', ...itemsOf(lines)]);
  return [`## ${HEADING}`, ...(sessions.length === 0 ? [] : ['', ...itemsOf(sessions)]), ...parts];
}
