import {
  type CommandContext,
  type CommandReply,
  type ResultItem,
  UserError,
} from '../../command/define-command.js';
import { toEntryJson } from '../../command/entry-format.js';
import { findByName, toCandidate } from '../../command/find-entry.js';
import { createArchiveDeps } from '../../command/planning-deps.js';
import { requireWritable } from '../../command/require-writable.js';
import { createUsageError } from '../../errors.js';
import type { Change } from '../../notes/changes/change.js';
import { editEntries, setCheckbox } from '../../notes/edit/edit-entry.js';
import type { Checkbox } from '../../notes/entries/entry-line.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { notePath } from '../../notes/kinds/index.js';
import type { Note } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';
import { pluralize } from '../../text/pluralize.js';
import { describeUnchecked } from '../proofs/proved-entries.js';
import { createProofEffect } from '../workspace/registry-effect.js';
import { type AppliedProposal, applyAnswers, isProposal, readProposalText } from './apply-answers.js';
import { answeredInboxPath } from './propose.js';

/** A proposal of the inbox, with the number by which a person answers it. */
interface NumberedProposal {
  readonly n: number;
  readonly entry: LocatedEntry;
  /** Its whole line. */
  readonly text: string;
  /** The reason for the proposal, if it is not in the text. */
  readonly why: string | null;
}

const inboxPath = ({ content }: Notebook): string => `${content}/${notePath('inbox')}`;

const getInbox = ({ notebook }: CommandContext): Note | null => notebook.note(inboxPath(notebook));

/** The status of an answered proposal in the archive, which keeps its number for the day. */
const ANSWERED = /\[status:: number (\d+) on (\S+)\]/g;

/** Lists the numbers of the proposals that were answered today: the others keep theirs. */
function listAnsweredNumbers({ notebook, now, local }: CommandContext): ReadonlySet<number> {
  const text = notebook.note(answeredInboxPath(notebook))?.text ?? '';
  const today = local(now).date;
  return new Set([...text.matchAll(ANSWERED)].flatMap(([, n, day]) => (day === today ? [Number(n)] : [])));
}

/** Lists the proposals of the inbox, from the top; lines that Daybook did not propose are left out. */
function listProposals(ctx: CommandContext, inbox: Note | null): readonly NumberedProposal[] {
  const entries = inbox ? ctx.entries(inbox) : [];
  const answered = listAnsweredNumbers(ctx);
  let n = 0;
  return entries
    .flatMap((entry) => {
      const text = inbox ? readProposalText(entry, inbox) : '';
      const why = entry.why !== null && text.includes(entry.why) ? null : entry.why;
      return isProposal(text) ? [{ entry, text, why }] : [];
    })
    .map((one) => {
      do n++;
      while (answered.has(n));
      return { n, ...one };
    });
}

/** Plans the reply that lists all proposals. */
export function planList(ctx: CommandContext): CommandReply {
  const proposals = listProposals(ctx, getInbox(ctx));
  const head =
    proposals.length === 0
      ? 'No proposals are waiting. Daybook proposes here what it is not sure of.'
      : `${pluralize(proposals.length, 'proposal')}. Answer: daybook inbox accept N…, or decline N…`;
  return {
    message: [head, describeUnchecked(ctx)].filter(Boolean).join('\n'),
    items: proposals.map(toItem).reverse(),
    data: { proposals: proposals.map((one) => toProposalJson(ctx, one)) },
  };
}

/** Plans to accept or decline the proposals that a person names: what a ticked box and the next job would do, at once. */
export function planAnswer(ctx: CommandContext, box: Checkbox, names: string | undefined): CommandReply {
  const act = box === 'done' ? 'accept' : 'decline';
  requirePerson(ctx, act);
  requireWritable(ctx, inboxPath(ctx.notebook));
  const inbox = getInbox(ctx);
  const proposals = listProposals(ctx, inbox);
  if (names === undefined || names.trim() === '')
    throw createUsageError(
      `no proposal to ${act} is named`,
      `write: daybook inbox ${act} 1; list them: daybook inbox`,
    );
  const chosen = inbox ? findProposals(names, proposals, inbox) : [];
  if (!inbox || chosen.length === 0) throw unknownNumber(names, proposals);
  const entries = chosen.map(({ entry }) => entry);
  const ticked = editEntries(
    entries,
    inbox,
    ctx.notebook.outline(inbox),
    setCheckbox(box),
    `${act}ed in the inbox`,
  );
  return settle(ctx, chosen, ticked);
}

/** Plans to move the proposals that a person struck in the note (`[-]`) into the archive. */
export function planClear(ctx: CommandContext): CommandReply {
  requirePerson(ctx, 'clear');
  requireWritable(ctx, inboxPath(ctx.notebook));
  const declined = listProposals(ctx, getInbox(ctx)).filter(({ entry }) => entry.status === 'dropped');
  return settle(ctx, declined);
}

