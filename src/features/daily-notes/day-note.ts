import type { LocalTime } from '../../dates/local-time.js';
import { appendBlock, appendToSection, normalizeHeading, wrapInFence } from '../../markdown/section-edits.js';
import type { Change } from '../../notes/changes/change.js';
import { createDayNote, upsertNote } from '../../notes/edit/upsert-note.js';
import { formatBlock } from '../../notes/entries/block.js';
import { EMPTY_LINE, formatLine, normalizeLine, parseWords } from '../../notes/entries/entry-line.js';
import { getKind, notePath } from '../../notes/kinds/index.js';
import type { SectionDefinition } from '../../notes/kinds/kind.js';
import type { Note } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';

/** What is noted in a day (Mutable §Content Types). */
interface DayEntry {
  readonly kind: string;
  readonly text: string;
  readonly id: string;
  readonly by: string | null;
}

const { sections, blocks } = getKind('day');
const SECTIONS: readonly SectionDefinition[] = sections.filter(({ open }) => open);

/** What can be noted, in small letters: the sections that a day begins and ends with, and its block entries. */
export const DAY_KINDS: readonly string[] = [...SECTIONS.slice(0, 1), ...blocks, ...SECTIONS.slice(1)].map(
  ({ heading }) => heading.toLowerCase(),
);

/** The heading that a session begins with (Mutable §Content Types). */
export const formatSessionHeading = ({ date, time }: LocalTime): string =>
  `${SECTIONS[0]?.heading} ${date} ${time}`;

/** Plans to append an entry to a day's note, which is created where it is missing. */
export function addDayEntry(
  entry: DayEntry,
  at: LocalTime,
  notebook: Notebook,
  template: (name: string) => string,
): Change {
  const path = `${notebook.content}/${notePath('day', { date: at.date })}`;
  const spot = { path, blank: () => createDayNote(template, at.date), why: `note ${entry.kind}` };
  return upsertNote(spot, notebook, (note) => appended(entry, at, note, notebook));
}

function appended(entry: DayEntry, at: LocalTime, note: Note, notebook: Notebook) {
  const outline = notebook.outline(note);
  const section = SECTIONS.find(({ heading }) => heading.toLowerCase() === entry.kind);
  if (!section) return appendBlock(note.text, outline, blockLines(entry));
  const heading = section.heading === SECTIONS[0]?.heading ? formatSessionHeading(at) : section.heading;
  const line = (bullet: string) =>
    formatLine({ ...partsOf(entry.text), fields: fieldsOf(entry), id: entry.id }, bullet);
  const last = outline.blocks.findLast(({ kind }) => kind === 'heading');
  const isOpen = last !== undefined && normalizeHeading(last.text) === normalizeHeading(heading);
  const isOnly =
    outline.blocks.filter(
      (one) => one.kind === 'heading' && normalizeHeading(one.text) === normalizeHeading(heading),
    ).length === 1;
  if (isOpen && isOnly) return appendToSection(note.text, outline, heading, [heading], line);
  return appendBlock(note.text, outline, [`## ${heading}`, '', line('-')]);
}

/** `### Decision: what — why`, its id and author; further lines follow unchanged. */
function blockLines({ kind, text, id, by }: DayEntry): string[] {
  const { heading: word } = blocks.find(({ heading }) => heading.toLowerCase() === kind) ?? { heading: kind };
  const [first = '', ...rest] = text.trim().split(/\r\n|\n|\r/);
  const heading = `${word}: ${formatLine(partsOf(first), '')}`;
  return formatBlock({ depth: 3, heading, id, fields: by === null ? [] : [['by', by]], body: fenced(rest) });
}

const partsOf = (text: string) => normalizeLine({ ...EMPTY_LINE, ...parseWords(text) });

const fieldsOf = ({ by }: DayEntry) => (by === null ? {} : { by });

/** Further lines in a fence that none of them closes, so that they open no heading and name no field. */
function fenced(lines: readonly string[]): string[] {
  const body = lines
    .join('\n')
    .replace(/^\s*\n/, '')
    .trimEnd();
  return body === '' ? [] : wrapInFence(body).split('\n');
}
