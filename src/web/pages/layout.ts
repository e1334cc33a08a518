import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

/** A piece of HTML. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString> | string;

/** Result of an act: `seq` is the change that can be undone, `back` the address that then is shown again. */
export interface Flash {
  readonly text: string;
  readonly seq: number | null;
  readonly back: string;
  /** True if it says why an act was refused. */
  readonly isProblem?: boolean;
}

/** Data of the run and the request that every page needs. */
export interface PageFrame {
  readonly workspace: string;
  readonly path: string;
  readonly formToken: string;
  readonly readOnly: boolean;
  /** Changes of notes since the server started. */
  readonly changes: number;
  /** Changes with each build; makes the asset URLs cacheable. */
  readonly version: string;
  readonly flash: Flash | null;
}

const LINKS = [
  ['/', 'Today'],
  ['/entries', 'Entries'],
  ['/calendar', 'Calendar'],
  ['/sessions', 'Sessions'],
  ['/graph', 'Graph'],
  ['/health', 'Health'],
] as const;

/** Renders a whole page. */
export const renderPage = (
  frame: PageFrame,
  title: string,
  main: Markup,
  aside: Markup = '',
): Markup => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${frame.workspace}</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/page.css?v=${frame.version}">
<script src="/assets/page.js?v=${frame.version}" defer></script>
</head>
<body data-changes="${String(frame.changes)}">
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="brand" href="/">${MARK}<span>${frame.workspace}</span></a>
${['/search', '/entries'].includes(frame.path) ? '' : html`<form class="find" role="search" action="/search"><input type="search" name="q" id="find" placeholder="Search" aria-label="Search the memory" autocomplete="off"><kbd aria-hidden="true">/</kbd></form>`}
<nav aria-label="Pages">${LINKS.map(([href, label]) => html`<a href="${href}"${isHere(href, frame.path) ? raw(' aria-current="page"') : ''}>${label}</a>`)}</nav>
${frame.readOnly ? '' : html`<a class="add" href="/new">New</a>`}
</header>
<div class="sheet">
<main id="main" tabindex="-1">
${renderFlash(frame)}${main}
</main>
${aside ? html`<aside aria-label="About this page">${aside}</aside>` : ''}
</div>
<div id="live" role="status"></div>
<footer><p>${frame.readOnly ? 'Read only · ' : ''}Nothing leaves this machine. <span class="keys"><kbd>?</kbd> shows the keys.</span></p></footer>
</body>
</html>`;

const MARK = raw(
  '<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><rect x="4" y="3" width="16" height="18" rx="2.5" fill="none" stroke="currentColor" stroke-width="1.8"/><path d="M8 3v18M11.5 8.5h5M11.5 12.5h5" stroke="currentColor" stroke-width="1.8" fill="none" stroke-linecap="round"/></svg>',
);

const isHere = (href: string, path: string): boolean =>
  href === '/' ? path === '/' : path.startsWith(href) || (href === '/calendar' && path.startsWith('/day/'));

function renderFlash({ flash, formToken, readOnly }: PageFrame): Markup {
  if (!flash) return '';
  const undo =
    flash.seq === null || readOnly
      ? ''
      : html` <form method="post" action="/act/undo" class="inline">${renderToken(formToken)}<input type="hidden" name="seq" value="${String(flash.seq)}"><input type="hidden" name="back" value="${flash.back}"><button class="quiet" aria-keyshortcuts="u">Undo</button></form>`;
  return html`<div class="flash${flash.isProblem ? ' bad' : ''}" role="${flash.isProblem ? 'alert' : 'status'}"><p>${flash.text}</p>${undo}</div>`;
}

/** Renders the hidden token field of a form. */
export const renderToken = (token: string): Markup =>
  html`<input type="hidden" name="token" value="${token}">`;

/** Renders a form with one button. */
export const renderButton = (
  frame: PageFrame,
  action: string,
  label: string,
  fields: Readonly<Record<string, string>>,
  attributes: Markup = '',
): Markup =>
  html`<form method="post" action="/act/${action}" class="inline">${renderToken(frame.formToken)}${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<button class="quiet"${attributes}>${label}</button></form>`;

/** A refusal of a command as sentences. */
export const formatProblem = ({
  message,
  hint,
}: {
  readonly message: string;
  readonly hint: string;
}): string => `${capitalize(message)}. ${capitalize(hint)}.`;

const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Renders why something was not done. */
export const renderProblem = (text: string): Markup => html`<p class="bad" role="alert">${text}</p>`;

/** Renders an empty state: what would be here, and a link to the form that creates it. */
export const renderEmpty = (text: string, next?: { readonly href: string; readonly label: string }): Markup =>
  html`<div class="empty"><p>${text}</p>${next ? html`<p><a class="button" href="${next.href}">${next.label}</a></p>` : ''}</div>`;
