import type { CommandContext, Notice } from '../../command/define-command.js';
import { createEntryDeps } from '../../command/planning-deps.js';
import { SCHEDULER_USER } from '../../config/jobs.js';
import { createLineEdits } from '../../markdown/text-edit.js';
import type { Change } from '../../notes/changes/change.js';
import { mergeChangesPerNote } from '../../notes/changes/merge-changes.js';
import { type Entry, formatEntryText, isStanding } from '../../notes/entries/entry.js';
import { parsePathDate } from '../../notes/kinds/index.js';
import { getNoteKind } from '../../notes/kinds/note-kind.js';
import { isPrivateNote, trimFolder } from '../../notes/kinds/note-paths.js';
import { readTitle } from '../../notes/links/note-name.js';
import { findLiveLists, formatLiveList, type LiveList, mayHaveLiveList } from '../../notes/live-lists.js';
import type { Note } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';
import { sanitizeLine, stripHtmlComments } from '../../text/sanitize.js';
import { propose } from '../inbox/propose.js';
import { isPage, listOrphans } from './backlinks.js';

/**
 * Plans to write the live lists of all notes again. Hand-written lines in one become proposals. A job leaves notes that
 * git tracks alone.
 */
export function planLiveLists(ctx: CommandContext) {
  const all = ctx.notebook.list().flatMap((path) => {
    const note = ctx.notebook.note(path);
    return note && mayHaveLiveList(note.text) ? [note] : [];
  });
  const isJob = ctx.actor.by === SCHEDULER_USER;
  const tracked =
    isJob && all.length > 0
      ? ctx.query(
          'trackedPaths',
          all.map(({ path }) => path),
        )
      : [];
  const notes = all.filter(({ path }) => !tracked.includes(path));
  let { notebook } = ctx;
  const changes: Change[] = [];
  const notices: Notice[] = [];
  let lists = 0;
  for (const note of notes) {
    const found = findLiveLists(note.text, notebook.outline(note));
    lists += found.length;
    const proposals = found.flatMap((list) => rescue(ctx, note, list, notebook));
    if (proposals.length > 0)
      notices.push({
        level: 'warning',
        path: note.path,
        message: 'a generated list was edited; your lines are in INBOX.md',
      });
    const edit = refresh(ctx, note, found, notices);
    const made = [...proposals, ...(edit ? [edit] : [])];
    notebook = notebook.after(made);
    changes.push(...made);
  }
  return { changes: mergeChangesPerNote(changes, ctx.notebook), notices, lists };
}

function refresh(
  ctx: CommandContext,
  note: Note,
  found: readonly LiveList[],
  notices: Notice[],
): Change | null {
  let text = note.text;
  for (const list of found.toReversed()) {
    const body = formatBody(ctx, list.query, (path) => isShown(path, note, ctx.notebook));
    if (body === null) {
      notices.push({ level: 'warning', path: note.path, line: list.line, message: unknownList(list.query) });
      continue;
    }
    const eol = note.text.includes('\r\n') ? '\r\n' : '\n';
    const old = text.slice(list.start, list.end);
    const end = /(?:\r?\n)*$/.exec(old)?.[0] || eol;
    text = `${text.slice(0, list.start)}${formatLiveList(list.open, body).join(eol)}${end}${text.slice(list.end)}`;
  }
  if (text === note.text) return null;
  const why = 'a live list';
  return { kind: 'edit', path: note.path, base: note.hash, splices: createLineEdits(note.text, text), why };
}

/** Proposes the lines of an edited list that Daybook did not write. */
function rescue(ctx: CommandContext, { path }: Note, list: LiveList, notebook: Notebook): readonly Change[] {
  if (list.isUnchanged) return [];
  let now = notebook;
  return list.body
    .filter((line) => !ctx.query('isOwnLine', path, line))
    .flatMap((line) => {
      const own = line.trim().replace(/^[-*+]\s+/, '');
      const made = propose(
        { act: 'keep', line: own, found: `a generated list of ${path}` },
        now,
        createEntryDeps(ctx),
      );
      now = now.after(made);
      return made;
    });
}

