import type { LocalTime } from '../../dates/local-time.js';
import { scanFrontMatter } from '../../markdown/front-matter-scanner.js';
import type { Block, Outline } from '../../markdown/outline.js';
import type { EntryType } from '../entry-types.js';
import { parseFreeformEntry, parseSummaryLine } from '../freeform/freeform-entry.js';
import { parseLinePrefix } from '../freeform/line-prefix.js';
import { listAlternatives, splitWorkaround } from '../freeform/split-reason.js';
import { stripQuotes } from '../freeform/strip-quotes.js';
import { getKind, getParsingKind, parsePathDate } from '../kinds/index.js';
import type { BlockDefinition, NoteKind } from '../kinds/kind.js';
import { getNoteKind, trimContent } from '../kinds/note-kind.js';
import { parsePageTags } from '../links/note-name.js';
import { isLiveListEnd, isLiveListStart } from '../live-lists.js';
import type { Conflict } from '../merge/conflict-markers.js';
import type { Note } from '../note.js';
import {
  composeBlock,
  composeVerbatim,
  findCreationTime,
  findInlineTags,
  findPropertyLine,
  isPropertyValue,
} from './compose-block.js';
import { isPinned } from './entry.js';
import { type LineParts, parseLine, toParts } from './entry-line.js';
import {
  type BlockHeadingMatch,
  createRootPosition,
  enterLeadIn,
  enterSection,
  hasFreeHeadings,
  isLeadIn,
  parseBlockHeading,
  parseHeadingText,
  removeLeadIn,
  type SectionPosition,
} from './entry-sections.js';
import { createFingerprint, parseIdTime } from './ids.js';
import { isNoStatement, isStruck, type LocatedEntry } from './located-entry.js';
import { parseFactCheck, parseProof } from './proof.js';
import {
  type FieldLine,
  findHeadingRecord,
  findTitleAbove,
  getBlockText,
  getNestedText,
  readFieldLines,
  readTableRows,
} from './read-records.js';
import { composeRecord, countRecordFields } from './record.js';
import { type Due, findTodoDue, isTodo, NOT_DUE, parseReminder } from './reminder-line.js';
import { splitBlock } from './statement-blocks.js';

export type { LocatedEntry } from './located-entry.js';

/** Options for reading entries: the content folder, and local time in the workspace's zone. */
interface ReadOptions {
  readonly content: string;
  readonly local: (ms: number) => LocalTime;
  /** Milliseconds since 1970. Later times are not accepted as entry times. */
  readonly now?: number;
}

/**
 * Reads the entries of a note from top to bottom by the rules of its kind. Never throws; unknown text becomes prose.
 */
export function readEntries(
  note: Note,
  outline: Outline,
  { content, local, now }: ReadOptions,
): LocatedEntry[] {
  const path = trimContent(note.path, content);
  const name = getNoteKind(note.path, content).name;
  const kind = path === null ? getKind(name) : getParsingKind(path);
  return new Reader(note, outline, kind, name, parsePathDate(note.path), local, now).run();
}

class Reader {
  private places: readonly SectionPosition[];
  /** True for current notes of free kinds, and for the notes that a person writes on a day. Archived notes are not parsed freely, so their entries keep their types. */
  private readonly loose: boolean;
  /** The tags of a page, from its front matter; each of its entries has them. */
  private readonly pageTags: readonly string[] | null;
  private readonly found: LocatedEntry[] = [];
  private readonly handles = new Map<string, number>();
  /** Where the headings and the statement of records that stand below headings begin: they are no sections of their own. */
  private readonly ofRecords = new Set<number>();
  /** The sections above a conflict; null once its second side has begun. */
  private readonly above = new Map<Conflict, readonly SectionPosition[] | null>();

  constructor(
    private readonly note: Note,
    private readonly outline: Outline,
    private readonly kind: NoteKind,
    private readonly name: string,
    private readonly day: string | null,
    private readonly local: (ms: number) => LocalTime,
    private readonly now: number | undefined,
  ) {
    this.places = [{ ...createRootPosition(kind, note.path), time: findCreationTime(note.text, kind) }];
    this.pageTags = name === 'page' || name === 'source' ? parsePageTags(note.text) : null;
    this.loose = (kind.isFreeform === true && kind.name === name) || (name === 'page' && day !== null);
  }

