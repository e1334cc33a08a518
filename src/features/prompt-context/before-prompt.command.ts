import { type CommandContext, type CommandPlan, defineCommand } from '../../command/define-command.js';
import { defineWords } from '../../command/params.js';
import { createTimeContext } from '../../dates/due-date.js';
import { isForBranch } from '../../notes/entries/entry.js';
import { redactAll } from '../../security/secrets.js';
import { estimateTokens } from '../../text/tokens/estimate.js';
import { planAutoSave } from '../auto-save/auto-save.js';
import { isSaveDeclined, type SaveTrigger } from '../auto-save/save-triggers.js';
import { readLoadedBlock } from '../context-block/block-changes.js';
import { formatBriefLine, formatReminderLine } from '../context-block/brief-lines.js';
import { createTopicMatcher } from '../context-block/brief-sources.js';
import { findContextUsage, formatUsageMessage, TRANSCRIPT_PARAM } from '../context-pressure/context-usage.js';
import { listReminderEntries, sortPendingReminders } from '../reminders/due-reminders.js';
import { findKnownEntries } from '../search/find-relevant.js';
import { findPreviouslyShown } from './already-told.js';
import { planPromptRequest } from './plan-prompt-request.js';

/** The limits of what is shown unasked at a prompt. */
const MOST_TOKENS = 300;
const MOST_ENTRIES = 4;

/** Prints entries about a prompt (FEATURES A9), and logs what a prompt asks to remember. Prints nothing where nothing matches. */
export const beforePrompt = defineCommand({
  name: 'before-prompt',
  description: 'print what memory knows about a prompt, once a session; store what "remember this" asks for',
  group: 'hidden',
  params: {
    text: defineWords('the prompt', { required: true, author: 'person' }),
    transcript: TRANSCRIPT_PARAM,
  },
  examples: [
    'daybook before-prompt "fix the auth tokens"',
    'daybook before-prompt "remember that we deploy on Tuesdays"',
  ],
  onLocked: 'queue',
  countsAsActivity: () => true,
  whenUnknown: 'write',
  plan(ctx, { text, transcript }) {
    // First, since the index may have to be opened, which starts the command again.
    const known = knownOf(ctx, text);
    const fullness = findContextUsage(ctx, transcript);
    const saved = planAutoSave(ctx, { signals: { prompt: text }, pressed: fullness?.pressed, transcript });
    const planned = planPromptRequest(ctx, text);
    const lines = unseen(ctx, [...remindersFor(ctx, text), ...known]);
    const shown = withinBudget([...new Set(lines)]);
    const relevant = shown.length === 0 ? '' : `What memory knows of this:\n\n${shown.join('\n')}`;
    const context = redactAll(
      [relevant, planned?.reply ?? '', formatUsageMessage(fullness, saved)].filter(Boolean).join('\n\n'),
    ).value;
    const notice = [
      planned?.notice ?? '',
      saved ? SAVE_NOTICES[saved.trigger]?.(saved.say) : (fullness?.notice ?? ''),
      fullness?.snapped?.say,
    ]
      .filter(Boolean)
      .join('\n');
    return {
      message: [notice, relevant].filter(Boolean).join('\n\n') || 'Nothing related.',
      historyMessage: planned?.did ?? (saved ? `save: ${saved.trigger}` : 'read a prompt'),
      data: { context, notice, shown },
      changes: [
        ...(planned?.changes ?? []),
        ...(saved?.changes ?? []),
        ...(fullness?.snapped?.changes ?? []),
      ],
      ...(planned && planned.changes.length > 0 ? { origins: spokenIn(planned.changes) } : {}),
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

/** Saves that the user requested or must know of; all others are silent (MindSave §Signal-Based Triggers). */
const SAVE_NOTICES: Readonly<Partial<Record<SaveTrigger, (say: string) => string>>> = {
  'user-ending': (say) => say,
  'user-asked': (say) => say,
  pressure: (say) => say,
};

/** What a prompt asks to remember has the user as its origin, although a hook of the agent saves it. */
const spokenIn = (changes: CommandPlan['changes']): NonNullable<CommandPlan['origins']> =>
  Object.fromEntries(changes.map(({ path }) => [path, 'user']));

/** Returns the reminders whose topic the prompt mentions, and those that have become due. */
function remindersFor(ctx: CommandContext, text: string): readonly string[] {
  const all = listReminderEntries(ctx, ctx.notebook).entries;
  const { due, context } = sortPendingReminders(all, createTimeContext(ctx));
  return [...context.filter(createTopicMatcher(text, ctx)), ...due].map(formatReminderLine);
}

/** Entries that share what the prompt is about, the best first, each with its place. */
function knownOf(ctx: CommandContext, text: string): readonly string[] {
  if (isCommand(text) || text.trim() === '') return [];
  const branch = ctx.query('branch');
  const today = ctx.local(ctx.now).date;
  const found = findKnownEntries(ctx, { text, purpose: 'prompt', most: 2 * MOST_ENTRIES }).filter((entry) =>
    isForBranch(entry, branch),
  );
  return found
    .slice(0, MOST_ENTRIES)
    .map((entry) => `${formatBriefLine(entry, today)} [${entry.path}:${entry.line}]`);
}

/** A bare command of the client is about the client. */
const isCommand = (text: string): boolean => /^\s*\/[\w:.-]+\s*$/.test(text);

/** The lines that this session has not seen yet; line numbers may have changed. */
function unseen(ctx: CommandContext, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const block = ctx.actor.by === null ? null : readLoadedBlock(ctx, ctx.actor.by);
  const texts = [...findPreviouslyShown(ctx).map(({ text = '' }) => text), block ?? ''];
  return lines.filter((line) => {
    const phrase = line.replace(/^- (?:\w+: )?/, '').replace(/ \[[^\]]*:\d+\]$/, '');
    return !texts.some((text) => text.includes(phrase));
  });
}

function withinBudget(lines: readonly string[]): readonly string[] {
  let left = MOST_TOKENS;
  return lines.filter((line) => {
    left -= estimateTokens(line);
    return left >= 0;
  });
}
