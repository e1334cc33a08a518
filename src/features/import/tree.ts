import type { Properties } from '../../markdown/front-matter-scanner.js';
import { appendBlock, appendToSection, wrapInFence } from '../../markdown/section-edits.js';
import type { Change } from '../../notes/changes/change.js';
import { planPrivateIgnore } from '../../notes/edit/private-ignore.js';
import { upsertNote } from '../../notes/edit/upsert-note.js';
import { EMPTY_LINE } from '../../notes/entries/entry-line.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { getKindByPath, type KindName, notePath, PRIVATE_FOLDER } from '../../notes/kinds/index.js';
import { getPrivateMemoryPath, listMemoryPaths } from '../../notes/kinds/note-paths.js';
import type { Note } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';
import type { WritePair } from '../../notes/template.js';
import { createFailure, type Failure, type FailureGraph, parseFailures } from '../../records/failure.js';
import { formatFileNamePart } from '../../records/file-name.js';
import { redactAll } from '../../security/secrets.js';
import { groupByKeys } from '../../text/group-by.js';
import { isRecord, type Json } from '../../text/json-value.js';
import { addFailure, findFailure } from '../failures/record-rejection.js';
import { addPrivateEntries, type EntryDraft, getHome } from '../memory/add-entry.js';
import {
  findEarlierImportPages,
  freePath,
  hashImportBlock,
  type ImportedLocation,
  readImportedFingerprints,
  writePage,
} from './import-page.js';
import type { ImportFile, Importing, MindImport } from './mind.js';
import type { RestoredDocument, restoreOkf } from './okf.js';
import {
  type ForeignEntry,
  findFileDay,
  type ReadAsMemory,
  type ReadFrontMatter,
  toForeignEntries,
} from './read-native-memory.js';

/** Files of a memory that become notes of one kind. */
interface Branch {
  /** The folder, with a `/` at its end. */
  readonly folder: string;
  /** `.md` is copied byte for byte; the fields of a `.json` file become front matter. */
  readonly ends: '.md' | '.json';
  readonly kind: KindName;
}

/** Describes a memory that is a tree of files. */
export interface Layout {
  readonly title: string;
  /** Prefix of the names of its pages. */
  readonly slug: string;
  readonly branches?: readonly Branch[];
  /** Files with failures. */
  readonly failures?: RegExp;
  /** Its pages and entries go to private/, which git ignores. */
  readonly isPrivate?: true;
  /** Its pages keep their folders, so that the links between them work. */
  readonly isTree?: true;
  /** Reads the entries of a file; the file itself becomes a page too. */
  readonly entries?: (
    file: ImportFile,
    read: ReadFrontMatter,
    readAsMemory: ReadAsMemory,
    now: number,
  ) => readonly ForeignEntry[];
  /** Returns true for a file that an export of Daybook made from the others. */
  readonly isMade?: (file: ImportFile) => boolean;
  /** Reads a file as an export of Daybook wrote it, to put it back where it was. */
  readonly restore?: typeof restoreOkf;
  /** Formats the page for a file; null keeps the file verbatim, fenced if it is no Markdown. */
  readonly page?: (file: ImportFile) => string | null;
}

/** The other inputs of an import of a tree. */
interface TreeImportOptions extends Importing {
  /** The target content folder: the workspace's or the global one. */
  readonly content: string;
  /** Parses YAML or JSON; undefined if the text is neither. */
  readonly parse: (text: string) => unknown;
  readonly pair: WritePair;
  readonly read: (text: string) => Properties | null;
}

/**
 * Plans to import a tree of notes (FEATURES E8): each file becomes the note of its kind, failures go to FAILURES.md,
 * and every other file becomes a page. The page of the import lists source and place of each piece, also of those
 * imported `beside` the notes; its marks prevent a second import.
 */
export function importTree(
  sources: readonly ImportFile[],
  layout: Layout,
  notebook: Notebook,
  deps: TreeImportOptions,
  beside: readonly ImportedLocation[] = [],
): MindImport {
  const bed = new Bed(layout, notebook, deps);
  for (const landed of beside) bed.tell(landed);
  for (const source of sources) bed.take(source);
  return bed.done();
}

