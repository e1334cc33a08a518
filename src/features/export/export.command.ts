import { type CommandContext, defineCommand, UserError } from '../../command/define-command.js';
import { createNotebookResolver, readAllNotes, resolveLinks } from '../../notes/links/link-graph.js';
import { readTitle } from '../../notes/links/note-name.js';
import type { Note } from '../../notes/note.js';
import { pluralize } from '../../text/pluralize.js';
import { renderHugoPage } from './hugo-page.js';
import { planHugoPaths } from './hugo-paths.js';

/** Default output folder, which git ignores. */
const FOLDER = '.daybook/hugo';

/** Timeout: a site of thousands of pages is written within seconds. */
const WRITE_TIMEOUT_MS = 60_000;

const FORMATS: readonly string[] = ['hugo'];

/** Exports all notes for a site generator (FEATURES C10): every note becomes a page, every link is resolved. */
export const export_ = defineCommand({
  name: 'export',
  description: 'write all notes as a site for Hugo: one page a note, with working links',
  group: 'Share',
  params: {
    format: { kind: 'text', choices: FORMATS, description: 'what it is made for (hugo)', placeholder: 'F' },
    to: {
      kind: 'text',
      reaches: 'outside',
      description: `folder of the site, from the root (${FOLDER})`,
      placeholder: 'DIR',
    },
  },
  examples: ['daybook export --format hugo', 'daybook export --format hugo --to site'],
  surfaces: ['cli'],
  requires: 'workspace',
  onLocked: 'refuse',
  countsAsActivity: () => true,
  plan(ctx, { format = 'hugo', to = FOLDER }) {
    if (!FORMATS.includes(format))
      throw new UserError(
        'usage',
        `no export format \`${format}\``,
        `formats: ${FORMATS.join(', ')}`,
        { formats: FORMATS },
        2,
      );
    const notes = readAllNotes(ctx.notebook);
    const pages = pagesOf(ctx, notes);
    const files = [...ctx.query('templates', format), ...pages];
    const exported = { format, folder: to, pages: pages.length };
    return {
      message: `Exported ${pluralize(pages.length, 'note')} to ${to}. Build it: hugo --source ${to}`,
      data: { exported },
      changes: [],
      effects: [{ kind: 'files', folder: to, files, timeoutMs: WRITE_TIMEOUT_MS }],
    };
  },
});

function pagesOf(ctx: CommandContext, notes: readonly Note[]) {
  const { notebook } = ctx;
  const below = ({ path }: Pick<Note, 'path'>) => path.slice(notebook.content.length + 1);
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
