import { createTimeContext } from '../../dates/due-date.js';
import type { LocalTime } from '../../dates/local-time.js';
import type { Block } from '../../markdown/outline.js';
import { appendToSection, normalizeHeading } from '../../markdown/section-edits.js';
import type { Change } from '../../notes/changes/change.js';
import { createDayNote, upsertNote } from '../../notes/edit/upsert-note.js';
import { formatLine, type LineParts } from '../../notes/entries/entry-line.js';
import type { IdGenerator } from '../../notes/entries/ids.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { formatReminder } from '../../notes/entries/reminder-line.js';
import { splitBlock } from '../../notes/entries/statement-blocks.js';
import { findFreeformDate } from '../../notes/freeform/freeform-date.js';
import { getKind, type KindName, notePath, parsePathDate } from '../../notes/kinds/index.js';
import type { Note } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';
import { addLine, getHome } from '../memory/add-entry.js';
import {
  freePath,
  hashImportBlock,
  type ImportBlock,
  type ImportedLocation,
  parseImportBlock,
  readImportedFingerprints,
  type UnparsedText,
  writePage,
} from './import-page.js';
import { convertReminder, type Dating, findRelativeDate } from './reminder.js';

/** A file of the memory to import. */
export interface ImportFile {
  readonly path: string;
  readonly text: string;
  /** Time of the last change, in ms. */
  readonly modified?: number;
}

/** The parts of the workspace that an import reads. */
export interface Importing extends Pick<Dating, 'natural'> {
  readonly now: number;
  readonly local: (ms: number) => LocalTime;
  readonly ids: IdGenerator;
  readonly entries: (note: Note) => readonly LocatedEntry[];
  readonly template: (name: string) => string;
}

export interface MindImport {
  readonly changes: readonly Change[];
  readonly landed: readonly ImportedLocation[];
  /** Pieces that an earlier import added. */
  readonly before: number;
  /** The page that lists source and place of each piece; null if nothing new was imported. */
  readonly page: string | null;
  /** Reminders with a relative time whose day of writing is unknown: they are imported without a date. */
  readonly undated?: readonly UndatedReminder[];
}

/** A reminder without a date, and its relative time. */
export interface UndatedReminder {
  readonly file: string;
  readonly line: number;
  readonly words: string;
}

/**
 * Plans to import a `.mind/` memory (FEATURES E8): entries and reminders go to the note of their type, a session's
 * summary to its day, and text without a type is stored verbatim on a page that lists source and place of each piece.
 * Marks on that page prevent a second import of the same piece, even after an edit.
 */
export function importMind(
  sources: readonly ImportFile[],
  notebook: Notebook,
  importing: Importing,
): MindImport {
  const deps = new Desk(notebook, importing);
  const since = fallbackTime(sources, importing);
  for (const source of sources) deps.take(source, since);
  return deps.done();
}

/** The kinds of note in a memory of Mind, by file name. */
const KIND_OF: Readonly<Record<string, KindName>> = {
  'MEMORY.md': 'memory',
  'SESSION.md': 'session',
  'REMINDERS.md': 'reminders',
};

class Desk {
  private readonly known: ReadonlySet<string>;
  private readonly taken: Set<string>;
  private readonly lines = new Map<string, Waiting[]>();
  private readonly landed: ImportedLocation[] = [];
  private readonly remainders: UnparsedText[] = [];
  private readonly undated: UndatedReminder[] = [];
  /** The day of the text read now; null if the source gives none. */
  private written: string | null = null;
  private readonly page: string;
  private before = 0;

  constructor(
    private readonly notebook: Notebook,
    private readonly importing: Importing,
  ) {
    const pages = notebook.list().filter((path) => path.startsWith(`${notebook.content}/imported/mind-`));
    this.known = readImportedFingerprints(pages.flatMap((path) => notebook.note(path) ?? []));
    this.page = freePath(
      notebook,
      `${notebook.content}/imported/mind-${importing.local(importing.now).date}`,
    );
    this.taken = new Set(
      notebook
        .list()
        .flatMap((path) => [...(notebook.note(path)?.text ?? '').matchAll(ID)].map(([, id = '']) => id)),
    );
  }

  take(source: ImportFile, since: string): void {
    const kind = KIND_OF[source.path];
    if (kind === undefined) this.takeWhole(source);
    else this.takeNote(source, kind, since);
  }

