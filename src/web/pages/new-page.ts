import { html, raw } from 'hono/html';
import { type Markup, type PageFrame, renderProblem, renderToken } from './layout.js';

/** A form that was refused, with what the user typed. */
interface NewDraft {
  readonly form: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly problem: string;
}

/** True for an act whose form is on the page for new things. */
export const isNewForm = (act: string): boolean => ['log', 'page', 'remind'].includes(act);

/** Renders the forms for a new entry, page and reminder. */
export function renderNew(frame: PageFrame, types: readonly string[], draft: NewDraft | null = null): Markup {
  const token = renderToken(frame.formToken);
  const problem = (form: string) => (draft?.form === form ? renderProblem(draft.problem) : '');
  const typed = (form: string, field: string) => (draft?.form === form ? (draft.fields[field] ?? '') : '');
  return html`<h1>New</h1>
<section><h2>Entry</h2>${problem('log')}<form method="post" action="/act/log" class="edit">${token}<label for="entry-text">Text, and the reason after “because”</label><textarea id="entry-text" name="text" rows="3" required placeholder="chose SQLite because it is one file">${typed('log', 'text')}</textarea><label for="entry-type">Type</label><select id="entry-type" name="type"><option value="">detect from the text</option>${types.map((type) => html`<option${type === typed('log', 'type') ? raw(' selected') : ''}>${type}</option>`)}</select><div class="acts"><button>Log it</button></div></form></section>
<section><h2>Page</h2>${problem('page')}<form method="post" action="/act/page" class="edit">${token}<label for="page-title">Title</label><input id="page-title" name="title" required autocomplete="off" value="${typed('page', 'title')}"><label for="page-text">Text, in Markdown</label><textarea id="page-text" name="text" rows="5">${typed('page', 'text')}</textarea><div class="acts"><button>Create page</button></div></form></section>
<section><h2>Reminder</h2>${problem('remind')}<form method="post" action="/act/remind" class="edit">${token}<label for="remind-text">Text of the reminder</label><input id="remind-text" name="text" required autocomplete="off" value="${typed('remind', 'text')}"><label for="remind-when">When</label><input id="remind-when" name="when" required placeholder="friday at 17:00, next session, when I mention auth" autocomplete="off" value="${typed('remind', 'when')}"><div class="acts"><button>Remind</button></div></form></section>`;
}
