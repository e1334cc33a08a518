import type { LocalTime } from '../../dates/local-time.js';
import { scanFrontMatter } from '../../markdown/front-matter-scanner.js';
import type { Block, Outline } from '../../markdown/outline.js';
import type { EntryType } from '../entry-types.js';
import { parseFreeformEntry, parseSummaryLine } from '../freeform/freeform-entry.js';
import { listAlternatives, splitWorkaround } from '../freeform/split-reason.js';
import { getKindByPath, getParsingKind, parsePathDate } from '../kinds/index.js';
import type { BlockDefinition, NoteKind } from '../kinds/kind.js';
import { parsePageTags } from '../links/aliases.js';
import { isLiveListEnd, isLiveListStart } from '../live-lists.js';
import type { Conflict } from '../merge/conflict-markers.js';
import type { Note } from '../note.js';
import { parseBlock } from './block.js';
import type { Entry } from './entry.js';
import { type Checkbox, EMPTY_LINE, type LineParts, parseLine } from './entry-line.js';
import {
  type BlockHeadingMatch,
  createRootPosition,
  enterSection,
  parseBlockHeading,
  parseHeadingText,
  readsLabels,
  type SectionPosition,
} from './entry-sections.js';
import { findHeadingLabel } from '../labels/labels.js';
import { createFingerprint, parseIdTime } from './ids.js';
import { isPinned } from './labels.js';
import { isNoStatement } from './no-entry.js';
import { type Proof, parseProof } from './proof.js';
import {
  composeRecord,
  composeRow,
  countRecordFields,
  isTableRule,
  parseField,
  type RecordField,
  splitCells,
  stripNumber,
} from './record.js';
import { parseReminder } from './reminder-line.js';
import { getFirstParagraph, splitBlock } from './statement-blocks.js';

/** An entry and its location in the text of its note. */
export interface LocatedEntry extends Entry {
  /** The heading above it, as written; null if there is none. */
  readonly section: string | null;
  /** Offsets of its lines, including line endings. */
  readonly start: number;
  readonly end: number;
  /** True if it has the tag `#key`. */
  readonly key: boolean;
  /** The link to the entry that replaced it, as written: `^id`. */
  readonly superseded: string | null;
  /** False where `id` is only a handle. */
  readonly hasId: boolean;
  /** For a reminder: due date and type, as written; otherwise null. */
  readonly due: string | null;
  readonly when: string | null;
  /** The pattern that the guard compares with calls, and its examples; otherwise null. */
  readonly proof: Proof | null;
}

/** Options for reading entries: the content folder, and local time in the workspace's zone. */
interface ReadOptions {
  readonly content: string;
  readonly local: (ms: number) => LocalTime;
  /** Milliseconds since 1970. Later times are not accepted as entry times. */
  readonly now?: number;
  /** Returns only entries of this type. Sections of other types are not parsed. */
  readonly only?: EntryType | undefined;
}

/** The content folder of the global root in the paths of this workspace. */
export const GLOBAL_CONTENT = '~/content';

/** Returns the kind of a note by its path from the root. */
export const getNoteKind = (path: string, content: string): NoteKind => getKindByPath(below(path, content));

/**
 * Reads the entries of a note from top to bottom by the rules of its kind. Never throws; unknown text becomes prose.
 */
export function readEntries(
  note: Note,
  outline: Outline,
  { content, local, only, now }: ReadOptions,
): LocatedEntry[] {
  const path = below(note.path, content);
  const name = getKindByPath(path).name;
  const kind = getParsingKind(path);
  const reader = new Reader(note, outline, kind, name, parsePathDate(path), local, only ?? null, now);
  return only ? reader.run().filter(({ type }) => type === only) : reader.run();
}

/** Returns the path of a note below its content folder. The content folder of the global root is always `~/content`. */
function below(path: string, content: string): string {
  const folder = path.startsWith('~/') ? GLOBAL_CONTENT : content;
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}

