import { kindNamed, pathOf } from '../kinds/index.js';
import type { Section } from '../kinds/kind.js';
import { appendBlock, appendToSection, normalHeading } from '../markdown/place.js';
import { formatBlock } from '../wiki/block.js';
import type { Change } from '../wiki/change.js';
import { BARE, formatLine, normal, parseLine } from '../wiki/line.js';
import type { Note } from '../wiki/note.js';
import type { Local } from '../wiki/time.js';
import type { Wiki } from '../wiki/wiki.js';
import { blankDay, intoNote } from './into-note.js';

/** What is noted in a day (Mutable §Content Types). */
export interface DayEntry {
  readonly kind: string;
  readonly text: string;
  readonly id: string;
  readonly by: string | null;
}

const { sections, blocks } = kindNamed('day');
const SECTIONS: readonly Section[] = sections.filter(({ open }) => open);

/** What can be noted, in small letters: the sections that a day begins and ends with, and its block entries. */
export const DAY_KINDS: readonly string[] = [...SECTIONS.slice(0, 1), ...blocks, ...SECTIONS.slice(1)].map(
  ({ heading }) => heading.toLowerCase(),
);

/** The heading that a session begins with (Mutable §Content Types). */
export const beginningOf = ({ date, time }: Local): string => `${SECTIONS[0]?.heading} ${date} ${time}`;

/** Plans to note something at the end of a day's note; what stands there is left as it is. A missing note is made. */
export function noteInDay(
  entry: DayEntry,
  at: Local,
  wiki: Wiki,
  template: (name: string) => string,
): Change {
  const path = `${wiki.content}/${pathOf('day', { date: at.date })}`;
  const spot = { path, blank: () => blankDay(template, at.date), why: `note ${entry.kind}` };
  return intoNote(spot, wiki, (note) => appended(entry, at, note, wiki));
}

function appended(entry: DayEntry, at: Local, note: Note, wiki: Wiki) {
  const outline = wiki.outline(note);
  const section = SECTIONS.find(({ heading }) => heading.toLowerCase() === entry.kind);
  if (!section) return appendBlock(note.text, outline, blockLines(entry));
  const heading = section.heading === SECTIONS[0]?.heading ? beginningOf(at) : section.heading;
  const line = (bullet: string) =>
    formatLine({ ...partsOf(entry.text), fields: fieldsOf(entry), id: entry.id }, bullet);
  const last = outline.blocks.findLast(({ kind }) => kind === 'heading');
  const isOpen = last !== undefined && normalHeading(last.text) === normalHeading(heading);
  const isOnly =
    outline.blocks.filter(
      (one) => one.kind === 'heading' && normalHeading(one.text) === normalHeading(heading),
    ).length === 1;
  if (isOpen && isOnly) return appendToSection(note.text, outline, heading, [heading], line);
  return appendBlock(note.text, outline, [`## ${heading}`, '', line('-')]);
}

/** `### Decision: what — why`, its id, who noted it; further lines stand below as they came. */
function blockLines({ kind, text, id, by }: DayEntry): string[] {
  const { heading: word } = blocks.find(({ heading }) => heading.toLowerCase() === kind) ?? { heading: kind };
  const [first = '', ...rest] = text.trim().split(/\r\n|\n|\r/);
  const heading = `${word}: ${formatLine(partsOf(first), '')}`;
  return formatBlock({ depth: 3, heading, id, fields: by === null ? [] : [['by', by]], body: fenced(rest) });
}

/** What is said, with its reason parted; what looks like a field, a link or an id is taken as it was said. */
function partsOf(text: string) {
  const { text: what, why, tags, from, id, box, fields } = parseLine(text);
  const literal = from !== null || id !== null || box !== null || Object.keys(fields).length > 0;
  return normal(literal ? { ...BARE, text } : { ...BARE, text: what, why, tags });
}

const fieldsOf = ({ by }: DayEntry) => (by === null ? {} : { by });

/** Further lines in a fence that none of them closes: whatever they hold, they open no heading and name no field. */
function fenced(lines: readonly string[]): string[] {
  const body = lines
    .join('\n')
    .replace(/^\s*\n/, '')
    .trimEnd();
  if (body === '') return [];
  const longest = Math.max(2, ...[...body.matchAll(/`{3,}/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}text`, ...body.split('\n'), fence];
}
