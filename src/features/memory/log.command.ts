import {
  type CommandContext,
  type CommandPlan,
  defineCommand,
  type ResultItem,
} from '../../command/define-command.js';
import { findEntry } from '../../command/find-entry.js';
import { defineChoice, defineFlag, defineText, defineTextList, defineWords } from '../../command/params.js';
import { scanBlocks } from '../../markdown/block-scanner.js';
import { appendPinTag, listEntryLabels } from '../../notes/entries/entry.js';
import { splitBlock } from '../../notes/entries/statement-blocks.js';
import { LOGGABLE_TYPES } from '../../notes/entry-types.js';
import { GLOBAL_CONTENT } from '../../notes/kinds/note-kind.js';
import type { SearchHit } from '../../search/query.js';
import { getShownText, getTypeName } from '../context-block/brief-lines.js';
import { PROOF_PARAMS } from '../guard/check-proof.js';
import { addEntryId } from '../promotion/promote-from-history.js';
import { FACT_CHECK_PARAMS } from '../proofs/proved-entries.js';
import { isReminderRequest, planReminder, planTimedTask } from '../reminders/plan-reminder.js';
import { findRelatedHits } from '../search/find-relevant.js';
import { isGlobalWorkspace, planGlobalMarker } from '../workspace/global-marker.js';
import type { EntryInput } from './entry-input.js';
import { planLogEntry } from './log-entry.js';

/** Logs one entry at the home of its type; without a type it is read from the text, with a confidence (Mind). */
export const log = defineCommand({
  name: 'log',
  description: 'remember one thing; its type is read from the text',
  group: 'Every day',
  params: {
    text: defineWords('what to remember: "decided X because Y", "TIL: X", "gotcha: X -> Y"', {
      required: true,
      readsText: true,
    }),
    type: defineChoice(LOGGABLE_TYPES, `one of: ${LOGGABLE_TYPES.join(', ')}`, { placeholder: 'TYPE' }),
    why: defineText('the reason', 'WHY'),
    tag: defineTextList('a tag; #key never fades', 'TAG'),
    file: defineTextList('a file that it is about', 'FILE'),
    from: defineText(
      'where it comes from: an id, a place such as sources/auth.md:12, or a link [[2026-06-07#^id]]',
      'SOURCE',
    ),
    replaces: defineTextList('id of what it replaces', 'ID'),
    closes: defineTextList('id of the problem, blocker or question that it closes', 'ID'),
    ...PROOF_PARAMS,
    ...FACT_CHECK_PARAMS,
    branch: defineFlag('note the git branch that is checked out'),
    global: defineFlag('for all projects, below DAYBOOK_HOME', { reaches: 'outside' }),
  },
  examples: [
    'daybook log "decided to keep sessions in Postgres because Redis lost them on restart"',
    'daybook log "the staging box rejects TLS 1.1" --type gotcha --tag key',
    'daybook log "macOS sed needs -i with a suffix" --type gotcha --global',
  ],
  isTool: true,
  onLocked: 'queue',
  countsAsActivity: () => true,
  whenUnknown: 'write',
  updatesBlock: true,
  plan: (ctx, { global, ...input }) => (global ? planGlobalLog(ctx, input) : planLog(ctx, input)),
});

/** Plans to log a text in the global notes. */
function planGlobalLog(ctx: CommandContext, input: EntryInput): CommandPlan {
  if (isGlobalWorkspace(ctx)) return planLog(ctx, input);
  const logged = planLog({ ...ctx, notebook: { ...ctx.notebook, content: GLOBAL_CONTENT } }, input);
  if (logged.changes.length === 0) return logged;
  return {
    ...logged,
    message: logged.message.replace('Logged to', 'Logged to the global'),
    changes: [...logged.changes, ...planGlobalMarker(ctx)],
  };
}

/** More lines than this are a text, and one entry. */
const MOST_STATEMENTS = 20;

/**
 * Plans to log a text. Without a type each statement of several lines becomes an entry of its own, as it
 * would in a note; the reply names the first as `entry`, the others as `also`.
 */
function planLog(ctx: CommandContext, typed: EntryInput): CommandPlan {
  const { input, changes: named } = linkSource(ctx, typed);
  const plan = planStatements(ctx, input);
  return named.length === 0 || plan.changes.length === 0
    ? plan
    : { ...plan, changes: [...plan.changes, ...named] };
}

