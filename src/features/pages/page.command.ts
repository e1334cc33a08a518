import {
  type CommandContext,
  type CommandReply,
  defineCommand,
  UserError,
} from '../../command/define-command.js';
import { findNote } from '../../command/find-note.js';
import { defineFlag, defineWord, defineWords } from '../../command/params.js';
import { createUsageError } from '../../errors.js';
import { appendText } from '../../markdown/section-edits.js';
import { mergeChangesPerNote } from '../../notes/changes/merge-changes.js';
import { KINDS } from '../../notes/kinds/index.js';
import { getNoteKind } from '../../notes/kinds/note-kind.js';
import { joinFolder } from '../../notes/kinds/note-paths.js';
import { readAllNotes } from '../../notes/links/link-graph.js';
import { linkName, parseAliases, readTitle, toFileName } from '../../notes/links/note-name.js';
import { planRename } from '../../notes/links/rename-note.js';
import type { Note } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';
import { noteName } from '../../records/note-sections.js';
import { pluralize } from '../../text/pluralize.js';
import { findBacklinks, toLinkJson } from './backlinks.js';
import {
  countLinks,
  describePage,
  findPage,
  planCanvasLinks,
  planDeletion,
  planHeadingRename,
  planPageMerge,
  planPageMove,
  planTitle,
} from './move-pages.js';

/** Creates, lists, shows and renames pages of the wiki (FEATURES F1); a rename updates every link. */
export const page = defineCommand({
  name: 'page',
  description: 'create, list, show, change, move, merge or delete pages',
  group: 'Wiki',
  params: {
    action: defineWord('what to do'),
    name: defineWord('title of a new page, or the name of one that is there'),
    to: defineWords('the new title, the folder, or the other page'),
    text: {
      kind: 'text',
      readsText: true,
      description: 'text below the title, in Markdown; - reads standard input',
    },
    yes: defineFlag('delete it'),
  },
  actions: {
    list: { description: 'list the pages' },
    new: {
      description: 'create a page',
      params: {
        name: { positional: 'rest', required: true, placeholder: 'TITLE', description: 'its title' },
        text: {},
      },
    },
    add: {
      description: 'put text at the end of a page',
      params: {
        name: { required: true, description: 'its name' },
        to: { required: true, placeholder: 'TEXT', description: 'the text, in Markdown' },
      },
    },
    show: {
      description: 'show a page and the notes that link to it',
      params: { name: { positional: 'rest', required: true, description: 'its name' } },
    },
    rename: {
      description: 'rename a page, or a heading of a note; links follow',
      params: {
        name: { required: true, placeholder: 'OLD', description: 'its name, or NOTE#HEADING' },
        to: { required: true, placeholder: 'NEW', description: 'its new title' },
      },
    },
    move: {
      description: 'move a page to a folder; links follow',
      params: {
        name: { required: true, description: 'its name' },
        to: { required: true, placeholder: 'FOLDER', description: 'a folder below the content folder, or /' },
      },
    },
    merge: {
      description: 'put a page at the end of another one; links to it lead there',
      params: {
        name: { required: true, placeholder: 'PAGE', description: 'the page that ends' },
        to: { required: true, placeholder: 'INTO', description: 'the page that stays' },
      },
    },
    delete: {
      description: 'show the links to a page, and delete it with --yes',
      params: { name: { positional: 'rest', required: true, description: 'its name' }, yes: {} },
    },
  },
  defaultAction: 'list',
  examples: [
    'daybook page new "Release plan"',
    'daybook page add "Release plan" "Every release has a day to go back."',
    'daybook page list',
    'daybook page show "Release plan"',
    'daybook page rename "Release plan" "Launch plan"',
    'daybook page rename "tokens#Old tokens" "Tokens before 2026"',
    'daybook page move tokens security',
    'daybook page merge keys tokens',
    'daybook page delete tokens --yes',
  ],
  isTool: true,
  countsAsActivity: () => true,
  plan(ctx, { action, name, to, text, yes }) {
    const words = [name, to].filter(Boolean).join(' ');
    if (action === 'new') return newPage(ctx, requireWords(words, 'daybook page new "Release plan"'), text);
    if (action === 'add') return addText(ctx, requireWords(name, ADD), requireWords(to, ADD));
    if (action === 'show') return showPage(ctx, requireWords(words, 'daybook page show "Release plan"'));
    if (action === 'rename') return renamePage(ctx, requireWords(name, RENAME), requireWords(to, RENAME));
    if (action === 'move') return planPageMove(ctx, requireWords(name, MOVE), requireWords(to, MOVE));
    if (action === 'merge') return planPageMerge(ctx, requireWords(name, MERGE), requireWords(to, MERGE));
    if (action === 'delete')
      return planDeletion(ctx, requireWords(words, 'daybook page delete "Launch plan"'), yes);
    return listPages(ctx);
  },
});

const ADD = 'daybook page add "Release plan" "We ship on Thursdays."';
const RENAME = 'daybook page rename "Release plan" "Launch plan"';
const MOVE = 'daybook page move "Launch plan" projects';
const MERGE = 'daybook page merge "Old plan" "Launch plan"';

function requireWords(words: string | undefined, example: string): string {
  if (words?.trim()) return words.trim();
  throw createUsageError('a name is missing', `write: ${example}`);
}

