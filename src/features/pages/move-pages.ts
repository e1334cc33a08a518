import { type CommandContext, type CommandReply, UserError } from '../../command/define-command.js';
import { findNote } from '../../command/find-note.js';
import { scanBlocks } from '../../markdown/block-scanner.js';
import { findBodyStart } from '../../markdown/front-matter-scanner.js';
import type { Block } from '../../markdown/outline.js';
import { appendText } from '../../markdown/section-edits.js';
import { applyEdits, createLineEdits, type TextEdit } from '../../markdown/text-edit.js';
import { createEdit } from '../../notes/changes/change.js';
import { getNoteKind } from '../../notes/kinds/note-kind.js';
import { joinFolder, trimFolder } from '../../notes/kinds/note-paths.js';
import {
  createNotebookResolver,
  isSameHeading,
  readAllNotes,
  resolveLinks,
} from '../../notes/links/link-graph.js';
import { readTitle, toAnchor, toFileName } from '../../notes/links/note-name.js';
import { createLinkUpdate, planMoves, planRename } from '../../notes/links/rename-note.js';
import type { Note } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';
import { noteName } from '../../records/note-sections.js';
import { pluralize } from '../../text/pluralize.js';
import { findBacklinks, toLinkJson } from './backlinks.js';

/** Finds a page by its name. Throws UserError for a note of another kind. */
export function findPage(ctx: CommandContext, name: string): Note {
  const note = findNote(ctx, name);
  const { name: kind } = getNoteKind(note.path, ctx.notebook.content);
  if (kind === 'page' || kind === 'source') return note;
  throw new UserError(
    'no-page',
    `${note.path} is a note of kind ${kind}: such notes have a fixed place`,
    'only pages can be moved or added to; list them: daybook page list',
    { path: note.path },
  );
}

/** Says how many links followed a page. */
export const countLinks = (links: number, notes: number): string =>
  links === 0 ? 'no links to update' : `${pluralize(links, 'link')} in ${pluralize(notes, 'note')} followed`;

/** Plans to move a page to another folder; '/' is the folder of all notes itself. */
export function planPageMove(ctx: CommandContext, name: string, folder: string): CommandReply {
  const note = findPage(ctx, name);
  const { notebook } = ctx;
  const parts = folder.split('/').map(toFileName).filter(Boolean);
  const fileName = note.path.slice(note.path.lastIndexOf('/') + 1);
  const path = joinFolder(notebook.notes, [...parts, fileName].join('/'));
  const toData = (count: number) => ({
    page: describePage(path, note.path, readTitle(note.text, path), count),
  });
  if (path === note.path) return { message: `${path} is there already.`, data: toData(0) };
  if (notebook.note(path) || notebook.unknown(path))
    throw new UserError('taken', `${path} exists already`, `see: daybook page show "${noteName({ path })}"`, {
      path,
    });
  const { changes, links, notes } = planRename(note, path, notebook);
  const canvas = planCanvasLinks(ctx, note.path, path);
  return {
    message: `Moved ${note.path} to ${path}; ${countLinks(links + canvas.links, notes + canvas.changes.length)}.`,
    data: toData(links + canvas.links),
    changes: [...changes, ...canvas.changes],
  };
}

/** Plans to put the text of a page at the end of another one; links to it lead there. */
export function planPageMerge(ctx: CommandContext, from: string, into: string): CommandReply {
  const [source, target] = [findPage(ctx, from), findPage(ctx, into)];
  if (source.path === target.path)
    throw new UserError('same-page', `${source.path} cannot be merged into itself`, 'name two pages');
  const why = `${source.path} is merged into ${target.path}`;
  const { notebook } = ctx;
  const moves = planMoves(new Map([[source.path, target.path]]), notebook, readAllNotes(notebook), why);
  const edits = moves.changes.find((one) => one.kind === 'edit' && one.path === target.path);
  const moved = moves.changes.find((one) => one.kind === 'create' && one.path === target.path);
  const own = edits?.kind === 'edit' ? applyEdits(target.text, edits.splices) : target.text;
  const whole = moved?.kind === 'create' ? moved.text : source.text;
  const body = whole.slice(findBodyStart(whole)).trim();
  const merged = applyEdits(own, [appendText(own, notebook.outline(target).eol, lowerHeadings(body))]);
  const others = moves.changes.filter((one) => one.path !== target.path && one.path !== source.path);
  const canvas = planCanvasLinks(ctx, source.path, target.path);
  return {
    message: `Merged ${source.path} into ${target.path}; ${countLinks(moves.links + canvas.links, moves.notes + canvas.changes.length)}.`,
    data: {
      page: describePage(
        target.path,
        source.path,
        readTitle(target.text, target.path),
        moves.links + canvas.links,
      ),
    },
    changes: [
      ...others,
      ...canvas.changes,
      ...createEdit(target, createLineEdits(target.text, merged), why),
      { kind: 'remove', path: source.path, base: source.hash, why },
    ],
  };
}

