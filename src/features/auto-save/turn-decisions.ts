import type { CommandContext } from '../../command/define-command.js';
import type { Change } from '../../notes/changes/change.js';
import { listSentences } from '../../text/sentences.js';
import type { RecentActivity } from '../../transcripts/tool-call.js';
import { isOwnCall } from '../../transcripts/tool-names.js';
import { planLogEntry } from '../memory/log-entry.js';
import { findSureForm } from '../promotion/sure-form.js';

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
