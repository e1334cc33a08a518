import {
  type CommandContext,
  type CommandPlan,
  defineCommand,
  UserError,
} from '../../command/define-command.js';
import { findNote } from '../../command/find-note.js';
import { getNoteKind } from '../../notes/entries/read-entries.js';
import { KINDS } from '../../notes/kinds/index.js';
import { linkName, readTitle, toFileName } from '../../notes/links/note-name.js';
import { planRename } from '../../notes/links/rename-note.js';
import type { Note } from '../../notes/note.js';
import { pluralize } from '../../text/pluralize.js';
import { findBacklinks, toLinkJson } from './backlinks.js';

/** Creates, lists, shows and renames pages of the wiki (FEATURES F1); a rename updates every link. */
export const page = defineCommand({
  name: 'page',
  description: 'create, list, show or rename wiki pages; links follow a renamed page',
  group: 'Wiki',
  params: {
    action: { kind: 'text', positional: 'one', description: 'what to do' },
    name: {
      kind: 'text',
      positional: 'one',
      description: 'title of a new page, or the name of one that is there',
    },
    to: { kind: 'text', positional: 'rest', description: 'the new title, for rename' },
  },
  actions: {
    list: { description: 'list the pages' },
    new: {
      description: 'create a page',
      params: {
        name: { positional: 'rest', required: true, placeholder: 'TITLE', description: 'its title' },
      },
    },
    show: {
      description: 'show a page and the notes that link to it',
      params: { name: { positional: 'rest', required: true, description: 'its name' } },
    },
    rename: {
      description: 'rename a page; links follow',
      params: {
        name: { required: true, placeholder: 'OLD', description: 'its name' },
        to: { required: true, placeholder: 'NEW', description: 'its new title' },
      },
    },
  },
  defaultAction: 'list',
  examples: [
    'daybook page new "Release plan"',
    'daybook page list',
    'daybook page show "Release plan"',
    'daybook page rename "Release plan" "Launch plan"',
  ],
  surfaces: ['cli', 'mcp'],
  requires: 'workspace',
  onLocked: 'refuse',
  countsAsActivity: () => true,
  plan(ctx, { action, name, to }) {
    const words = [name, to].filter(Boolean).join(' ');
    if (action === 'new') return newPage(ctx, requireWords(words, 'daybook page new "Release plan"'));
    if (action === 'show') return showPage(ctx, requireWords(words, 'daybook page show "Release plan"'));
    if (action === 'rename') return renamePage(ctx, requireWords(name, RENAME), requireWords(to, RENAME));
    return listPages(ctx);
  },
});

const RENAME = 'daybook page rename "Release plan" "Launch plan"';

function requireWords(words: string | undefined, example: string): string {
  if (words?.trim()) return words.trim();
  throw new UserError('usage', 'a name is missing', `write: ${example}`, {}, 2);
}

function newPage(ctx: CommandContext, title: string): CommandPlan {
  const path = freePath(ctx, title, null);
  const heading = title.replace(/\s+/g, ' ').trim();
  const alias = nameOf(path) === heading ? '' : `---\naliases: [${JSON.stringify(heading)}]\n---\n`;
  return {
    message: `Made ${path}; link to it with [[${nameOf(path)}]].`,
    data: { page: { path, name: nameOf(path), title: heading } },
    changes: [{ kind: 'create', path, text: `${alias}# ${heading}\n`, why: 'a new page' }],
  };
}

function listPages({ notebook }: CommandContext): CommandPlan {
  const pages = notebook
    .list()
    .filter((path) => getNoteKind(path, notebook.content).name === 'page')
    .map((path) => ({ path, name: nameOf(path), title: readTitle(notebook.note(path)?.text ?? '', path) }));
  return {
    message:
      pages.length === 0
        ? 'No page yet. Make one: daybook page new TITLE'
        : `${pluralize(pages.length, 'page')}:`,
    items: pages.map(({ path, title }) => ({ path, what: title })),
    data: { pages },
    changes: [],
  };
}

function showPage(ctx: CommandContext, name: string): CommandPlan {
  const note = findNote(ctx, name);
  const { path, text } = note;
  const back = findBacklinks(ctx, note);
  const from = [...new Set(back.map((edge) => edge.path))];
  const foot = from.length === 0 ? '' : `\n\nLinked from: ${from.join(', ')}`;
  return {
    message: `${path}\n\n${text.trimEnd()}${foot}`,
    data: {
      page: { path, name: nameOf(path), title: readTitle(text, path), text },
      links: back.map(toLinkJson),
    },
    changes: [],
  };
}

function renamePage(ctx: CommandContext, old: string, title: string): CommandPlan {
  const note = findNote(ctx, old);
  const { name: kind } = getNoteKind(note.path, ctx.notebook.content);
  if (kind !== 'page')
    throw new UserError(
      'no-page',
      `${note.path} is a note of kind ${kind}: its place has a meaning`,
      'only pages can be renamed; list them: daybook page list',
      { path: note.path },
    );
  const path = freePath(ctx, title, note);
  const data = { path, from: note.path, name: nameOf(path), title: readTitle(note.text, path) };
  if (path === note.path)
    return { message: `${path} is called so already.`, data: { page: { ...data, links: 0 } }, changes: [] };
  const { changes, links, notes } = planRename(note, path, ctx.notebook);
  const follow =
    links === 0
      ? 'no link had to follow'
      : `${pluralize(links, 'link')} in ${pluralize(notes, 'note')} followed`;
  return {
    message: `Renamed ${note.path} to ${path}; ${follow}.`,
    data: { page: { ...data, links } },
    changes,
  };
}

/** Returns the path for a page title: below the content folder, or beside the old path. Refuses a name that is taken. */
function freePath({ notebook }: CommandContext, title: string, old: Note | null): string {
  const name = toFileName(title) === 'index' ? '_index' : toFileName(title);
  if (name === '')
    throw new UserError(
      'bad-title',
      `\`${title}\` has no character that a file name can have`,
      'use letters or digits',
      {},
      2,
    );
  const folder = old ? old.path.slice(0, old.path.lastIndexOf('/') + 1) : `${notebook.content}/`;
  const path = `${folder}${name}.md`;
  const taken = notebook
    .list()
    .find((one) => one !== old?.path && linkName(one).normalize('NFC') === linkName(path));
  if (taken !== undefined)
    throw new UserError(
      'taken',
      `${taken} has that name already`,
      `see: daybook page show "${nameOf(taken)}", or use another title`,
      { path: taken },
    );
  const owner = reservedBy(name);
  if (!owner) return path;
  throw new UserError('reserved', `\`${name}\` is the name of the ${owner} note`, 'use another title', {
    path,
  });
}

/** Links name notes without their folders, so names of other kinds' notes are not free either. */
function reservedBy(name: string): string | null {
  const found = KINDS.find(({ path }) => {
    const base = path.slice(path.lastIndexOf('/') + 1);
    return base === '{date}.md'
      ? /^\d{4}-\d{2}-\d{2}$/.test(name)
      : base.toLowerCase() === `${name}.md`.toLowerCase();
  });
  return found?.name ?? null;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '');
