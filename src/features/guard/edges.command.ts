import { type CommandContext, type CommandPlan, defineCommand } from '../../command/define-command.js';
import { toEntryJson } from '../../command/entry-format.js';
import { defineTextList } from '../../command/params.js';
import { createUsageError } from '../../errors.js';
import { appendPinTag, type Entry, listEntryLabels } from '../../notes/entries/entry.js';
import { GLOBAL_CONTENT } from '../../notes/kinds/note-kind.js';
import { getShownText, getTypeName } from '../context-block/brief-lines.js';
import { planLogEntry } from '../memory/log-entry.js';
import { findKnownEntries } from '../search/find-relevant.js';
import { isGlobalWorkspace, planGlobalMarker } from '../workspace/global-marker.js';

/** Shows known gotchas before work begins, from this workspace and from global notes (Mind; FEATURES A8). */
export const edges = defineCommand({
  name: 'edges',
  description:
    'show gotchas, rejections, mistakes and rules before you begin; `edges add TEXT` records a gotcha',
  group: 'Other names and plumbing',
  params: {
    intent: { kind: 'text', positional: 'one', description: 'what you are about to do; or `add`' },
    text: { kind: 'text', positional: 'rest', description: 'the gotcha: "X -> the way around it"' },
    file: defineTextList('a file that will be touched', 'FILE'),
    global: { kind: 'flag', reaches: 'outside', description: 'add it for all projects, below DAYBOOK_HOME' },
  },
  actions: {
    add: { description: 'record a gotcha', params: { text: { required: true }, file: {}, global: {} } },
  },
  defaultAction: {
    description: 'show entries that are relevant to what you are about to do',
    params: { intent: { positional: 'rest', description: 'what you are about to do' }, file: {} },
  },
  examples: [
    'daybook edges "refactor the export job"',
    'daybook edges add "npm ci wipes node_modules -> mount a volume"',
    'daybook edges add "macOS sed needs -i with a suffix" --global',
  ],
  surfaces: ['cli', 'mcp'],
  requires: 'workspace',
  onLocked: 'refuse',
  countsAsActivity: () => true,
  updatesBlock: true,
  plan(ctx, { intent = '', text, file, global }) {
    if (intent === 'add' && text !== undefined) return add(ctx, text, file, global);
    const meant = [intent, text ?? ''].join(' ').trim();
    if (global || intent === 'add')
      throw createUsageError('no gotcha is given', 'write: daybook edges add "X -> the way around it"');
    if (meant === '' && file.length === 0)
      throw createUsageError('no intent is given', 'write: daybook edges "refactor the export job"');
    return warn(ctx, meant, file);
  },
});

function warn(ctx: CommandContext, intent: string, files: readonly string[]): CommandPlan {
  const text = [intent, ...files].join('\n');
  const found = findKnownEntries(ctx, { text, purpose: 'question', most: MOST_OF_EDGES });
  const isGotcha = ({ type }: Entry) => type === 'gotcha';
  const json = (entries: readonly Entry[]) => entries.map((entry) => toEntryJson(ctx, entry));
  return {
    message:
      found.length === 0
        ? 'No entry is relevant to this.'
        : `Mind ${found.length === 1 ? 'this' : `these ${found.length}`}:`,
    items: found.map((entry) => ({
      path: entry.path,
      line: entry.line,
      group: entry.path.startsWith('~/') ? 'For all projects' : 'This project',
      what: appendPinTag(`${getTypeName(entry.type)}: ${getShownText(entry)}`, entry),
      why: [entry.why, ...listEntryLabels(entry)].filter(Boolean).join(', ') || null,
      id: entry.id,
    })),
    data: {
      gotchas: json(found.filter(isGotcha)),
      others: json(found.filter((entry) => !isGotcha(entry))),
    },
    changes: [],
  };
}

/** The notes that are read. */
const MOST_OF_EDGES = 8;

function add(ctx: CommandContext, text: string, file: readonly string[], global: boolean): CommandPlan {
  const input = { text: text.replace(/^gotcha:\s*/i, ''), type: 'gotcha', file };
  if (!global || isGlobalWorkspace(ctx)) return planLogEntry(ctx, input);
  const logged = planLogEntry({ ...ctx, notebook: { ...ctx.notebook, content: GLOBAL_CONTENT } }, input);
  if (logged.changes.length === 0) return logged;
  return {
    ...logged,
    message: logged.message.replace('Logged to', 'Logged to the global'),
    changes: [...logged.changes, ...planGlobalMarker(ctx)],
  };
}