class Reader {
  private places: readonly SectionPosition[];
  /** True for current notes. Archived notes are not parsed freely, so their entries keep their types. */
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
    private readonly only: EntryType | null,
    private readonly now: number | undefined,
  ) {
    this.places = [{ ...createRootPosition(kind, note.path), time: stampIn(note.text, kind) }];
    this.pageTags = name === 'page' || name === 'source' ? parsePageTags(note.text) : null;
    this.loose = kind.isFreeform === true && kind.name === name;
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
      this.places = enterSection(this.places, block, this.kind);
      if (this.ofRecords.has(block.start)) this.leaveType(block);
      else this.recordOfHeadings(at);
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
      for (const text of (Array.isArray(value) ? value : [value]).filter(isSaid))
        this.add(this.lineHolding(block, key, text), block.end, type, { ...EMPTY_LINE, text });
    }
  }

  /** Returns the line of the front matter with a value, starting at its key. */
  private lineHolding(block: Block, key: string, text: string): Block {
    const lines = this.note.text.slice(block.start, block.end).split('\n');
    const from = Math.max(
      0,
      lines.findIndex((line) => line.startsWith(`${key}:`)),
    );
    const own = lines.findIndex(
      (line, at) => at >= from && (line.includes(JSON.stringify(text)) || line.includes(text)),
    );
    const at = own < 0 ? from : own;
    return {
      ...block,
      line: block.line + at,
      start: block.start + lines.slice(0, at).join('\n').length + (at > 0 ? 1 : 0),
    };
  }

  /** Reads a heading `DATE | summary | mood: X` as the summary of a session. */
  private summary(block: Block): void {
    const found = parseSummaryLine(block.text);
    if (!found) return;
    this.places = this.places.filter(({ depth }) => depth < block.depth);
    this.add(block, block.end, found.type, found.parts);
  }

  private blockEntry(first: Block, last: Block, { section, text: heading, label }: BlockHeadingMatch): void {
    const { id, fields, body } = parseBlock(this.note.text.slice(first.start, last.end));
    const named = (key: string | undefined): string | null =>
      key === undefined ? null : (fields.get(key) ?? null);
    const parts = parseLine(heading || named(section.says) || (label ?? ''));
    const why = parts.why ?? named(section.reason) ?? named('why') ?? named('reason') ?? named('rationale');
    const also = (section.also ?? []).map((key) => named(key) ?? '');
    const text = [parts.text, ...[...also, ...body].map((line) => line.trim()).filter(Boolean)].join('\n');
    const own = {
      at: named('at') ?? named('timestamp'),
      by: named('by') ?? named('agent'),
      branch: named('branch'),
      status: named('status'),
      superseded: named('superseded'),
      verified: verifiedOn(fields),
    };
    const present = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== null));
    this.add(first, last.end, section.type, {
      ...parts,
      text,
      why,
      id: id ?? parts.id,
      fields: { ...present, ...parts.fields },
    });
  }

  /** Reads an item or a paragraph, or all blocks of a record; returns the last block read. */
  private content(at: number): number {
    const block = this.outline.blocks[at] as Block;
    if (this.ofRecords.has(block.start)) return at;
    if (block.kind === 'paragraph') this.places = this.places.filter(({ depth }) => depth < LEAD_IN_DEPTH);
    const place = this.places.at(-1) as SectionPosition;
    if (this.loose || (place.known && this.readsFreely(place))) {
      if (this.enterLeadIn(at)) return at;
      return this.record(at, place) ?? this.table(at, place) ?? this.statements(at, place);
    }
    if (block.kind === 'item') this.item(block, place);
    else if (this.kind.paragraphs) this.paragraph(block);
    return at;
  }

  /** True below a heading that is a label, and not one of the note's kind. */
  private readsFreely({ isLabelled }: SectionPosition): boolean {
    return isLabelled && readsLabels(this.kind) && this.kind.name === this.name;
  }

  private item(block: Block, place: SectionPosition): void {
    if (block.text === '') return;
    if (this.only && place.known && place.type !== this.only) return;
    if (this.kind.shape === 'pipes') this.reminder(block, place.type);
    else this.add(block, block.end, place.type, parseLine(block.text));
  }

  /** Enters a paragraph that is a label above a list, such as `**Decisions:**`. */
  private enterLeadIn(at: number): boolean {
    const { blocks } = this.outline;
    const block = blocks[at] as Block;
    if (block.kind !== 'paragraph' || blocks[at + 1]?.kind !== 'item') return false;
    const text = this.wordsOf(block);
    const type = LEAD_IN.test(text) ? findHeadingLabel(text)?.type : null;
    if (!type) return false;
    const { time } = this.places.at(-1) as SectionPosition;
    const place = { section: text, type, time, known: true, isLabelled: true, depth: LEAD_IN_DEPTH };
    this.places = [...this.places, place];
    return true;
  }

  /** Reads consecutive labelled lines, each record as one entry; returns the last block, or null for other lines. */
  private record(at: number, { known, type }: SectionPosition): number | null {
    const { blocks } = this.outline;
    const lines: { block: Block; field: RecordField }[] = [];
    let last = at - 1;
    for (let next = at; /^(?:item|paragraph)$/.test(blocks[next]?.kind ?? ''); next++) {
      const parts = splitBlock(this.note.text, blocks[next] as Block);
      const fields = parts.flatMap((block) => {
        const field = parseField(this.wordsOf(block));
        return field ? [{ block, field: { ...field, value: field.value || this.nestedText(block) } }] : [];
      });
      if (fields.length < parts.length) break;
      lines.push(...fields);
      last = next;
    }
    const title = this.titleAbove(at);
    let hasRecord = false;
    for (let from = 0; from < lines.length; ) {
      const count = countRecordFields(lines.slice(from).map(({ field }) => field));
      const own = lines.slice(from, from + Math.max(1, count));
      const [first] = own as [(typeof lines)[number]];
      const fields = own.map(({ field }) => field);
      const found = count > 0 ? composeRecord(fields, known ? type : null, from === 0 ? title : null) : null;
      if (found) this.add(first.block, (own.at(-1) ?? first).block.end, found.type, found.parts);
      else if (hasRecord || last > at || lines.length > 1) for (const { block } of own) this.statement(block, known, type);
      else return null;
      hasRecord ||= found !== null;
      from += own.length;
    }
    return lines.length === 0 ? null : last;
  }

  /** Returns the heading directly above a block without its number, unless it is a label. */
  private titleAbove(at: number): string | null {
    const above = this.outline.blocks[at - 1];
    if (above?.kind !== 'heading' || findHeadingLabel(above.text)) return null;
    const title = stripNumber(above.text);
    return /\p{L}/u.test(title) ? title : null;
  }

  /** Reads the rows of a table, or returns null for other paragraphs. */
  private table(at: number, { known, type }: SectionPosition): number | null {
    const block = this.outline.blocks[at] as Block;
    const rows = block.kind === 'paragraph' ? splitBlock(this.note.text, block) : [];
    const [header, rule, ...body] = rows.map((row) => ({ row, text: this.wordsOf(row) }));
    if (!header || !rule || !isTableRule(rule.text)) return null;
    for (const { row, text } of body) {
      const found = composeRow(splitCells(header.text), splitCells(text), known ? type : null);
      this.add(row, row.end, found?.type ?? 'prose', found?.parts ?? parseLine(text));
    }
    return at;
  }

  /** Reads a heading whose sub-headings are the parts of one record, as of an architecture decision. */
  private recordOfHeadings(at: number): void {
    const { blocks } = this.outline;
    const own = blocks[at] as Block;
    if (!readsLabels(this.kind) || this.kind.name === 'day' || findHeadingLabel(own.text)?.type) return;
    const next = blocks.findIndex((one, i) => i > at && one.kind === 'heading' && one.depth <= own.depth);
    const below = blocks.slice(at + 1, next < 0 ? blocks.length : next);
    const first = below.findIndex(({ kind }) => kind === 'heading');
    if (first < 0) return;
    const headings = below.filter(({ kind, depth }) => kind === 'heading' && depth === below[first]?.depth);
    const fields = headings.map((heading) => ({
      name: heading.text,
      label: findHeadingLabel(heading.text),
      value: this.blocksBelow(heading, below).map((block) => this.wordsOf(block)).join(' '),
      heading,
    }));
    const typed = fields.filter(({ label }) => label?.type && label.part === null);
    const [statement] = typed;
    const [block] = statement ? this.blocksBelow(statement.heading, below) : [];
    if (!block || typed.length !== 1 || !fields.some(({ label }) => label?.part)) return;
    const head = below.slice(0, first).flatMap((one) => splitBlock(this.note.text, one));
    const lines = head.flatMap((one) => parseField(this.wordsOf(one)) ?? []);
    const record = composeRecord([...this.propertyFields(), ...lines, ...fields], null, null);
    if (!record) return;
    const title = stripNumber(own.text);
    const text = record.parts.text.startsWith(title) ? record.parts.text : `${title}: ${record.parts.text}`;
    this.add(block, block.end, record.type, { ...record.parts, text });
    for (const { start } of [block, ...headings]) this.ofRecords.add(start);
  }

  /** Returns the status and the date that the front matter states. */
  private propertyFields(): readonly RecordField[] {
    const properties = scanFrontMatter(this.note.text);
    return ['status', 'date'].flatMap((name) => {
      const value = properties?.get(name);
      return typeof value === 'string' ? (parseField(`${name}: ${value}`) ?? []) : [];
    });
  }

  /** Lists the blocks between a heading and the next one. */
  private blocksBelow(heading: Block, below: readonly Block[]): readonly Block[] {
    const from = below.indexOf(heading) + 1;
    const length = below.slice(from).findIndex(({ kind }) => kind === 'heading');
    return below
      .slice(from, length < 0 ? below.length : from + length)
      .filter(({ kind }) => kind === 'item' || kind === 'paragraph');
  }

  /** A part of a record is text of the note and gives its lines no type. */
  private leaveType({ text, depth }: Block): void {
    const above = this.places.filter((place) => place.depth < depth);
    const { time } = this.places.at(-1) as SectionPosition;
    const place = { section: text, type: this.kind.defaultType, time, known: false, isLabelled: false, depth };
    this.places = [...above, place];
  }

  /** Returns the text of an item or paragraph without its bullet. */
  private wordsOf({ kind, text, start, end }: Block): string {
    return kind === 'item' ? text : this.note.text.slice(start, end).trim();
  }

  /** Returns the lines below the first paragraph of an item, without bullets, as one text. */
  private nestedText(block: Block): string {
    if (block.kind !== 'item') return '';
    const below = this.note.text.slice(block.start + getFirstParagraph(this.note.text, block).length, block.end);
    return below
      .split(/\r\n|\n|\r/)
      .map((line) => line.replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+/, '').trim())
      .filter(Boolean)
      .join('; ');
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
    const nested = LEAD_IN.test(words) ? this.nestedText(part) : '';
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
    this.add(block, block.end, type, parts, { due, when });
  }

  private paragraph(block: Block): void {
    const { type } = this.places.at(-1) as SectionPosition;
    this.add(block, block.end, type, parseLine(this.note.text.slice(block.start, block.end)));
  }

  /** Adds a quote or a block of code of a page, so that it can be found. */
  private verbatim(block: Block): void {
    const lines = this.note.text.slice(block.start, block.end).split(/\r\n|\n|\r/);
    const text = lines
      .map((line) => (block.kind === 'quote' ? line.replace(/^[ \t]*>[ \t]?/, '') : line).trim())
      .filter((line) => line !== '' && !(block.kind === 'code' && /^(?:`{3}|~{3})/.test(line)))
      .join('\n');
    if (text !== '' && !IMPORTED.test(text)) this.add(block, block.end, 'prose', { ...EMPTY_LINE, text });
  }

  private add(
    block: Block,
    end: number,
    type: EntryType,
    parts: LineParts,
    { due, when }: Due = NOT_DUE,
    confidence: number | null = null,
  ): void {
    const { section } = this.places.at(-1) as SectionPosition;
    const { fields, tags } = parts;
    const [line = '', ...more] = parts.text.split('\n');
    const { text: head, workaround } =
      type === 'gotcha' ? splitWorkaround(line) : { text: line, workaround: null };
    const text = [head, ...more].join('\n');
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
      status: fields.status ?? statusOf(parts.box),
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
      proof:
        block.line === block.lastLine && end === block.end
          ? null
          : parseProof(this.note.text.slice(block.start, end)),
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

/** Finds the tags within a text: `#auth`, `#team/ops`. */
const findInlineTags = (text: string): readonly string[] =>
  text.includes('#')
    ? [...text.matchAll(/(?<=^|\s)#(\p{L}[\p{L}\p{N}_/-]*)/gu)].map(([, tag = '']) => tag)
    : [];

/** Returns true if a heading ends a block: any heading, or for a deep block one of the same level or higher. */
const endsBlock = (next: Block, own: Block, { deep }: BlockDefinition): boolean =>
  next.kind === 'heading' && !(deep === true && next.depth > own.depth);

/** A line of the list in which the importer keeps what it read. */
const IMPORTED = /^[0-9a-f]{16} .+ → /m;

/** A paragraph above a list acts as a heading below all others. */
const LEAD_IN_DEPTH = 7;
const LEAD_IN = /[:：][*_\s]*$|^(?:\*\*|__)[^*_\n]{1,80}(?:\*\*|__)\s*$/u;

/** A line that ends as prose does is no note below its heading. */
const SENTENCE = /[.!?。！？]\s*$/u;

/** Parses `verified`: a day, or `true` for the day it was last applied (Mutable §Entry Schema). */
function verifiedOn(fields: ReadonlyMap<string, string>): string | null {
  const text = fields.get('verified') ?? null;
  if (text === null || /^(?:false|no)$/i.test(text)) return null;
  return /^(?:true|yes)$/i.test(text) ? (fields.get('applied') ?? 'true') : text;
}

/** Returns true for a real value; a blocker written as `none` is not one. */
const isSaid = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value !== 'none';

/** Finds the creation time that a note states: a property, or a field below its title. */
function stampIn(text: string, { shape, name }: NoteKind): string | null {
  if (shape !== 'front matter' && !STAMPED.has(name)) return null;
  const found =
    /^(?:created_at: "?|timestamp: "?|\*\*Timestamp\*\*: )(\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2}))/m.exec(
      text,
    );
  return found?.[1] ?? null;
}

const STAMPED = new Set(['finding', 'context-snapshot']);

type Due = Pick<LocatedEntry, 'due' | 'when'>;
const NOT_DUE: Due = { due: null, when: null };

const STATUS: Readonly<Record<Checkbox, string>> = { open: 'open', done: 'done', dropped: 'dropped' };
const statusOf = (box: Checkbox | null): string | null => (box === null ? null : STATUS[box]);
