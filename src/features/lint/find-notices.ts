import type { CommandContext } from '../../command/define-command.js';
import { createTimeContext } from '../../dates/due-date.js';
import type { Change } from '../../notes/changes/change.js';
import { createNotebookResolver, readAllNotes } from '../../notes/links/link-graph.js';
import type { Notebook } from '../../notes/notebook.js';
import { createOwnFileTest, readMemoryFiles } from '../import/read-memory-files.js';
import { LINT_RULES } from './index.js';
import type { LintContext, LintFinding, LintLevel, LintRule } from './rule.js';

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
  const inspection = inspectionOf(ctx, notebook);
  const found = rules.flatMap((rule) =>
    rule.find(inspection).map(
      (one): LintNotice => ({
        rule: rule.name,
        level: one.level ?? rule.level,
        path: one.path,
        line: one.line,
        message: one.message,
        remedy: remedyOf(rule.name, one),
      }),
    ),
  );
  return found.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line));
}

/** A block over its budget is rewritten. */
const remedyOf = (rule: string, { fix, level }: LintFinding): LintNotice['remedy'] =>
  fix ?? (rule === 'context-block' && level === 'warning' ? 'block' : null);

function inspectionOf(ctx: CommandContext, notebook: Notebook): LintContext {
  const notes = readAllNotes(notebook);
  const target = ctx.settings['context.target'];
  return {
    wiki: notebook,
    notes,
    hasUnknown: notebook.allUnknown().length > 0,
    entries: ctx.entries,
    resolver: createNotebookResolver(notebook, notes),
    clock: createTimeContext(ctx),
    frontMatterProblem: (text) => ctx.query('frontMatterProblem', text),
    properties: (text) => ctx.query('properties', text),
    block: target === 'none' ? null : { path: target, budget: ctx.settings['context.budget'] },
    tokens: (text) => ctx.query('tokens', text),
    findStatuses: (claims) => ctx.query('referenceStatuses', claims, PATIENCE_MS),
    foreign: () => readMemoryFiles(ctx).filter(createOwnFileTest(ctx)),
    copies: () => ctx.query('syncCopies'),
    links: () => ctx.query('noteLinks'),
    secretlint: (texts) => ctx.query('secretlint', texts),
    mint: () => ctx.ids.mint((id) => notes.some(({ text }) => text.includes(`^${id}`))),
  };
}

/** The time limit of git in ms; long, since lint runs at night. */
const PATIENCE_MS = 60_000;