/** What can be listed, and how many lines by default. */
const LISTS = {
  decisions: { types: ['decision'], limit: 10 },
  problems: { types: ['problem', 'blocker', 'question'], limit: 20 },
  days: { types: [], limit: 7 },
  pages: { types: [], limit: 200 },
  orphans: { types: [], limit: 50 },
  tag: { types: [], limit: 50 },
} as const;

const unknownList = (query: string): string =>
  `\`${query}\` is not a live list; there are: decisions [N], problems [N], days [N], pages [N], orphans [N], tag NAME [N]`;

/** A note that git carries lists nothing of notes that git leaves out. */
const isShown = (path: string, { path: own }: Note, { content }: Notebook): boolean =>
  isLeftOut(own, content) || !isLeftOut(path, content);

const isLeftOut = (path: string, content: string): boolean =>
  isPrivateNote(path, content) || getNoteKind(path, content).isPrivate;

/** Returns the lines of a list; null if there is no such list. */
function formatBody(
  ctx: CommandContext,
  query: string,
  isListed: (path: string) => boolean,
): readonly string[] | null {
  const [, name = '', word = '', number = ''] =
    /^(\w+)(?:\s+#?([^\s\d]\S*))?(?:\s+(\d{1,4}))?$/.exec(query) ?? [];
  if (!Object.hasOwn(LISTS, name) || (name === 'tag') !== (word !== '')) return null;
  const { types, limit } = LISTS[name as keyof typeof LISTS];
  const most = number === '' ? limit : Number(number);
  const lines = listLines(ctx, name as keyof typeof LISTS, { types, word, most, isListed });
  return lines.length === 0 ? ['- none'] : lines;
}

function listLines(
  ctx: CommandContext,
  name: keyof typeof LISTS,
  {
    types,
    word,
    most,
    isListed,
  }: {
    readonly types: readonly string[];
    readonly word: string;
    readonly most: number;
    readonly isListed: (path: string) => boolean;
  },
): readonly string[] {
  const { notebook } = ctx;
  if (name === 'orphans')
    return listOrphans(notebook)
      .filter(isListed)
      .slice(0, most)
      .map((path) => pageLine(notebook, path));
  if (name === 'pages')
    return notebook
      .list()
      .filter((path) => isPage(notebook, path) && isListed(path))
      .slice(0, most)
      .map((path) => pageLine(notebook, path));
  if (name === 'days')
    return notebook
      .list()
      .filter((path) => getNoteKind(path, notebook.content).name === 'day' && isListed(path))
      .toSorted((a, b) => compare(parsePathDate(b) ?? '', parsePathDate(a) ?? ''))
      .slice(0, most)
      .map((path) => `- [[${parsePathDate(path)}]]`);
  const found = ctx.query('search', {
    words: '',
    limit: 1000,
    ...(types.length > 0 ? { types } : {}),
    ...(word === '' ? {} : { tags: [word] }),
  });
  return found.hits
    .filter(({ path }) => isListed(path))
    .filter(isStanding)
    .toSorted((a, b) => compare(b.at ?? '', a.at ?? '') || compare(a.path, b.path) || a.line - b.line)
    .slice(0, most)
    .map((entry) => entryLine(notebook, entry));
}

const nameOf = ({ notes }: Notebook, path: string): string => trimFolder(path, notes).replace(/\.md$/, '');

function pageLine(notebook: Notebook, path: string): string {
  const name = nameOf(notebook, path);
  const title = readTitle(notebook.note(path)?.text ?? '', path);
  return `- [[${name}${title === name ? '' : `|${title.replace(/[[\]|]/g, '')}`}]]`;
}

function entryLine(notebook: Notebook, entry: Entry): string {
  const [first = ''] = formatEntryText(entry).split('\n', 1);
  const plain = first.replace(
    /!?\[\[([^[\]|]*)(?:\|([^[\]]*))?\]\]/g,
    (_, name: string, label?: string) => label ?? name,
  );
  const text = stripHtmlComments(sanitizeLine(plain));
  const short = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH).trimEnd()}…` : text;
  const link = `[[${nameOf(notebook, entry.path)}${entry.id.startsWith('~') ? '' : `#^${entry.id}`}]]`;
  return `- ${[entry.at?.slice(0, 10), short, link].filter(Boolean).join(' ')}`;
}

/** Longer entries are cut. */
const MAX_LENGTH = 160;

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
