import { findFrontMatter, type Properties } from '../../markdown/front-matter-scanner.js';
import { applyEdits } from '../../markdown/text-edit.js';
import { type Entry, formatEntryText, isStanding, PROVISIONAL } from '../../notes/entries/entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { ENTRY_TYPES } from '../../notes/entry-types.js';
import type { NoteKind } from '../../notes/kinds/kind.js';
import type { ResolvedLink } from '../../notes/links/link-graph.js';
import { readTitle } from '../../notes/links/note-name.js';
import type { Note } from '../../notes/note.js';
import { groupByKeys } from '../../text/group-by.js';
import { pluralize } from '../../text/pluralize.js';
import { cutText } from '../../text/sanitize.js';
import { type ExportedFile, toOneLine } from './memory-formats.js';

/** The version of the Open Knowledge Format that is written. */
export const OKF_VERSION = '0.2';

/** The comment that marks a list which the export made; an import needs none of them. */
export const OKF_LIST_MARK = '<!-- written by daybook export -->';

/** Returns true for the path of a list of documents. */
export const isOkfList = (path: string): boolean => /(?:^|\/)(?:index|log)\.md$/.test(path);

/** A note with what is read from it. `path` is below the content folder. */
export interface OkfSource {
  readonly path: string;
  readonly note: Note;
  readonly kind: NoteKind;
  readonly properties: Properties | null;
  readonly entries: readonly LocatedEntry[];
  readonly links: readonly ResolvedLink[];
}

/** One document of the bundle. */
interface Concept extends ExportedFile {
  readonly title: string;
  readonly description: string;
  readonly at: string | null;
}

/** Returns a time as an instant with its offset; null for none. */
type ToInstant = (at: string | null) => string | null;

/**
 * Writes notes as a bundle of the Open Knowledge Format. Each entry of a note of lines is a document with its trust
 * fields, and every other note is one document; `index.md` and `log.md` list them. The key `daybook` holds what the
 * format has no field for, so that an import restores the same bytes.
 */
export function writeOkf(sources: readonly OkfSource[], toInstant: ToInstant): readonly ExportedFile[] {
  const places = planPlaces(sources);
  const concepts = sources.flatMap((source) =>
    isListOfEntries(source.kind)
      ? source.entries.map((entry) => writeEntry(entry, source, places, toInstant))
      : [writeNote(source, places, toInstant)],
  );
  return [
    ...concepts.map(({ path, text }) => ({ path, text })),
    ...writeIndexes(concepts),
    ...writeLog(concepts),
  ];
}

/** Kinds of notes that hold entries and no text of their own. */
const LISTS: readonly string[] = ['memory', 'session', 'reminders', 'inbox'];

/** Returns true for a note whose entries are documents of their own. */
export const isListOfEntries = ({ name }: Pick<NoteKind, 'name'>): boolean => LISTS.includes(name);

/** Formats the body of an entry's document. */
export const formatOkfBody = (entry: Entry): string =>
  `${formatEntryText(entry)}\n${entry.why === null ? '' : `\n**Why:** ${entry.why}\n`}`;

const getKey = ({ path, id }: Pick<LocatedEntry, 'path' | 'id'>): string => `${path}#^${id}`;

/** Plans a free path for each document, by the path of its note, for entries with their id. */
function planPlaces(sources: readonly OkfSource[]): ReadonlyMap<string, string> {
  const used = new Set<string>();
  const places = new Map<string, string>();
  const place = (key: string, stem: string) => {
    let path = `${stem}.md`;
    for (let count = 2; used.has(path.toLowerCase()); count++) path = `${stem}-${count}.md`;
    used.add(path.toLowerCase());
    places.set(key, path);
  };
  for (const { path, note, kind } of sources)
    if (isListOfEntries(kind)) places.set(note.path, 'entries/index.md');
    else place(note.path, path.replace(/\.md$/i, '').replace(/(^|\/)(index|log)$/i, '$1$2-page'));
  for (const { entries, kind } of sources)
    if (isListOfEntries(kind))
      for (const entry of entries)
        place(getKey(entry), `entries/${entry.type}/${entry.id.replace(/[^\w-]/g, '')}`);
  return places;
}

