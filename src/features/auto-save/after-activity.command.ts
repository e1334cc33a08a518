import { type CommandContext, type CommandPlan, defineCommand } from '../../command/define-command.js';
import { defineText, defineWord } from '../../command/params.js';
import { createPromotionDeps } from '../../command/planning-deps.js';
import type { Change } from '../../notes/changes/change.js';
import { listSentences } from '../../text/sentences.js';
import type { RecentActivity } from '../../transcripts/tool-call.js';
import { isOwnCall } from '../../transcripts/tool-names.js';
import { findContextUsage, formatUsageMessage, TRANSCRIPT_PARAM } from '../context-pressure/context-usage.js';
import { planLogEntry } from '../memory/log-entry.js';
import { findSureForm } from '../promotion/sure-form.js';
import { countSameFailures, isLearnableFailure } from '../tool-log/attempt.js';
import { completeErrorDraft, draftError } from '../tool-log/error-drafts.js';
import { findKnownFix } from '../tool-log/known-fix.js';
import { type SessionActivity, summarizeActivity } from '../tool-log/session-activity.js';
import { planSessionStart } from '../working-session/session-start.js';
import { planAutoSave } from './auto-save.js';
import type { TriggerSignals } from './save-triggers.js';

const PARAMS = {
  after: defineWord('the event: a tool was called, a turn or a task ended, an agent starts', {
    choices: ['tool', 'turn', 'task', 'spawn'],
  }),
  said: defineText('the agent’s last words'),
  transcript: TRANSCRIPT_PARAM,
} as const;

/**
 * Processes what an agent just did, by its tool log: saves if a trigger fires (MindSave §Auto-Trigger Rules), drafts repeated
 * failures for the correction log, and adds the fix to the draft.
 */
export const afterActivity = defineCommand({
  name: 'after-activity',
  description: 'process a finished tool call: auto-save when due, draft an error report, record the fix',
  group: 'hidden',
  params: PARAMS,
  examples: ['daybook after-activity tool'],
  countsAsActivity: () => true,
  whenUnknown: 'write',
  plan(ctx, { after = 'tool', said: text, transcript }): CommandPlan {
    const lately = ctx.query('recentActivity', ctx.actor.session);
    const pulse = summarizeActivity(lately);
    const learnt =
      after === 'tool'
        ? ctx.known(() => ({ changes: learntFrom(ctx, pulse, lately) }), NO_CHANGES).changes
        : [];
    const fix = after === 'tool' ? findKnownFix(ctx, lately) : null;
    const fullness = findContextUsage(ctx, transcript);
    const signals = SIGNALS[after]?.(pulse, text ?? null) ?? {};
    const saved = planAutoSave(ctx, { signals, pressed: fullness?.pressed, transcript });
    const begun = ctx.known(() => planSessionStart(ctx), { changes: [], marks: [] });
    const decided =
      text === undefined
        ? []
        : ctx.known(
            () => ({
              changes: planTurnDecision(ctx, text, lately),
            }),
            NO_CHANGES,
          ).changes;
    const written = [...begun.changes, ...learnt, ...decided];
    const done = [...written.map(({ why }) => why), saved?.say, fullness?.snapped?.say].filter(Boolean);
    return {
      message: done.join('\n') || 'Nothing to do.',
      historyMessage: saved ? `save: ${saved.trigger}` : (done[0] ?? 'processed a tool call'),
      data: {
        context: [formatUsageMessage(fullness, saved), fix?.text].filter(Boolean).join('\n'),
        notice: [fullness?.pressed ? (saved?.say ?? fullness.notice) : '', fullness?.snapped?.say]
          .filter(Boolean)
          .join('\n'),
        saved: saved && { trigger: saved.trigger, path: saved.path },
        pulse: { ...pulse, madeGood: pulse.madeGood.length, last: pulse.last?.tool ?? null },
      },
      changes: [...written, ...(saved?.changes ?? []), ...(fullness?.snapped?.changes ?? [])],
      statusFields: { tool_calls_since_save: pulse.callsSinceSave, ...fullness?.signal, ...saved?.signal },
      activityMarks: [
        { mark: 'looked', ...fullness?.next },
        ...begun.marks,
        ...(saved ? [{ mark: 'saved' } as const] : []),
        ...(fullness?.marks ?? []),
        ...(fix ? [{ mark: 'fix', error: fix.error } as const] : []),
      ],
    };
  },
});

const NO_CHANGES: { readonly changes: readonly Change[] } = { changes: [] };

/** The signals of each event. */
const SIGNALS: Readonly<
  Record<string, (pulse: SessionActivity, text: string | null) => Partial<TriggerSignals>>
> = {
  tool: ({ completed, planned, failuresBefore }) => ({
    subTaskCompleted: completed,
    phaseEnded: planned,
    failuresBeforeSuccess: failuresBefore,
  }),
  turn: ({ callsOfTurn }, answer) => ({ toolCallsOfTask: callsOfTurn, answer }),
  task: () => ({ subTaskCompleted: true }),
  spawn: () => ({ spawning: true }),
};

/** Drafts a failure, or fills its draft. */
function learntFrom(
  ctx: CommandContext,
  { last, madeGood }: SessionActivity,
  { calls }: RecentActivity,
): readonly Change[] {
  if (last === null) return [];
  const deps = createPromotionDeps(ctx);
  if (isOwnCall(last)) return [];
  if (isLearnableFailure(last))
    return countSameFailures(calls) < 2 ? [] : draftError(last, '', ctx.notebook, deps);
  return madeGood.length === 0 ? [] : completeErrorDraft(madeGood, calls, ctx.notebook, deps);
}

/** A longer sentence is not noted as one line. */
const MOST_CHARACTERS = 240;

/**
 * Notes the decision that the agent's last words state with its reason, in the session: it is promoted like every other line
 * there. Nothing is noted where the agent has called Daybook itself in this turn.
 */
export function planTurnDecision(
  ctx: CommandContext,
  answer: string,
  { calls, marks }: RecentActivity,
): readonly Change[] {
  const began = marks.findLast(({ mark }) => mark === 'prompt')?.at ?? '';
  if (calls.some((call) => isOwnCall(call) && call.at >= began)) return [];
  const decision = listSentences(answer.replace(/```[\s\S]*?(?:```|$)/g, ' ').replace(/\s+/g, ' '))
    .map((sentence) => sentence.trim().replace(/[.。]$/, ''))
    .find((sentence) => sentence.length <= MOST_CHARACTERS && isDecisionWithReason(sentence));
  if (decision === undefined) return [];
  const { changes } = planLogEntry(ctx, { text: decision, type: 'experience' }, { asks: false });
  return changes.map((change) => ({ ...change, why: 'a decision of the agent' }));
}

function isDecisionWithReason(text: string): boolean {
  const draft = findSureForm({ type: 'experience', text, why: null });
  return draft?.type === 'decision' && draft.why !== null;
}
