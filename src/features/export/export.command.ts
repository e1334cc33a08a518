import {
  type CommandContext,
  type CommandReply,
  defineCommand,
  UserError,
} from '../../command/define-command.js';
import { readMemoryEntries } from '../../command/entry-format.js';
import { defineChoice, defineFlag, defineText } from '../../command/params.js';
import { parseInstant } from '../../dates/local-time.js';
import { getNoteKind } from '../../notes/kinds/note-kind.js';
import { isPrivateNote, trimFolder } from '../../notes/kinds/note-paths.js';
import { createNotebookResolver, readAllNotes, resolveLinks } from '../../notes/links/link-graph.js';
import { readTitle } from '../../notes/links/note-name.js';
import type { Note } from '../../notes/note.js';
import { pluralize } from '../../text/pluralize.js';
import { planHugoPaths, renderHugoPage } from './hugo-page.js';
import { type ExportedFile, listExported, MEMORY_FORMATS } from './memory-formats.js';
import { isOkfList, OKF_VERSION, writeOkf } from './okf.js';

/** Default output folder of a format, which git ignores. */
const getFolder = (format: string): string => `.daybook/${format}`;

/** Timeout: a site of thousands of pages is written within seconds. */
const WRITE_TIMEOUT_MS = 60_000;

const FORMATS: readonly string[] = ['hugo', 'okf', ...Object.keys(MEMORY_FORMATS)];

/**
 * Exports all notes for a site generator (FEATURES C10): every note becomes a page, every link is resolved. Or exports the
 * entries of memory in the format of another tool.
 */
export const export_ = defineCommand({
  name: 'export',
  description:
    'write all notes as a site for Hugo or in the Open Knowledge Format, or the memory for another tool',
  group: 'Share',
  params: {
    format: defineChoice(FORMATS, 'what it is made for (hugo)', { placeholder: 'F' }),
    to: defineText('folder to write to, from the root (.daybook/FORMAT)', 'DIR', { reaches: 'outside' }),
    private: defineFlag('include the private notes, which are left out otherwise'),
  },
  examples: [
    'daybook export --format hugo',
    'daybook export --format hugo --to site',
    'daybook export --format okf',
    'daybook export --format json',
    'daybook export --format claude-memory',
  ],
  countsAsActivity: () => true,
  plan(ctx, { format = 'hugo', to = getFolder(format), private: withPrivate }) {
    if (!FORMATS.includes(format))
      throw new UserError(
        'usage',
        `no export format \`${format}\``,
        `formats: ${FORMATS.join(', ')}`,
        { formats: FORMATS },
        2,
      );
    const isWanted = ({ path }: Pick<Note, 'path'>) =>
      withPrivate || !isPrivateNote(path, ctx.notebook.content);
    const left = ctx.notebook.list().every((path) => isWanted({ path }))
      ? ''
      : ' Private notes are left out.';
    const write = MEMORY_FORMATS[format];
    if (write) {
      const entries = listExported(readMemoryEntries(ctx, ctx.notebook).filter(isWanted));
      const files = write(entries);
      const message = `Exported ${pluralize(entries.length, 'entry', 'entries')} to ${to} in the format ${format}.${left}`;
      return planFiles({ format, folder: to, pages: files.length }, files, message);
    }
    const notes = readAllNotes(ctx.notebook).filter(isWanted);
    if (format === 'okf') return planOkfExport(ctx, notes, to, left);
    const pages = pagesOf(ctx, notes);
    const files = [...ctx.query('templates', format), ...pages];
    const message = `Exported ${pluralize(pages.length, 'note')} to ${to}. Build it: hugo --source ${to}${left && `.${left}`}`;
    return planFiles({ format, folder: to, pages: pages.length }, files, message);
  },
});

/** Plans to write the files of an export. */
const planFiles = (
  exported: { readonly format: string; readonly folder: string; readonly pages: number },
  files: readonly ExportedFile[],
  message: string,
): CommandReply => ({
  message,
  data: { exported },
  effects: [{ kind: 'files', folder: exported.folder, files, timeoutMs: WRITE_TIMEOUT_MS }],
});

/** Plans the files of a bundle of the Open Knowledge Format. */
function planOkfExport(ctx: CommandContext, notes: readonly Note[], to: string, left: string): CommandReply {
  const { notebook } = ctx;
  const below = (path: string) => trimFolder(path, notebook.notes);
  const resolver = createNotebookResolver(notebook, notes);
  const sources = notes.map((note) => ({
    path: below(note.path),
    note,
    kind: getNoteKind(note.path, notebook.content),
    properties: ctx.query('properties', note.text),
    entries: ctx.entries(note),
    links: resolveLinks(note, notebook, resolver).filter(({ form }) => form === 'wiki'),
  }));
  const toInstant = (at: string | null) => {
    const time = at === null ? null : parseInstant(at, ctx.local);
    return time === null ? null : ctx.local(time).iso;
  };
  const files = writeOkf(sources, toInstant);
  const pages = files.filter(({ path }) => !isOkfList(path)).length;
  const message = `Exported ${pluralize(pages, 'document')} to ${to} in the Open Knowledge Format ${OKF_VERSION}.${left}\nIt has no place for the order of lines below a heading, the history and the sessions: they stay here.`;
  return planFiles({ format: 'okf', folder: to, pages }, files, message);
}

function pagesOf(ctx: CommandContext, notes: readonly Note[]) {
  const { notebook } = ctx;
  const below = ({ path }: Pick<Note, 'path'>) => trimFolder(path, notebook.notes);
  const places = planHugoPaths(notes.map(below));
  const resolver = createNotebookResolver(notebook, notes);
  return notes.map((note) => {
    const path = below(note);
    const { text } = note;
    const page = renderHugoPage({
      text,
      path,
      title: readTitle(text, path),
      properties: ctx.query('properties', text),
      links: resolveLinks(note, notebook, resolver).filter(({ form }) => form === 'wiki'), // Hugo reads paths itself
      entries: ctx.entries(note),
      placeOf: ({ to }) => (to === null ? null : (places.get(below({ path: to })) ?? null)),
    });
    return { path: `content/${places.get(path)}`, text: page };
  });
}