function writeEntry(
  entry: LocatedEntry,
  source: OkfSource,
  places: ReadonlyMap<string, string>,
  toInstant: ToInstant,
): Concept {
  const { note, links } = source;
  const path = places.get(getKey(entry)) ?? '';
  const own = links.filter(({ start, end }) => start >= entry.start && end <= entry.end);
  const toText = (link: ResolvedLink) => note.text.slice(link.start, link.end);
  const from = own.find((link) => toText(link) === entry.from);
  const text = formatEntryText(entry);
  const at = toInstant(entry.at);
  const verified = toInstant(entry.verified);
  const linked = new Map(own.map((link) => [toText(link), toMarkdownLink(link, toText(link), path, places)]));
  const body = formatOkfBody(entry).replace(
    /!?\[\[[^[\]\n]+\]\]/g,
    (written) => linked.get(written) ?? written,
  );
  const fields = {
    type: toTypeName(entry.type),
    title: cutText(toOneLine(text), 80),
    description: toOneLine(text),
    ...(entry.tags.length > 0 ? { tags: entry.tags } : {}),
    status: toStatus(entry),
    ...(at === null
      ? {}
      : { generated: { by: entry.by === null ? 'process:daybook' : `${entry.by}/unknown`, at } }),
    ...(verified === null ? {} : { verified: [{ by: 'process:daybook', at: verified }] }),
    ...toStaleAfter(entry, verified ?? at),
    ...(entry.from === null
      ? {}
      : { sources: [{ resource: (from && findPlace(from, places)) ?? entry.from, title: entry.from }] }),
    daybook: {
      note: source.path,
      section: entry.section,
      entry: note.text.slice(entry.start, entry.end).trimEnd(),
    },
  };
  return {
    path,
    text: `---\n${toYaml(fields)}---\n\n${body}`,
    title: fields.title,
    description: fields.type,
    at,
  };
}

/** Writes a whole note: its front matter keeps its bytes, and gets the missing keys above them. */
function writeNote(
  { path: own, note, kind, properties, links }: OkfSource,
  places: ReadonlyMap<string, string>,
  toInstant: ToInstant,
): Concept {
  const path = places.get(note.path) ?? '';
  const front = findFrontMatter(note.text)?.end ?? 0;
  const shown = links.filter(({ start }) => start >= front);
  const edits = shown.map((link) => {
    const old = note.text.slice(link.start, link.end);
    return { at: link.start, old, new: toMarkdownLink(link, old, path, places) };
  });
  const text = applyEdits(note.text, edits);
  const span = findFrontMatter(text);
  const isMerged = span !== null && properties !== null && properties.size > 0;
  const title = readTitle(note.text, own);
  const wanted = { type: toTypeName(kind.name), title, daybook: { note: own } };
  const missing = Object.entries(wanted).filter(([key]) => !(isMerged && hasText(properties, key)));
  const head = `---\n${toYaml(Object.fromEntries(missing))}`;
  const whole = isMerged ? head + text.slice(span.start) : `${head}---\n${text}`;
  const [day = null] = /\d{4}-\d{2}-\d{2}/.exec(own) ?? [];
  return { path, text: whole, title, description: toTypeName(kind.name), at: toInstant(day) };
}

const hasText = (properties: Properties, key: string): boolean =>
  String(properties.get(key) ?? '').trim() !== '';

const toTypeName = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const toYaml = (fields: Readonly<Record<string, unknown>>): string =>
  Object.entries(fields)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join('');

function toStatus(entry: LocatedEntry): 'draft' | 'stable' | 'deprecated' {
  if (!isStanding(entry)) return 'deprecated';
  return entry.status === PROVISIONAL ? 'draft' : 'stable';
}

