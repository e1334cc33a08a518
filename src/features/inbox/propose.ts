import { formatEntryId } from '../../command/find-entry.js';
import type { EntryDeps } from '../../command/planning-deps.js';
import { appendToSection } from '../../markdown/section-edits.js';
import { type Change, createEdit } from '../../notes/changes/change.js';
import { EMPTY_LINE, formatLine } from '../../notes/entries/entry-line.js';
import { createFingerprint } from '../../notes/entries/ids.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { archivePath, notePath } from '../../notes/kinds/index.js';
import { collectChanges, type Notebook } from '../../notes/notebook.js';
import { redact } from '../../security/secrets.js';
import { stripInvisible } from '../../text/sanitize.js';
import type { ExcessiveRemoval } from '../cron/removal-limit.js';
import { addLine } from '../memory/add-entry.js';
import type { SizeLimit, TrimPlan } from '../retention/archive-entries.js';

/**
 * A question for a person: to let a newer line supersede or close theirs, to keep a line found where Daybook writes, to make a rule,
 * to log a mistake, to keep an entry of a branch that ended, to let more leave a note than a job may take: what is settled in it, or all that the job would take.
 */
export type Proposal =
  | {
      readonly act: 'supersede' | 'close';
      readonly target: LocatedEntry;
      /** The id or handle of the newer line, and its text. */
      readonly by: string;
      readonly text: string;
    }
  | {
      readonly act: 'keep';
      readonly line: string;
      readonly found: string;
      /** The reason of the question, if it is not obvious. */
      readonly doubt?: string;
    }
  | {
      readonly act: 'feedback';
      readonly mistake: string;
      readonly correction: string;
      readonly found: string;
    }
  | {
      readonly act: 'unscope';
      readonly target: LocatedEntry;
      readonly branch: string;
      readonly because: string;
    }
  | {
      readonly act: 'amend';
      readonly target: LocatedEntry;
      readonly text: string;
      /** What its proof prints now, for its next runs; null removes the proof. */
      readonly line: string | null;
      readonly shown: string;
    }
  | { readonly act: 'unprove'; readonly target: LocatedEntry }
  | { readonly act: 'retire'; readonly target: LocatedEntry }
  | { readonly act: 'rule'; readonly from: string; readonly text: string; readonly seen: string }
  | { readonly act: 'shed'; readonly shedding: TrimPlan; readonly limit: SizeLimit }
  | { readonly act: 'let'; readonly job: string; readonly month: string; readonly loss: ExcessiveRemoval };

type Desk = Pick<EntryDeps, 'ids' | 'template'>;

/**
 * Plans to put a proposal into the inbox: a checkbox that a person ticks (`[x]`) or strikes (`[-]`) in any editor.
 * It names its target by a fingerprint of its text, so that a changed target is noticed.
 */
export function propose(proposal: Proposal, notebook: Notebook, { ids, template }: Desk): Change[] {
  const { text } = redact(wording(proposal));
  if (
    proposal.act === 'shed'
      ? wasAsked(proposal, notebook)
      : proposal.act !== 'unprove' && isAlreadyProposed(nameSubject(proposal, text), notebook)
  )
    return [];
  const parts = { ...EMPTY_LINE, box: 'open', text, why: reasonOf(proposal), id: ids.mint() } as const;
  const line = (bullet: string) => formatLine(parts, bullet);
  return [addLine({ kind: 'inbox', section: 'Proposals', line, why: WHY[proposal.act] }, notebook, template)];
}

const WHY: Readonly<Record<Proposal['act'], string>> = {
  keep: 'a line was found where Daybook writes',
  supersede: 'a newer line says nearly the same',
  close: 'a newer line says that it is fixed',
  amend: 'a fact no longer holds',
  unprove: 'a proof holds and fails in turn',
  retire: 'no hook showed an entry for a long time',
  rule: 'a mistake was made again and again',
  unscope: 'a branch ended for which an entry was noted',
  shed: 'a job stops before it takes much out of a note',
  let: 'a job stops before it takes much out of a note',
  feedback: 'an agent was corrected',
};

