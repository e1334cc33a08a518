import { pathOf } from '../../kinds/index.js';
import type { Change } from '../../wiki/change.js';
import type { Located } from '../../wiki/entries.js';
import { plainLine } from '../../wiki/harmless.js';
import type { Ids } from '../../wiki/ids.js';
import type { Note } from '../../wiki/note.js';
import type { ToolCall } from '../../wiki/tool-call.js';
import type { Wiki } from '../../wiki/wiki.js';
import { propose, settledPath } from '../propose.js';
import { revise } from '../revise.js';
import { doesOf } from '../trace/stage.js';
import { attemptOf } from './attempt.js';
import { filesTouched } from './files.js';

/** What drafting takes besides the notes. */
export interface Drafting {
  readonly ids: Ids;
  readonly template: (name: string) => string;
  readonly entries: (note: Note) => readonly Located[];
  /** True where this very line was written by Daybook. */
  readonly wrote: (path: string, line: string) => boolean;
}

/** A draft for the correction log, once an error: it waits in the inbox, and nothing is learned until a person ticks it. */
export function draftMishap(call: ToolCall, wiki: Wiki, desk: Drafting): readonly Change[] {
  const mistake = `${opening(call)}${inQuotes(call.error ?? 'nobody said why', 160)}`;
  if (isDrafted(call, mistake, wiki, desk)) return [];
  const found = `an error${call.session === null ? '' : ` of session ${call.session}`}`;
  return propose({ act: 'feedback', mistake, correction: '', found }, wiki, desk);
}

/** Each error is drafted once, however its numbers change, and whatever a person answered; one attempt has one draft that waits. */
function isDrafted(call: ToolCall, mistake: string, wiki: Wiki, desk: Drafting): boolean {
  const told = [inboxOf(wiki), settledPath(wiki)].map((path) => plain(wiki.note(path)?.text ?? ''));
  if (told.some((text) => text.includes(plain(`feedback «${mistake}»`)))) return true;
  return draftsIn(wiki, desk).some(({ text }) => text.startsWith(`feedback «${opening(call)}`));
}

const plain = (text: string): string => text.replace(/\d+/g, '0').toLowerCase();

/** Fills the draft of what failed and now went well with what was done between; a draft that somebody wrote on stays as it is. */
export function fillMishap(
  failed: readonly ToolCall[],
  calls: readonly ToolCall[],
  wiki: Wiki,
  desk: Drafting,
): readonly Change[] {
  const [first, now] = [failed[0], calls.at(-1)];
  const inbox = wiki.note(inboxOf(wiki));
  if (!first || !now || !inbox) return [];
  const draft = draftsIn(wiki, desk).find(
    ({ text }) => text.startsWith(`feedback «${opening(first)}`) && /^[^»]*», found in an error/.test(text),
  );
  if (!draft || !desk.wrote(draft.path, inbox.text.slice(draft.start, draft.end).trimEnd())) return [];
  const instead = inQuotes(mendedBy(failed, calls, now), 240);
  const edit = (words: string) =>
    words.replace('», found in an error', `» -> «${instead}», found in an error`);
  return revise(draft, inbox, wiki.outline(inbox), edit, 'what failed went well');
}

/** What was different when it went well. */
function mendedBy(failed: readonly ToolCall[], calls: readonly ToolCall[], now: ToolCall): string {
  const since = calls.slice(calls.lastIndexOf(failed.at(-1) ?? now));
  const changed = filesTouched(since).flatMap(({ path, how }) => (how === 'modified' ? [`\`${path}\``] : []));
  const times = failed.length === 1 ? '' : ` (it failed ${failed.length} times)`;
  if (changed.length > 0) return `it went well after a change of ${changed.slice(0, 5).join(', ')}${times}`;
  return `it went well when it was tried again${times}`;
}

const inboxOf = ({ content }: Wiki): string => `${content}/${pathOf('inbox')}`;

/** Drafts that wait for an answer. */
function draftsIn(wiki: Wiki, { entries }: Drafting): readonly Located[] {
  const inbox = wiki.note(inboxOf(wiki));
  return inbox
    ? entries(inbox).filter(({ status, text }) => status === 'open' && text.startsWith('feedback «'))
    : [];
}

/** ``«`npm test` failed: ``: a command by its words, any other tool by its name, for its inputs differ each time. */
const opening = (call: ToolCall): string =>
  doesOf(call) === 'runs'
    ? `\`${inQuotes(attemptOf(call), 80).replaceAll('`', "'")}\` failed: `
    : `${call.tool} failed: `;

/** Words between « and », on one line. */
function inQuotes(words: string, most: number): string {
  const clean = plainLine(words).replaceAll('«', '‹').replaceAll('»', '›');
  return clean.length > most ? `${clean.slice(0, most - 1)}…` : clean;
}