  /** Returns the statements of a block. A block that was imported whole before stays whole. */
  private statementsOf(path: string, text: string, block: Block, kind: KindName): readonly Block[] {
    const whole = hashImportBlock(path, text.slice(block.start, block.end).trimEnd());
    return getKind(kind).isFreeform && !this.known.has(whole) ? splitBlock(text, block) : [block];
  }

  private takeNote({ path, text }: ImportFile, kind: KindName, since: string): void {
    const note: Note = { path: `${this.notebook.content}/${notePath(kind)}`, text, bom: false, hash: '' };
    const { blocks } = this.notebook.outline(note);
    const entries = new Map(this.importing.entries(note).map((entry) => [entry.start, entry]));
    const imported: ImportBlock[] = [];
    this.written = null;
    for (const block of blocks.flatMap((one) => this.statementsOf(path, text, one, kind))) {
      const found = entries.get(block.start);
      if (block.kind === 'heading' || block.kind === 'frontmatter')
        this.written = findFreeformDate(text.slice(block.start, block.end))?.date ?? null;
      if (block.kind === 'heading' && !found && isTemplate(block.text, kind)) continue;
      const piece = parseImportBlock(path, text, block, found);
      const twin = piece.entry && this.landed.find(({ mark, id }) => mark === piece.mark && id !== null);
      if (this.known.has(piece.mark)) this.before++;
      else if (twin) this.landed.push({ ...twin, line: piece.line, what: 'known' });
      else if (!this.file(piece, found, since)) imported.push(piece);
    }
    this.keepWritten(path, imported);
  }

  /** Keeps a file that is no note of Mind verbatim. */
  private takeWhole({ path, text }: ImportFile): void {
    const piece = {
      file: path,
      line: 1,
      raw: text.trimEnd(),
      mark: hashImportBlock(path, text),
      entry: null,
      whole: false,
    };
    if (this.known.has(piece.mark)) this.before++;
    else if (text.trim() !== '') this.keepWritten(path, [piece]);
  }

  private keepWritten(file: string, pieces: readonly ImportBlock[]): void {
    if (pieces.length === 0) return;
    this.remainders.push({ file, pieces });
    for (const { line, mark } of pieces)
      this.landed.push({ file, line, mark, what: 'kept', path: this.page, section: null, id: null });
  }

  /** Adds an entry to its note. Returns false if the piece must also be stored verbatim. */
  private file(piece: ImportBlock, found: LocatedEntry | undefined, since: string): boolean {
    if (found?.kind === 'reminders') return this.remind(piece, found);
    if (!found || !piece.entry) return false;
    const { type, parts } = piece.entry;
    const at = parts.fields.at ?? since;
    const place = type === 'summary' ? this.dayOf(at) : findHome(type);
    const there = this.notebook.note(`${this.notebook.content}/${place.path}`);
    const same = there
      ? this.importing.entries(there).find((one) => one.type === type && one.text === parts.text)
      : null;
    if (same) return this.land(piece, 'known', place, same.id);
    const id = this.idFor(parts.id);
    const fields = { ...parts.fields, at, by: parts.fields.by ?? 'mind' };
    const written = lineOf({ ...parts, fields, id });
    if (written === null) return false;
    this.wait(place, written);
    return this.land(piece, type === 'summary' ? 'summary' : 'entry', place, id);
  }

  private remind(piece: ImportBlock, found: LocatedEntry): boolean {
    const { natural } = this.importing;
    const day = found.at?.slice(0, 10) ?? this.written;
    const parts = convertReminder(
      found,
      day === null ? null : { day, clock: createTimeContext(this.importing), natural },
    );
    const words = parts.due === null ? findRelativeDate(parts.message) : null;
    if (words !== null && parts.box === 'open')
      this.undated.push({ file: piece.file, line: piece.line, words });
    const id = this.idFor(parts.tail.id);
    const line = (bullet: string) => formatReminder({ ...parts, tail: { ...parts.tail, id } }, bullet);
    const place: Place = { kind: 'reminders', path: notePath('reminders'), section: 'Reminders' };
    const there = this.notebook.note(`${this.notebook.content}/${place.path}`);
    const same = there
      ? this.importing.entries(there).find(({ text, due }) => text === parts.message && due === parts.due)
      : null;
    if (same) return this.land(piece, 'known', place, same.id);
    this.wait(place, line);
    return this.land(piece, 'reminder', place, id) && isOneLine(piece.raw);
  }

