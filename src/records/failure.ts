import { parseBlock } from '../notes/entries/block.js';
import { parseLine } from '../notes/entries/entry-line.js';
import type { LocatedEntry } from '../notes/entries/read-entries.js';
import { notePath } from '../notes/kinds/index.js';
import { GLOBAL_CONTENT } from '../notes/kinds/note-kind.js';
import { findLinks } from '../notes/links/find-links.js';
import type { Note } from '../notes/note.js';
import type { Notebook } from '../notes/notebook.js';

/** One thing that must not be tried again, in the names of the seed (MindSave §Failure Graph). */
export interface Failure {
  readonly schema_version: string;
  readonly rejected_by: string;
  readonly reason: string;
  readonly repeat_count: number;
  readonly confidence: string;
  /** `project`, or `global`: seen by every workspace. */
  readonly scope: string;
  readonly related: readonly string[];
  readonly alternatives: readonly string[];
}

/** Failures by what failed. */
export type FailureGraph = Readonly<Record<string, Failure>>;

/** The schema version of failures that Daybook writes. */
export const SCHEMA_VERSION = '1.0';
export const REJECTED_BY = ['user', 'ai', 'test', 'system'] as const;
export const CONFIDENCES = ['low', 'medium', 'high'] as const;

/** How sure it is (MindSave): stated, else high from three repeats or where the user rejected it, medium at two. */
export function rateFailureConfidence(repeats: number, by: string, stated?: string): string {
  if (stated !== undefined) return stated;
  if (repeats >= 3 || by === 'user') return 'high';
  return repeats === 2 ? 'medium' : 'low';
}

/** A failure with what is known of it; the rest as the seed has it. */
export function createFailure(
  known: { readonly [K in keyof Failure]?: Failure[K] | undefined } & Pick<Failure, 'reason'>,
): Failure {
  const { rejected_by = 'system', repeat_count = 1 } = known;
  return {
    schema_version: known.schema_version ?? SCHEMA_VERSION,
    rejected_by,
    reason: known.reason,
    repeat_count,
    confidence: rateFailureConfidence(repeat_count, rejected_by, known.confidence),
    scope: known.scope ?? 'project',
    related: known.related ?? [],
    alternatives: known.alternatives ?? [],
  };
}

/** A graph from a note's properties; values other than mappings are skipped. */
export function parseFailures(value: unknown): FailureGraph {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([what, fields]) => {
      if (typeof fields === 'string') return [[what, createFailure({ reason: fields })]];
      return typeof fields === 'object' && fields !== null
        ? [[what, read(fields as Readonly<Record<string, unknown>>)]]
        : [];
    }),
  );
}

/** `excluded_paths` of older snapshots: "Don't use Tailwind — causes style conflict" (MindSave v3.4). */
export const parseExcludedPaths = (paths: readonly string[]): FailureGraph =>
  Object.fromEntries(
    paths.map((path) => {
      const { text, why } = parseLine(path);
      const what = text.replace(/^(?:do not|don['’]t|never|avoid|no)\s+(?:use\s+|retry\s+)?/i, '') || text;
      return [what, createFailure({ reason: why ?? text })];
    }),
  );

function read(fields: Readonly<Record<string, unknown>>): Failure {
  const text = (key: keyof Failure) => {
    const value = fields[key] ?? undefined;
    return value === undefined ? undefined : String(value);
  };
  const list = (key: keyof Failure) => [fields[key] ?? []].flat().map(String);
  return createFailure({
    schema_version: text('schema_version'),
    rejected_by: text('rejected_by'),
    reason: text('reason') ?? '',
    repeat_count: Math.max(1, Math.floor(Number(fields.repeat_count) || 1)),
    confidence: text('confidence'),
    scope: text('scope'),
    related: list('related'),
    alternatives: list('alternatives'),
  });
}

/** A failure on one line: what, why, how sure, and what to do instead. */
export function formatFailure(
  what: string,
  { reason, repeat_count, confidence, alternatives }: Failure,
): string {
  const instead = alternatives.length === 0 ? '' : `; instead: ${alternatives.join(', ')}`;
  const times = repeat_count === 1 ? '' : `${repeat_count} times, `;
  const because = reason === what ? '' : ` — ${reason}`;
  return `${what}${because} (${times}confidence ${confidence})${instead}`;
}

/** How strongly to warn of an approach, by its similarity to a rejected one (FEATURES A8). */
export const REPEAT_THRESHOLDS = { caution: 0.6, warning: 0.75, stop: 0.9 } as const;

/** The warning for a similarity; null if the approach is new. */
export function repeatWarningLevel(similarity: number): keyof typeof REPEAT_THRESHOLDS | null {
  if (similarity >= REPEAT_THRESHOLDS.stop) return 'stop';
  if (similarity >= REPEAT_THRESHOLDS.warning) return 'warning';
  return similarity >= REPEAT_THRESHOLDS.caution ? 'caution' : null;
}

/** One block of FAILURES.md, and its note. */
export interface StoredFailure {
  readonly what: string;
  readonly failure: Failure;
  readonly entry: LocatedEntry;
  readonly note: Note;
}

/** What must not be tried again here, and in all workspaces (MindSave: `scope: global`). */
export const listFailures = (
  notebook: Notebook,
  entries: (note: Note) => readonly LocatedEntry[],
): readonly StoredFailure[] =>
  [notebook.content, GLOBAL_CONTENT].flatMap((content) => {
    const note = notebook.note(`${content}/${notePath('failures')}`);
    return note
      ? entries(note)
          .filter(({ type }) => type === 'failure')
          .map((entry) => keptIn(note, entry))
      : [];
  });

/** The same as a graph; the project's own records count more than global ones. */
export const buildFailureGraph = (
  notebook: Notebook,
  entries: (note: Note) => readonly LocatedEntry[],
): FailureGraph =>
  Object.fromEntries(
    listFailures(notebook, entries)
      .toReversed()
      .map(({ what, failure }) => [what, failure]),
  );

function keptIn(note: Note, entry: LocatedEntry): StoredFailure {
  const { heading, fields } = parseBlock(note.text.slice(entry.start, entry.end));
  const field = (key: keyof Failure) => fields.get(key) ?? fields.get(key.replaceAll('_', ' '));
  const names = (key: keyof Failure) => parseNames(field(key) ?? '');
  return {
    what: heading.slice(heading.indexOf(':') + 1).trim(),
    failure: createFailure({
      schema_version: field('schema_version'),
      rejected_by: field('rejected_by'),
      reason: field('reason') ?? entry.why ?? '',
      repeat_count: Math.max(1, Number(field('repeat_count')) || 1),
      confidence: field('confidence'),
      scope: note.path.startsWith('~/') ? 'global' : field('scope'),
      related: names('related'),
      alternatives: names('alternatives'),
    }),
    entry,
    note,
  };
}

/** Parses names: links or text between commas, or between semicolons if a name has a comma. */
const parseNames = (text: string): string[] =>
  text
    .split(text.includes(';') ? /;\s*/ : /,\s*(?![^[]*\]\])/)
    .map((one) => one.trim())
    .filter(Boolean)
    .map((one) => {
      const [link] = findLinks(one);
      return link ? (link.alias ?? link.note) : one;
    });
