import type { EntryDeps } from '../../command/planning-deps.js';
import type { Change } from '../../notes/changes/change.js';
import { editEntry } from '../../notes/edit/edit-entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { notePath } from '../../notes/kinds/index.js';
import type { Notebook } from '../../notes/notebook.js';
import { cutText, toPlainLine } from '../../text/sanitize.js';
import type { ToolCall } from '../../transcripts/tool-call.js';
import { callEffect } from '../daily-notes/trace/workflow-stage.js';
import { answeredInboxPath, propose } from '../inbox/propose.js';
import { createAttemptKey } from './attempt.js';
import { getErrorLines } from './find-fixes.js';
import { listTouchedFiles } from './touched-files.js';

/** What drafting needs besides the notes; `wrote` is true if Daybook wrote this exact line. */
type ErrorDraftOptions = Pick<EntryDeps, 'ids' | 'template' | 'entries'> & {
  readonly wrote: (path: string, line: string) => boolean;
};

/**
 * Drafts a command that failed twice for the correction log, once for each error: the draft waits in the inbox until a person
 * accepts it. `correction` is empty while nothing fixed it.
 */
export function draftError(
  call: ToolCall,
  correction: string,
  notebook: Notebook,
  deps: ErrorDraftOptions,
): readonly Change[] {
  const mistake = `${opening(call)}${inQuotes(getErrorLines(call)[0] ?? 'no reason given', 160)}`;
  if (isDrafted(call, mistake, notebook, deps)) return [];
  const found = `an error${call.session === null ? '' : ` of session ${call.session}`}`;
  return propose({ act: 'feedback', mistake, correction, found }, notebook, deps);
}

/** Each error is drafted once, however its numbers change, and whatever a person answered; one attempt has one draft that waits. */
function isDrafted(call: ToolCall, mistake: string, notebook: Notebook, deps: ErrorDraftOptions): boolean {
  const reported = [inboxOf(notebook), answeredInboxPath(notebook)].map((path) =>
    plain(notebook.note(path)?.text ?? ''),
  );
  if (reported.some((text) => text.includes(plain(`feedback «${mistake}»`)))) return true;
  return draftsIn(notebook, deps).some(({ text }) => text.startsWith(`feedback «${opening(call)}`));
}

const plain = (text: string): string => text.replace(/\d+/g, '0').toLowerCase();

/**
 * Fills the draft of a failed command that now succeeded with the changes between, or drafts it; a draft that a person edited is
 * left alone, and so is a failure after which nothing was changed.
 */
export function completeErrorDraft(
  failed: readonly ToolCall[],
  calls: readonly ToolCall[],
  notebook: Notebook,
  deps: ErrorDraftOptions,
): readonly Change[] {
  const [first, now] = [failed[0], calls.at(-1)];
  const inbox = notebook.note(inboxOf(notebook));
  const last = failed.at(-1);
  if (!first || !last || !now) return [];
  const fix = describeFix(failed, calls, now);
  if (fix === null) return [];
  const instead = inQuotes(fix, 240);
  if (!inbox) return draftError(last, instead, notebook, deps);
  const draft = draftsIn(notebook, deps).find(
    ({ text }) => text.startsWith(`feedback «${opening(first)}`) && /^[^»]*», found in an error/.test(text),
  );
  if (!draft) return draftError(last, instead, notebook, deps);
  if (!deps.wrote(draft.path, inbox.text.slice(draft.start, draft.end).trimEnd())) return [];
  const edit = (words: string) =>
    words.replace('», found in an error', `» -> «${instead}», found in an error`);
  return editEntry(draft, inbox, notebook.outline(inbox), edit, 'a failed command succeeded');
}

/** Formats the changes before it succeeded; null if there were none. */
function describeFix(failed: readonly ToolCall[], calls: readonly ToolCall[], now: ToolCall): string | null {
  const since = calls.slice(calls.lastIndexOf(failed.at(-1) ?? now));
  const changed = listTouchedFiles(since).flatMap(({ path, how }) =>
    how === 'modified' ? [`\`${path}\``] : [],
  );
  const times = failed.length === 1 ? '' : ` (it failed ${failed.length} times)`;
  return changed.length === 0
    ? null
    : `it succeeded after a change of ${changed.slice(0, 5).join(', ')}${times}`;
}

const inboxOf = ({ content }: Notebook): string => `${content}/${notePath('inbox')}`;

/** Drafts that wait for an answer. */
function draftsIn(notebook: Notebook, { entries }: ErrorDraftOptions): readonly LocatedEntry[] {
  const inbox = notebook.note(inboxOf(notebook));
  return inbox
    ? entries(inbox).filter(({ status, text }) => status === 'open' && text.startsWith('feedback «'))
    : [];
}

/** ``«`npm test` failed: ``: a command by its words, any other tool by its name, for its inputs differ each time. */
const opening = (call: ToolCall): string =>
  callEffect(call) === 'runs'
    ? `\`${inQuotes(createAttemptKey(call), 80).replaceAll('`', "'")}\` failed: `
    : `${call.tool} failed: `;

/** Words between « and », on one line. */
const inQuotes = (words: string, most: number): string =>
  cutText(toPlainLine(words).replaceAll('«', '‹').replaceAll('»', '›'), most);
