import type { Properties } from '../../markdown/front-matter-scanner.js';
import type { ConstraintGroup } from '../constraints/compress-constraints.js';
import type { FailureGraph } from '../failures/failure.js';
import { parseExcludedPaths, parseFailures } from '../failures/failure.js';

/** The status of a snapshot. */
export const STATUSES = ['in_progress', 'completed'] as const;
/** The fields without which a task cannot be continued. */
export const REQUIRED = ['created_at', 'goal', 'state', 'next_action'] as const;

/** The state of a task in the names of the seed (MindSave §Snapshot template): layers 1 and 2, whole. */
export interface Snapshot {
  readonly snapshot_id: string;
  /** ISO 8601 with offset; '' if the note has none. */
  readonly created_at: string;
  readonly version: string;
  /** `in_progress` if the note has none. */
  readonly status: string;
  readonly session: string | null;
  readonly goal: string;
  readonly state: string;
  readonly next_action: string;
  readonly active_files: readonly string[];
  /** Notes on active files, by path. */
  readonly file_notes: Readonly<Record<string, string>>;
  /** `none` for none. */
  readonly blocker: string;
  readonly constraints: readonly string[];
  readonly decisions: readonly string[];
  readonly failure_graph: FailureGraph;
  /** Constraints in groups, if there are too many to restore one by one; ungrouped ones are listed beside them. */
  readonly groups: { readonly symbolic: Groups; readonly rest: readonly string[] } | null;
  readonly auto_trigger: { readonly reason: string; readonly tool_calls_since_last: number } | null;
}

/** Wanted and refused things, by symbolic name. */
export type Groups = Readonly<Record<string, Pick<ConstraintGroup, 'strategy' | 'rejected'>>>;

/** Reads the properties of a snapshot, however loosely they are written; `excluded_paths` of older ones are failures. */
export function parseSnapshot(data: Properties, id: string, raw: readonly string[] = []): Snapshot {
  const text = (key: string, missing = '') => asText(data.get(key)) ?? missing;
  return {
    snapshot_id: text('snapshot_id', id),
    created_at: text('created_at'),
    version: text('version', '3.0'),
    status: text('status', 'in_progress'),
    session: asText(data.get('session')),
    goal: text('goal'),
    state: text('state'),
    next_action: text('next_action'),
    active_files: asTextList(data.get('active_files')),
    file_notes: parseNotes(data.get('file_notes')),
    blocker: text('blocker', 'none') || 'none',
    constraints: raw.length > 0 ? raw : asTextList(data.get('constraints')),
    decisions: asTextList(data.get('decisions')),
    failure_graph: {
      ...parseExcludedPaths(asTextList(data.get('excluded_paths'))),
      ...parseFailures(data.get('failure_graph')),
    },
    groups: groupsOf(data.get('constraint_groups'), asTextList(data.get('constraints'))),
    auto_trigger: triggerOf(data.get('auto_trigger')),
  };
}

const parseNotes = (value: unknown): Snapshot['file_notes'] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).flatMap(([path, note]) => [[path, asText(note) ?? '']]))
    : {};

/** Splits `src/a.ts: half done` and `src/a.ts - half done` into path and note. */
export function splitFileNote(text: string): { readonly path: string; readonly note: string } {
  const [, path = text, note = ''] =
    /^`?([^\s`]{1,300}?[./][^\s`]{1,300}?)`?(?::| -| —) (.+)$/.exec(text) ?? [];
  return { path, note: note.trim() };
}

/** A scalar as text, or null. */
export const asText = (value: unknown): string | null =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : null;

/** A list of texts; one text alone is a list of one. */
export const asTextList = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]).flatMap(
    (one) => asText(one) ?? [],
  );

/** True if a snapshot has a blocker: it is never completed, archived or skipped. */
export const isBlocked = ({ blocker }: Pick<Snapshot, 'blocker'>): boolean =>
  blocker.trim() !== '' && blocker.trim().toLowerCase() !== 'none';

function groupsOf(value: unknown, rest: readonly string[]): Snapshot['groups'] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const symbolic = Object.entries(value).map(([name, group]) => {
    const { strategy, rejected } = (group ?? {}) as Readonly<Record<string, unknown>>;
    return [name, { strategy: asTextList(strategy), rejected: asTextList(rejected) }] as const;
  });
  return { symbolic: Object.fromEntries(symbolic), rest };
}

function triggerOf(value: unknown): Snapshot['auto_trigger'] {
  if (typeof value !== 'object' || value === null) return null;
  const { reason, tool_calls_since_last: calls } = value as Readonly<Record<string, unknown>>;
  return { reason: asText(reason) ?? '', tool_calls_since_last: Number(calls) || 0 };
}
