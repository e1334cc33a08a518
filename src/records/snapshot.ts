import type { CommandContext } from '../command/define-command.js';
import { type Properties, scanFrontMatter } from '../markdown/front-matter-scanner.js';
import { wrapInFence } from '../markdown/section-edits.js';
import { joinLines } from '../notes/entries/entry-line.js';
import { listNotePaths } from '../notes/kinds/note-paths.js';
import type { Note } from '../notes/note.js';
import { fillTemplate, type WritePair } from '../notes/template.js';
import { type FailureGraph, parseExcludedPaths, parseFailures } from './failure.js';

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

/** A snapshot and its note. */
export interface StoredSnapshot {
  readonly path: string;
  readonly snapshot: Snapshot;
}

/** When a snapshot was made, in ms; one without a time counts as the oldest. */
export function readSnapshotTime({ snapshot }: StoredSnapshot): number {
  const ms = Date.parse(snapshot.created_at);
  return Number.isFinite(ms) ? ms : 0;
}

/** The value of a field without any source. */
export const NOT_STATED = 'not stated';

/** Wanted and refused things, by symbolic name. */
type Groups = Readonly<
  Record<string, { readonly strategy: readonly string[]; readonly rejected: readonly string[] }>
>;

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

/** Reads the front matter of a text; null where it cannot be read. */
export type ReadProperties = (text: string) => Properties | null;

type RecordContext = Pick<CommandContext, 'notebook' | 'query'>;

/** Returns the reader of front matter of a command. */
export const createPropertyReader =
  ({ query }: RecordContext): ReadProperties =>
  (text) =>
    query('properties', text);

/** Lists all snapshots with readable front matter, or those in the archive, newest first. */
export function listSnapshots(
  ctx: RecordContext,
  notebook = ctx.notebook,
  where?: 'archived',
): readonly StoredSnapshot[] {
  return listNotePaths('snapshot', notebook, where)
    .flatMap((path) => {
      const note = notebook.note(path);
      const found = note && readSnapshot(note, createPropertyReader(ctx));
      return found ? [{ path, snapshot: found }] : [];
    })
    .toSorted(
      (a, b) =>
        readSnapshotTime(b) - readSnapshotTime(a) || turnOf(b) - turnOf(a) || (a.path < b.path ? 1 : -1),
    );
}

/** The number behind a name that was taken: of two from one second the higher is newer. */
const turnOf = ({ path }: StoredSnapshot): number =>
  Number(/-(\d+)\.md$/.exec(path.replace(/_\d{4}-\d{2}-\d{2}/, ''))?.[1] ?? 1);

/** Reads a snapshot note; null if its front matter cannot be read. */
export function readSnapshot({ path, text }: Pick<Note, 'path' | 'text'>, read: ReadProperties) {
  const data = read(text);
  const id = path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '');
  return data && data.size > 0 ? parseSnapshot(data, id, rawConstraints(text)) : null;
}

/** The ungrouped constraints, if the front matter groups them. */
function rawConstraints(text: string): readonly string[] {
  const fence = /^## Layer 2: Constraints, word for word\s+```yaml\r?\n([\s\S]*?)^```/m.exec(text)?.[1];
  return fence === undefined ? [] : asTextList(scanFrontMatter(`---\n${fence}---\n`)?.get('constraints'));
}

/** The cold archive of a note: everything below its heading; '' if there is none. */
export const readColdArchive = (text: string): string =>
  /^## Layer 3: Cold Archive[^\n]*\n([\s\S]*)/m.exec(text)?.[1]?.trim() ?? '';

/** The contents of the cold archive: for debugging, never restored automatically. */
export interface Archive {
  readonly steps: readonly string[];
  /** In the form of `git diff --stat`. */
  readonly changes: string;
  readonly calls: readonly string[];
}

/** The note of a snapshot, in the layout of the seed (MindSave §Snapshot template). */
export function writeSnapshot(
  snapshot: Snapshot,
  layers: readonly string[],
  archive: Archive | null,
  { template, pair }: { readonly template: string; readonly pair: WritePair },
): string {
  const { constraints, groups, decisions, failure_graph, file_notes, ...first } = snapshot;
  const hasSecond = layers.includes('2');
  const holes = {
    ...first,
    file_notes: Object.keys(file_notes).length === 0 ? undefined : file_notes,
    ...(hasSecond ? { constraints: groups?.rest ?? constraints, decisions, failure_graph } : {}),
    ...(groups && hasSecond
      ? {
          constraint_groups: groups.symbolic,
          raw_constraints: wrapInFence(pair('constraints', constraints), 'yaml'),
        }
      : {}),
    session: first.session ?? undefined,
    auto_trigger: first.auto_trigger ?? undefined,
    ...(archive ? archiveHoles(archive) : {}),
  };
  return fillTemplate(template, holes, pair);
}

const archiveHoles = ({ steps, changes, calls }: Archive) => ({
  completed_steps: numbered(steps),
  file_changes: changes.trim() === '' ? 'none' : wrapInFence(changes),
  recent_tool_calls: numbered(calls),
});

const numbered = (texts: readonly string[]): string =>
  texts.length === 0 ? 'none' : texts.map((text, at) => `${at + 1}. ${joinLines(text)}`).join('\n');