function settle(
  ctx: CommandContext,
  proposals: readonly NumberedProposal[],
  changes: readonly Change[] = [],
): CommandReply {
  const numbers = new Map(proposals.map(({ entry, n }) => [entry.line, n]));
  const notebook = ctx.notebook.after(changes);
  const today = ctx.local(ctx.now).date;
  const { changes: made, settled } = applyAnswers(
    notebook,
    {
      ...createArchiveDeps(ctx),
      isConfirmed: (check) => ctx.query('isAttended') && ctx.query('confirmedProofs')(check),
    },
    ({ line }) => numbers.has(line),
    ({ line }) => `number ${numbers.get(line)} on ${today}`,
  );
  const path = inboxPath(notebook);
  const left = settled.filter(({ how }) => how === 'stale');
  const confirmed = settled.flatMap((one) => one.confirmed ?? []);
  const after = ctx.notebook.after([...changes, ...made]);
  return {
    message: summarize(settled),
    items: settled.filter(({ how }) => how !== 'stale').map(toSettledItem),
    data: {
      proposals: listProposals({ ...ctx, notebook: after }, after.note(path)).map((one) =>
        toProposalJson(ctx, one),
      ),
      settled: settled.map(({ proposal, words, how, said: text }) => ({
        id: proposal.id,
        proposal: words,
        how,
        said: text,
      })),
    },
    changes: [...changes, ...made],
    ...(confirmed.length > 0 ? { effects: [createProofEffect(confirmed)] } : {}),
    approvedPaths: [path, ...settled.flatMap(({ outOf }) => outOf ?? [])],
    notices: left.map(({ words, said: phrase }) => ({
      level: 'warning',
      path,
      message: `«${words.slice(0, 80)}» ${phrase}`,
    })),
    ...(settled.length > 0 ? { location: path } : {}),
    ...(left.length > 0 ? { exit: 1 as const } : {}),
  };
}

function summarize(settled: readonly AppliedProposal[]): string {
  const parts = [
    ['applied', 'accepted and carried out'],
    ['declined', 'declined: not proposed again'],
    ['stale', 'out of date and left alone'],
  ];
  const lines = parts.flatMap(([how, what]) => {
    const count = settled.filter((one) => one.how === how).length;
    return count > 0 ? [`${count} ${what}`] : [];
  });
  return lines.length === 0 ? 'Nothing was declined.' : `${lines.join(', ')}.`;
}

/** A proposal asks a person, so an agent that answers it would answer itself. */
function requirePerson({ actor }: CommandContext, act: string): void {
  if (actor.by === null) return;
  throw new UserError(
    'person-only',
    `${actor.by} may list proposals, a person answers them`,
    `ask the user to run: daybook inbox ${act} N, or to tick the line in ${notePath('inbox')}`,
  );
}

const NUMBERS = /^\d+(?:[\s,]+\d+)*$/;
const IDS = /^[\^~]\S+(?:[\s,]+[\^~]\S+)*$/;

/** Finds the proposals that numbers or ids name, or the one that another name or words find. */
function findProposals(
  names: string,
  proposals: readonly NumberedProposal[],
  inbox: Note,
): readonly NumberedProposal[] {
  const text = names.trim();
  const parts = text.split(/[\s,]+/);
  const found = NUMBERS.test(text)
    ? parts.map((name) => proposals.find(({ n }) => n === Number(name)) ?? name)
    : (IDS.test(text) ? parts : [text]).map((name) => findProposal(name, proposals, inbox));
  const missing = found.find((one) => typeof one === 'string');
  if (missing !== undefined) throw unknownNumber(missing, proposals);
  return [...new Set(found)].filter((one) => typeof one !== 'string');
}

const findProposal = (name: string, proposals: readonly NumberedProposal[], inbox: Note): NumberedProposal =>
  findByName(
    name,
    proposals.map((one) => ({
      ...toCandidate(one.entry, inbox),
      item: one,
      text: one.text,
      isCurrent: true,
    })),
    { noun: 'proposal', hint: 'list them: daybook inbox' },
  ).item;

const unknownNumber = (n: string, proposals: readonly NumberedProposal[]): UserError =>
  new UserError(
    'unknown-proposal',
    `no proposal \`${n}\`: ${proposals.length === 0 ? 'none waits' : `the last one is ${proposals.at(-1)?.n}`}`,
    'list them: daybook inbox',
  );

const toItem = ({ n, entry, text, why }: NumberedProposal): ResultItem => ({
  path: entry.path,
  line: entry.line,
  what: `${n}. ${text}`,
  why: [why, STATES[entry.status ?? '']].filter(Boolean).join(', ') || null,
  id: entry.id,
});

/** What a person did to the box in an editor. */
const STATES: Readonly<Record<string, string>> = {
  done: 'accepted, the next checkpoint carries it out',
  dropped: 'declined, the next checkpoint files it',
};

const toSettledItem = ({ words, said: text }: AppliedProposal): ResultItem => ({ what: words, why: text });

const toProposalJson = (ctx: CommandContext, { n, entry, text, why }: NumberedProposal) => ({
  ...toEntryJson(ctx, entry),
  n,
  text,
  why,
});