/** Lowers the headings of a text by one level, so that its title becomes a section. */
function lowerHeadings(text: string): string {
  const splices = scanBlocks(text).blocks.flatMap(({ kind, depth, start }): TextEdit[] =>
    kind === 'heading' && depth < 6 && text[start] === '#' ? [{ at: start, old: '', new: '#' }] : [],
  );
  return applyEdits(text, splices);
}

/** Plans to delete a page. Without consent it only shows the links to it. */
export function planDeletion(ctx: CommandContext, name: string, isAgreed: boolean): CommandReply {
  const note = findPage(ctx, name);
  const back = findBacklinks(ctx, note).filter(({ path }) => path !== note.path);
  const links = back.map(toLinkJson);
  const data = {
    page: { path: note.path, name: noteName(note), title: readTitle(note.text, note.path) },
    links,
  };
  const dead =
    back.length === 0 ? 'No link leads to it.' : `${pluralize(back.length, 'link')} to it will lead nowhere:`;
  const items = back.map(({ path, line, around }) => ({ path, line, what: around }));
  if (!isAgreed)
    return {
      message: `${note.path} would be deleted. ${dead}\nTo delete it: daybook page delete "${name}" --yes`,
      items,
      data,
    };
  return {
    message: `Deleted ${note.path}. ${dead.replace('will lead', 'lead')}`,
    items,
    data,
    changes: [{ kind: 'remove', path: note.path, base: note.hash, why: 'a page is deleted' }],
  };
}

