import type { CommandContext, ResultItem } from '../../command/define-command.js';
import { readMemoryEntries } from '../../command/entry-format.js';
import { findOrigin } from '../../command/find-origin.js';
import type { EndedBranch } from '../../command/git-answers.js';
import { createEntryDeps } from '../../command/planning-deps.js';
import type { Change } from '../../notes/changes/change.js';
import { isStanding } from '../../notes/entries/entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { collectChanges, type Notebook } from '../../notes/notebook.js';
import { propose } from './propose.js';

/** What was proposed of branches that ended. */
interface BranchProposals {
  readonly changes: readonly Change[];
  readonly items: readonly ResultItem[];
}

export const NO_BRANCH_PROPOSALS: BranchProposals = { changes: [], items: [] };

/** How a branch ended, for the person who decides. */
const ENDS: Readonly<Record<EndedBranch['end'], string>> = {
  merged: 'the branch is merged',
  gone: 'the branch is gone at the remote',
  deleted: 'the branch is deleted',
};

/** Plans to ask which entries of branches that ended stay, now for every branch. Unanswered, they stay where they are. */
export function proposeBranchEntries(ctx: CommandContext, notebook: Notebook): BranchProposals {
  const entries = readMemoryEntries(ctx, notebook).filter(
    (entry) => entry.branch !== null && isStanding(entry),
  );
  const names = [...new Set(entries.flatMap(({ branch }) => branch ?? []))];
  if (names.length === 0) return NO_BRANCH_PROPOSALS;
  const ends = new Map(ctx.query('endedBranches', names).map((ended) => [ended.branch, ended]));
  const items: ResultItem[] = [];
  const changes = collectChanges(entries, notebook, (target, now) => {
    const ended = ends.get(target.branch ?? '');
    if (!ended || (!ended.wasHere && !isWrittenHere(ctx, target, notebook))) return [];
    const { path, line, text: what, branch } = target;
    const why = ENDS[ended.end];
    const made = propose(
      { act: 'unscope', target, branch: branch ?? '', because: why },
      now,
      createEntryDeps(ctx),
    );
    if (made.length > 0) items.push({ path, line, group: 'Proposed', what, why });
    return made;
  });
  return { changes, items };
}

/** True for an entry that was written in this workspace, by this user or their agents. */
function isWrittenHere(ctx: CommandContext, entry: LocatedEntry, notebook: Notebook): boolean {
  const text = notebook.note(entry.path)?.text.slice(entry.start, entry.end) ?? '';
  const isOwn = ctx.query('isOwnLine', entry.path, text.replace(/(?<![\r\n])[\r\n]+$/, ''));
  return isOwn && findOrigin(ctx, entry, notebook).origin !== 'teammate';
}
