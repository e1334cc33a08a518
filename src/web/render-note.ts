import type { CommandContext } from '../command/define-command.js';
import {
  type EmbeddedText,
  type MarkdownLinks,
  makeBlockAnchor,
  makeHeadingAnchor,
  renderMarkdown,
} from '../html/render-markdown.js';
import { readFrontMatter } from '../markdown/front-matter.js';
import { findBodyStart } from '../markdown/front-matter-scanner.js';
import type { LocatedEntry } from '../notes/entries/read-entries.js';
import { createNotebookResolver, isSameHeading } from '../notes/links/link-graph.js';
import { readTitle } from '../notes/links/note-name.js';
import type { Note } from '../notes/note.js';
import { makeEntryAddress, makeImageAddress, makeNoteAddress, makeTagAddress } from './address.js';

/** A property of a note's front matter; its value is HTML. */
export interface NoteProperty {
  readonly name: string;
  readonly value: string;
}

/** Renders the front matter of a note, with links for tags and wikilinks. */
export function renderProperties(ctx: CommandContext, note: Note): NoteProperty[] {
  const links = createLinks(ctx, note);
  return [...(readFrontMatter(note.text).data ?? [])].flatMap(([name, value]) => {
    if (HIDDEN.has(name) || value === readTitle(note.text, note.path)) return [];
    const values = (Array.isArray(value) ? value : [value]).map((one) => formatProperty(name, one));
    const shown = values.filter((one) => one !== '').join(', ');
    return shown === '' ? [] : [{ name, value: renderMarkdown(shown, links) }];
  });
}

/** Properties that only tell an editor how to show a note. */
const HIDDEN: ReadonlySet<string> = new Set(['cssclass', 'cssclasses', 'position']);

const formatProperty = (name: string, value: unknown): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? `\`${JSON.stringify(value).replaceAll('`', '’')}\``
      : /^tags?$/i.test(name)
        ? String(value).replace(/(?<![^\s,])#?(?=[^\s,#])/g, '#')
        : String(value);

/** Renders the text of a note without its front matter; each entry links to its own page. */
export function renderNote(ctx: CommandContext, note: Note, entries: readonly LocatedEntry[]): string {
  const byLine = new Map(entries.map((entry) => [entry.line, entry]));
  const start = findBodyStart(note.text);
  const text = note.text.slice(0, start).replace(/[^\r\n]/g, '') + note.text.slice(start);
  return renderMarkdown(text, {
    ...createLinks(ctx, note),
    findEmbed: (target) => readEmbed(ctx, note, target),
    findEntryAt(line) {
      const entry = byLine.get(line);
      return entry
        ? {
            anchor: makeBlockAnchor(entry.id),
            href: makeEntryAddress(entry.id),
            label: `Open ${entry.type === 'prose' ? 'line' : entry.type}: ${entry.text.slice(0, 60)}`,
            status: entry.superseded === null ? entry.status : 'dropped',
          }
        : null;
    },
  });
}

/** Renders Markdown; links are resolved relative to the note. */
export const renderText = (ctx: CommandContext, text: string, note: Note): string =>
  renderMarkdown(text, createLinks(ctx, note));

function createLinks({ notebook }: CommandContext, note: Note): MarkdownLinks {
  const { notes: folder } = notebook;
  const resolver = createNotebookResolver(notebook, [note]);
  const lead = (to: string | null, part: string) =>
    to === null ? null : makeNoteAddress(to, folder) + (part === '' ? '' : `#${anchorPart(part)}`);
  return {
    findWikiTarget(target) {
      const [name = '', part = ''] = target.split(/#(.*)/s);
      return lead(resolver.resolve(name, note.path), part);
    },
    findPathTarget(path) {
      const [name = '', part = ''] = decode(path).split(/#(.*)/s);
      return lead(resolver.follow(name, note.path), part);
    },
    findTagTarget: makeTagAddress,
    findImage: (path) => makeImageAddress(decode(path), note.path),
  };
}

/** Renders the first lines of a note, without its front matter and title. */
export const renderOpening = (ctx: CommandContext, note: Note): string =>
  renderText(ctx, cutPart(ctx, note, '').trim().split('\n').slice(0, MOST_LINES).join('\n'), note);

const MOST_LINES = 12;

/** Reads the note, section or block that `![[target]]` of a note means. */
function readEmbed(ctx: CommandContext, from: Note, target: string): EmbeddedText | null {
  const { notebook } = ctx;
  const [name = '', part = ''] = target.split(/#(.*)/s);
  const path = createNotebookResolver(notebook, [from]).resolve(name, from.path);
  const note = path === null ? null : notebook.note(path);
  if (!note) return null;
  const anchor = part === '' ? '' : `#${anchorPart(part)}`;
  return {
    text: cutPart(ctx, note, part).slice(0, LONGEST_EMBED),
    href: makeNoteAddress(note.path, notebook.notes) + anchor,
    label: [readTitle(note.text, note.path), part.replace(/^\^.*/, '')].filter(Boolean).join(' › '),
    links: createLinks(ctx, note),
  };
}

const LONGEST_EMBED = 20_000;

/** Returns a section or block of a note; without one the whole text below its title. */
function cutPart({ notebook }: CommandContext, note: Note, part: string): string {
  if (part === '') return note.text.slice(findBodyStart(note.text)).replace(/^\s*# .*/, '');
  const { blocks } = notebook.outline(note);
  const heading = part.split('#').at(-1) ?? '';
  const at = blocks.findIndex(({ kind, text, start, end }) =>
    part.startsWith('^')
      ? note.text.slice(start, end).trimEnd().endsWith(` ${part}`)
      : kind === 'heading' && isSameHeading(text, heading),
  );
  const found = blocks[at];
  if (!found) return '';
  if (found.kind !== 'heading') return note.text.slice(found.start, found.end);
  const next = blocks.slice(at + 1).find(({ kind, depth }) => kind === 'heading' && depth <= found.depth);
  return note.text.slice(found.end, next?.start);
}

const anchorPart = (part: string): string =>
  part.startsWith('^') ? makeBlockAnchor(part.slice(1)) : makeHeadingAnchor(part.split('#').at(-1) ?? '');

function decode(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
