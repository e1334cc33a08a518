import type { Record } from './facts.js';
import { takenBack } from './take-back.js';
import { verb } from './verb.js';

/** What was changed here, newest first, each with the number that `diff` and `undo` take. */
export const history = verb({
  name: 'history',
  about: 'list what was changed, newest first, with the numbers that diff and undo take',
  params: {
    path: { kind: 'text', word: 'one', about: 'only changes of this note' },
    limit: { kind: 'number', about: 'how many to list (20)', holder: 'N' },
  },
  examples: ['daybook history', 'daybook history notes/MEMORY.md --limit 5'],
  faces: ['cli', 'mcp'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => false,
  think(world, { path, limit = 20 }) {
    const everything = world.ask('history');
    const all = everything.filter((record) => path === undefined || touches(record, path));
    const shown = all.slice(0, limit);
    return {
      say:
        shown.length === 0
          ? 'Nothing was changed here yet.'
          : `${all.length === 1 ? '1 change' : `${all.length} changes, newest first`}:`,
      rows: shown.map((record) => ({
        what: `**${record.seq}** ${record.at.slice(0, 16).replace('T', ' ')} ${record.verb}: ${record.say.split('\n')[0]}`,
        why:
          [record.by ?? '', takenBack(everything, record.seq) ? 'taken back' : '']
            .filter(Boolean)
            .join(', ') || null,
      })),
      data: { history: shown },
      changes: [],
    };
  },
});

const touches = ({ touched }: Record, path: string): boolean =>
  touched.some((one) => one.path === path || one.path.endsWith(`/${path}`) || one.to === path);
