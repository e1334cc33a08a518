import { defineCommand } from '../../command/define-command.js';
import type { HistoryRecord } from '../../command/queries.js';
import { findEffectiveRevert } from './revert-changes.js';

/** What was changed here, newest first, each with the number that `diff` and `undo` take. */
export const history = defineCommand({
  name: 'history',
  description: 'list the changes, newest first, with their numbers for diff and undo',
  group: 'Maintenance',
  params: {
    path: { kind: 'text', positional: 'one', description: 'only changes of this note' },
    limit: { kind: 'number', description: 'how many to list (20)', placeholder: 'N' },
  },
  examples: ['daybook history', 'daybook history notes/MEMORY.md --limit 5'],
  surfaces: ['cli', 'mcp'],
  requires: 'workspace',
  onLocked: 'refuse',
  countsAsActivity: () => false,
  plan(ctx, { path, limit = 20 }) {
    const everything = ctx.query('history');
    const all = everything.filter((record) => path === undefined || touches(record, path));
    const shown = all.slice(0, limit);
    return {
      message:
        shown.length === 0
          ? 'Nothing was changed here yet.'
          : `${all.length === 1 ? '1 change' : `${all.length} changes, newest first`}:`,
      items: shown.map((record) => ({
        what: `**${record.seq}** ${record.at.slice(0, 16).replace('T', ' ')} ${record.verb}: ${record.say.split('\n')[0]}`,
        why:
          [record.by ?? '', findEffectiveRevert(everything, record.seq) ? 'taken back' : '']
            .filter(Boolean)
            .join(', ') || null,
      })),
      data: { history: shown },
      changes: [],
    };
  },
});

const touches = ({ touched }: HistoryRecord, path: string): boolean =>
  touched.some((one) => one.path === path || one.path.endsWith(`/${path}`) || one.to === path);