/** Turns a source that is named by its place or handle into a link, and gives it an id if it has none. */
function linkSource(ctx: CommandContext, input: EntryInput) {
  const { from } = input;
  if (from === undefined || from.includes('[[')) return { input, changes: [] };
  const { entry } = findEntry(ctx, from);
  const id = entry.id.startsWith('~') ? ctx.ids.mint() : entry.id;
  const note = entry.path.slice(ctx.notebook.content.length + 1).replace(/\.md$/, '');
  return {
    input: { ...input, from: `[[${note}#^${id}]]` },
    changes: id === entry.id ? [] : addEntryId(entry, id, ctx.notebook),
  };
}

function planStatements(ctx: CommandContext, input: EntryInput): CommandPlan {
  const texts =
    input.type === undefined && input.why === undefined && input.pattern === undefined
      ? listStatements(input.text)
      : [];
  if (texts.length < 2) return planStatement(ctx, input);
  const plans: CommandPlan[] = [];
  let { notebook } = ctx;
  for (const text of texts) {
    const plan = planStatement({ ...ctx, notebook }, { ...input, text });
    notebook = notebook.after(plan.changes);
    plans.push(plan);
  }
  const [first, ...others] = plans as [CommandPlan, ...CommandPlan[]];
  return {
    ...first,
    message: plans.map(({ message }) => message).join('\n'),
    historyMessage: plans.map(({ historyMessage, message }) => historyMessage ?? message).join('; '),
    data: { ...first.data, also: others.map(({ data }) => data.entry) },
    changes: plans.flatMap(({ changes }) => changes),
    notices: plans.flatMap(({ notices = [] }) => notices),
  };
}

/** `remember to call Bob tomorrow` is a reminder, `remind me to call Bob` a todo; with other fields a text is an entry. */
function planStatement(ctx: CommandContext, input: EntryInput): CommandPlan {
  const { text, ...others } = input;
  const isPlain = Object.values(others).every((one) => !one || (Array.isArray(one) && one.length === 0));
  if (isPlain && isReminderRequest(text)) {
    const plan = planReminder(ctx, text, undefined);
    return { ...plan, data: { ...plan.data, warning: null } };
  }
  const isTask = isPlain && /^(?:please |i need to )?(?:remember|don[’']?t|do not)\s/i.test(text.trim());
  const task = isTask ? planTimedTask(ctx, text) : null;
  if (task) return { ...task, data: { ...task.data, warning: null } };
  return input.type === 'blocker' ? planBlocker(ctx, input) : planLogEntry(ctx, input);
}

/** The most related entries in the reply to a blocker. */
const MOST_RELATED = 5;

/** Plans to log a blocker; the reply shows what memory knows about it (Mind; FEATURES A8). */
function planBlocker(ctx: CommandContext, input: EntryInput): CommandPlan {
  const logged = planLogEntry(ctx, input, { asks: false });
  const own = (logged.data.entry as { readonly id: string }).id;
  const related = findRelatedHits(ctx, input.text, MOST_RELATED + 1)
    .filter(({ id }) => id !== own)
    .slice(0, MOST_RELATED);
  return {
    ...logged,
    message: [
      logged.message,
      related.length > 0 ? 'What memory knows:' : 'Memory knows nothing about it yet.',
    ].join('\n'),
    historyMessage: logged.historyMessage ?? logged.message,
    items: related.map(asRow),
    data: { ...logged.data, related },
  };
}

const asRow = (hit: SearchHit): ResultItem => ({
  path: hit.path,
  line: hit.line,
  group: hit.section ?? hit.path,
  what: appendPinTag(`${getTypeName(hit.type)}: ${getShownText(hit)}`, hit),
  why: [hit.why, ...listEntryLabels(hit), hit.at?.slice(0, 10)].filter(Boolean).join(', ') || null,
});

/** Lists the statements of a text of plain lines and list items; of any other text, and of a long one, none. */
function listStatements(text: string): readonly string[] {
  if (!/[\r\n]/.test(text.trim())) return [];
  const { blocks, isCertain } = scanBlocks(text);
  if (!isCertain || blocks.some(({ kind }) => kind !== 'paragraph' && kind !== 'item')) return [];
  const parts = blocks.flatMap((block) => splitBlock(text, block));
  if (parts.length > MOST_STATEMENTS) return [];
  return parts.map(({ start, end, marker }) => text.slice(start + marker.length, end).trim());
}
