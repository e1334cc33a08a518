import { type KindName, pathOf } from '../../kinds/index.js';
import { fenced } from '../../markdown/fenced.js';
import type { Properties } from '../../markdown/properties.js';
import type { Change } from '../../wiki/change.js';
import type { WritePair } from '../../wiki/template.js';
import type { Wiki } from '../../wiki/wiki.js';
import type { Failure } from '../failure.js';
import { addFailure, knownFailure } from '../reject.js';
import { namePart } from '../snapshot/name.js';
import { failuresOf } from './foreign-failures.js';
import type { Branch, Layout } from './layouts.js';
import type { Import, Importing, Source } from './mind.js';
import { freePath, type Landed, marksIn, turnsOf, writePage } from './page.js';
import { markOf } from './piece.js';

/** What importing a tree needs beside. */
export interface Planting extends Importing {
  /** The content folder that it comes to: the workspace's, or the global one. */
  readonly content: string;
  /** Reads YAML or JSON; undefined where it is none. */
  readonly parse: (text: string) => unknown;
  readonly pair: WritePair;
  readonly read: (text: string) => Properties | null;
}

/**
 * Plans to bring a tree of notes in (FEATURES E8): each file becomes the note of its kind, what failed goes to the
 * failures, and every other file is kept whole on a page. The page of the import says what came from where; its marks
 * keep a second import from bringing anything twice. What came over `beside` the notes is told there, too.
 */
export function importTree(
  sources: readonly Source[],
  layout: Layout,
  wiki: Wiki,
  desk: Planting,
  beside: readonly Landed[] = [],
): Import {
  const bed = new Bed(layout, wiki, desk);
  for (const landed of beside) bed.tell(landed);
  for (const source of sources) bed.take(source);
  return bed.done();
}

/** What a file comes to. */
type Outcome = Pick<Landed, 'what' | 'path' | 'section' | 'id'>;

class Bed {
  private readonly changes: Change[] = [];
  private readonly landed: Landed[] = [];
  private readonly known: ReadonlySet<string>;
  private before = 0;

  constructor(
    private readonly layout: Layout,
    private wiki: Wiki,
    private readonly desk: Planting,
  ) {
    this.known = marksIn(turnsOf(wiki, `${desk.content}/imported/${layout.slug}`));
  }

  tell(landed: Landed): void {
    if (this.known.has(landed.mark)) this.before++;
    else this.landed.push(landed);
  }

  take(source: Source): void {
    if (source.text.trim() === '') return;
    const mark = markOf(source.path, source.text);
    if (this.known.has(mark)) this.before++;
    else
      for (const one of this.outcomesOf(source))
        this.landed.push({ file: source.path, line: 1, mark, ...one });
  }

  private outcomesOf(source: Source): readonly Outcome[] {
    const branch = this.layout.branches.find(
      ({ folder, ends }) => source.path.startsWith(folder) && source.path.endsWith(ends),
    );
    const text = branch && this.noteOf(branch, source);
    if (branch && text !== undefined) return [this.plant(branch.kind, source, text)];
    return this.failuresOf(source) ?? [this.keep(source)];
  }

  /** The note that a file becomes; undefined where its fields would not be read back as they are. */
  private noteOf({ ends }: Branch, { text }: Source): string | undefined {
    if (ends === '.md') return text;
    const fields = this.desk.parse(text);
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return undefined;
    const { phase = 'unnamed', task_id: task = 'none' } = fields as Readonly<Record<string, unknown>>;
    const title = `# Checkpoint: ${phase} of ${task}`.replace(/\s+/g, ' ');
    const lines = Object.entries(fields).map(([key, value]) => this.desk.pair(key, value));
    const note = `---\n${lines.join('\n')}\n---\n\n${title}\n`;
    const back = Object.fromEntries(this.desk.read(note) ?? []);
    return JSON.stringify(back) === JSON.stringify(fields) ? note : undefined;
  }

  private plant(kind: KindName, source: Source, text: string): Outcome {
    const base = source.path.slice(source.path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
    const name = /^\w[\w.-]{0,99}$/.test(base) && !base.endsWith('.') ? base : namePart(base);
    const stem = `${this.desk.content}/${pathOf(kind, { name })}`.replace(/\.md$/, '');
    return this.put(stem, text, 'note');
  }

  /** Everything that is no note of ours stays as it is written, on a page of its own. */
  private keep({ path, text }: Source): Outcome {
    const stem = `${this.desk.content}/imported/${this.layout.slug}/${namePart(path)}`;
    const language = /\.(\w+)$/.exec(path)?.[1] ?? 'text';
    const page = path.endsWith('.md') ? text : `# ${path}\n\n${fenced(text, language)}\n`;
    return this.put(stem, page, 'page');
  }

  private put(stem: string, text: string, what: 'note' | 'page'): Outcome {
    const there = this.wiki.note(`${stem}.md`);
    if (there?.text === text) return { what: 'known', path: there.path, section: null, id: null };
    const path = freePath(this.wiki, stem);
    this.add({ do: 'create', path, text, why: `imported from ${this.layout.title}` });
    return { what, path, section: null, id: null };
  }

  /** Failures go to FAILURES.md; a file that says more than they hold is kept beside. Null where it holds none. */
  private failuresOf(source: Source): readonly Outcome[] | null {
    if (!this.layout.failures.test(source.path)) return null;
    const found = failuresOf(this.desk.parse(source.text), source.path);
    if (!found) return null;
    const all = Object.entries(found.graph).map(([what, failure]) => this.fail(what, failure));
    const isWhole = found.whole && all.every(({ what }) => what === 'entry');
    return isWhole ? all : [...all, this.keep(source)];
  }

  private fail(what: string, failure: Failure): Outcome {
    const path = `${this.desk.content}/${pathOf('failures')}`;
    const there = knownFailure(what, path, this.wiki, this.desk.entries);
    if (there) return { what: 'known', path, section: null, id: there.entry.hasId ? there.entry.id : null };
    const { id, change } = addFailure(what, failure, path, this.wiki, this.desk);
    this.add(change);
    return { what: 'entry', path, section: null, id };
  }

  private add(change: Change): void {
    this.changes.push(change);
    this.wiki = this.wiki.after([change]);
  }

  done(): Import {
    const { landed, before } = this;
    if (landed.length === 0) return { changes: [], landed, before, page: null };
    const page = freePath(this.wiki, `${this.desk.content}/imported/${this.layout.slug}`);
    const { date } = this.desk.local(this.desk.now);
    const text = writePage(this.layout.title, date, landed, []);
    this.add({ do: 'create', path: page, text, why: 'what was imported, and from where' });
    return { changes: this.changes, landed, before, page };
  }
}
