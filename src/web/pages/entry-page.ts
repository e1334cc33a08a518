import { html, raw } from 'hono/html';
import { formatReceipt } from '../../features/receipts/receipts.js';
import { OPEN_TYPES } from '../../matching/relations/find-relation.js';
import { isStanding } from '../../notes/entries/entry.js';
import { trimFolder } from '../../notes/kinds/note-paths.js';
import type { ReplyOf } from '../../output/schemas/index.js';
import { makeEntryAddress, makePlaceAddress, makeTagAddress } from '../address.js';
import type { EntryLook } from '../note-looks.js';
import { renderProse, renderType, shorten, stripMarkup } from './entry-list.js';
import { type Markup, type PageFrame, renderButton, renderProblem, renderToken } from './layout.js';

/** The output of `why` for an entry. */
export type EntryStory = NonNullable<ReplyOf<'why', object>['why']>;

/** An entry that `forget` would remove. */
export interface ForgettableItem {
  readonly id: string;
  readonly type: string;
  readonly text: string;
  readonly path: string;
  readonly line: number;
  readonly how: 'named' | 'derived' | 'copy';
}

/** An unsaved edit: its text, and why it was not saved. */
export interface EditDraft {
  readonly text: string;
  readonly isConflict: boolean;
  readonly preview: string | null;
  readonly problem: string | null;
  /** Words that were to name a newer entry, and the entries that have them. */
  readonly newer?: {
    readonly words: string;
    readonly candidates: readonly Pick<ForgettableItem, 'id' | 'text'>[];
  };
}

/** Renders an entry with its acts and facts. `forgettable` is empty until the user opens the confirmation. */
export function renderEntryPage(
  frame: PageFrame,
  look: EntryLook,
  forgettable: readonly ForgettableItem[],
  draft: EditDraft | null = null,
): Markup {
  const { entry, folder, words, mark } = look;
  const { id, type, tags } = entry;
  return html`<article>
<p class="crumbs"><a href="${makePlaceAddress(entry, folder)}">${trimFolder(entry.path, folder)}</a> · ${id}</p>
<h1 class="entry-title">${renderType(type)}<span class="visually-hidden">${words.slice(0, 60)}</span></h1>
${draft?.isConflict ? html`<div class="conflict" role="alert"><h2>This entry changed in the meantime</h2><p>Nothing was saved. Compare both versions; saving now replaces the current one.</p><div class="both"><div><h3>Current version</h3>${renderProse(look.html)}</div><div><h3>Your version</h3><p>${draft.text}</p></div></div></div>` : renderProse(look.html)}
${draft?.problem ? renderProblem(draft.problem) : ''}
${draft?.preview ? html`<section class="preview"><h2>Preview</h2>${renderProse(draft.preview)}</section>` : ''}
${
  frame.readOnly
    ? ''
    : html`${isStanding(entry) ? html`<div class="acts" aria-label="Acts" role="group">${renderStateButtons(frame, entry)}${renderButton(frame, tags.includes('key') ? 'unpin' : 'pin', tags.includes('key') ? 'Unpin' : 'Pin', { id })}</div>` : ''}
${entry.kind === 'reminders' ? renderMove(frame, id) : ''}<section><h2>Edit</h2><form method="post" action="/act/edit" class="edit">${renderToken(frame.formToken)}<input type="hidden" name="id" value="${id}"><input type="hidden" name="mark" value="${mark}"><label for="text">Text, and the reason after —</label><textarea id="text" name="text" rows="4" required aria-keyshortcuts="e">${draft?.text ?? words}</textarea><div class="acts"><button>Save</button><button class="quiet" name="preview" value="1">Preview</button></div></form></section>
${renderSupersede(frame, id, draft?.newer)}
${renderForget(frame, id, forgettable)}`
}
</article>`;
}

