import {
  type CommandContext,
  type CommandPlan,
  defineCommand,
  type Notice,
} from '../../command/define-command.js';
import { defineFlag, defineWord } from '../../command/params.js';
import { createUsageError } from '../../errors.js';
import { formatUnifiedDiff } from '../../markdown/unified-diff.js';
import { pluralize } from '../../text/pluralize.js';
import { planMergeRepairs } from './merge-repairs.js';
import { planSettlements, type SettledFile } from './resolve-conflicts.js';

/** Merges notes by entries: as git's merge driver, and with `--resolve` for unmerged notes. */
export const merge = defineCommand({
  name: 'merge',
  description:
    'merge versions of a note by their entries, as git’s driver; --resolve settles git’s conflicts',
  group: 'Other names and plumbing',
  params: {
    base: defineWord('the version that both sides began with; with --resolve the note to settle', {
      placeholder: 'BASE',
    }),
    ours: defineWord('our version; it gets the result', { placeholder: 'OURS', reaches: 'outside' }),
    theirs: defineWord('their version', { placeholder: 'THEIRS' }),
    path: defineWord('the path of the note', { placeholder: 'PATH' }),
    resolve: defineFlag('resolve every note that git left in conflict or merged by lines'),
  },
  examples: ['daybook merge --resolve', 'daybook merge base.md ours.md theirs.md content/notes.md'],
  settlesConflicts: true,
  plan(ctx, { base: path, ours, resolve }) {
    if (resolve && ours === undefined) return settle(ctx, path);
    throw createUsageError(
      'a merge needs three versions of a note and its path',
      'write: daybook merge BASE OURS THEIRS PATH; or resolve what git left: daybook sync --resolve',
    );
  },
});

/** The time limit for staging the merged notes. */
const STAGING_MS = 20_000;

function settle(ctx: CommandContext, path: string | undefined): CommandPlan {
  const settled = planSettlements(ctx, path);
  const changes = settled.flatMap(({ change }) => change ?? []);
  const repaired = planMergeRepairs(ctx, ctx.notebook.after(changes), path);
  const files = [...settled, ...repaired.filter((one) => !settled.some((other) => other.path === one.path))];
  const left = files.filter(({ conflicts }) => conflicts > 0);
  const staged = settled
    .filter(({ conflicts, waitsFor }) => waitsFor === 'git' && conflicts === 0)
    .map((one) => one.path);
  const added = files.flatMap(({ change, copies = [] }) => [...(change ? [change] : []), ...copies]);
  return {
    message: describeSettled(files, left.length),
    data: { merged: files.map(({ path: own, conflicts, doubled }) => ({ path: own, conflicts, doubled })) },
    changes: added,
    origins: Object.fromEntries(added.map((change) => [change.path, 'teammate'])),
    notices: files.flatMap(listNotices),
    effects: staged.length === 0 ? [] : [{ kind: 'git-stage', paths: staged, timeoutMs: STAGING_MS }],
    ...(left.length > 0 ? { exit: 1 as const } : {}),
  };
}

function describeSettled(files: readonly SettledFile[], left: number): string {
  if (files.length === 0) return 'No note needs merging.';
  const rest = left === 0 ? '' : ` ${left === 1 ? 'One is' : `${left} are`} left to you.`;
  const list = files.map(({ path, what }) => `- ${path} ${what}`);
  const diffs = files.map(({ path, before, after }) => formatUnifiedDiff(path, before, after)).join('');
  return [
    `Settled ${pluralize(files.length - left, 'note')}.${rest}`,
    ...list,
    ...(diffs === '' ? [] : ['', diffs.trimEnd()]),
  ].join('\n');
}

function listNotices({ path, conflicts, doubled, waitsFor }: SettledFile): readonly Notice[] {
  const warn = (message: string): Notice => ({ level: 'warning', path, message });
  const twice = doubled.map((id) => `^${id}`).join(', ');
  return [
    ...(conflicts > 0
      ? [warn('cannot be merged by entries: remove git’s conflict markers by hand, then run: git add')]
      : []),
    ...(twice === '' ? [] : [warn(`both sides reworded ${twice}; both versions are kept: daybook lint`)]),
    ...(conflicts === 0 && waitsFor === 'person' ? [warn('is merged; mark it as resolved: git add')] : []),
  ];
}