/** What a person needs to know to answer, beyond the proposal itself. */
function reasonOf(proposal: Proposal): string | null {
  if (proposal.act === 'supersede') return 'it is newer and says nearly the same, or the opposite';
  if (proposal.act === 'close') return 'it says that this is fixed';
  if (proposal.act === 'keep') return proposal.doubt ?? null;
  if (proposal.act === 'unscope') return proposal.because;
  if (proposal.act === 'amend') return `the proof ${proposal.shown}`;
  if (proposal.act === 'retire') return 'no hook showed it for 60 days';
  if (proposal.act === 'unprove') return 'it is flaky: it holds and fails in turn';
  if (proposal.act === 'shed') return `it has ${sizeOf(proposal.shedding)} KB; ${QUARTER}`;
  if (proposal.act !== 'let') return null;
  const { going, all } = proposal.loss;
  return `it would take ${going} of ${all}; ${QUARTER}`;
}

const QUARTER = 'a job takes no more than a quarter of a note unasked';

const sizeOf = ({ note }: TrimPlan): number => Math.ceil(new TextEncoder().encode(note.text).length / 1024);

/** True if the inbox or its archive has these words: each question is put once. */
export function isAlreadyProposed(words: string, notebook: Notebook): boolean {
  const inbox = `${notebook.content}/${notePath('inbox')}`;
  return [inbox, answeredInboxPath(notebook)].some((path) => notebook.note(path)?.text.includes(words));
}

/** True where a person has this to answer for the note, or answered it this month: what is to leave grows by the day. */
function wasAsked({ shedding, limit }: Extract<Proposal, { act: 'shed' }>, notebook: Notebook): boolean {
  const words = `entries of ${shedding.note.path}, settled before `;
  const inbox = notebook.note(`${notebook.content}/${notePath('inbox')}`)?.text.includes(words) ?? false;
  return inbox || isAlreadyProposed(words + limit.before.slice(0, 'YYYY-MM'.length), notebook);
}

/** What a job would take out of a note in a month. */
interface Leave {
  readonly job: string;
  readonly path: string;
  readonly month: string;
}

/** True where a person accepted that a job takes so much out of a note in that month. */
export const isRemovalApproved = (leave: Leave, notebook: Notebook): boolean =>
  (notebook.note(answeredInboxPath(notebook))?.text ?? '').includes(`[x] ${letting(leave)}`);

const letting = ({ job, path, month }: Leave): string => `let ${job} take entries out of ${path} in ${month}`;

/** Where proposals lie that are settled. */
export const answeredInboxPath = ({ content }: Notebook): string =>
  `${content}/${archivePath(notePath('inbox'))}`;

/** Returns the words of a proposal without the place of its target; other proposals have the words of a retired entry too. */
const nameSubject = (proposal: Proposal, text: string): string =>
  proposal.act === 'retire'
    ? text.slice(0, text.indexOf(' in '))
    : 'target' in proposal
      ? text.slice(text.indexOf('«'))
      : text;

function wording(proposal: Proposal): string {
  if (proposal.act === 'unscope')
    return nameTarget('take over', proposal.target, `from branch ${proposal.branch}`);
  if (proposal.act === 'amend')
    return nameTarget(
      'amend',
      proposal.target,
      `to «${proposal.text}»${proposal.line === null ? '' : `, its proof to «${proposal.line}»`}`,
    );
  if (proposal.act === 'retire') return nameTarget('retire', proposal.target, '');
  if (proposal.act === 'unprove') return nameTarget('remove the proof of', proposal.target, '');
  if (proposal.act === 'keep') return `keep «${proposal.line}», found in ${proposal.found}`;
  if (proposal.act === 'feedback') {
    const instead = proposal.correction === '' ? '' : ` -> «${proposal.correction}»`;
    return `feedback «${proposal.mistake}»${instead}, found in ${proposal.found}`;
  }
  if (proposal.act === 'rule') return `rule from ${proposal.from} «${proposal.text}», ${proposal.seen}`;
  if (proposal.act === 'shed') {
    const { shedding, limit } = proposal;
    const some = `${shedding.going.length} of ${shedding.all}`;
    return `move ${some} entries of ${shedding.note.path}, settled before ${limit.before}, to the archive until it has ${limit.kb} KB`;
  }
  if (proposal.act === 'let') {
    const { job, month, loss } = proposal;
    return letting({ job, month, path: loss.path });
  }
  const { act, target, by, text } = proposal;
  return nameTarget(act, target, `by ${formatEntryId(by)} «${text}»`);
}