  run(): LocatedEntry[] {
    const { blocks } = this.outline;
    for (let at = 0; at < blocks.length; at++) {
      const block = blocks[at] as Block;
      this.enterSide(block);
      if (isLiveListStart(this.note.text, block)) {
        const end = blocks.findIndex((one, i) => i > at && isLiveListEnd(this.note.text, one));
        if (end >= 0) at = end;
      } else if (block.kind === 'heading') at = this.heading(at);
      else if (block.kind === 'frontmatter') this.properties(block);
      else if (block.kind === 'item' || block.kind === 'paragraph') at = this.content(at);
      else if ((block.kind === 'quote' || block.kind === 'code') && this.pageTags) this.verbatim(block);
    }
    return this.found;
  }

  /** Both sides of a conflict begin below the heading above it. */
  private enterSide({ start }: Block): void {
    for (const conflict of this.note.conflicts ?? []) {
      if (start < conflict.start || conflict.end <= start) continue;
      const isTheirs = start >= conflict.theirs.start;
      const above = this.above.get(conflict);
      if (above === undefined) this.above.set(conflict, isTheirs ? null : this.places);
      else if (above !== null && isTheirs) {
        this.places = above;
        this.above.set(conflict, null);
      }
    }
  }

  /** Enters a section, or reads a block entry up to the next heading; returns the last block read. */
  private heading(at: number): number {
    const { blocks } = this.outline;
    const block = blocks[at] as Block;
    const own = this.kind.blocks.length > 0 ? parseBlockHeading(this.kind.blocks, block.text) : null;
    if (!own) {
      if (this.loose) this.summary(block);
      const isPart = this.ofRecords.has(block.start);
      this.places = enterSection(this.places, block, this.kind, isPart);
      if (!isPart) this.recordOfHeadings(at);
      return this.headingThatSays(at);
    }
    let last = at;
    while (last + 1 < blocks.length && !endsBlock(blocks[last + 1] as Block, block, own.section)) last++;
    this.blockEntry(block, blocks[last] as Block, own);
    return last;
  }

  /**
   * Reads a heading such as `## Summary: shipped 0.6`, which is a section and an entry. Its id may be on the next line.
   */
  private headingThatSays(at: number): number {
    const { blocks } = this.outline;
    const block = blocks[at] as Block;
    const said = parseHeadingText(this.kind.sections, block.text);
    if (!said) return at;
    const next = blocks[at + 1];
    const hasId =
      next?.kind === 'paragraph' && /^\^[A-Za-z0-9-]+\s*$/.test(this.note.text.slice(next.start, next.end));
    this.blockEntry(block, hasId ? next : block, said);
    return hasId ? at + 1 : at;
  }

  /** Reads entries from front matter properties, if they can be found by lines alone. */
  private properties(block: Block): void {
    const { fields = [] } = this.kind;
    const said = fields.length > 0 ? scanFrontMatter(this.note.text) : null;
    for (const { key, type } of said ? fields : []) {
      const value = said?.get(key);
      for (const text of (Array.isArray(value) ? value : [value]).filter(isPropertyValue))
        this.add(findPropertyLine(this.note.text, block, key, text), block.end, type, toParts(text));
    }
  }

  /** Reads a heading `DATE | summary | mood: X` as the summary of a session. */
  private summary(block: Block): void {
    const found = parseSummaryLine(block.text);
    if (!found) return;
    this.places = this.places.filter(({ depth }) => depth < block.depth);
    this.add(block, block.end, found.type, found.parts);
  }

  private blockEntry(first: Block, last: Block, match: BlockHeadingMatch): void {
    const source = this.note.text.slice(first.start, last.end);
    this.add(first, last.end, match.section.type, composeBlock(source, match));
  }

