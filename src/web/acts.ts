import type { Context, Hono } from 'hono';
import type { CommandResult } from '../app/execute.js';
import { defineCommand, UserError } from '../command/define-command.js';
import { findEntryById } from '../command/find-entry.js';
import { planAmendment } from '../features/memory/amend-entry.js';
import { LOGGABLE_TYPES } from '../notes/entry-types.js';
import { makeEntryAddress, makeNoteAddress, makePlaceAddress } from './address.js';
import { LOOK } from './look.js';
import { type EntryLook, entryLook, markEntryText, noteLook } from './note-looks.js';
import type { PageRoutes } from './page-routes.js';
import { type EditDraft, renderEntryFacts, renderEntryPage } from './pages/entry-page.js';
import { type Flash, formatProblem, renderPage } from './pages/layout.js';
import { isNewForm, renderNew } from './pages/note.js';
import { readEntryPage } from './read-entry-page.js';

type Fields = Readonly<Record<string, string>>;

/** A submitted form as a command, its input, and the page to show next. */
interface Act {
  readonly command: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly next?: (result: CommandResult, folder: string) => string;
}

type EntryData = { readonly entry?: EntryLook['entry'] };

/** The acts by their name in the URL. */
const ACTS: Readonly<Record<string, (fields: Fields) => Act>> = {
  done: ({ id = '' }) => ({ command: 'done', input: { id } }),
  verify: ({ id = '' }) => ({ command: 'amend', input: { id, verify: true } }),
  drop: ({ id = '' }) => ({ command: 'amend', input: { id, drop: true } }),
  pin: ({ id = '' }) => ({ command: 'amend', input: { id, pin: true } }),
  unpin: ({ id = '' }) => ({ command: 'amend', input: { id, unpin: true } }),
  supersede: ({ id = '', by = '' }) => ({ command: 'amend', input: { id, 'supersede-by': by } }),
  inbox: ({ id = '', answer = '' }) => ({
    command: 'inbox',
    input: { act: answer === 'accept' ? 'accept' : 'decline', which: id },
    next: () => '/',
  }),
  log: ({ text = '', type = '' }) => ({ command: 'log', input: { text, ...(type ? { type } : {}) } }),
  remind: ({ text = '', when = '' }) => ({ command: 'remind', input: { text, when }, next: () => '/' }),
  move: ({ id = '', when = '' }) => ({ command: 'remind', input: { snooze: id, until: when } }),
  page: ({ title = '', text = '' }) => ({
    command: 'page',
    input: { action: 'new', name: title, text },
    next: findPageAddress,
  }),
  add: ({ path = '', text = '' }) => ({
    command: 'page',
    input: { action: 'add', name: path, to: text },
    next: findPageAddress,
  }),
  lint: () => ({ command: 'lint', input: { fix: true }, next: () => '/health' }),
  forget: ({ id = '' }) => ({ command: 'forget', input: { what: id, yes: true }, next: () => '/' }),
  undo: ({ seq, night }) => ({
    command: 'undo',
    input: night ? { night } : { seq: Number(seq) },
    next: () => '/',
  }),
};

const NO_TIMER = 'No timer could be installed. To see why, run daybook cron install.';

