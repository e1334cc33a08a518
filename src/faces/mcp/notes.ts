import { pathOf } from '../../kinds/index.js';
import { entryNamed } from '../../verbs/naming.js';
import { type Verb, verb, type World } from '../../verbs/verb.js';
import { kindOfNote } from '../../wiki/entries.js';

export const MIME = 'text/markdown';
const NOTES = 'daybook://notes/';
const DAYS = 'daybook://day/';
const ENTRIES = 'daybook://entry/';

const template = (uriTemplate: string, name: string, description: string) => ({
  uriTemplate,
  name,
  description,
  mimeType: MIME,
});

/** How notes are named to a client: by their path below the content folder, days by their date, entries by their id. */
export const TEMPLATES = [
  template(`${NOTES}{+path}`, 'note', 'a note by its path below the content folder: MEMORY.md, SESSION.md'),
  template(`${DAYS}{date}`, 'day', 'what happened on one day: 2026-06-07'),
  template(`${ENTRIES}{id}`, 'entry', 'one entry by its id, as it stands in its note'),
];

/** Notes that a page of the list holds. */
const PAGE = 100;

/** What both ask of the house: they look, and change nothing. */
const LOOK = {
  examples: [],
  faces: ['mcp'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => false,
} as const satisfies Partial<Verb>;

/** Lists the notes, what weighs most first, a page at a time; `after` is the last path of the page before. */
export const listNotes = verb({
  ...LOOK,
  name: 'notes',
  about: 'list the notes',
  params: { after: { kind: 'text', about: 'the path to go on behind' } },
  think({ wiki }, { after }) {
    const weight = (path: string) => kindOfNote(path, wiki.content).weight;
    const paths = wiki.list().toSorted((a, b) => weight(b) - weight(a) || (a < b ? -1 : 1));
    const from = after === undefined ? 0 : paths.indexOf(after) + 1;
    const page = paths.slice(from, from + PAGE);
    const next = from + PAGE < paths.length ? page.at(-1) : undefined;
    return {
      say: '',
      data: { resources: page.map((path) => listed(path, wiki.content)), next },
      changes: [],
    };
  },
});

/** Reads a note, a day or an entry by its address: null where there is none. Only what is listed can be read. */
export const readNote = verb({
  ...LOOK,
  name: 'note',
  about: 'read a note',
  params: { uri: { kind: 'text', required: true, about: 'its address' } },
  think: (world, { uri }) => ({ say: '', data: { text: textAt(world, uri) }, changes: [] }),
});

function listed(path: string, content: string) {
  const { about, weight } = kindOfNote(path, content);
  const below = path.slice(content.length + 1);
  return {
    uri: NOTES + below.split('/').map(encodeURIComponent).join('/'),
    name: below,
    description: about,
    mimeType: MIME,
    annotations: { priority: Math.min(1, weight) },
  };
}

function textAt(world: World, uri: string): string | null {
  const address = decoded(uri);
  if (address?.startsWith(ENTRIES)) {
    const { entry, note } = entryNamed(world, address.slice(ENTRIES.length));
    return note.text.slice(entry.start, entry.end);
  }
  const path = address === null ? null : pathAt(address);
  const full = `${world.wiki.content}/${path}`;
  return world.wiki.list().includes(full) ? (world.wiki.note(full)?.text ?? null) : null;
}

function pathAt(address: string): string | null {
  if (address.startsWith(NOTES)) return address.slice(NOTES.length);
  return address.startsWith(DAYS) ? pathOf('day', { date: address.slice(DAYS.length) }) : null;
}

function decoded(uri: string): string | null {
  try {
    return decodeURIComponent(uri);
  } catch {
    return null;
  }
}
