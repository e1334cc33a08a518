import {
  type CommandContext,
  type CommandReply,
  defineCommand,
  type ResultItem,
} from '../../command/define-command.js';
import { describeReading } from '../../command/describe-reading.js';
import { findNote } from '../../command/find-note.js';
import { defineFlag, defineWords } from '../../command/params.js';
import { createUsageError } from '../../errors.js';
import {
  createNotebookResolver,
  explainBrokenLink,
  readAllNotes,
  resolveLinks,
} from '../../notes/links/link-graph.js';
import { readTitle } from '../../notes/links/note-name.js';
import type { Note } from '../../notes/note.js';
import { pluralize } from '../../text/pluralize.js';
import { type Backlink, findBacklinks, findMentions, listOrphans, toLinkJson } from './backlinks.js';

/** Shows a note's links and backlinks, the orphans and the dead links (FEATURES F1). */
export const links = defineCommand({
  name: 'links',
  description: 'list links of and to a note, orphan pages, or dead links',
  group: 'Wiki',
  params: {
    note: defineWords('the note, as a link names it: auth, 2026-06-07, auth#Tokens'),
    back: defineFlag('the links that lead to it'),
    mentions: defineFlag('lines that name the note without a link'),
    orphans: defineFlag('pages that no note links to'),
    dead: defineFlag('links that lead nowhere; with a note, only its own'),
  },
  examples: [
    'daybook links auth',
    'daybook links auth --back',
    'daybook links "Sign in page" --mentions',
    'daybook links --orphans',
    'daybook links --dead',
  ],
  isTool: true,
  countsAsActivity: () => true,
  plan(ctx, { note, back, mentions, orphans, dead }) {
    refuseUnclear({ note, back, mentions, orphans, dead });
    if (orphans) return orphanPages(ctx);
    if (dead) return deadLinks(ctx, note === undefined ? readAllNotes(ctx.notebook) : [findNote(ctx, note)]);
    const [name = '', part = null] = (note ?? '').split(/#(.*)/s);
    const found = findNote(ctx, name);
    if (mentions) return mentionsOf(ctx, found);
    return back ? linksTo(ctx, found, part) : linksFrom(ctx, found);
  },
});

interface Asked {
  readonly note: string | undefined;
  readonly back: boolean;
  readonly mentions: boolean;
  readonly orphans: boolean;
  readonly dead: boolean;
}

function refuseUnclear({ note, back, mentions, orphans, dead }: Asked): void {
  const hint =
    'write: daybook links NOTE [--back | --mentions], daybook links --orphans, or daybook links --dead';
  if (note === undefined && !orphans && !dead) throw createUsageError('the note is missing', hint);
  if ([back, mentions, orphans, dead].filter(Boolean).length > 1 || (orphans && note !== undefined))
    throw createUsageError('--back, --mentions, --orphans and --dead cannot be combined', hint);
}

function linksTo(ctx: CommandContext, note: Note, part: string | null): CommandReply {
  const edges = findBacklinks(ctx, note, part);
  const target = part === null ? note.path : `${note.path}#${part}`;
  const lines = onePerLine(edges);
  return {
    message:
      edges.length === 0
        ? `Nothing links to ${target}; ${describeReading(ctx)}.`
        : `${pluralize(edges.length, 'link')} to ${target}:`,
    items: lines.map(({ path, line, around }) => ({ path, line, what: around })),
    data: { links: edges.map(toLinkJson) },
  };
}

function mentionsOf(ctx: CommandContext, note: Note): CommandReply {
  const found = findMentions(ctx.notebook, note);
  const message =
    found.length === 0
      ? `No line names ${note.path} without a link; ${describeReading(ctx)}.`
      : `${pluralize(found.length, 'line')} that ${found.length === 1 ? 'names' : 'name'} ${note.path} without a link:`;
  return {
    message,
    items: found.map(({ path, line, text }): ResultItem => ({ path, line, what: text })),
    data: { links: found.map(({ path, line }) => ({ path, line })) },
  };
}

function linksFrom(ctx: CommandContext, note: Note): CommandReply {
  const edges = resolveLinks(
    note,
    ctx.notebook,
    createNotebookResolver(ctx.notebook, allIfNeeded(ctx, note)),
  );
  return {
    message:
      edges.length === 0
        ? `${note.path} links to nothing.`
        : `${pluralize(edges.length, 'link')} from ${note.path}:`,
    items: edges.map((edge) => ({
      path: edge.path,
      line: edge.line,
      what: edge.written,
      why: explainBrokenLink(edge, ctx.notebook) ?? edge.to,
    })),
    data: { links: edges.map(toLinkJson) },
  };
}

/** Aliases are read only if a link matches no note by name. */
function allIfNeeded({ notebook }: CommandContext, note: Note): readonly Note[] {
  const plain = createNotebookResolver(notebook, []);
  return resolveLinks(note, notebook, plain).some(({ to }) => to === null) ? readAllNotes(notebook) : [];
}

function orphanPages(ctx: CommandContext): CommandReply {
  const { notebook } = ctx;
  const orphans = listOrphans(notebook);
  return {
    message: orphans.length === 0 ? 'Every page is linked to.' : `${orphans.length} that no note links to:`,
    items: orphans.map((path) => ({ path, what: readTitle(notebook.note(path)?.text ?? '', path) })),
    data: { links: orphans.map((path) => ({ path })) },
  };
}

function deadLinks(ctx: CommandContext, from: readonly Note[]): CommandReply {
  const { notebook } = ctx;
  const resolver = createNotebookResolver(notebook, readAllNotes(notebook));
  const dead = from
    .flatMap((note) => resolveLinks(note, notebook, resolver))
    .flatMap((edge) => {
      const why = explainBrokenLink(edge, notebook);
      return why === null ? [] : [{ edge, why }];
    });
  return {
    message:
      dead.length === 0
        ? 'Every link leads somewhere.'
        : `${pluralize(dead.length, 'link')} that ${dead.length === 1 ? 'leads' : 'lead'} nowhere:`,
    items: dead.map(
      ({ edge, why }): ResultItem => ({ path: edge.path, line: edge.line, what: edge.written, why }),
    ),
    data: { links: dead.map(({ edge, why }) => ({ ...toLinkJson(edge), why })) },
  };
}

const onePerLine = (edges: readonly Backlink[]): Backlink[] =>
  edges.filter(({ path, line }, i) => edges[i - 1]?.path !== path || edges[i - 1]?.line !== line);