/** The place that a file is imported to. */
type Outcome = Pick<ImportedLocation, 'what' | 'path' | 'section' | 'id'>;

class Bed {
  private readonly changes: Change[] = [];
  private readonly landed: ImportedLocation[] = [];
  private readonly known: ReadonlySet<string>;
  private readonly folder: string;
  private before = 0;
  private readonly entriesBefore = new Map<string, readonly LocatedEntry[]>();
  private readonly waiting: (readonly [place: string, text: string])[] = [];

  constructor(
    private readonly layout: Layout,
    private notebook: Notebook,
    private readonly deps: TreeImportOptions,
  ) {
    this.folder = `${deps.content}/${layout.isPrivate ? PRIVATE_FOLDER : ''}imported`;
    this.known = readImportedFingerprints(findEarlierImportPages(notebook, `${this.folder}/${layout.slug}`));
  }

  tell(landed: ImportedLocation): void {
    if (this.known.has(landed.mark)) this.before++;
    else this.landed.push(landed);
  }

  take(source: ImportFile): void {
    if (source.text.trim() === '' || this.layout.isMade?.(source)) return;
    const mark = hashImportBlock(source.path, source.text);
    if (this.known.has(mark)) this.before++;
    else
      for (const one of this.outcomesOf(source))
        this.landed.push({ file: source.path, line: 1, mark, ...one });
  }

  private outcomesOf(source: ImportFile): readonly Outcome[] {
    const branch = this.layout.branches?.find(
      ({ folder, ends }) => source.path.startsWith(folder) && source.path.endsWith(ends),
    );
    const text = branch && this.noteOf(branch, source);
    if (branch && text !== undefined) return [this.plant(branch.kind, source, text)];
    const restored = this.layout.restore?.(source, this.deps.read, (note) =>
      this.deps.entries(this.inContent(note)),
    );
    if (restored) return [this.restore(restored)];
    return this.failuresOf(source) ?? [this.keep(source), ...this.entriesOf(source)];
  }

  /** Creates the note for a file; undefined if its fields would not be read back equal. */
  private noteOf({ ends }: Branch, { text }: ImportFile): string | undefined {
    if (ends === '.md') return text;
    const fields = this.deps.parse(text);
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return undefined;
    const { phase = 'unnamed', task_id: task = 'none' } = fields as Readonly<Record<string, unknown>>;
    const title = `# Checkpoint: ${phase} of ${task}`.replace(/\s+/g, ' ');
    const lines = Object.entries(fields).map(([key, value]) => this.deps.pair(key, value));
    const note = `---\n${lines.join('\n')}\n---\n\n${title}\n`;
    const back = Object.fromEntries(this.deps.read(note) ?? []);
    return JSON.stringify(back) === JSON.stringify(fields) ? note : undefined;
  }

  private plant(kind: KindName, source: ImportFile, text: string): Outcome {
    const base = source.path.slice(source.path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
    const name = /^\w[\w.-]{0,99}$/.test(base) && !base.endsWith('.') ? base : formatFileNamePart(base);
    const stem = `${this.deps.content}/${notePath(kind, { name })}`.replace(/\.md$/, '');
    return this.put(stem, text, 'note');
  }

  private inContent(note: Note): Note {
    return { ...note, path: `${this.deps.content}/${note.path}` };
  }

  /** Puts a note or an entry of an earlier export back where it was. */
  private restore(found: RestoredDocument): Outcome {
    const path = `${this.deps.content}/${found.note}`;
    if (!('raw' in found)) return this.put(path.replace(/\.md$/, ''), found.text, 'note');
    const { section, raw, entry } = found;
    const there = this.readNote(path).find(({ type, text }) => type === entry.type && text === entry.text);
    const id = entry.hasId ? entry.id : null;
    if (there) return { what: 'known', path, section, id: there.hasId ? there.id : null };
    const isItem = /^(?:[-*+]|\d+[.)])\s/.test(raw);
    this.waiting.push([JSON.stringify([found.note, section, isItem]), raw]);
    return { what: 'entry', path, section, id };
  }

