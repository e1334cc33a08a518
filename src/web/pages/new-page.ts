import { html, raw } from 'hono/html';
import { type Markup, type PageFrame, renderProblem, renderToken } from './layout.js';

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
