import { type CommandContext, type CommandPlan, defineCommand } from '../../command/define-command.js';
import { toEntryJson } from '../../command/entry-format.js';
import { defineChoice, defineFlag, defineText, defineWord } from '../../command/params.js';
import { createUsageError } from '../../errors.js';
import { formatEntryText } from '../../notes/entries/entry.js';
import { pluralize } from '../../text/pluralize.js';
import { sanitizeLine } from '../../text/sanitize.js';
import { VERSION } from '../../version.js';
import { formatAnnotations, formatSarif } from './format-reports.js';
import { planCheckInstall } from './install-check.js';
import { type CheckFinding, judgeChanges } from './judge-changes.js';
import { listEarlierEntries, listJudges, openDiffNotes } from './list-judges.js';
import { type FileChange, parseDiff } from './parse-diff.js';
import { listStaleEntries, type StaleEntry } from './stale-entries.js';

/** Compares what a diff adds with what entries reject. It reads only, also in a clone without state; `--install` writes git’s hook. */
export const check = defineCommand({
  name: 'check',
  description: 'compare a diff with what was rejected, and list the entries that it makes stale',
  group: 'Share',
  params: {
    range: defineWord('commits: A..B, or A for all after it; if left out, what the upstream lacks', {
      placeholder: 'RANGE',
    }),
    staged: defineFlag('only what is staged'),
    diff: defineText('a diff in a file; - reads standard input', 'FILE', {
      readsFile: 'any bytes',
      redaction: 'said',
    }),
    format: defineChoice(['text', 'github', 'sarif', 'json'], 'how to print the findings', {
      placeholder: 'FORMAT',
    }),
    strict: defineFlag('warnings count as errors'),
    install: defineFlag('have git check before each push'),
  },
  examples: ['daybook check', 'daybook check main..HEAD', 'daybook check --staged --strict'],
  plan(ctx, { range, staged, diff: text, format = 'text', strict, install }) {
    if (
      [range, text, staged || undefined, install || undefined].filter((one) => one !== undefined).length > 1
    )
      throw createUsageError(
        'a range, --staged, --diff and --install exclude each other',
        'pass one of them: daybook check --staged',
      );
    if (install) return planCheckInstall(ctx);
    const diff = text === undefined ? ctx.query('diff', { range: range ?? null, isStaged: staged }) : null;
    const files = [...parseDiff(diff?.text ?? text ?? ''), ...(diff?.newFiles ?? []).map(toFileChange)];
    const notes = openDiffNotes(ctx, diff);
    const found = judgeChanges(files, listJudges(ctx, notes));
    const findings = strict ? found.map((one) => ({ ...one, level: 'error' as const })) : found;
    const stale = listStaleEntries(ctx, files, listEarlierEntries(ctx, notes), diff !== null);
    return formatCheck(ctx, diff?.what ?? 'the diff', files, { findings, stale }, format);
  },
});

const toFileChange = ({ path, text }: { readonly path: string; readonly text: string }): FileChange => ({
  path,
  from: null,
  isRemoved: false,
  added: text.split(/\r?\n/).map((line, at) => ({ line: at + 1, text: line })),
  removed: [],
});

interface CheckReport {
  readonly findings: readonly CheckFinding[];
  readonly stale: readonly StaleEntry[];
}

function formatCheck(
  ctx: CommandContext,
  what: string,
  files: readonly FileChange[],
  { findings, stale }: CheckReport,
  format: 'text' | 'github' | 'sarif' | 'json',
): CommandPlan {
  const errors = findings.filter(({ level }) => level === 'error').length;
  const warnings = findings.length - errors;
  const data = {
    findings: findings.map(({ path, line, judge, found, level }) => ({
      path,
      line,
      entry: toEntryJson(ctx, judge.entry),
      why: formatWhy(found, judge),
      level,
    })),
    stale: stale.map(({ entry }) => toEntryJson(ctx, entry)),
  };
  const rows = findings.map(({ path, line, level, found, judge }) => ({
    path,
    line,
    level,
    id: judge.entry.id,
    text: `${formatWhy(found, judge)}: ${sanitizeLine(judge.guarded?.line ?? describeEntry(judge.entry))}`,
  }));
  const reports = {
    github: () => formatAnnotations(rows, stale),
    sarif: () => formatSarif(rows, VERSION),
    json: () => JSON.stringify(data, null, 2),
  };
  const outcome = { data, changes: [], ...(errors > 0 ? { exit: 1 as const } : {}) };
  if (format !== 'text') return { message: reports[format](), format: 'plain', ...outcome };
  const counted = [
    ...(errors ? [pluralize(errors, 'error')] : []),
    ...(warnings ? [pluralize(warnings, 'warning')] : []),
  ];
  const lines = files.reduce((sum, { added }) => sum + added.length, 0);
  const aged = stale.length === 0 ? '' : ` ${pluralize(stale.length, 'entry', 'entries')} may be stale.`;
  return {
    message: `Checked ${what}: ${pluralize(files.length, 'file')}, ${pluralize(lines, 'added line')}; ${counted.join(' and ') || 'nothing goes against an entry'}.${aged}`,
    items: [
      ...rows.map(({ path, line, level, id, text }) => ({ path, line, mark: level, what: text, id })),
      ...stale.map(({ entry, why }) => ({
        path: entry.path,
        line: entry.line,
        mark: 'stale',
        what: `${sanitizeLine(describeEntry(entry))}: ${why}; if it holds: daybook amend ${entry.id} --verify`,
      })),
    ],
    ...outcome,
  };
}

const describeEntry = ({ why, ...entry }: CheckFinding['judge']['entry']): string =>
  [formatEntryText(entry), why].filter(Boolean).join(' — ');

/** What a place has, and what the diff does to the entry that it goes against. */
const formatWhy = (found: string, { note }: CheckFinding['judge']): string =>
  note === null
    ? found
    : `${found}, against an entry that this change ${note === 'removed' ? 'removes' : 'closes'}`;
