import { type CommandContext, type CommandPlan, defineCommand } from '../../command/define-command.js';
import { readEntriesAt, toEntryJson } from '../../command/entry-format.js';
import { createUsageError } from '../../errors.js';
import { createRelevanceTest } from '../../matching/topics/relevance-test.js';
import { formatEntryText } from '../../notes/entries/entry.js';
import { appendPinTag, listEntryLabels } from '../../notes/entries/labels.js';
import { GLOBAL_CONTENT, type LocatedEntry } from '../../notes/entries/read-entries.js';
import { notePath } from '../../notes/kinds/index.js';
import { parseSynonymGroups } from '../../text/synonyms.js';
import { planLogEntry } from '../memory/log-entry.js';
import { isGlobalWorkspace, planGlobalMarker } from '../workspace/global-marker.js';

/** Warns of known traps before work begins, those of this project and those of all (Mind; FEATURES A8). */
export const edges = defineCommand({
  name: 'edges',
  description: 'show the known gotchas before you begin; `edges add TEXT` records one',
  group: 'Agents',
  params: {
    intent: { kind: 'text', positional: 'one', description: 'what you are about to do; or `add`' },
    text: { kind: 'text', positional: 'rest', description: 'the gotcha: "X -> the way around it"' },
    file: { kind: 'text', repeatable: true, description: 'a file that will be touched', placeholder: 'FILE' },
    global: { kind: 'flag', reaches: 'outside', description: 'add it for all projects, below DAYBOOK_HOME' },
  },
  actions: {
    add: { description: 'record a gotcha', params: { text: { required: true }, file: {}, global: {} } },
  },
  defaultAction: {
    description: 'show the known gotchas of what you are about to do',
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
  plan(ctx, { intent = '', text, file, global }) {
    if (intent === 'add' && text !== undefined) return add(ctx, text, file, global);
    const meant = [intent, text ?? ''].join(' ').trim();
    if (global || intent === 'add')
      throw createUsageError(
        'it is not said which gotcha',
        'write: daybook edges add "X -> the way around it"',
      );
    if (meant === '' && file.length === 0)
      throw createUsageError(
        'it is not said what you are about to do',
        'write: daybook edges "refactor the export job"',
      );
    return warn(ctx, meant, file);
  },
});

function warn(ctx: CommandContext, intent: string, files: readonly string[]): CommandPlan {
  const known = [
    ...gotchasIn(ctx, ctx.notebook.content),
    ...(isGlobalWorkspace(ctx) ? [] : gotchasIn(ctx, GLOBAL_CONTENT)),
  ];
  const isRelevant = createRelevanceTest(intent, files, parseSynonymGroups(ctx.settings['search.synonyms']));
  const found = known.filter((entry) => isRelevant(saying(entry)));
  return {
    message:
      found.length === 0
        ? `No known gotcha bears on it (of ${known.length}).`
        : `Mind ${found.length === 1 ? 'this gotcha' : `these ${found.length} gotchas`}:`,
    items: found.map((entry) => ({
      path: entry.path,
      line: entry.line,
      group: entry.path.startsWith('~/') ? 'Global gotchas' : 'Gotchas',
      what: appendPinTag(formatEntryText(entry), entry),
      why: [entry.why, ...listEntryLabels(entry)].filter(Boolean).join(', ') || null,
    })),
    data: { gotchas: found.map((entry) => toEntryJson(ctx, entry)) },
    changes: [],
  };
}

/** Traps that still hold, below a content folder. */
function gotchasIn(ctx: CommandContext, content: string): readonly LocatedEntry[] {
  return readEntriesAt(ctx, ctx.notebook, `${content}/${notePath('memory')}`, 'gotcha').filter(
    ({ status, superseded }) =>
      superseded === null && status !== 'done' && status !== 'dropped' && status !== 'resolved',
  );
}

const saying = (entry: LocatedEntry): string =>
  [formatEntryText(entry), entry.why].filter(Boolean).join(': ');

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
