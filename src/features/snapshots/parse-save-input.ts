import type { FieldNames } from '../../command/parse-structured-input.js';
import {
  createFailure,
  type FailureGraph,
  parseExcludedPaths,
  parseFailures,
} from '../../records/failure.js';
import { asTextList, splitFileNote } from '../../records/snapshot.js';
import type { SnapshotInput } from './extract.js';

/** The options of a save that are fields of its snapshot. */
type SaveOptions = Partial<Record<'goal' | 'state' | 'next' | 'blocker' | 'status', string | undefined>> &
  Partial<Record<'file' | 'constraint' | 'decision' | 'reject', readonly string[] | undefined>>;

/** The names of a snapshot's fields in `--input`, ours first, then those of the source documents. */
export const SAVE_FIELDS: FieldNames = {
  topic: [],
  goal: ['task', 'objective'],
  state: ['context_summary', 'summary'],
  next_action: ['next', 'next_step', 'next_actions'],
  active_files: ['files', 'file', 'files_in_play'],
  blocker: ['blockers'],
  constraints: ['constraint', 'raw_constraints'],
  decisions: ['decision'],
  failure_graph: ['failures', 'rejected'],
  excluded_paths: [],
  status: [],
  completed_steps: ['history_steps', 'completed_subtasks'],
  file_changes: [],
  recent_tool_calls: ['tool_calls', 'tool_logs'],
  ignored: [
    ...['snapshot_id', 'created_at', 'version', 'session', 'auto_trigger', 'constraint_groups'],
    ...['layer_1', 'layer_2', 'layer_3'],
  ],
};

/** Returns the fields that the options and the input give together. */
export function parseSaveInput(input: SaveOptions, fields: ReadonlyMap<string, unknown>): SnapshotInput {
  const text = (option: string | undefined, key: string) =>
    option ?? (fields.get(key) == null ? undefined : asTextList(fields.get(key)).join('; '));
  const list = (option: readonly string[] | undefined, key: string) => [
    ...(option ?? []),
    ...asTextList(fields.get(key)),
  ];
  const files = list(input.file, 'active_files').map(splitFileNote);
  return {
    goal: text(input.goal, 'goal'),
    state: text(input.state, 'state'),
    next_action: text(input.next, 'next_action'),
    active_files: files.map(({ path }) => path),
    file_notes: Object.fromEntries(files.flatMap(({ path, note }) => (note ? [[path, note]] : []))),
    blocker: text(input.blocker, 'blocker'),
    constraints: list(input.constraint, 'constraints'),
    decisions: list(input.decision, 'decisions'),
    failure_graph: rejectedOf(fields, input.reject),
    status: text(input.status, 'status'),
  };
}

function rejectedOf(
  fields: ReadonlyMap<string, unknown>,
  reject: readonly string[] = [],
): FailureGraph | undefined {
  const named = reject.map((one) => {
    const [, what = one, why = 'not said'] = /^(.+?): (.+)$/s.exec(one) ?? [];
    return [what, createFailure({ reason: why, rejected_by: 'user' })] as const;
  });
  if (named.length === 0 && !fields.has('failure_graph') && !fields.has('excluded_paths')) return undefined;
  return {
    ...parseExcludedPaths(asTextList(fields.get('excluded_paths'))),
    ...parseFailures(fields.get('failure_graph')),
    ...Object.fromEntries(named),
  };
}