/** Plans to rename a heading of a note; links to it follow. */
export function planHeadingRename(ctx: CommandContext, name: string, title: string): CommandReply {
  const [page = '', old = ''] = name.split(/#(.*)/s);
  const note = findNote(ctx, page);
  const { notebook } = ctx;
  const block = notebook
    .outline(note)
    .blocks.find(({ kind, text }) => kind === 'heading' && isSameHeading(text, old));
  if (!block)
    throw new UserError(
      'no-heading',
      `${note.path} has no heading \`${old}\``,
      `see: daybook page show "${page}"`,
    );
  const fresh = title.replace(/\s+/g, ' ').trim();
  const { changes, links, notes } = planHeading(notebook, note, block, fresh);
  return {
    message: `Renamed the heading \`${block.text}\` of ${note.path} to \`${fresh}\`; ${countLinks(links, notes)}.`,
    data: { page: describePage(note.path, note.path, readTitle(note.text, note.path), links) },
    changes,
  };
}

/** Describes a page that was moved or renamed, for the reply of a command. */
export const describePage = (path: string, from: string, title: string, links: number) => ({
  path,
  from,
  name: noteName({ path }),
  title,
  links,
});

/** Plans to give a heading another text, and to correct the links to it. */
function planHeading(notebook: Notebook, note: Note, block: Block, fresh: string) {
  const [old = ''] = block.text.split('\n', 1);
  const at = block.start + note.text.slice(block.start, block.end).indexOf(old);
  const all = readAllNotes(notebook);
  const resolver = createNotebookResolver(notebook, all);
  const why = `the heading ${old} is called ${fresh} now`;
  const edits = all.map((one) => ({
    one,
    splices: resolveLinks(one, notebook, resolver)
      .filter(
        ({ to, heading }) =>
          to === note.path && heading !== null && isSameHeading(heading.split('#').at(-1) ?? '', block.text),
      )
      .flatMap((link) => renamePart(one.text, link, fresh)),
  }));
  return {
    changes: edits.flatMap(({ one, splices }) => {
      const own = one.path === note.path ? [...splices, { at, old, new: fresh }] : splices;
      return createEdit(
        one,
        own.toSorted((a, b) => a.at - b.at),
        why,
      );
    }),
    links: edits.reduce((sum, { splices }) => sum + splices.length, 0),
    notes: edits.filter(({ splices }) => splices.length > 0).length,
  };
}

/** Replaces the last heading in a link, in the form in which it is written. */
function renamePart(
  text: string,
  {
    form,
    name,
    heading,
    end,
  }: {
    readonly form: 'wiki' | 'markdown';
    readonly name: { readonly end: number };
    readonly heading: string | null;
    readonly end: number;
  },
  fresh: string,
): TextEdit[] {
  const rest = text.slice(name.end, end);
  const [, lead = '', old = ''] =
    (form === 'wiki' ? /^(#(?:[^\]|]*#)?)([^\]|#]+)/ : /^(#)([^)\s>"]+)/).exec(rest) ?? [];
  if (old === '') return [];
  const isSlug = form === 'markdown' && !/%20/.test(old) && old === old.toLowerCase() && heading !== null;
  const part =
    form === 'wiki'
      ? fresh
          .replace(/[[\]|#^]/g, ' ')
          .replace(/\s+/g, ' ')
          .trim()
      : isSlug
        ? toAnchor(fresh)
        : encodeURIComponent(fresh);
  return [{ at: name.end + lead.length, old: old.trimEnd(), new: part }];
}

/** A wikilink, and a call of a base that takes the name of a note. */
const NAMED = /\[\[([^\]|#\n]{1,300})(?=[\]|#])|\b(?:hasLink|link|file)\(\s*\\?["']([^"'\\\n]{1,300})/g;

/**
 * Plans to correct links to a note in canvases and bases of Obsidian: its whole path, wikilinks, and names in the functions
 * of a base.
 */
export function planCanvasLinks(ctx: CommandContext, from: string, to: string) {
  const { root } = ctx.query('root');
  const { notes: folder } = ctx.notebook;
  const found = ctx.query('folder', folder === '' ? root : `${root}/${folder}`, ['**/*.canvas', '**/*.base']);
  let links = 0;
  if (!found || found.files.length === 0) return { changes: [], links };
  const update = createLinkUpdate(from, to, ctx.notebook);
  const changes = found.files.flatMap(({ path }) => {
    const note = ctx.notebook.note(joinFolder(folder, path));
    if (!note) return [];
    const [old, fresh] = [from, to].map((one) => JSON.stringify(trimFolder(one, folder)).slice(1, -1));
    const splices = [...note.text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].flatMap(
      ({ index, 1: value = '' }): TextEdit[] =>
        value === old || value === joinFolder(folder, old ?? '')
          ? [{ at: index + 1 + value.length - (old ?? '').length, old: old ?? '', new: fresh ?? '' }]
          : [],
    );
    for (const { 0: whole, 1: linked, 2: called, index } of note.text.matchAll(NAMED)) {
      const written = linked ?? called ?? '';
      const name = update(written, note.path);
      const at = index + whole.length - written.length;
      if (name !== null) splices.push({ at, old: written, new: name });
    }
    splices.sort((a, b) => a.at - b.at);
    links += splices.length;
    return createEdit(note, splices, `${from} is called ${to} now`);
  });
  return { changes, links };
}

/** Gives the first heading of a renamed page and its `title` property the new name, where they had the old one. */
export function planTitle(notebook: Notebook, path: string, old: Note, title: string) {
  const names = [readTitle(old.text, old.path), noteName(old)];
  const note = notebook.note(path);
  const block = note && notebook.outline(note).blocks.find(({ kind }) => kind === 'heading');
  const isTitle = block?.depth === 1 && names.includes(block.text);
  const headed = note && isTitle ? planHeading(notebook, note, block, title) : { changes: [], links: 0 };
  const now = notebook.after(headed.changes).note(path);
  if (!now) return headed;
  const text = now.text.replace(
    /^(---\r?\n(?:(?!---)[^\n]*\n)*?title:[ \t]*)("?)([^"\n\r]*)\2(?=[ \t]*\r?\n)/,
    (whole, lead: string, quote: string, value: string) => {
      if (!names.includes(value.trim())) return whole;
      return lead + (quote === '' && /^[\w -]+$/.test(title) ? title : JSON.stringify(title));
    },
  );
  const own = createEdit(now, createLineEdits(now.text, text), 'its title is the new one');
  return { changes: [...headed.changes, ...own], links: headed.links };
}