/** Renders place, origin and state of an entry. */
export function renderEntryFacts(look: EntryLook, story: EntryStory | null): Markup {
  const { entry, folder, title } = look;
  const { id, status, at, by, branch, tags, verified, superseded } = entry;
  const facts: readonly (readonly [string, Markup])[] = [
    ['Place', html`<a href="${makePlaceAddress(entry, folder)}">${title}, line ${entry.line}</a>`],
    ...(at
      ? [
          [
            'Written',
            html`${at.slice(0, 16).replace('T', ' ')}${by ? ` by ${by}` : ''}${branch ? ` on ${branch}` : ''}`,
          ] as const,
        ]
      : []),
    ...(status ? [['Status', status] as const] : []),
    ...(superseded
      ? [
          [
            'Superseded by',
            html`<a href="/entry/${superseded.replace(/^.*\^/, '')}">${superseded}</a>`,
          ] as const,
        ]
      : []),
    ...(verified ? [['Verified', verified] as const] : []),
    ...(look.named.length > 0 ? [['What it names', look.named.join('; ')] as const] : []),
    ...(tags.length > 0
      ? [
          [
            'Tags',
            html`${tags.map((tag) => html`<a class="tag" href="${makeTagAddress(tag)}">#${tag}</a> `)}`,
          ] as const,
        ]
      : []),
    ...(story ? [['In the agent’s brief', story.brief.reason] as const] : []),
    ...(story?.receipt ? [['What agents did', formatReceipt(story.receipt)] as const] : []),
    ...(story?.written ?? [])
      .slice(-3)
      .map(
        (one) =>
          [
            `Change ${one.seq}`,
            `${one.verb}, ${one.at.slice(0, 16).replace('T', ' ')}, by ${one.by ?? 'a person'}`,
          ] as const,
      ),
  ];
  return html`${renderNeighbours(look)}<section><h2>About it</h2><dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>${story ? '' : html`<p><a href="/entry/${encodeURIComponent(id)}?explain=1">Explain its origin, and whether the agent’s brief shows it</a></p>`}</section>`;
}

/** Renders the entries before and after it. */
function renderNeighbours({ around }: EntryLook): Markup {
  const beside = [around.before, around.after];
  if (beside.every((one) => one === null)) return '';
  return html`<section><h2>Before and after</h2><ul class="plain">${beside.map((one) => (one ? html`<li><a href="${makeEntryAddress(one.id)}">${shorten(stripMarkup(one.text), 160)}</a></li>` : ''))}</ul></section>`;
}

function renderStateButtons(frame: PageFrame, { id, type }: EntryLook['entry']): Markup {
  const isTask = ['next', 'reminder', 'todo'].includes(type);
  return html`${isTask || OPEN_TYPES.has(type) ? renderButton(frame, 'done', 'Done', { id }, raw(' aria-keyshortcuts="d"')) : ''}${isTask ? '' : renderButton(frame, 'verify', 'Still true', { id })}${renderButton(frame, 'drop', 'No longer true', { id })}`;
}

/** Renders the form that moves a reminder to another time. */
const renderMove = (frame: PageFrame, id: string): Markup =>
  html`<section><h2>Move</h2><form method="post" action="/act/move" class="edit">${renderToken(frame.formToken)}<input type="hidden" name="id" value="${id}"><label for="when">When it comes up again</label><input id="when" name="when" required aria-keyshortcuts="m" placeholder="tomorrow, in 3 days, friday at 17:00" autocomplete="off"><div class="acts"><button class="quiet">Move</button></div></form></section>`;

/** Renders the form that names a newer entry; after an ambiguous answer with the entries to choose from. */
function renderSupersede(frame: PageFrame, id: string, newer: EditDraft['newer']): Markup {
  const { words = '', candidates = [] } = newer ?? {};
  const others = candidates.filter((one) => one.id !== id).slice(0, MOST_CHOICES);
  const choices = html`<ul class="plain choices">${others.map((one) => html`<li><span>${shorten(stripMarkup(one.text), 160)}</span>${renderButton(frame, 'supersede', 'This one', { id, by: one.id })}</li>`)}</ul>`;
  return html`<details${raw(newer ? ' open' : '')}><summary>Replace it by a newer entry</summary>${others.length > 0 ? choices : ''}<form method="post" action="/act/supersede" class="edit">${renderToken(frame.formToken)}<input type="hidden" name="id" value="${id}"><label for="by">The newer entry: its id, or words that only it contains</label><input id="by" name="by" required autocomplete="off" value="${words}"><div class="acts"><button class="quiet">Supersede</button></div></form></details>`;
}

const MOST_CHOICES = 10;

/** Renders the link that lists what would be removed, and then the button. */
function renderForget(frame: PageFrame, id: string, items: readonly ForgettableItem[]): Markup {
  const address = `/entry/${encodeURIComponent(id)}?forget=1`;
  if (items.length === 0)
    return html`<p id="forget"><a href="${address}" aria-keyshortcuts="f">Forget it</a>: first shows what would be removed.</p>`;
  return html`<section id="forget"><h2>Forget</h2><p>This removes:</p><ul>${items.map((item) => html`<li>${renderType(item.type)}${item.text} <small>${item.path}:${item.line}${HOW[item.how]}</small></li>`)}</ul><p>Imports and agents do not bring it back. You can undo it for 30 days. Git history and the copies of teammates stay.</p><div class="acts">${renderButton(frame, 'forget', 'Forget it', { id }, raw(' autofocus'))}</div></section>`;
}

const HOW: Readonly<Record<ForgettableItem['how'], string>> = {
  named: '',
  derived: ', derived from it',
  copy: ', same content',
};