  /** Returns the entries that a note had before this import. */
  private readNote(path: string): readonly LocatedEntry[] {
    const note = this.notebook.note(path);
    const found = this.entriesBefore.get(path) ?? (note ? this.deps.entries(note) : []);
    this.entriesBefore.set(path, found);
    return found;
  }

  /** Writes the entries that wait, with one change for each heading. */
  private writeWaiting(): void {
    for (const [place, texts] of groupByKeys(this.waiting)) {
      const [own, section, isItem] = JSON.parse(place) as [string, string | null, boolean];
      const kind = getKindByPath(own);
      const order = kind.sections.map(({ heading }) => heading);
      const text = redactAll(texts.join(isItem ? '\n' : '\n\n')).value;
      const blank = () => this.deps.template(kind.name);
      const why = `imported from ${this.layout.title}`;
      this.add(
        upsertNote({ path: `${this.deps.content}/${own}`, blank, why }, this.notebook, (note) =>
          isItem && section !== null
            ? appendToSection(note.text, this.notebook.outline(note), section, order, () => text)
            : appendBlock(note.text, this.notebook.outline(note), text.split('\n'), section ?? undefined),
        ),
      );
    }
  }

  /** Keeps every other file verbatim on its own page. */
  private keep(source: ImportFile): Outcome {
    const { path, text } = source;
    const name = path.replace(/\.md$/, '');
    const own = this.layout.isTree
      ? name.split('/').map(formatFileNamePart).join('/')
      : formatFileNamePart(name);
    const stem = `${this.folder}/${this.layout.slug}/${own}`;
    const page = this.layout.page?.(source) ?? null;
    return this.put(stem, page ?? this.pageOf(path, text), 'page');
  }

  private pageOf(path: string, text: string): string {
    const language = /\.(\w+)$/.exec(path)?.[1] ?? 'text';
    return path.endsWith('.md') ? text : `# ${path}\n\n${wrapInFence(text, language)}\n`;
  }

  /** Adds the statements of a file to private memory, without those that are known. */
  private entriesOf(source: ImportFile): readonly Outcome[] {
    const { layout, deps } = this;
    const { modified } = source;
    const changed = modified === undefined ? null : deps.local(Math.min(modified, deps.now)).date;
    const day = findFileDay(source, deps.read) ?? changed;
    const known = this.readKnown();
    const drafts: EntryDraft[] = [];
    const readAsMemory = ({ text }: ImportFile) => toForeignEntries(deps.entries(this.asMemory(text)));
    const statements = layout.entries?.(source, deps.read, readAsMemory, deps.now) ?? [];
    const found = statements.map(({ type, text, why, tags, at }): Outcome => {
      const there = known.get(`${type} ${text}`);
      if (there) return there;
      const id = deps.ids.mint(() => false);
      const written = at ?? day;
      const fields = { ...(written === null ? {} : { at: written }), by: layout.slug };
      drafts.push({ ...EMPTY_LINE, type, text, why, tags: [...tags], id, fields });
      const path = getPrivateMemoryPath(this.notebook);
      known.set(`${type} ${text}`, { what: 'known', path, section: null, id });
      return { what: 'entry', path, section: getHome(type).section, id };
    });
    const why = `imported from ${layout.title}`;
    for (const change of addPrivateEntries(drafts, this.notebook, deps.template, why).changes)
      this.add(change);
    return found;
  }

  private asMemory(text: string): Note {
    return { path: `${this.deps.content}/${notePath('memory')}`, text, bom: false, hash: '' };
  }

  /** The entries of memory by type and text. */
  private readKnown(): Map<string, Outcome> {
    return new Map(
      listMemoryPaths(this.notebook).flatMap((path) => {
        const note = this.notebook.note(path);
        return (note ? this.deps.entries(note) : []).map(
          ({ type, text, hasId, id }) =>
            [`${type} ${text}`, { what: 'known', path, section: null, id: hasId ? id : null }] as const,
        );
      }),
    );
  }

  private put(stem: string, text: string, what: 'note' | 'page'): Outcome {
    const there = this.notebook.note(`${stem}.md`);
    if (there?.text === text) return { what: 'known', path: there.path, section: null, id: null };
    const path = freePath(this.notebook, stem);
    this.add({ kind: 'create', path, text, why: `imported from ${this.layout.title}` });
    return { what, path, section: null, id: null };
  }

