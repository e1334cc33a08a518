import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { secureHeaders } from 'hono/secure-headers';
import type { HtmlEscapedString } from 'hono/utils/html';
import { UserError } from '../command/define-command.js';
import { LOGGABLE_TYPES } from '../notes/entry-types.js';
import { addActs } from './acts.js';
import { makeNoteAddress } from './address.js';
import { addLive } from './live.js';
import { type EntryLook, noteLook, todayLook } from './note-looks.js';
import { createFlashes, type PageOptions, type PageRoutes } from './page-routes.js';
import { renderCalendar, renderDay } from './pages/calendar.js';
import { renderEntryFacts, renderEntryPage } from './pages/entry-page.js';
import { renderGraph } from './pages/graph.js';
import { type HealthParts, renderHealth } from './pages/health.js';
import { formatProblem, type Markup, renderEmpty, renderPage } from './pages/layout.js';
import { renderNew, renderNoteAside, renderNoteMain } from './pages/note.js';
import { renderCounts, renderSearch } from './pages/search-page.js';
import {
  type ListedSession,
  renderSession,
  renderSessionAside,
  renderSessions,
  type ShownSession,
} from './pages/sessions.js';
import { renderToday, renderTodayAside, type TodayParts } from './pages/today.js';
import { readEntryPage } from './read-entry-page.js';
import { findEntries, readSearchForm } from './search-form.js';
import { calendarLook, dayNoteLook, graphLook, sessionLook, wikiLook } from './wiki-looks.js';

/** The largest request body, in bytes. Forms hold one entry. */
const LARGEST_BODY = 256 * 1024;

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect x="4" y="3" width="16" height="18" rx="2.5" fill="#fff" stroke="#2f6f5e" stroke-width="1.8"/><path d="M8 3v18M11.5 8.5h5M11.5 12.5h5" stroke="#2f6f5e" stroke-width="1.8" fill="none"/></svg>';

/** Creates the app: all routes, behind the checks of `access`. */
export function createPageApp(options: PageOptions): Hono {
  const { access, assets, workspace, version, readOnly } = options;
  const app = new Hono();
  let countChanges = () => 0;
  const routes: PageRoutes = {
    ...options,
    flashes: createFlashes(),
    frame: (c) => ({
      workspace,
      version,
      readOnly,
      changes: countChanges(),
      path: c.req.path,
      formToken: access.createFormToken(),
      flash: routes.flashes.take(c.req.query('said') ?? ''),
    }),
    async send(c, page, status = 200) {
      return c.html((await page) as HtmlEscapedString, status);
    },
  };
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'"],
        connectSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
      },
      crossOriginResourcePolicy: 'same-origin',
      crossOriginOpenerPolicy: 'same-origin',
      referrerPolicy: 'same-origin', // with no-referrer a browser sends `Origin: null` with forms
      xFrameOptions: 'DENY',
      strictTransportSecurity: false,
    }),
  );
  app.use(async (c, next) => {
    await next();
    if (!c.req.path.startsWith('/assets/')) c.header('Cache-Control', 'no-store');
  });
  app.use(access.checkOrigin);
  app.get('/enter', (c) => {
    if (!access.useToken(c.req.query('token') ?? ''))
      return c.text(
        'This link was used already, or is older than a minute. Press Enter in the terminal of `daybook serve` for a new one.\n',
        401,
      );
    access.admit(c);
    // After a redirect from outside the browser would not send a SameSite=Strict cookie; a refresh starts a same-site request.
    return c.html(
      '<!doctype html><html lang="en"><title>Daybook</title><meta http-equiv="refresh" content="0;url=/"><p><a href="/">Daybook</a></p></html>',
    );
  });
  app.use(access.checkCookie);
  app.use(
    bodyLimit({
      maxSize: LARGEST_BODY,
      onError: (c) => c.text('This text is too long for one entry: at most 256 KB.\n', 413),
    }),
  );
  const keep = (c: Context, type: string, body: string) =>
    c.body(body, 200, { 'Content-Type': type, 'Cache-Control': 'private, max-age=31536000, immutable' });
  app.get('/assets/page.css', (c) => keep(c, 'text/css; charset=utf-8', assets.style));
  app.get('/assets/page.js', (c) => keep(c, 'text/javascript; charset=utf-8', assets.script));
  app.get('/assets/icon.svg', (c) => keep(c, 'image/svg+xml', ICON));
  addPages(app, routes);
  countChanges = addLive(app, options.watchNotes);
  if (!readOnly) addActs(app, routes);
  app.notFound((c) => routes.send(c, renderPage(routes.frame(c), 'Not found', NOT_FOUND), 404));
  app.onError(async (error, c) => {
    if (!(error instanceof UserError)) throw error;
    const isUnknown = error.code.startsWith('no-') || error.code === 'unknown-id';
    const title = isUnknown ? 'Not found' : 'Not done';
    const main = html`<h1>${title}</h1>${renderEmpty(formatProblem(error))}`;
    return routes.send(c, renderPage(routes.frame(c), title, main), isUnknown ? 404 : 400);
  });
  return app;
}

