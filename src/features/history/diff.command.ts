import { type CommandContext, defineCommand, UserError } from '../../command/define-command.js';
import { applyEdits } from '../../markdown/text-edit.js';
import { formatUnifiedDiff } from '../../markdown/unified-diff.js';
import type { TouchedFile } from '../../notes/changes/history-record.js';

/** Shows one change as a unified diff. */
export const diff = defineCommand({
  name: 'diff',
  description: 'show what one change did, as a unified diff',
  group: 'Other names and plumbing',
  params: {
    seq: {
      kind: 'number',
      positional: 'one',
      description: 'its number in `daybook history`; without it the newest',
    },
  },
  examples: ['daybook diff', 'daybook diff 1'],
  surfaces: ['cli', 'mcp'],
  plan(ctx, { seq }) {
    const history = ctx.query('history');
    const record = seq === undefined ? history[0] : history.find((one) => one.seq === seq);
    if (!record && seq === undefined)
      throw new UserError('unknown-change', 'nothing has changed here yet', 'write: daybook log TEXT');
    if (!record) throw new UserError('unknown-change', `no change ${seq}`, 'list them: daybook history');
    const text = record.touched.map((one) => diffOfTouched(ctx, one)).join('');
    return {
      message: text.trimEnd(),
      format: 'diff',
      data: { diff: text, seq: record.seq, at: record.at, verb: record.verb },
      changes: [],
    };
  },
});

function diffOfTouched(ctx: CommandContext, { do: how, path, to, before, splices }: TouchedFile): string {
  if (how === 'move') return `move ${path} → ${to}\n`;
  const old = before === null ? null : ctx.query('version', before);
  if (before !== null && old === null) return `--- a/${path}\n(the version before is no longer kept)\n`;
  if (how === 'create') return formatUnifiedDiff(path, null, splices[0]?.new ?? '');
  return formatUnifiedDiff(path, old, how === 'remove' ? null : applyEdits(old ?? '', splices));
}