  private land(
    { file, line, mark, whole }: ImportBlock,
    what: ImportedLocation['what'],
    place: Place,
    id: string,
  ): boolean {
    this.landed.push({
      file,
      line,
      mark,
      what,
      path: `${this.notebook.content}/${place.path}`,
      section: place.section,
      id,
    });
    return what === 'reminder' || whole;
  }

  private wait(place: Place, line: Line): void {
    const key = `${place.path}\n${place.section}`;
    this.lines.set(key, [...(this.lines.get(key) ?? []), { place, line }]);
  }

  private idFor(own: string | null): string {
    const id =
      own !== null && !this.taken.has(own) ? own : this.importing.ids.mint((one) => this.taken.has(one));
    this.taken.add(id);
    return id;
  }

  private dayOf(at: string): Place {
    return { kind: 'day', path: notePath('day', { date: at.slice(0, 10) }), section: 'Summary' };
  }

  done(): MindImport {
    const fresh = this.landed.length > 0;
    const changes: Change[] = [];
    let now = this.notebook;
    for (const waiting of this.lines.values()) {
      const change = this.write(waiting, now);
      changes.push(change);
      now = now.after([change]);
    }
    if (fresh) {
      const { date } = this.importing.local(this.importing.now);
      const text = writePage('Mind', date, this.landed, this.remainders);
      changes.push({ kind: 'create', path: this.page, text, why: 'lists what was imported, and from where' });
    }
    return {
      changes,
      landed: this.landed,
      before: this.before,
      page: fresh ? this.page : null,
      undated: this.undated,
    };
  }

  /** Adds all lines of one section in one edit. */
  private write(waiting: readonly Waiting[], notebook: Notebook): Change {
    const { place } = waiting[0] as Waiting;
    const why = 'imported from Mind';
    const line = (bullet: string) => waiting.map((one) => one.line(bullet)).join('\n');
    if (place.kind !== 'day')
      return addLine(
        { kind: place.kind, section: place.section, line, why },
        notebook,
        this.importing.template,
      );
    const path = `${notebook.content}/${place.path}`;
    const blank = () => createDayNote(this.importing.template, parsePathDate(path) ?? '');
    return upsertNote({ path, blank, why }, notebook, (note) =>
      appendToSection(note.text, notebook.outline(note), place.section, [], line),
    );
  }
}

interface Place {
  readonly kind: KindName;
  readonly path: string;
  readonly section: string;
}

type Line = (bullet: string) => string;

interface Waiting {
  readonly place: Place;
  readonly line: Line;
}

const ID = /\s\^([A-Za-z0-9-]+)[ \t]*$/gm;

function findHome(type: LocatedEntry['type']): Place {
  const { kind, section } = getHome(type);
  return { kind: kind as KindName, path: notePath(kind as KindName), section };
}

/** Formats an entry as a list item; null if no form of ours would be read back equal. */
function lineOf(parts: LineParts): Line | null {
  try {
    formatLine(parts);
    return (bullet) => formatLine(parts, bullet);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const isOneLine = (raw: string): boolean => !/[\r\n]/.test(raw.trim());

/** Headings that every such note has; they add no information. */
function isTemplate(heading: string, kind: KindName): boolean {
  const names = [kind, ...getKind(kind).sections.map((section) => section.heading)];
  return names.map(normalizeHeading).includes(normalizeHeading(heading));
}

/** Returns the latest possible day of entries without a date: the activity in `state.json`, else the newest date in the files. */
function fallbackTime(sources: readonly ImportFile[], { now, local }: Importing): string {
  const state = sources.find(({ path }) => path === 'state.json')?.text ?? '';
  const stamps = [
    ...state.matchAll(/"(\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2}))"|:\s*(\d{10}(?:\d{3})?)(?!\d)/g),
  ].flatMap(([, iso, epoch]) => {
    const ms = iso ? Date.parse(iso) : Number(epoch) * (epoch?.length === 10 ? 1000 : 1);
    return Number.isFinite(ms) && ms <= now ? [ms] : [];
  });
  if (stamps.length > 0) return local(Math.max(...stamps)).date;
  const today = local(now).date;
  const dates = sources.flatMap(({ text }) => text.match(/(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/g) ?? []);
  return (
    dates
      .filter((date) => date <= today && !Number.isNaN(Date.parse(date)))
      .sort()
      .at(-1) ?? today
  );
}