function newPage(ctx: CommandContext, title: string, text = ''): CommandReply {
  const path = freePath(ctx, title, null);
  const heading = splitFolder(title, ctx.notebook).title.replace(/\s+/g, ' ').trim();
  const aliases = noteName({ path }) === heading ? '' : `aliases: [${JSON.stringify(heading)}]\n`;
  return {
    message: `Made ${path}; link to it with [[${noteName({ path })}]].`,
    data: { page: { path, name: noteName({ path }), title: heading } },
    changes: [
      {
        kind: 'create',
        path,
        text: `---\ntype: Page\n${aliases}---\n# ${heading}\n${toParagraph(text)}`,
        why: 'a new page',
      },
    ],
  };
}

/** Puts text below the last line of a page. */
function addText(ctx: CommandContext, name: string, text: string): CommandReply {
  const note = findPage(ctx, name);
  const { path, text: old, hash } = note;
  const edit = appendText(old, ctx.notebook.outline(note).eol, text);
  return {
    message: `Added to ${path}.`,
    data: { page: { path, name: noteName({ path }), title: readTitle(old, path) } },
    changes: [{ kind: 'edit', path, base: hash, splices: [edit], why: 'text was added to it' }],
  };
}

const toParagraph = (text: string): string =>
  text.trim() === '' ? '' : `\n${text.replace(/\r\n/g, '\n').trim()}\n`;

function listPages({ notebook }: CommandContext): CommandReply {
  const pages = notebook
    .list()
    .filter((path) => getNoteKind(path, notebook.content).name === 'page')
    .map((path) => ({
      path,
      name: noteName({ path }),
      title: readTitle(notebook.note(path)?.text ?? '', path),
    }));
  return {
    message:
      pages.length === 0
        ? 'No page yet. Make one: daybook page new TITLE'
        : `${pluralize(pages.length, 'page')}:`,
    items: pages.map(({ path, title }) => ({ path, what: title })),
    data: { pages },
  };
}

function showPage(ctx: CommandContext, name: string): CommandReply {
  const note = findNote(ctx, name);
  const { path, text } = note;
  const back = findBacklinks(ctx, note);
  const from = [...new Set(back.map((edge) => edge.path))];
  const foot = from.length === 0 ? '' : `\n\nLinked from: ${from.join(', ')}`;
  return {
    message: `${path}\n\n${text.trimEnd()}${foot}`,
    data: {
      page: { path, name: noteName({ path }), title: readTitle(text, path), text },
      links: back.map(toLinkJson),
    },
  };
}

function renamePage(ctx: CommandContext, old: string, title: string): CommandReply {
  if (old.includes('#')) return planHeadingRename(ctx, old, title);
  const note = findPage(ctx, old);
  const path = freePath(ctx, title, note);
  const toData = (count: number) => ({
    page: describePage(path, note.path, readTitle(note.text, path), count),
  });
  if (path === note.path) return { message: `${path} already has this name.`, data: toData(0) };
  const { notebook } = ctx;
  const renamed = planRename(note, path, notebook);
  const heading = title.replace(/\s+/g, ' ').trim();
  const titled = planTitle(notebook.after(renamed.changes), path, note, heading);
  const canvas = planCanvasLinks(ctx, note.path, path);
  const links = renamed.links + canvas.links;
  const changes = mergeChangesPerNote([...renamed.changes, ...titled.changes, ...canvas.changes], notebook);
  return {
    message: `Renamed ${note.path} to ${path}; ${countLinks(links, renamed.notes + canvas.changes.length)}.`,
    data: toData(links),
    changes,
  };
}

/** Returns the path for a page title: below the content folder, or beside the old path. Refuses a name that is taken. */
function freePath({ notebook }: CommandContext, title: string, old: Note | null): string {
  const parts = splitFolder(title, notebook);
  const plain = toFileName(parts.title);
  const name = plain === 'index' ? '_index' : plain;
  if (name === '')
    throw createUsageError(
      `\`${title}\` has no character that a file name can have`,
      'use letters or digits',
      'bad-title',
    );
  const folder =
    old && parts.folder === `${notebook.content}/`
      ? old.path.slice(0, old.path.lastIndexOf('/') + 1)
      : parts.folder;
  const path = `${folder}${name}.md`;
  const taken = notebook.list().find((one) => one !== old?.path && linkName(one) === linkName(path));
  if (taken !== undefined)
    throw new UserError(
      'taken',
      `${taken} already has that name`,
      `see: daybook page show "${noteName({ path: taken })}", or use another title`,
      { path: taken },
    );
  const aliased = readAllNotes(notebook).find(
    (note) =>
      note.path !== old?.path && parseAliases(note.text).some((alias) => linkName(alias) === linkName(path)),
  );
  if (aliased)
    throw new UserError(
      'taken',
      `${aliased.path} has the alias \`${noteName({ path })}\`, which links use`,
      `see: daybook page show "${noteName(aliased)}", or use another title`,
      { path: aliased.path },
    );
  const owner = reservedBy(name);
  if (!owner) return path;
  throw new UserError('reserved', `\`${name}\` is the name of the ${owner} note`, 'use another title', {
    path,
  });
}

/** Splits a title such as `projects/Plan`: a part in small letters, or that is a folder already, is a folder. */
function splitFolder(title: string, { content, notes, list }: Notebook) {
  const at = title.lastIndexOf('/');
  const parts = title.slice(0, Math.max(at, 0)).split('/');
  const folder = `${parts.map(toFileName).join('/')}/`;
  const known = [notes, content]
    .map((top) => joinFolder(top, folder))
    .find((inner) => list().some((path) => path.startsWith(inner)));
  const isFolder =
    at > 0 &&
    title.slice(at + 1).trim() !== '' &&
    (known !== undefined || parts.every((part) => /^[a-z0-9][\w-]*$/.test(part)));
  return isFolder
    ? { folder: known ?? `${content}/${folder}`, title: title.slice(at + 1) }
    : { folder: `${content}/`, title };
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