/** Names an entry by a fingerprint of its text, and by its place. */
const nameTarget = (act: string, { text, path, line }: LocatedEntry, rest: string): string =>
  `${act} ~${createFingerprint(text)} in ${path}:${line} «${text}» ${rest}`;

/**
 * Plans a question about a text that reads like an instruction (FEATURES H7): it is stored only with consent.
 * Plans nothing if the question was put before.
 */
export const proposeWithheldText = (
  text: string,
  why: string | null,
  found: string,
  notebook: Notebook,
  deps: Desk,
): Change[] => {
  const phrase = why === null ? text : `${text} — ${why}`;
  return proposeWords(phrase, found, 'it reads like an instruction to an agent', notebook, deps);
};

/** Plans to ask a person about a text that is close to what they have forgotten. */
export const proposeForgotten = (
  text: string,
  day: string,
  found: string,
  notebook: Notebook,
  deps: Desk,
): Change[] => proposeWords(text, found, `it is close to what you forgot on ${day}`, notebook, deps);

/** Plans to ask a person about words that were captured unasked in a session which read foreign text. */
export function proposeForeign(
  texts: readonly string[],
  found: string,
  notebook: Notebook,
  deps: Desk,
): readonly Change[] {
  const doubt = 'its session used the web or the server of another tool';
  return collectChanges(texts, notebook, (text, now) => proposeWords(text, found, doubt, now, deps));
}

function proposeWords(text: string, found: string, doubt: string, notebook: Notebook, deps: Desk): Change[] {
  const line = redact(stripInvisible(text).replace(/[«»\n]/g, ' ')).text;
  if (isAlreadyProposed(`keep «${line}»`, notebook)) return [];
  return propose({ act: 'keep', line, found, doubt }, notebook, deps);
}

/** Returns what the inbox knows about the proof of an entry: an open proposal, one that ended because it held again, or that it is flaky. */
export function findFactProposal(
  entry: LocatedEntry,
  notebook: Notebook,
): 'open' | 'withdrawn' | 'flaky' | null {
  const mark = `~${createFingerprint(entry.text)} in `;
  if (isAlreadyProposed(`remove the proof of ${mark}`, notebook)) return 'flaky';
  const inbox = notebook.note(`${notebook.content}/${notePath('inbox')}`)?.text ?? '';
  if (inbox.includes(`[ ] amend ${mark}`)) return 'open';
  const answered = notebook.note(answeredInboxPath(notebook))?.text.split('\n') ?? [];
  return answered.some((line) => line.includes(`amend ${mark}`) && line.includes('[status:: stale]'))
    ? 'withdrawn'
    : null;
}

const SECTION = 'Proposals';

/** Plans to file proposals that are settled: each is a line with its box, without a bullet. */
export function archiveProposals(
  lines: readonly string[],
  notebook: Notebook,
  why: string,
): readonly Change[] {
  const path = answeredInboxPath(notebook);
  return collectChanges(lines, notebook, (line, now) => {
    const note = now.note(path);
    const item = (bullet: string) => `${/\s$/.test(bullet) ? bullet : `${bullet} `}${line}`;
    return note
      ? createEdit(note, appendToSection(note.text, now.outline(note), SECTION, [SECTION], item), why)
      : [{ kind: 'create', path, text: `# Inbox, settled\n\n## ${SECTION}\n\n${item('-')}\n`, why }];
  });
}
