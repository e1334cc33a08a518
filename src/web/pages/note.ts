import { html, raw } from 'hono/html';
import { trimFolder } from '../../notes/kinds/note-paths.js';
import { makeEntryAddress, makeNoteAddress } from '../address.js';
import type { NoteLook } from '../note-looks.js';
import { renderMentions, renderProse } from './entry-list.js';
import { type Markup, type PageFrame, renderEmpty, renderProblem, renderToken } from './layout.js';
import { renderHistory } from './today.js';

/** Renders the text of a note. */
export const renderNoteMain = (
  frame: PageFrame,
  { path, folder, title, kind, properties, html: text, stale }: NoteLook,
): Markup => {
  const [, heading = '', body = ''] = /^\s*(<h1[^>]*>.*?<\/h1>)?(.*)$/s.exec(text) ?? [];
  return html`<article>
<p class="crumbs">${trimFolder(path, folder)}</p>
${heading ? raw(heading) : html`<h1>${title}</h1>`}
${properties.length > 0 ? html`<dl class="facts properties">${properties.map(({ name, value }) => html`<div><dt>${name}</dt><dd>${raw(value)}</dd></div>`)}</dl>` : ''}
${stale.length > 0 ? html`<details class="stale"><summary>${stale.length === 1 ? '1 entry may be out of date' : `${stale.length} entries may be out of date`}</summary><ul class="plain">${stale.slice(0, 20).map(({ entry, mark }) => html`<li><a href="${makeEntryAddress(entry.id)}">${entry.text.slice(0, 120)}</a> <span class="meta">${mark}</span></li>`)}</ul></details>` : ''}
${body.trim() === '' ? renderEmpty('This note has no text yet.') : renderProse(body)}
${frame.readOnly || !text.includes('entry-link') ? '' : html`<p class="meta hint">To edit, close or forget one line, press ··· beside it.</p>`}
${frame.readOnly || kind !== 'page' ? '' : html`<section class="more"><h2>Add text</h2><form method="post" action="/act/add" class="edit">${renderToken(frame.formToken)}<input type="hidden" name="path" value="${path}"><label for="more">A paragraph or a list, in Markdown; it is put at the end</label><textarea id="more" name="text" rows="3" required aria-keyshortcuts="a"></textarea><div class="acts"><button>Add</button></div></form></section>`}
</article>`;
};

/** Renders outline, backlinks, mentions and history of a note. */
export function renderNoteAside({
  path,
  folder,
  html: text,
  outline,
  backlinks,
  mentions,
  history,
}: NoteLook): Markup {
  const address = (to: string) => makeNoteAddress(to, folder);
  return html`${outline.length > 1 ? html`<nav class="outline" aria-label="Outline"><h2>Outline</h2><ul>${outline.map(({ depth, text, anchor }) => html`<li class="depth-${String(depth)}"><a href="#${anchor}">${text.replace(/[*`[\]]/g, '')}</a></li>`)}</ul></nav>` : ''}
<section><h2>Linked from</h2>${backlinks.length > 0 ? renderMentions(backlinks.slice(0, 30), address, folder) : renderEmpty(`No note links here. Write [[${(path.split('/').at(-1) ?? '').replace(/\.md$/, '')}]] in another note.`)}</section>
${mentions.length > 0 ? html`<section><h2>Named, not linked</h2>${renderMentions(mentions, address, folder)}</section>` : ''}
<section><h2>Links around it</h2>${backlinks.length > 0 || text.includes('class="wiki"') ? html`<canvas class="graph" data-source="/graph.json?note=${encodeURIComponent(trimFolder(path, folder))}" role="img" aria-label="The notes around this one"></canvas>` : ''}<p><a href="/graph?note=${encodeURIComponent(trimFolder(path, folder))}">Show the graph</a></p></section>
<section><h2>History</h2>${renderHistory(history)}</section>`;
}

/** A form with what the user typed, and why it was refused. */
interface NewDraft {
  readonly form: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly problem?: string;
}

/** True for an act whose form is on the page for new things. */
export const isNewForm = (act: string): boolean => ['log', 'page', 'remind'].includes(act);

const FORMS = [
  ['log', 'Entry'],
  ['page', 'Page'],
  ['remind', 'Reminder'],
] as const;

/** Renders one of the forms for a new entry, page and reminder, and links to the others. */
export function renderNew(
  frame: PageFrame,
  types: readonly string[],
  { form, fields, problem }: NewDraft,
): Markup {
  const typed = (field: string) => fields[field] ?? '';
  const renderField: Readonly<Record<string, () => Markup>> = {
    log: () =>
      html`<label for="entry-text">Text, and the reason after “because”</label><textarea id="entry-text" name="text" rows="4" required autofocus placeholder="chose SQLite because it is one file">${typed('text')}</textarea><label for="entry-type">Type</label><select id="entry-type" name="type"><option value="">detect from the text</option>${types.map((type) => html`<option${type === typed('type') ? raw(' selected') : ''}>${type}</option>`)}</select><div class="acts"><button>Save entry</button></div>`,
    page: () =>
      html`<label for="page-title">Title</label><input id="page-title" name="title" required autofocus autocomplete="off" value="${typed('title')}"><label for="page-text">Text, in Markdown</label><textarea id="page-text" name="text" rows="8">${typed('text')}</textarea><div class="acts"><button>Create page</button></div>`,
    remind: () =>
      html`<label for="remind-text">Text of the reminder</label><input id="remind-text" name="text" required autofocus autocomplete="off" value="${typed('text')}"><label for="remind-when">When</label><input id="remind-when" name="when" required placeholder="friday at 17:00, next session, when I mention auth" autocomplete="off" value="${typed('when')}"><div class="acts"><button>Remind</button></div>`,
  };
  const shown = isNewForm(form) ? form : 'log';
  return html`<h1>New</h1>
<nav class="tabs" aria-label="What to write">${FORMS.map(([name, label]) => html`<a href="/new?form=${name}"${name === shown ? raw(' aria-current="page"') : ''}>${label}</a>`)}</nav>
${problem ? renderProblem(problem) : ''}<form method="post" action="/act/${shown}" class="edit">${renderToken(frame.formToken)}${renderField[shown]?.() ?? ''}</form>`;
}
