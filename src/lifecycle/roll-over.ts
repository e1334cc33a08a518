import { kindNamed, pathOf } from '../kinds/index.js';
import type { Block, Outline } from '../markdown/outline.js';
import { appendBlock, normalHeading, removeBlocks } from '../markdown/place.js';
import type { Change } from '../wiki/change.js';
import type { Located } from '../wiki/entries.js';
import type { Note } from '../wiki/note.js';
import type { Wiki } from '../wiki/wiki.js';
import { blankDay, intoNote } from './into-note.js';
import { type Promoted, type Promotion, promote } from './promote.js';

/** What the end of a session does to the notes. */
export interface RollOver {
  readonly changes: readonly Change[];
  readonly promoted: readonly Promoted[];
  /** How many blocks moved into the day. */
  readonly moved: number;
  /** Path of the day note below the content folder; '' where nothing moved. */
  readonly day: string;
}

/** What a roll-over must know besides the notes. */
export interface Ending extends Promotion {
  /** When the session was last active: the day note of its beginning takes it. */
  readonly lastActivity: number;
}

/**
 * Ends a session (Mind; FEATURES A5, A6): what is worth it rises to memory, then every block of SESSION.md, a person's
 * prose included, moves into the note of the day on which it began; only the headings stay.
 */
export function rollOver(wiki: Wiki, ending: Ending): RollOver {
  const path = `${wiki.content}/${pathOf('session')}`;
  const note = wiki.note(path);
  const outline = note && wiki.outline(note);
  const blocks = outline ? outline.blocks.filter((block) => isMovable(block)) : [];
  if (!note || !outline || blocks.length === 0) return { changes: [], promoted: [], moved: 0, day: '' };

  const entries = ending.entries(note);
  const begun = beginning(entries, ending);
  const dayPath = `${wiki.content}/${pathOf('day', { date: begun.date })}`;
  const { changes, promoted, ids } = promote(entries, wiki, { ...ending, source: begun.date });
  const lines = dayLines(note, outline, ids, `Session ${begun.date} ${begun.time}`);
  const why = 'the session ended: what it held moves into its day';
  const blank = () => blankDay(ending.template, begun.date);
  const moved = intoNote({ path: dayPath, blank, why }, wiki, (day) =>
    appendBlock(day.text, wiki.outline(day), lines),
  );
  const emptied: Change = {
    do: 'edit',
    path,
    base: note.hash,
    splices: removeBlocks(note.text, outline, blocks),
    why,
  };
  return {
    changes: [moved, ...changes, emptied],
    promoted,
    moved: blocks.length,
    day: pathOf('day', { date: begun.date }),
  };
}

/** Headings of the template and comments stay; a heading of a person's own moves with what stands below it. */
function isMovable({ kind, text, depth }: Block): boolean {
  if (kind === 'frontmatter' || kind === 'html') return false;
  if (kind !== 'heading') return true;
  return depth > 1 && !SESSION_HEADINGS.has(normalHeading(text));
}

const SESSION_HEADINGS = new Set(kindNamed('session').sections.map(({ heading }) => normalHeading(heading)));

/** The first entry's time, where one is known, else the last activity. */
function beginning(entries: readonly Located[], { lastActivity, local }: Ending) {
  const times = entries.flatMap(({ at }) => (at === null ? [] : [Date.parse(at)]));
  return local(Math.min(lastActivity, ...times));
}

/** The session as it stands in the day: its sections one level down, block by block, ids added where links need them. */
function dayLines(note: Note, outline: Outline, ids: ReadonlyMap<number, string>, title: string): string[] {
  const lines = [`## ${title}`];
  let heading: Block | null = null;
  let previous: Block | null = null;
  for (const block of outline.blocks) {
    if (block.kind === 'heading' && block.depth > 1) {
      lines.push(...bareHeading(heading));
      heading = block;
      continue;
    }
    if (!isMovable(block)) continue;
    if (heading !== null) lines.push('', headingLine(heading), '');
    else if (previous === null || !(previous.kind === 'item' && block.kind === 'item')) lines.push('');
    heading = null;
    previous = block;
    const id = ids.get(block.line);
    const text = note.text
      .slice(block.start, block.end)
      .replace(/(?<![\r\n])[\r\n]+$/, '')
      .split(/\r\n|\n|\r/);
    lines.push(...(id ? [`${text[0]} ^${id}`, ...text.slice(1)] : text));
  }
  return [...lines, ...bareHeading(heading)];
}

const headingLine = ({ text }: Block): string => `### ${text.replace(/(?<!\s)\s*[\r\n]\s*/g, ' ')}`;

/** A heading of a person's own moves even where nothing stands below it. */
const bareHeading = (heading: Block | null): string[] =>
  heading && isMovable(heading) ? ['', headingLine(heading)] : [];
