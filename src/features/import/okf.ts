import { findBodyStart } from '../../markdown/front-matter-scanner.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { ENTRY_TYPES, type EntryType } from '../../notes/entry-types.js';
import { getKindByPath } from '../../notes/kinds/index.js';
import type { Note } from '../../notes/note.js';
import { isRecord, isText, type Json } from '../../text/json-value.js';
import { formatOkfBody, isListOfEntries, isOkfList, OKF_LIST_MARK } from '../export/okf.js';
import type { ImportFile } from './mind.js';
import { type ForeignEntry, isLasting, type ReadFrontMatter } from './read-native-memory.js';

/** A document that an export of Daybook wrote: a whole note, or an entry with the note and heading it came from. */
export type RestoredDocument =
  | { readonly note: string; readonly text: string }
  | {
      readonly note: string;
      readonly section: string | null;
      readonly raw: string;
      readonly entry: LocatedEntry;
    };

/** Returns true for a list of the documents of a folder that an export made. */
export const isMadeList = ({ path, text }: ImportFile): boolean =>
  isOkfList(path) && text.trimEnd().endsWith(OKF_LIST_MARK);

/** Reads a document as the export of Daybook wrote it; null for one of another tool, and for one that was changed since. */
export function restoreOkf(
  { text }: ImportFile,
  read: ReadFrontMatter,
  entriesOf: (note: Note) => readonly LocatedEntry[],
): RestoredDocument | null {
  const fields = read(text);
  const { note, section = null, entry: raw } = toRecord(fields?.get('daybook')) ?? {};
  if (!isText(note) || !isSafePath(note)) return null;
  const isList = isListOfEntries(getKindByPath(note));
  if (raw === undefined) return isList ? null : { note, text: restoreLinks(restoreFrontMatter(text)) };
  if (!isList || !isText(raw) || raw.startsWith('#') || !(section === null || isText(section))) return null;
  const heading = section === null ? '' : `## ${section}\n\n`;
  const found = entriesOf({ path: note, text: `${heading}${raw}\n`, bom: false, hash: '' });
  const [entry] = found;
  const isSame =
    entry !== undefined &&
    found.length === 1 &&
    isType(fields?.get('type'), entry.type) &&
    formatOkfBody(entry).trim() === restoreLinks(readBody(text)).trim();
  return isSame ? { note, section, raw, entry } : null;
}

/** Reads a document of any tool as one entry, if its type is one of ours and it is valid now. */
export function readOkfEntry(
  { text }: ImportFile,
  read: ReadFrontMatter,
  now: number,
): readonly ForeignEntry[] {
  const fields = read(text);
  const type = (Object.keys(ENTRY_TYPES) as EntryType[]).find((name) => isType(fields?.get('type'), name));
  const stale = Date.parse(String(fields?.get('stale_after')));
  const status = fields?.get('status') ?? 'stable';
  if (type === undefined || !isLasting(type) || status !== 'stable' || stale <= now) return [];
  const { at } = toRecord(fields?.get('generated')) ?? {};
  const [, reason = null] = /^\*\*Why:\*\* ([^\n]+)/m.exec(text) ?? [];
  const paragraphs = readBody(text)
    .split(/\n\s*\n/)
    .map((part) => part.replace(/\s+/g, ' ').trim());
  const first = paragraphs.find((part) => part !== '' && !/^(?:#|\*\*Why:|\||[`~]{3})/.test(part));
  const title = [first, fields?.get('description'), fields?.get('title')].find(
    (one) => isText(one) && one.length <= 480,
  );
  const tags = fields?.get('tags');
  if (!isText(title)) return [];
  return [
    {
      type,
      text: title,
      why: reason,
      tags: Array.isArray(tags)
        ? tags.filter((tag) => isText(tag) && /^[\p{L}][\p{L}\p{N}_/-]*$/u.test(tag))
        : [],
      at: /^\d{4}-\d{2}-\d{2}/.exec(String(at ?? fields?.get('timestamp') ?? ''))?.[0] ?? null,
    },
  ];
}

const isType = (value: unknown, type: EntryType): boolean => isText(value) && value.toLowerCase() === type;

/** Returns true for a path of a note that stays within the content folder, and is no file of rules for agents. */
const isSafePath = (path: string): boolean =>
  /^(?:[^./\\][^/\\]*\/)*[^./\\][^/\\]*\.md$/.test(path) &&
  !/(?:^|\/)(?:CLAUDE|AGENTS|GEMINI)[^/]*$/i.test(path);

function toRecord(value: unknown): Json | null {
  if (value instanceof Map) return Object.fromEntries(value) as Json;
  return isRecord(value) ? value : null;
}

const readBody = (text: string): string => text.slice(findBodyStart(text));

/** Removes the lines that the export put above the front matter, or all of it if there was none. */
const restoreFrontMatter = (text: string): string =>
  text.replace(/^---\n(?:\w+: [^\n]*\n)*?daybook: [^\n]*\n(---\n)?/, (_, end?: string) =>
    end ? '' : '---\n',
  );

/** Turns links that the export wrote into the wikilinks that they have as their titles. */
const restoreLinks = (text: string): string =>
  text.replace(
    /!?\[(?:\\.|[^\]\\\n]){0,400}\]\([^\s()]*(?:\([^\s()]*\)[^\s()]*)* "(\[\[[^[\]\n]+\]\])"\)/g,
    (link, written) => (link.startsWith('!') ? `!${written}` : written),
  );
