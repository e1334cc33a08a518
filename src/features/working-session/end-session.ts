import type { Block, Outline } from '../../markdown/outline.js';
import { appendBlock, normalizeHeading, removeBlocks } from '../../markdown/section-edits.js';
import type { Change } from '../../notes/changes/change.js';
import { createDayNote, upsertNote } from '../../notes/edit/upsert-note.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { getKind, notePath } from '../../notes/kinds/index.js';
import type { Note } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';
import { type PromotedEntry, type PromotionOptions, promote } from '../promotion/promote.js';

/** What the end of a session does to the notes. */
export interface SessionEnd {
  readonly changes: readonly Change[];
  readonly promoted: readonly PromotedEntry[];
  /** How many blocks moved into the day. */
  readonly moved: number;
  /** Path of the day note below the content folder; '' where nothing moved. */
  readonly day: string;
}

/** What a roll-over must know besides the notes. */
interface SessionEndOptions extends PromotionOptions {
  /** When the session was last active: the day note of its beginning takes it. */
  readonly lastActivity: number;
  /** True where another session has begun since, whose lines stay. */
  readonly isFollowed: boolean;
}

/**
 * Ends a session (Mind; FEATURES A5, A6): what lasts is promoted, then its blocks of SESSION.md, a person's
 * prose included, move into the note of the day on which it began; only the headings stay.
 */
export function endSession(notebook: Notebook, ending: SessionEndOptions): SessionEnd {
  const path = `${notebook.content}/${notePath('session')}`;
  const note = notebook.note(path);
  const outline = note && notebook.outline(note);
  const all = note ? ending.entries(note) : [];
  const blocks = outline ? listEndedBlocks(outline, all, ending) : [];
  if (!note || !outline || blocks.length === 0) return { changes: [], promoted: [], moved: 0, day: '' };

  const ended = new Set(blocks.map(({ line }) => line));
  const entries = all.filter(({ line }) => ended.has(line));
  const begun = beginning(entries, ending);
  const dayPath = `${notebook.content}/${notePath('day', { date: begun.date })}`;
  const { changes, promoted, ids } = promote(entries, notebook, {
    ...ending,
    source: begun.date,
    date: begun.date,
  });
  const lines = dayLines(note, blocks, outline, ids, `Session ${begun.date} ${begun.time}`);
  const why = 'the session ended: its entries move to its day';
  const blank = () => createDayNote(ending.template, begun.date);
  const moved = upsertNote({ path: dayPath, blank, why }, notebook, (day) =>
    appendBlock(day.text, notebook.outline(day), lines),
  );
  const emptied: Change = {
    kind: 'edit',
    path,
    base: note.hash,
    splices: removeBlocks(note.text, outline, blocks),
    why,
  };
  return {
    changes: [moved, ...changes, emptied],
    promoted,
    moved: blocks.length,
    day: notePath('day', { date: begun.date }),
  };
}

/** The blocks that move: all, or where a session follows, those that are no later than this one; undated blocks go with the block above. */
function listEndedBlocks(
  outline: Outline,
  entries: readonly LocatedEntry[],
  { lastActivity, isFollowed }: SessionEndOptions,
): readonly Block[] {
  const dates = new Map(entries.map(({ line, at }) => [line, at === null ? null : Date.parse(at)]));
  let isLater = false;
  return outline.blocks.filter((block) => {
    if (block.kind === 'heading' && !isMovable(block)) isLater = false;
    const at = dates.get(block.line) ?? null;
    if (isFollowed && at !== null) isLater = at > lastActivity;
    return isMovable(block) && !isLater;
  });
}

/** Headings of the template and comments stay; a person's own heading moves with its section. */
function isMovable({ kind, text, depth }: Block): boolean {
  if (kind === 'frontmatter' || kind === 'html') return false;
  if (kind !== 'heading') return true;
  return depth > 1 && !SESSION_HEADINGS.has(normalizeHeading(text));
}

const SESSION_HEADINGS = new Set(getKind('session').sections.map(({ heading }) => normalizeHeading(heading)));

/** The first entry's time, where one is known, else the last activity. */
function beginning(entries: readonly LocatedEntry[], { lastActivity, local }: SessionEndOptions) {
  const times = entries.flatMap(({ at }) => (at === null ? [] : [Date.parse(at)]));
  return local(Math.min(lastActivity, ...times));
}

/** The session in the day's note: its headings one level down, block by block, ids added where links need them. */
function dayLines(
  note: Note,
  moving: readonly Block[],
  outline: Outline,
  ids: ReadonlyMap<number, string>,
  title: string,
): string[] {
  const lines = [`## ${title}`];
  let heading: Block | null = null;
  let previous: Block | null = null;
  for (const block of outline.blocks) {
    if (block.kind === 'heading' && block.depth > 1) {
      lines.push(...bareHeading(heading));
      heading = block;
      continue;
    }
    if (!moving.includes(block)) continue;
    if (heading !== null) lines.push('', headingLine(heading), '');
    else if (previous === null || !(previous.kind === 'item' && block.kind === 'item')) lines.push('');
    heading = null;
    previous = block;
    const text = note.text
      .slice(block.start, block.end)
      .replace(/(?<![\r\n])[\r\n]+$/, '')
      .split(/\r\n|\n|\r/);
    lines.push(
      ...text.map((line, at) => (ids.has(block.line + at) ? `${line} ^${ids.get(block.line + at)}` : line)),
    );
  }
  return [...lines, ...bareHeading(heading)];
}

const headingLine = ({ depth, text }: Block): string =>
  `${'#'.repeat(Math.min(depth + 1, 6))} ${text.replace(/(?<!\s)\s*[\r\n]\s*/g, ' ')}`;

/** A person's own heading moves even with an empty section. */
const bareHeading = (heading: Block | null): string[] =>
  heading && isMovable(heading) ? ['', headingLine(heading)] : [];
