import { type CommandContext, defineCommand } from '../../command/define-command.js';
import { createTimeContext } from '../../dates/due-date.js';
import type { Change } from '../../notes/changes/change.js';
import { createNotebookResolver, readAllNotes } from '../../notes/links/link-graph.js';
import { isUnmerged } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';
import { pluralize } from '../../text/pluralize.js';
import { planRefresh } from '../context-block/refresh-block.js';
import { createOwnFileTest, readMemoryFiles } from '../import/read-memory-files.js';
import { LINT_RULES } from './index.js';
import type { LintContext, LintFinding, LintLevel } from './rule.js';

/** Checks all notes (FEATURES F4). Status 1 where there is an error. */
export const lint = defineCommand({
  name: 'lint',
  description: 'check the notes for problems; --fix fixes those that lose nothing',
  group: 'Wiki',
  params: {
    fix: {
      kind: 'flag',
      description:
        'give a doubled id that nothing links to a new one, take out block ids that mark nothing, put reminders into columns, refresh the block',
    },
  },
  examples: ['daybook lint', 'daybook lint --fix'],
  surfaces: ['cli', 'mcp', 'cron'],
  requires: 'workspace',
  onLocked: 'refuse',
  countsAsActivity: () => false,
  slow: true,
  whenUnknown: 'write',
  plan(ctx, { fix }) {
    const found = inspect(ctx, ctx.notebook);
    const changes = fix ? planFixes(ctx, found) : [];
    const standing = changes.length === 0 ? found : inspect(ctx, ctx.notebook.after(changes));
    const notices = standing.map(({ rule, level, path, line, message }) => ({
      rule,
      level,
      path,
      line,
      message,
    }));
    return {
      message: summary(found, standing, fix ? 'fix' : 'look'),
      items: notices.map(({ rule, path, line, message }) => ({
        group: path,
        path,
        line,
        what: `${rule} ${message}`,
      })),
      data: { notices },
      changes,
      ...(notices.some(({ level }) => level === 'error') ? { exit: 1 as const } : {}),
    };
  },
});

interface Notice {
  readonly rule: string;
  readonly level: LintLevel;
  readonly path: string;
  readonly line: number;
  readonly message: string;
  readonly remedy: Change | 'block' | null;
}

/** What all rules find, by path and line. */
function inspect(ctx: CommandContext, notebook: Notebook): Notice[] {
  const inspection = inspectionOf(ctx, notebook);
  const found = LINT_RULES.flatMap((rule) =>
    rule.find(inspection).map(
      (one): Notice => ({
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
const remedyOf = (rule: string, { fix, level }: LintFinding): Notice['remedy'] =>
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
    links: () => ctx.query('noteLinks'),
    secretlint: (texts) => ctx.query('secretlint', texts),
    mint: () => ctx.ids.mint((id) => notes.some(({ text }) => text.includes(`^${id}`))),
  };
}

/** The time limit of git in ms; long, since lint runs at night. */
const PATIENCE_MS = 60_000;

/** Plans the fixes that lose nothing; the edits of one note become one change, in their order. */
function planFixes(ctx: CommandContext, found: readonly Notice[]): Change[] {
  const isHeld = (path: string) => isUnmerged(ctx.notebook.note(path) ?? {});
  const edits = found.flatMap(({ remedy: one }) =>
    one === null || one === 'block' || isHeld(one.path) ? [] : [one],
  );
  const block = found.some(({ remedy: one }) => one === 'block')
    ? planRefresh(ctx, ctx.notebook).changes
    : [];
  return [...joined(edits), ...block];
}

function joined(edits: readonly Change[]): Change[] {
  return [...new Set(edits.map(({ path }) => path))].flatMap((path): Change[] => {
    const own = edits.flatMap((change) => (change.path === path && change.kind === 'edit' ? [change] : []));
    const [first] = own;
    if (!first) return [];
    const splices = own.flatMap((change) => change.splices).toSorted((a, b) => a.at - b.at);
    return [{ ...first, splices, why: [...new Set(own.map(({ why }) => why))].join('; ') }];
  });
}

const countFixable = (notices: readonly Notice[]): number =>
  notices.filter(({ remedy }) => remedy !== null).length;

/** The remaining notices, and what was or could be fixed. */
function summary(before: readonly Notice[], after: readonly Notice[], act: 'fix' | 'look'): string {
  const words = [
    ['error', 'error'],
    ['warning', 'warning'],
    ['info', 'remark'],
  ] as const;
  const parts = words.flatMap(([level, word]) => {
    const count = after.filter((one) => one.level === level).length;
    return count === 0 ? [] : [pluralize(count, word)];
  });
  const fixed = act === 'fix' ? countFixable(before) - countFixable(after) : 0;
  const did = fixed > 0 ? `Fixed ${fixed}. ` : '';
  if (parts.length === 0) return `${did}Nothing${did ? ' else' : ''} to fix.`;
  const hint =
    act === 'look' && countFixable(after) > 0
      ? ` ${countFixable(after)} can be fixed: daybook lint --fix`
      : '';
  return `${did}${parts.join(', ')}${did ? ' left' : ''}.${hint}`;
}