  /** Adds failures to FAILURES.md; a file with more fields is also stored verbatim. Null if it has none. */
  private failuresOf(source: ImportFile): readonly Outcome[] | null {
    if (!this.layout.failures?.test(source.path)) return null;
    const found = parseFailureGraph(this.deps.parse(source.text), source.path);
    if (!found) return null;
    const all = Object.entries(found.graph).map(([what, failure]) => this.fail(what, failure));
    const isWhole = found.whole && all.every(({ what }) => what === 'entry');
    return isWhole ? all : [...all, this.keep(source)];
  }

  private fail(what: string, failure: Failure): Outcome {
    const path = `${this.deps.content}/${notePath('failures')}`;
    const there = findFailure(what, path, this.notebook, this.deps.entries);
    if (there) return { what: 'known', path, section: null, id: there.entry.hasId ? there.entry.id : null };
    const { id, change } = addFailure(what, failure, path, this.notebook, this.deps);
    this.add(change);
    return { what: 'entry', path, section: null, id };
  }

  private add(change: Change): void {
    this.changes.push(change);
    this.notebook = this.notebook.after([change]);
  }

  done(): MindImport {
    const { landed, before } = this;
    if (landed.length === 0) return { changes: [], landed, before, page: null };
    this.writeWaiting();
    if (this.layout.isPrivate) for (const change of planPrivateIgnore(this.notebook)) this.add(change);
    const page = freePath(this.notebook, `${this.folder}/${this.layout.slug}`);
    const { date } = this.deps.local(this.deps.now);
    const text = writePage(this.layout.title, date, landed, []);
    this.add({ kind: 'create', path: page, text, why: 'lists what was imported, and from where' });
    return { changes: this.changes, landed, before, page };
  }
}

/** Keys under which a file may name the failed thing. */
const NAMES = ['what', 'item', 'name', 'failed_item', 'path'];

/**
 * Reads a file of a failure graph (MindSave §Failure Graph): a graph, a list, or one failure named by its file. Null if
 * it is none of these.
 */
export function parseFailureGraph(said: unknown, file: string) {
  const graph = graphOf(said, file);
  if (graph === null || Object.keys(graph).length === 0) return null;
  return { graph, whole: saysAll(said, graph) };
}

function graphOf(said: unknown, file: string): FailureGraph | null {
  if (Array.isArray(said)) {
    const each = said.map((one) => (nameIn(one) === null ? null : graphOf(one, file)));
    return each.includes(null) ? null : Object.assign({}, ...each);
  }
  if (!isRecord(said)) return null;
  if (isRecord(said.failure_graph)) return graphOf(said.failure_graph, file);
  if (typeof said.reason === 'string') return parseFailures({ [nameIn(said) ?? baseOf(file)]: said });
  const isGraph = Object.values(said).every((one) => isRecord(one) && typeof one.reason === 'string');
  return isGraph ? parseFailures(said) : null;
}

const nameIn = (one: unknown): string | null => {
  const key = isRecord(one) ? NAMES.find((name) => typeof one[name] === 'string') : undefined;
  return key === undefined ? null : String((one as Json)[key]);
};

const baseOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1).replace(/\.\w+$/, '');

const KNOWN = new Set([...Object.keys(createFailure({ reason: '' })), ...NAMES]);

/** Returns true if the graph has every field of the file. */
function saysAll(said: unknown, graph: FailureGraph): boolean {
  const names = new Set([...Object.keys(graph), 'failure_graph']);
  const isKept = (one: unknown): boolean => {
    if (Array.isArray(one)) return one.every(isKept);
    if (!isRecord(one)) return true;
    return Object.entries(one).every(([key, value]) =>
      names.has(key) ? isKept(value) : KNOWN.has(key) && isPlain(key as keyof Failure, value),
    );
  };
  return isKept(said);
}

/** Returns a field in the graph's form: a list, or one word or number. */
const isPlain = (key: keyof Failure, value: unknown): boolean =>
  key === 'related' || key === 'alternatives'
    ? Array.isArray(value) && value.every((one) => typeof one === 'string')
    : typeof value === 'string' || typeof value === 'number';
