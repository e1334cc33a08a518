import { defineCommand, UserError } from '../../command/define-command.js';
import { defineFlag, defineText } from '../../command/params.js';
import { mergeChangesPerNote } from '../../notes/changes/merge-changes.js';
import { pluralize } from '../../text/pluralize.js';
import { planLiveLists } from '../pages/plan-live-lists.js';
import { buildBrief } from './build-brief.js';
import { NO_REFRESH, planRefresh, refuseBadTarget } from './refresh-block.js';

/** Refreshes the context block, or prints it. */
export const context = defineCommand({
  name: 'context',
  description:
    'refresh the context block in CLAUDE.md and the live lists of notes; --stdout prints the block',
  group: 'Other names and plumbing',
  params: {
    stdout: defineFlag('print the brief and write nothing'),
    target: defineText('file that holds the block (CLAUDE.md)', 'FILE', { reaches: 'outside' }),
  },
  examples: ['daybook context', 'daybook context --stdout'],
  onLocked: 'queue',
  whenUnknown: 'write',
  plan(ctx, { stdout, target = ctx.settings['context.target'] }) {
    refuseBadTarget(target);
    const { text, tokens, omitted } = buildBrief(ctx, ctx.notebook, ctx.settings['context.budget']);
    const data = { context: text, tokens, omitted };
    if (stdout) return { message: text.trimEnd(), data };
    const live = planLiveLists(ctx);
    const refresh = planRefresh(ctx, ctx.notebook, { target });
    if (refresh === NO_REFRESH || refresh.waits)
      return {
        message: refresh.waits
          ? `The context block in ${target} is not refreshed yet: an agent that has loaded it is working.`
          : `The context block in ${target} stays as it is.`,
        data,
        changes: live.changes,
        notices: live.notices,
      };
    const { changes, notices } = refresh;
    const bad = notices.find(({ level }) => level === 'error');
    if (bad)
      throw new UserError(
        'bad-block',
        `${target}:${bad.line}: ${bad.message}`,
        `fix the markers there, then: daybook recall --write`,
        { path: target },
      );
    const say =
      changes.length === 0
        ? `The context block in ${target} is up to date.`
        : `Refreshed the context block in ${target}: ${tokens} tokens.`;
    const lists =
      live.changes.length === 0
        ? ''
        : `\nRefreshed the live lists of ${pluralize(live.changes.length, 'note')}.`;
    return {
      message: `${say}${lists}`,
      data,
      changes: mergeChangesPerNote([...live.changes, ...changes], ctx.notebook),
      notices: [...live.notices, ...notices],
      ...(refresh.effects?.length ? { effects: refresh.effects } : {}),
    };
  },
});