  /** Reads an item or a paragraph, or all blocks of a record; returns the last block read. */
  private content(at: number): number {
    const block = this.outline.blocks[at] as Block;
    if (this.ofRecords.has(block.start)) return at;
    if (block.kind === 'paragraph') this.places = removeLeadIn(this.places);
    const place = this.places.at(-1) as SectionPosition;
    if (this.loose || (place.known && this.readsFreely(place))) {
      const isAboveList = block.kind === 'paragraph' && this.outline.blocks[at + 1]?.kind === 'item';
      const below = isAboveList ? enterLeadIn(this.places, getBlockText(this.note.text, block)) : null;
      if (below) {
        this.places = below;
        return at;
      }
      return this.record(at, place) ?? this.table(at, place) ?? this.statements(at, place);
    }
    if (this.pageTags && this.isLabelled(block)) return this.statements(at, place);
    if (block.kind === 'item') this.item(block, place);
    else if (this.kind.paragraphs) this.paragraph(block);
    return at;
  }

  /** True for a line of a page that begins with a label: `Gotcha: …`. */
  private isLabelled(block: Block): boolean {
    const text = getBlockText(this.note.text, block).slice(0, LONGEST_PREFIX);
    return parseLinePrefix(stripQuotes(text)).label !== null;
  }

  /** True below a heading that is a label, and not one of the note's kind. */
  private readsFreely({ isLabelled }: SectionPosition): boolean {
    return isLabelled && hasFreeHeadings(this.kind) && this.kind.name === this.name;
  }

  private item(block: Block, place: SectionPosition): void {
    if (block.text === '') return;
    if (this.kind.shape === 'pipes') this.reminder(block, place.type);
    else this.add(block, block.end, place.type, parseLine(block.text));
  }

  /** Reads consecutive labelled lines, each record as one entry; returns the last block, or null for other lines. */
  private record(at: number, { known, type }: SectionPosition): number | null {
    const { lines, last } = readFieldLines(this.note.text, this.outline.blocks, at);
    const title = findTitleAbove(this.outline.blocks, at);
    for (let from = 0; from < lines.length; ) {
      const count = countRecordFields(lines.slice(from).map(({ field }) => field));
      const own = lines.slice(from, from + Math.max(1, count));
      const [first] = own as [FieldLine];
      const fields = own.map(({ field }) => field);
      const found = count > 0 ? composeRecord(fields, known ? type : null, from === 0 ? title : null) : null;
      if (found) this.add(first.block, (own.at(-1) ?? first).block.end, found.type, found.parts);
      else for (const block of new Set(own.map((line) => line.block))) this.statement(block, known, type);
      from += own.length;
    }
    return lines.length === 0 ? null : last;
  }

  /** Reads the rows of a table, or returns null for other paragraphs. */
  private table(at: number, { known, type }: SectionPosition): number | null {
    const rows = readTableRows(this.note.text, this.outline.blocks[at] as Block, known ? type : null);
    for (const { block, type: own, parts } of rows ?? []) this.add(block, block.end, own, parts);
    return rows && at;
  }

  /** Reads a heading whose sub-headings are parts of a record, as of a decision; below the title of a memory they are sections. */
  private recordOfHeadings(at: number): void {
    const isInMemory = this.kind.name === 'memory' && this.outline.blocks[at]?.depth !== 1;
    if (this.kind.name !== 'page' && !isInMemory) return;
    const found = findHeadingRecord(this.note.text, this.outline.blocks, at);
    if (!found) return;
    this.add(found.block, found.block.end, found.type, found.parts);
    for (const { start } of [found.block, ...found.headings]) this.ofRecords.add(start);
  }

  /** Adds each statement of an item or paragraph, with the type that its words or its section give. */
  private statements(at: number, { known, type }: SectionPosition): number {
    const block = this.outline.blocks[at] as Block;
    if (block.kind === 'item' && block.text === '') return at;
    for (const part of splitBlock(this.note.text, block)) this.statement(part, known, type);
    return at;
  }

  private statement(part: Block, known: boolean, type: EntryType): void {
    const words = part.kind === 'item' ? part.text : this.note.text.slice(part.start, part.end);
    const nested = isLeadIn(words) ? getNestedText(this.note.text, part) : '';
    const text = nested === '' ? words : `${words.trimEnd()} ${nested}`;
    if (isNoStatement(text)) {
      this.add(part, part.end, 'prose', parseLine(text), NOT_DUE, 0);
      return;
    }
    const isInSection = known && (part.kind === 'item' || !SENTENCE.test(text));
    const found = parseFreeformEntry(text, isInSection ? type : null) ?? {
      type: this.kind.defaultType,
      parts: parseLine(text),
      confidence: 0,
    };
    this.add(part, part.end, found.type, found.parts, NOT_DUE, found.confidence);
  }

