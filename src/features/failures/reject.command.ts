import { defineCommand } from '../../command/define-command.js';
import {
  defineChoice,
  defineFlag,
  defineText,
  defineTextList,
  defineWords,
  requireChoice,
} from '../../command/params.js';
import { createEntryDeps } from '../../command/planning-deps.js';
import { createUsageError } from '../../errors.js';
import { notePath } from '../../notes/kinds/index.js';
import { GLOBAL_CONTENT } from '../../notes/kinds/note-kind.js';
import { CONFIDENCES, formatFailure, REJECTED_BY } from '../../records/failure.js';
import { checkProof, PROOF_PARAMS } from '../guard/check-proof.js';
import { isGlobalWorkspace, planGlobalMarker } from '../workspace/global-marker.js';
import { recordRejection as plan } from './record-rejection.js';

/** Keeps what must not be tried again (MindSave §Failure Graph), here or for every workspace. */
export const reject = defineCommand({
  name: 'reject',
  description: 'record what must not be tried again, why, and what to do instead; repeats are counted',
  group: 'Agents',
  params: {
    what: defineWords(
      'what is rejected, by its name, and the reason after a colon; commands and files in backticks',
      { required: true, readsText: true },
    ),
    why: defineText('the reason; else the text after the colon', 'WHY'),
    alternative: defineTextList('what to do instead', 'NAME'),
    related: defineTextList('what it is related to', 'NAME'),
    global: defineFlag('for all workspaces, below DAYBOOK_HOME', { reaches: 'outside' }),
    by: defineChoice(REJECTED_BY, 'who rejected it: user, ai, test or system'),
    confidence: defineChoice(CONFIDENCES, 'how sure: low, medium or high'),
    ...PROOF_PARAMS,
  },
  examples: [
    'daybook reject Tailwind --why "causes style conflict with existing CSS" --alternative "CSS Modules" --related Bootstrap',
    'daybook reject "localStorage for tokens" --why "any script can read it" --global',
  ],
  isTool: true,
  onLocked: 'queue',
  countsAsActivity: () => true,
  whenUnknown: 'write',
  updatesBlock: true,
  plan(ctx, { what: text, why: reason, alternative, related, global, by, confidence, ...proofInput }) {
    const { what, why } = splitReason(text, reason);
    if (why === undefined || why.trim() === '')
      throw createUsageError(
        `the reason why ${what} is rejected is missing`,
        `write: daybook reject "${what}" --why "…"`,
      );
    requireChoice('--by', by, REJECTED_BY);
    requireChoice('--confidence', confidence, CONFIDENCES);
    const proof = checkProof(proofInput);
    const isGlobal = global && !isGlobalWorkspace(ctx);
    const content = isGlobal ? GLOBAL_CONTENT : ctx.notebook.content;
    const rejection = {
      what: what.trim(),
      reason: why.trim(),
      by: by ?? (ctx.actor.by === null ? 'user' : 'ai'),
      confidence,
      related,
      alternatives: alternative,
      content,
      proof,
    };
    const { failure, id, changes } = plan(rejection, ctx.notebook, createEntryDeps(ctx));
    const path = `${content}/${notePath('failures')}`;
    const confirmation = `Kept in ${isGlobal ? 'the global ' : ''}${notePath('failures')}: ${formatFailure(rejection.what, failure)}`;
    return {
      message: confirmation,
      historyMessage: `reject ${rejection.what}`,
      data: { failure: { what: rejection.what, id, path, ...failure }, guard: proof },
      changes: [...changes, ...(isGlobal ? planGlobalMarker(ctx) : [])],
      location: `${path} ^${id}`,
    };
  },
});

/** Returns what is rejected and why. Without `--why` the reason follows a colon, e.g. `axios: fetch is enough`. */
function splitReason(text: string, why: string | undefined) {
  if (why !== undefined) return { what: text, why };
  const [, what, reason] = /^([^\n]*?\S):\s+(\S[\s\S]*)$/.exec(text) ?? [];
  return what === undefined || reason === undefined ? { what: text } : { what, why: reason };
}
