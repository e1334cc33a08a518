import { type CommandContext, defineCommand, UserError } from '../../command/define-command.js';
import { createArchiveDeps } from '../../command/planning-deps.js';
import type { Change } from '../../notes/changes/change.js';
import { createFingerprint } from '../../notes/entries/ids.js';
import { type FactCheck, splitCommand } from '../../notes/entries/proof.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { notePath } from '../../notes/kinds/index.js';
import type { Note } from '../../notes/note.js';
import { collectChanges, type Notebook } from '../../notes/notebook.js';
import { isInstruction } from '../../security/injection/classifier.js';
import { pluralize } from '../../text/pluralize.js';
import { sanitizeLine } from '../../text/sanitize.js';
import { archiveSettled } from '../inbox/apply-answers.js';
import { findFactProposal, propose } from '../inbox/propose.js';
import { listProvedEntries, type ProvedEntry } from './proved-entries.js';

/** The time limit of a proof (ms). */
const LIMIT_MS = 10_000;
/** The longest new text that is shown. */
const MOST_SHOWN = 160;

/** An id or a link of a note, which printed text must not become. */
const REFERENCE = /\[\[|(?:^|\s)\^[\w-]+(?=\s|$)/;

/** Statuses by which a program that starts another one says that it could not. */
const [NOT_STARTED, NOT_FOUND] = [126, 127];

/** Runs the confirmed proofs: what no longer holds waits in the inbox. */
export const verify = defineCommand({
  name: 'verify',
  description: 'run the proofs of facts that you confirmed',
  group: 'Other names and plumbing',
  params: {},
  examples: ['daybook cron run verify'],
  updatesBlock: 'outside jobs',
  plan(ctx) {
    if (ctx.query('root').foreign !== undefined)
      throw new UserError(
        'foreign',
        'others can write to this workspace, so no proof is run',
        'look at it first: daybook status',
      );
    const isConfirmed = ctx.query('confirmedProofs');
    const proved = listProvedEntries(ctx);
    const confirmed = proved.filter(({ check }) => isConfirmed(check));
    const checked = confirmed.map((entry) => ({ entry, ...checkFact(ctx, entry.check) }));
    const changes = collectChanges(checked, ctx.notebook, (one, notebook) =>
      planOutcome({ ...ctx, notebook }, one),
    );
    const failed = checked.filter(
      ({ entry, state }) =>
        state === 'fails' && findFactProposal(entry, ctx.notebook.after(changes)) !== 'flaky',
    );
    const fresh = failed.filter(({ entry }) => findFactProposal(entry, ctx.notebook) !== 'open');
    const count = failed.length > 1 ? ` (${fresh.length} new of ${failed.length})` : '';
    const unchecked = checked.filter(({ state }) => state === 'unchecked');
    const waiting = proved.length - confirmed.length;
    const describe = (facts: typeof checked) =>
      facts.map(({ entry, shown }) => `${entry.text} (the proof ${shown})`).join('; ');
    const parts = [
      `${pluralize(checked.length - unchecked.length, 'fact')} checked`,
      ...(failed.length === 0
        ? []
        : [`no longer true${count}: ${describe(fresh.length > 0 ? fresh : failed)}`]),
      ...(unchecked.length === 0 ? [] : [`could not be checked: ${describe(unchecked)}`]),
      ...(waiting === 0
        ? []
        : [`${pluralize(waiting, 'proof waits', 'proofs wait')} for a person: daybook trust --proofs`]),
      ...(checked.length === 0 || ctx.query('isolation')
        ? []
        : ['this system cannot refuse them the network']),
    ];
    return {
      message: `${parts.join('; ')}.`,
      data: { facts: checked.map(({ entry, state, shown }) => ({ id: entry.id, state, shown })), waiting },
      changes,
      approvedPaths: [`${ctx.notebook.content}/${notePath('inbox')}`],
    };
  },
});

/** The result of a proof. */
interface CheckedFact {
  readonly state: 'holds' | 'fails' | 'flaky' | 'unchecked';
  /** What it did, in words. */
  readonly shown: string;
  /** The line that it printed; null if it failed. */
  readonly line: string | null;
}

/** Runs a proof; one that fails is run again at once. */
function checkFact(ctx: CommandContext, check: FactCheck): CheckedFact {
  const first = runOnce(ctx, check, 1);
  if (first.state !== 'fails') return first;
  const second = runOnce(ctx, check, 2);
  return second.state === 'holds' ? { ...first, state: 'flaky' } : second;
}

function runOnce(ctx: CommandContext, { command, says }: FactCheck, run: number): CheckedFact {
  const words = readWords(command);
  if (words instanceof UserError) return { state: 'unchecked', shown: words.message, line: null };
  const { status, out, problem } = ctx.query('prepared', {
    kind: 'fact-check',
    words,
    run,
    timeoutMs: LIMIT_MS,
  });
  const lines = out
    .split(/\r\n|\n|\r/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
  if (status === 0 && problem === '' && (says === null || lines.includes(says)))
    return { state: 'holds', shown: 'holds', line: null };
  if (problem !== '') return { state: 'unchecked', shown: sanitizeLine(problem), line: null };
  if (status === NOT_STARTED || status === NOT_FOUND)
    return { state: 'unchecked', shown: 'names a program that is missing or cannot be run', line: null };
  if (status !== 0) return { state: 'fails', shown: `ended with ${status}`, line: null };
  const line = sanitizeLine(lines[0] ?? '')
    .replace(/[«»`]/g, "'")
    .slice(0, MOST_SHOWN);
  if (line === '') return { state: 'fails', shown: 'printed nothing', line: null };
  if (isInstruction(line))
    return { state: 'fails', shown: 'printed text that reads like an instruction', line: null };
  if (REFERENCE.test(line))
    return { state: 'fails', shown: 'printed text that reads like an id or a link', line: null };
  if (lines.length > 1)
    return { state: 'fails', shown: `prints ${lines.length} lines, the first: ${line}`, line: null };
  return { state: 'fails', shown: `prints: ${line}`, line };
}

/** Splits the command of a proof, or returns why it cannot be run: a person may have written it into the note. */
function readWords(command: string): readonly string[] | UserError {
  try {
    return splitCommand(command);
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
}

/** Plans what the result of a proof changes in the inbox. */
function planOutcome(
  ctx: CommandContext,
  { entry, state, shown, line }: CheckedFact & { readonly entry: ProvedEntry },
): readonly Change[] {
  const { notebook } = ctx;
  const deps = createArchiveDeps(ctx);
  const known = findFactProposal(entry, notebook);
  if (state === 'holds') return known === 'open' ? settleFactProposal(entry, notebook, deps.entries) : [];
  if (state === 'unchecked' || known === 'flaky' || known === 'open') return [];
  if (state === 'flaky' || known === 'withdrawn')
    return propose({ act: 'unprove', target: entry }, notebook, deps);
  const { says } = entry.check;
  const text =
    says !== null && line !== null && entry.text.includes(says)
      ? entry.text.replaceAll(says, line)
      : `${entry.text} (no longer on ${ctx.local(ctx.now).date}: the proof ${shown})`;
  return propose({ act: 'amend', target: entry, text, line, shown }, notebook, deps);
}

/** Plans to end an open proposal about a fact, as its proof holds again. */
export function settleFactProposal(
  entry: LocatedEntry,
  notebook: Notebook,
  entries: (note: Note) => readonly LocatedEntry[],
): readonly Change[] {
  const inbox = notebook.note(`${notebook.content}/${notePath('inbox')}`);
  const mark = `amend ~${createFingerprint(entry.text)} in `;
  const open = (inbox ? entries(inbox) : []).filter(
    ({ status, text }) => status === 'open' && text.startsWith(mark),
  );
  const settled = open.map((proposal) => ({ proposal, how: 'stale' as const }));
  return inbox ? archiveSettled(settled, inbox, notebook) : [];
}