const NOT_FOUND = html`<h1>Not found</h1>${renderEmpty('There is no such page. Search for it, or open Entries for a list of all notes.')}`;

function addPages(app: Hono, routes: PageRoutes): void {
  const { desk, frame, send, folder } = routes;
  const show = (c: Context, title: string, main: Markup, aside?: Markup) =>
    send(c, renderPage(frame(c), title, main, aside));
  app.get('/', async (c) => {
    const look = await desk.read(todayLook);
    const { due, later } = await desk.read<Pick<TodayParts, 'due' | 'later'>>('remind');
    const { proposals } = await desk.read<Pick<TodayParts, 'proposals'>>('inbox');
    const page = frame(c);
    const parts = { look, due, later: later.slice(0, 8), proposals };
    return send(c, renderPage(page, 'Today', renderToday(page, parts), renderTodayAside(page, parts)));
  });
  app.get('/note/:path{.+}', async (c) => {
    const look = await desk.read(noteLook, { path: c.req.param('path') });
    const page = frame(c);
    return send(c, renderPage(page, look.title, renderNoteMain(page, look), renderNoteAside(look)));
  });
  app.get('/image', (c) => {
    const image = routes.readImage(c.req.query('from') ?? '', c.req.query('to') ?? '');
    if (image === null) return c.notFound();
    c.header('Content-Type', image.type);
    return c.body(new Uint8Array(image.bytes));
  });
  app.get('/entry/:id', async (c) => {
    const id = c.req.param('id');
    const { look, story, forgettable } = await readEntryPage(desk, id, {
      explained: c.req.query('explain') !== undefined,
      isForgetting: c.req.query('forget') !== undefined,
    });
    const page = frame(c);
    const main = renderEntryPage(page, look, forgettable);
    return send(c, renderPage(page, look.entry.text.slice(0, 60), main, renderEntryFacts(look, story)));
  });
  for (const path of ['/search', '/entries'])
    app.get(path, async (c) => {
      const form = readSearchForm((name) => c.req.query(name));
      const look = await desk.read(wikiLook, { tags: c.req.header('x-daybook-typing') === undefined });
      const parts = { path, form, look, found: await findEntries(desk, form, folder) };
      return show(
        c,
        form.q || (path === '/search' ? 'Search' : 'Entries'),
        renderSearch(parts),
        renderCounts(parts),
      );
    });
  app.get('/calendar', async (c) => {
    const month = c.req.query('month');
    const isMonth = month !== undefined && /^\d{4}-(0[1-9]|1[0-2])$/.test(month);
    return show(c, 'Calendar', renderCalendar(await desk.read(calendarLook, isMonth ? { month } : {})));
  });
  app.get('/day/:date{\\d{4}-\\d{2}-\\d{2}}', async (c) => {
    const date = c.req.param('date');
    const { entries } = await desk.read<{ entries: EntryLook['entry'][] }>('day', { date });
    const note = await desk.read(dayNoteLook, { date });
    return show(
      c,
      date,
      renderDay(date, entries, folder, note.path === null ? null : makeNoteAddress(note.path, folder)),
    );
  });
  app.get('/sessions', async (c) => {
    const { sessions } = await desk.read<{ sessions: ListedSession[] }>('sessions', { act: 'list' });
    return show(c, 'Sessions', renderSessions(sessions));
  });
  app.get('/sessions/:id', async (c) => {
    const { session } = await desk.read<{ session: ShownSession }>('sessions', {
      act: 'show',
      id: c.req.param('id'),
      limit: 200,
    });
    const since = session.started?.slice(0, 10) ?? '';
    const look = await desk.read(sessionLook, { id: session.id, since });
    return show(c, 'Session', renderSession(session), renderSessionAside(look));
  });
  app.get('/health', async (c) => {
    const [{ health, ...status }, { notices, message = '' }] = await Promise.all([
      desk.readAside<
        { health: Pick<HealthParts, 'checks'> } & Pick<HealthParts, 'lastInjected' | 'timer' | 'week'>
      >('status', 'week'),
      desk.readAside<Pick<HealthParts, 'notices'> & { message?: string }>('lint'),
    ]);
    const { jobs } = await desk.read<Pick<HealthParts, 'jobs'>>('cron', { act: 'next' });
    const { checks } = health;
    const page = frame(c);
    const canRepair = message.includes('lint --fix');
    const main = renderHealth(page, { ...status, folder, checks, notices, canRepair, jobs });
    return send(c, renderPage(page, 'Health', main));
  });
  app.get('/graph', async (c) => {
    const note = c.req.query('note') ?? null;
    const look = await desk.read(graphLook, note === null ? {} : { path: note });
    return show(c, 'Graph', renderGraph(look, note));
  });
  app.get('/graph.json', async (c) => {
    const note = c.req.query('note');
    return c.json(await desk.read(graphLook, note === undefined ? {} : { path: note }));
  });
  if (!routes.readOnly)
    app.get('/new', (c) => {
      const page = frame(c);
      const draft = { form: c.req.query('form') ?? 'log', fields: { type: c.req.query('type') ?? '' } };
      return send(c, renderPage(page, 'New', renderNew(page, LOGGABLE_TYPES, draft)));
    });
}