  private reminder(block: Block, type: EntryType): void {
    const { box, due, when, message, tail } = parseReminder(block.text);
    const { tags, fields, from, id } = tail;
    const parts = { box, text: message, why: fields.why ?? null, tags, fields, from, id };
    if (due !== null) this.add(block, block.end, type, parts, { due, when });
    else this.add(block, block.end, 'todo', parts, findTodoDue(message, true));
  }

  private paragraph(block: Block): void {
    const { type } = this.places.at(-1) as SectionPosition;
    this.add(block, block.end, type, parseLine(this.note.text.slice(block.start, block.end)));
  }

  /** Adds a quote or a block of code of a page, so that it can be found. */
  private verbatim(block: Block): void {
    const text = composeVerbatim(this.note.text, block);
    if (text !== '') this.add(block, block.end, 'prose', toParts(text));
  }

  private add(
    block: Block,
    end: number,
    type: EntryType,
    parts: LineParts,
    { due, when }: Due = NOT_DUE,
    confidence: number | null = null,
  ): void {
    if (isStruck(parts.text)) type = 'prose';
    else if (isTodo(parts, type, this.name)) {
      this.add(block, end, 'todo', parts, findTodoDue(parts.text));
      return;
    }
    const { section } = this.places.at(-1) as SectionPosition;
    const { fields, tags } = parts;
    const [line = '', ...more] = parts.text.split('\n');
    const { text: head, workaround } =
      type === 'gotcha' ? splitWorkaround(line) : { text: line, workaround: null };
    const text = [head, ...more].join('\n');
    const rest =
      block.line === block.lastLine && end === block.end ? null : this.note.text.slice(block.start, end);
    this.found.push({
      id: parts.id ?? this.handle(section, parts.text),
      type,
      kind: this.name,
      text,
      why: parts.why,
      alternatives: listAlternatives(type, text),
      workaround,
      at: this.timeOf(parts),
      by: fields.by ?? null,
      branch: fields.branch ?? null,
      tags: this.pageTags ? [...new Set([...tags, ...findInlineTags(text), ...this.pageTags])] : tags,
      path: this.note.path,
      line: block.line,
      confidence,
      status: fields.status ?? parts.box,
      verified: fields.verified ?? null,
      from: parts.from,
      section,
      start: block.start,
      end,
      key: isPinned(tags),
      superseded: fields.superseded ?? null,
      hasId: parts.id !== null,
      due,
      when,
      proof: rest === null ? null : parseProof(rest),
      check: rest === null ? null : parseFactCheck(rest),
    });
  }

  /** Creates a handle: `~` + 8 hex of kind, section and text. A repeated line gets a different one. */
  private handle(section: string | null, text: string): string {
    const seed = `${this.name}\n${section ?? ''}\n${text}`;
    const hash = createFingerprint(seed);
    const times = this.handles.get(hash) ?? 0;
    this.handles.set(hash, times + 1);
    return `~${times === 0 ? hash : createFingerprint(`${seed}\n${times}`)}`;
  }

  /**
   * Returns the `at` field, else the time of the id if it is on the note's day, else the time of the heading, else the
   * day.
   */
  private timeOf({ fields, id }: LineParts): string | null {
    if (fields.at !== undefined) return fields.at;
    const until = this.day === null ? this.now : Date.parse(this.day);
    const minted = id === null ? null : parseIdTime(id, until);
    const heading = (this.places.at(-1) as SectionPosition).time;
    if (this.day === null && heading === null) return minted === null ? null : this.local(minted).iso;
    if (minted !== null && this.day !== null) {
      const own = this.local(minted);
      if (own.date === this.day) return own.iso;
    }
    return heading ? heading.replace(' ', 'T') : this.day;
  }
}

/** Returns true if a heading ends a block: any heading, or for a deep block one of the same level or higher. */
const endsBlock = (next: Block, own: Block, { deep }: BlockDefinition): boolean =>
  next.kind === 'heading' && !(deep === true && next.depth > own.depth);

const LONGEST_PREFIX = 80;

/** A line that ends as prose does is no note below its heading. */
const SENTENCE = /[.!?。！？]\s*$/u;
