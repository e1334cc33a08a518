import {
  type CommandContext,
  type CommandPlan,
  defineCommand,
  UserError,
} from '../../command/define-command.js';
import { readEntriesAt } from '../../command/entry-format.js';
import { requireWritable } from '../../command/require-writable.js';
import { createTimeContext } from '../../dates/due-date.js';
import type { EntryType } from '../../notes/entry-types.js';
import { notePath } from '../../notes/kinds/index.js';
import { redactAll } from '../../security/secrets.js';
import { estimateTokens } from '../../text/tokens/estimate.js';
import { planAutoSave } from '../auto-save/auto-save.js';
import { isSaveDeclined, type SaveTrigger } from '../auto-save/save-triggers.js';
import { readLoadedBlock } from '../context-block/block-changes.js';
import { formatBriefLine, formatReminderLine } from '../context-block/brief-lines.js';
import { createTopicMatcher } from '../context-block/brief-sources.js';
import { findContextUsage, formatUsageMessage, TRANSCRIPT_PARAM } from '../context-pressure/context-usage.js';
import { propose } from '../inbox/propose.js';
import { planMemoryAddition } from '../memory/add-memory.js';
import { planLogEntry } from '../memory/log-entry.js';
import { sortPendingReminders } from '../reminders/due-reminders.js';
import { findPreviouslyShown } from './already-told.js';
import {
  type Correction,
  parseCorrection,
  parseRememberRequest,
  parseStandingWish,
} from './prompt-intents.js';

/** What memory may say unasked at a prompt: little, or nobody reads it. */
const MOST_TOKENS = 300;
const MOST_ENTRIES = 4;

/** Types that tell what to mind; what happened is asked for, not told. */
const TELLING: readonly EntryType[] = [
  'gotcha',
  'rejected',
  'constraint',
  'rule',
  'decision',
  'problem',
  'blocker',
  'preference',
  'learning',
  'fact',
];

/** What bears on a prompt (FEATURES A9), and what a prompt says that memory should heed. Says nothing where nothing matches. */
export const beforePrompt = defineCommand({
  name: 'before-prompt',
  description: 'print what memory knows about a prompt, once a session; store what "remember this" asks for',
  group: 'hidden',
  params: {
    text: { kind: 'text', positional: 'rest', required: true, author: 'person', description: 'the prompt' },
    transcript: TRANSCRIPT_PARAM,
  },
  examples: [
    'daybook before-prompt "fix the auth tokens"',
    'daybook before-prompt "remember that we deploy on Tuesdays"',
  ],
  surfaces: ['cli', 'hook'],
  requires: 'workspace',
  onLocked: 'queue',
  countsAsActivity: () => true,
  whenUnknown: 'write',
  plan(ctx, { text, transcript }) {
    // First, since the index may have to be opened: what was thought before that is thought again.
    const known = knownOf(ctx, text);
    const fullness = findContextUsage(ctx, transcript);
    const saved = planAutoSave(ctx, { signals: { prompt: text }, pressed: fullness?.pressed, transcript });
    const heeded = processInstruction(ctx, text);
    const lines = unseen(ctx, [...remindersFor(ctx, text), ...known]);
    const shown = withinBudget([...new Set(lines)]);
    const relevant = shown.length === 0 ? '' : `What memory knows of this:\n\n${shown.join('\n')}`;
    const context = redactAll(
      [relevant, heeded?.reply ?? '', formatUsageMessage(fullness, saved)].filter(Boolean).join('\n\n'),
    ).value;
    const notice = [
      heeded?.notice ?? '',
      saved ? TOLD[saved.trigger]?.(saved.say) : (fullness?.notice ?? ''),
      fullness?.snapped?.say,
    ]
      .filter(Boolean)
      .join('\n');
    return {
      message: [notice, relevant].filter(Boolean).join('\n\n') || 'Nothing bears on it.',
      historyMessage: heeded?.did ?? (saved ? `save: ${saved.trigger}` : 'heard a prompt'),
      data: { context, notice, shown },
      changes: [...(heeded?.changes ?? []), ...(saved?.changes ?? []), ...(fullness?.snapped?.changes ?? [])],
      ...(heeded && heeded.changes.length > 0 ? { origins: spokenIn(heeded.changes) } : {}),
      ...(fullness || saved ? { statusFields: { ...fullness?.signal, ...saved?.signal } } : {}),
      activityMarks: [
        { mark: 'prompt' },
        ...(isSaveDeclined(text) ? [{ mark: 'refused' } as const] : []),
        ...(saved ? [{ mark: 'saved' } as const] : []),
        ...(fullness?.marks ?? []),
      ],
    };
  },
});

/** Saves that the user asked for, or must know of; all others are silent (MindSave §Signal-Based Triggers). */
const TOLD: Readonly<Partial<Record<SaveTrigger, (say: string) => string>>> = {
  'user-ending': (say) => say,
  'user-asked': (say) => say,
  pressure: (say) => say,
};

