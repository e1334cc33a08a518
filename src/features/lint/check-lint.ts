import type { CommandContext } from '../../command/define-command.js';
import type { HealthCheckResult } from '../../command/queries.js';
import { pluralize } from '../../text/pluralize.js';
import { findLintNotices } from './find-notices.js';
import { LINT_RULES } from './index.js';

export const LINT_CHECK = 'lint';

/** Rules whose errors other checks of `status` and `doctor` report. */
const CHECKED_ELSEWHERE: ReadonlySet<string> = new Set([
  'context-block',
  'duplicate-id',
  'linked',
  'unmerged',
  'unreadable',
]);

/** Checks for `status` and `doctor` that no note has an error; warnings are for `lint` to list. */
export function checkLint(ctx: CommandContext): HealthCheckResult {
  const rules = LINT_RULES.filter(({ level, name }) => level === 'error' && !CHECKED_ELSEWHERE.has(name));
  const errors = findLintNotices(ctx, ctx.notebook, rules).filter(({ level }) => level === 'error');
  const [first] = errors;
  return first
    ? {
        name: LINT_CHECK,
        ok: false,
        detail: `${pluralize(errors.length, 'error')} in the notes, such as ${first.rule} at ${first.path}:${first.line}: daybook lint`,
      }
    : { name: LINT_CHECK, ok: true, detail: 'no other error in the notes' };
}
