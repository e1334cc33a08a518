import type { CommandContext } from '../../command/define-command.js';
import type { HealthCheckResult } from '../../command/queries.js';
import type { Change } from '../../notes/changes/change.js';
import { createNotebookResolver, readAllNotes } from '../../notes/links/link-graph.js';
import type { Notebook } from '../../notes/notebook.js';
import { pluralize } from '../../text/pluralize.js';
import { ENTRY_RULES } from './entry-rules.js';
import { LINK_RULES } from './link-rules.js';
import { HUGO_RULE, NOTE_RULES } from './note-rules.js';
import { RECORD_RULES, REMINDER_RULES } from './record-rules.js';
import type { LintContext, LintFinding, LintLevel, LintRule } from './rule.js';

/** Every rule, in the order of notices about one line. */
export const LINT_RULES: readonly LintRule[] = [
  ...NOTE_RULES,
  ...LINK_RULES,
  ...REMINDER_RULES,
  ...ENTRY_RULES,
  ...RECORD_RULES,
  HUGO_RULE,
];

/** What a rule found, and how it is fixed. */
export interface LintNotice {
  readonly rule: string;
  readonly level: LintLevel;
  readonly path: string;
  readonly line: number;
  readonly message: string;
  readonly remedy: Change | 'block' | null;
}

/** Returns what the rules find, by path and line. */
export function findLintNotices(
  ctx: CommandContext,
  notebook: Notebook,
  rules: readonly LintRule[] = LINT_RULES,
): LintNotice[] {
  const lint = createLintContext(ctx, notebook);
  const found = rules.flatMap((rule) =>
    rule.find(lint).map(
      (one): LintNotice => ({
        rule: rule.name,
        level: one.level ?? rule.level,
        path: one.path,
        line: one.line,
        message: one.message,
        remedy: chooseRemedy(rule.name, one),
      }),
    ),
  );
  return found.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line));
}

/** A block over its budget is rewritten. */
const chooseRemedy = (rule: string, { fix, level }: LintFinding): LintNotice['remedy'] =>
  fix ?? (rule === 'context-block' && level === 'warning' ? 'block' : null);

function createLintContext(ctx: CommandContext, notebook: Notebook): LintContext {
  const notes = readAllNotes(notebook);
  const target = ctx.settings['context.target'];
  return {
    ctx,
    notebook,
    notes,
    resolver: createNotebookResolver(notebook, notes),
    today: ctx.local(ctx.now).date,
    target: target === 'none' ? null : notebook.note(target),
    mint: () => ctx.ids.mint((id) => notes.some(({ text }) => text.includes(`^${id}`))),
  };
}

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