/** What is written for a prompt, what the person is told of it, and what the agent is. */
interface Heeded {
  readonly changes: CommandPlan['changes'];
  readonly did: string;
  readonly notice: string;
  readonly reply: string;
}

/** What a prompt asks to remember is the user's word, though a hook of the agent passes it on. */
const spokenIn = (changes: CommandPlan['changes']): NonNullable<CommandPlan['origins']> =>
  Object.fromEntries(changes.map(({ path }) => [path, 'user']));

function processInstruction(ctx: CommandContext, text: string): Heeded | null {
  const request = parseRememberRequest(text);
  if (request === 'all') {
    const contextText =
      'The user asks to remember what was just said: put it into one line and call `mind_log` with it.';
    return { changes: [], did: '', notice: '', reply: contextText };
  }
  const correction = request ? null : parseCorrection(text);
  try {
    if (request) return remember(ctx, request.text);
    if (correction !== null) return draft(ctx, correction);
    const wish = parseStandingWish(text);
    return wish === null ? null : noteWish(ctx, wish);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const notice = `Not kept: ${error.message}; ${error.hint}`;
    return { changes: [], did: '', notice, reply: notice };
  }
}

/** Kept at once, by the protocol of the semantic base; what contradicts it there is told, and nothing is written. */
function remember(ctx: CommandContext, text: string): Heeded {
  requireWritable(ctx, `${ctx.notebook.content}/${notePath('memory')}`);
  const memoryPlan = planMemoryAddition(ctx, text);
  const reply = `${memoryPlan.message}\nDaybook has kept it: it need not be logged again.`;
  return {
    changes: memoryPlan.changes,
    did: memoryPlan.historyMessage ?? memoryPlan.message,
    notice: memoryPlan.message,
    reply,
  };
}

/** What was said in passing stands in the session as it was said, and waits for the question whether it holds. */
function noteWish(ctx: CommandContext, text: string): Heeded | null {
  const { changes } = planLogEntry(ctx, { text, type: 'experience' }, { asks: false });
  return changes.length === 0 ? null : { changes, did: `said: ${text}`, notice: '', reply: '' };
}

/** A correction waits in the inbox, as a draft for the correction log, until a person says that it holds beyond this once. */
function draft(ctx: CommandContext, said: Correction): Heeded | null {
  requireWritable(ctx, `${ctx.notebook.content}/${notePath('inbox')}`);
  const session = ctx.actor.session === null ? '' : ` of session ${ctx.actor.session}`;
  const changes = propose({ act: 'feedback', ...said, found: `a correction${session}` }, ctx.notebook, {
    ids: ctx.ids,
    template: (name) => ctx.query('template', name),
  });
  if (changes.length === 0) return null;
  const notice = `Noted as a correction in ${notePath('inbox')}: tick it there, and it is logged as feedback.`;
  return { changes, did: `correction: ${said.mistake}`, notice, reply: '' };
}

/** Reminders that wait for what the prompt touches, and those that have come due meanwhile. */
function remindersFor(ctx: CommandContext, text: string): readonly string[] {
  const all = readEntriesAt(ctx, ctx.notebook, `${ctx.notebook.content}/${notePath('reminders')}`);
  if (all.length === 0) return [];
  const { due, context } = sortPendingReminders(all, createTimeContext(ctx));
  return [...context.filter(createTopicMatcher(text, ctx)), ...due].map(formatReminderLine);
}

/** Entries that share what the prompt is about, the best first, each with its place. */
function knownOf(ctx: CommandContext, text: string): readonly string[] {
  if (isCommand(text) || text.trim() === '') return [];
  const found = ctx.query('relevantEntries', { text, types: TELLING, most: MOST_ENTRIES });
  return found.map((entry) => `${formatBriefLine(entry)} [${entry.path}:${entry.line}]`);
}

/** A bare command of the client is about the client. */
const isCommand = (text: string): boolean => /^\s*\/[\w:.-]+\s*$/.test(text);

/** The lines that this session was not given before; places may have moved. */
function unseen(ctx: CommandContext, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const block = ctx.actor.by === null ? null : readLoadedBlock(ctx, ctx.actor.by);
  const texts = [...findPreviouslyShown(ctx).map(({ text = '' }) => text), block ?? ''];
  return lines.filter((line) => {
    const said = line.replace(/^- (?:\w+: )?/, '').replace(/ \[[^\]]*:\d+\]$/, '');
    return !texts.some((text) => text.includes(said));
  });
}

function withinBudget(lines: readonly string[]): readonly string[] {
  let left = MOST_TOKENS;
  return lines.filter((line) => {
    left -= estimateTokens(line);
    return left >= 0;
  });
}