/** An entry is stale when it has lost half its weight; entries of types that last are never. */
function toStaleAfter({ type }: LocatedEntry, since: string | null): { stale_after?: string } {
  const days = ENTRY_TYPES[type].halfLifeDays;
  if (days === null || since === null) return {};
  return { stale_after: new Date(Date.parse(since) + days * 86_400_000).toISOString() };
}

/** Returns the path of the document that a link leads to, from the root of the bundle; null if there is none. */
function findPlace({ to, block }: ResolvedLink, places: ReadonlyMap<string, string>): string | null {
  const place = to === null ? undefined : ((block && places.get(`${to}#^${block}`)) ?? places.get(to));
  return place === undefined ? null : `/${place}`;
}

/** Turns a wikilink into a Markdown link, with the wikilink as its title; a dead link stays as it is. */
function toMarkdownLink(
  link: ResolvedLink,
  written: string,
  from: string,
  places: ReadonlyMap<string, string>,
): string {
  const place = findPlace(link, places);
  if (place === null || /["\\]/.test(written)) return written;
  const label = (
    link.alias ??
    ([link.note, link.heading].filter(Boolean).join(' › ') || `^${link.block}`)
  ).replace(/[[\]]/g, '\\$&');
  const up = '../'.repeat(from.split('/').length - 1) || './';
  const image = written.startsWith('!') ? '!' : '';
  return `${image}[${label}](${up}${encodeURI(place.slice(1))} "${written.replace(/^!/, '')}")`;
}

/** Writes the list of each folder: its documents, then the folders in it. */
function writeIndexes(concepts: readonly Concept[]): readonly ExportedFile[] {
  const folders = new Map<string, Concept[]>([['', []]]);
  for (const concept of concepts) {
    const parts = concept.path.split('/').slice(0, -1);
    for (const [at] of parts.entries()) {
      const folder = `${parts.slice(0, at + 1).join('/')}/`;
      if (!folders.has(folder)) folders.set(folder, []);
    }
    folders.get(parts.map((part) => `${part}/`).join(''))?.push(concept);
  }
  const names = [...folders.keys()].sort();
  return names.map((folder) => {
    const inner = names.filter(
      (name) => name !== folder && name.startsWith(folder) && /^[^/]+\/$/.test(name.slice(folder.length)),
    );
    const documents = (folders.get(folder) ?? []).map(
      ({ path, title, description }) =>
        `* [${toLabel(title)}](${encodeURI(path.slice(folder.length))}) - ${description}`,
    );
    const below = inner.map((name) => {
      const count = concepts.filter(({ path }) => path.startsWith(name)).length;
      return `* [${name.slice(folder.length, -1)}](${encodeURI(name.slice(folder.length))}) - ${pluralize(count, 'document')}`;
    });
    const lists = [
      ...(documents.length > 0 ? ['# Documents', '', ...documents, ''] : []),
      ...(below.length > 0 ? ['# Folders', '', ...below, ''] : []),
    ];
    const head = folder === '' ? `---\nokf_version: "${OKF_VERSION}"\n---\n\n` : '';
    return { path: `${folder}index.md`, text: `${head}${[...lists, OKF_LIST_MARK].join('\n')}\n` };
  });
}

const toLabel = (title: string): string => title.replace(/[[\]\\]/g, '\\$&');

/** Writes the history by day, newest first. */
function writeLog(concepts: readonly Concept[]): readonly ExportedFile[] {
  const dated = concepts.flatMap((concept) =>
    concept.at === null ? [] : [[concept.at.slice(0, 10), concept] as const],
  );
  const days = [...groupByKeys(dated)].toSorted(([a], [b]) => (a < b ? 1 : -1));
  const parts = days.map(([day, own]) => {
    const items = own.map(
      ({ title, path, description }) => `* **${description}**: [${toLabel(title)}](/${encodeURI(path)})`,
    );
    return `## ${day}\n\n${items.join('\n')}\n`;
  });
  return [{ path: 'log.md', text: ['# Log\n', ...parts, `${OKF_LIST_MARK}\n`].join('\n') }];
}