const BACK = /^\/(note|entry)\/([^?#\s]+)(?:#[\w-]+)?$/;

function findPageAddress({ plan }: CommandResult, folder: string): string {
  const { path } = (plan.data as { page: { path: string } }).page;
  return makeNoteAddress(path, folder);
}

/** Adds the POST routes; each needs the form token of a page. */
export function addActs(app: Hono, routes: PageRoutes): void {
  const { access, desk, flashes } = routes;
  const finish = (c: Context, { plan, seq }: CommandResult, address: string) => {
    const text = plan.message.split('\n').slice(0, 2).join(' ').slice(0, 300);
    return showAt(c, address, { text, seq });
  };
  const showAt = (c: Context, address: string, flash: Omit<Flash, 'back'>) => {
    const phrase = flashes.keep({ ...flash, back: address });
    const [path = '', part] = address.split('#');
    return c.redirect(`${path}?said=${phrase}${part ? `#${part}` : ''}`, 303);
  };
  app.post('/act/:name', async (c, next) => {
    const fields = await readFields(c);
    if (!access.isFormToken(c.req.header('x-daybook-token') ?? fields.token ?? ''))
      return c.text(
        'Request refused: the form is from an earlier run of `daybook serve`. Reload the page.\n',
        403,
      );
    if (c.req.param('name') === 'edit') return edit(c, fields);
    const name = c.req.param('name');
    if (name === 'timer') {
      const { message: text } = (await desk.installTimer()) ?? { message: NO_TIMER };
      return showAt(c, '/health', { text, seq: null, isProblem: text === NO_TIMER });
    }
    const make = Object.hasOwn(ACTS, name) ? ACTS[name] : undefined;
    if (!make) return next();
    const { command, input, next: follow } = make(fields);
    try {
      const result = await desk.act(command, input);
      const next =
        (await findBack(fields.back)) ?? follow?.(result, routes.folder) ?? (await addressAfter(result));
      return finish(c, result, next);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      if (name === 'supersede') return showChoices(c, fields, error);
      const back = isNewForm(name) ? null : await findBack(fields.back);
      if (back) return showAt(c, back, { text: formatProblem(error), seq: null, isProblem: true });
      if (!isNewForm(name)) throw error;
      const page = routes.frame(c);
      const draft = { form: name, fields, problem: formatProblem(error) };
      return routes.send(c, renderPage(page, 'New', renderNew(page, LOGGABLE_TYPES, draft)), 400);
    }
  });

  async function edit(c: Context, { id = '', mark = '', text = '', preview }: Fields): Promise<Response> {
    const words = text.replace(/\r\n/g, '\n');
    const draft = { text: words, isConflict: false, preview: false, problem: null };
    if (preview) return show(c, id, { ...draft, preview: true }, 200);
    try {
      const result = await desk.act(guardedEdit, { id, mark, text: words });
      return finish(c, result, await addressAfter(result));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      if (error.code !== EDIT_CONFLICT) return show(c, id, { ...draft, problem: formatProblem(error) }, 400);
      return show(c, id, { ...draft, isConflict: true }, 409);
    }
  }

  /** Returns the note or entry page that a form asks to return to; null if it does not exist any more. */
  async function findBack(address = ''): Promise<string | null> {
    if (address === '/') return address;
    const [, kind, name = ''] = BACK.exec(address) ?? [];
    if (!kind) return null;
    try {
      const known = decodeURIComponent(name);
      await (kind === 'note' ? desk.read(noteLook, { path: known }) : desk.read(entryLook, { id: known }));
      return address;
    } catch {
      return null;
    }
  }

  /** Shows the entry page again after a name that no newer entry has, or several. */
  function showChoices(c: Context, { id = '', by = '' }: Fields, error: UserError): Promise<Response> {
    const { candidates = [] } = error.details as Pick<NonNullable<EditDraft['newer']>, 'candidates'>;
    const draft = { isConflict: false, preview: false, problem: formatProblem(error) };
    return show(c, id, { ...draft, newer: { words: by, candidates } }, 400);
  }

  /** Shows the entry page again with unsaved text. */
  async function show(
    c: Context,
    id: string,
    draft: Omit<EditDraft, 'preview' | 'text'> & { readonly preview: boolean; readonly text?: string },
    status: 200 | 400 | 409,
  ): Promise<Response> {
    const { look, story, forgettable } = await readEntryPage(desk, id);
    const { text = look.words } = draft;
    const made = draft.preview ? await desk.read(entryLook, { id, preview: text }) : null;
    const page = routes.frame(c);
    const main = renderEntryPage(page, look, forgettable, { ...draft, text, preview: made?.html ?? null });
    return routes.send(c, renderPage(page, 'Edit', main, renderEntryFacts(look, story)), status);
  }

  /** The URL of the entry that an act wrote: its line in the note, or its own page for a block. */
  async function addressAfter({ plan }: CommandResult): Promise<string> {
    const { entry } = plan.data as EntryData;
    if (!entry) return '/';
    return entry.path.startsWith('~') ? makeEntryAddress(entry.id) : makePlaceAddress(entry, routes.folder);
  }
}

async function readFields(c: Context): Promise<Fields> {
  const body = await c.req.parseBody();
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

/** Error code of an edit whose entry changed after the form was loaded. */
const EDIT_CONFLICT = 'entry-changed';

/** Rewords an entry as `amend --text` does; fails if its lines changed after the form was loaded. */
const guardedEdit = defineCommand({
  ...LOOK,
  name: 'amend',
  description: 'reword an entry that has not changed since it was read',
  params: {
    id: { kind: 'text', required: true, description: 'its id or handle' },
    text: { kind: 'text', required: true, description: 'what it says now' },
    mark: { kind: 'text', required: true, description: 'the hash of its lines' },
  },
  countsAsActivity: () => true,
  plan(ctx, { id, text, mark }) {
    const { entry, note } = findEntryById(ctx, id);
    if (markEntryText(entry, note) !== mark)
      throw new UserError(
        EDIT_CONFLICT,
        'this entry changed since the form was loaded',
        'compare both, then save again',
      );
    return planAmendment(ctx, id, { text, isWhole: true });
  },
});
