import { html } from 'hono/html';
import type { ReplyOf } from '../../output/schemas/index.js';
import { listMessageParts, type Message } from '../../transcripts/message.js';
import { makeEntryAddress } from '../address.js';
import type { SessionLook } from '../wiki-looks.js';
import { shorten, stripMarkup } from './entry-list.js';
import { type Markup, renderEmpty } from './layout.js';
import { renderHistory } from './today.js';

/** A session in the output of `sessions list`. */
export type ListedSession = ReplyOf<'sessions', object>['sessions'][number];

/** A session in the output of `sessions show`. */
export type ShownSession = ReplyOf<'sessions', { act: 'show' }>['session'];

const formatTime = (at: string | null): string => at?.slice(0, 16).replace('T', ' ') ?? '';

/** Renders the sessions of all agents. */
export const renderSessions = (sessions: readonly ListedSession[]): Markup => html`<h1>Sessions</h1>
${sessions.length === 0 ? renderEmpty('No agent session in this workspace yet. Sessions of Claude Code, Codex, Gemini CLI and Chimera are read from their own files; nothing is copied.', { href: '/health', label: 'See what is connected' }) : html`<ol class="entries">${sessions.map((one) => html`<li><div class="body"><p class="what"><span class="type">${one.origin}</span> <a class="row" href="/sessions/${encodeURIComponent(one.id)}">${(one.goal ?? 'a session without a title').slice(0, 200)}</a></p><p class="where">${formatTime(one.last ?? one.started)}${one.branch ? ` · ${one.branch}` : ''}</p></div></li>`)}</ol>`}`;

/** Renders the last messages of one session. */
export const renderSession = (
  session: ShownSession,
): Markup => html`<h1>${(session.goal ?? session.id).slice(0, 120)}</h1>
<p class="crumbs">${session.origin} · ${formatTime(session.started)} to ${formatTime(session.last)} · ${session.count} messages${session.branch ? ` · ${session.branch}` : ''}</p>
${session.messages.length === 0 ? renderEmpty('This session has no message that can be shown.') : html`<ol class="messages">${session.messages.map(({ at, message }) => (message ? renderMessage(message as unknown as Message, at) : ''))}</ol>`}`;

/** Renders what a session logged, the files that it touched, and the entries that it was shown. */
export const renderSessionAside = ({ shown, logged, files }: SessionLook): Markup =>
  html`<section><h2>Logged by it${renderCount(logged)}</h2>${logged.length === 0 ? renderEmpty('None is known.') : renderHistory(logged.slice(0, MAX_COUNT))}</section>
${renderFound('Files it touched', files, ({ path, how }) => html`${path} <span class="meta">${how}</span>`)}
${renderFound('Shown to it', shown, ({ entry, isFollowed, isOverridden }) => html`<a href="${makeEntryAddress(entry.id)}">${shorten(stripMarkup(entry.text), 160)}</a> <span class="meta">${isFollowed ? 'followed' : isOverridden ? 'overridden' : ''}</span>`)}`;

/** Most lines of a list; its heading says how many there are. */
const MAX_COUNT = 40;

const renderCount = (list: readonly unknown[]): Markup | string =>
  list.length > 0 ? html` <span class="count">${list.length}</span>` : '';

const renderFound = <T>(title: string, found: readonly T[], renderOne: (one: T) => Markup): Markup =>
  html`<section><h2>${title}${renderCount(found)}</h2>${found.length === 0 ? renderEmpty('None is known.') : html`<ul class="plain">${found.slice(0, MAX_COUNT).map((one) => html`<li>${renderOne(one)}</li>`)}</ul>`}</section>`;

const MAX_LENGTH = 4000;

function renderMessage(message: Message, at: string | null): Markup {
  const parts = listMessageParts(message);
  if (parts.length === 0) return '';
  const isResult = parts.every(({ kind }) => kind === 'result'); // some clients send results of calls as messages of the user
  const who = isResult ? 'tool' : message.role;
  return html`<li class="from-${who === 'user' ? 'user' : 'agent'}"><p class="who">${who} <span class="meta">${formatTime(at)}</span></p>${parts.map(
    (part) => {
      if (part.kind === 'text') return html`<div class="said">${part.text.slice(0, MAX_LENGTH)}</div>`;
      const [label, text] =
        part.kind === 'call'
          ? [`calls ${part.name}`, JSON.stringify(part.input, null, 1)]
          : part.kind === 'result'
            ? [part.failed ? 'failed' : 'result', part.text]
            : ['thinking', part.text];
      return html`<details><summary>${label}</summary><pre tabindex="0">${text.slice(0, MAX_LENGTH)}</pre></details>`;
    },
  )}</li>`;
}
