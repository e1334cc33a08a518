import {
  type CommandContext,
  type CommandReply,
  type ResultItem,
  UserError,
} from '../../command/define-command.js';
import { describeReading } from '../../command/describe-reading.js';
import { addDays, isDate } from '../../dates/local-time.js';
import { createUsageError } from '../../errors.js';
import type { Block, Outline } from '../../markdown/outline.js';
import type { Note } from '../../notes/note.js';
import { parseSnapshotTopic } from '../../records/file-name.js';
import {
  listSnapshots,
  readColdArchive,
  readSnapshotTime,
  type StoredSnapshot,
} from '../../records/snapshot.js';
import { redactAll } from '../../security/secrets.js';
import { pluralize } from '../../text/pluralize.js';
import type { ToolCall } from '../../transcripts/tool-call.js';
import { callText, formatToolGraph } from '../tool-log/touched-files.js';

/**
 * Reads the cold archive (MindSave §/recall): without words that of the snapshot last loaded, else of the newest; with
 * words all that fits, of every snapshot and of the tool log. It changes nothing.
 */
export const searchColdArchive = (ctx: CommandContext, words: string | undefined): CommandReply =>
  words === undefined ? whole(ctx) : found(ctx, queryOf(words));

function whole(ctx: CommandContext): CommandReply {
  const { last_loaded: loaded } = ctx.query('signal');
  const snapshots = listSnapshots(ctx);
  const chosen = snapshots.find(({ snapshot }) => snapshot.snapshot_id === loaded) ?? snapshots[0];
  const calls = callsAround(ctx, chosen);
  if (!chosen && calls.length === 0)
    throw new UserError(
      'no-snapshot',
      'nothing is in the cold archive',
      'save first: daybook save --goal "…"',
    );
  const note = chosen && ctx.notebook.note(chosen.path);
  const archive = note ? readColdArchive(note.text) : '';
  const graph = formatToolGraph(calls, ctx.local);
  const say = [
    chosen
      ? `Cold archive of ${chosen.snapshot.snapshot_id}, for reading only:`
      : 'No snapshot is saved here.',
    archive === '' ? (chosen ? `${chosen.path} holds no layer 3.` : '') : archive,
    graph.length === 0 ? '' : `### Execution Graph\n${graph.join('\n')}`,
  ];
  return {
    message: redactAll(say.filter(Boolean).join('\n\n')).value,
    data: { hits: redactAll([...(chosen ? itemsOf(ctx, chosen) : []), ...calls.map(asCold)]).value },
  };
}

/** The tool calls of a snapshot's session; of its day, if it names none; without a snapshot, the latest. */
function callsAround(ctx: CommandContext, chosen: StoredSnapshot | undefined): readonly ToolCall[] {
  if (!chosen) return ctx.query('toolCalls', {});
  const { session } = chosen.snapshot;
  const day = ctx.local(readSnapshotTime(chosen) || ctx.now).date;
  return ctx
    .query('toolCalls', { since: addDays(day, -1) })
    .filter((call) => (session === null ? dayOf(ctx, call.at) === day : call.session === session));
}

function found(ctx: CommandContext, query: ColdQuery): CommandReply {
  const shelves = [...listSnapshots(ctx), ...listSnapshots(ctx, undefined, 'archived')];
  const since = query.after === undefined ? '' : addDays(query.after, -1);
  const calls = ctx.query('toolCalls', { since }).toReversed().map(asCold);
  const all = [...shelves.flatMap((one) => itemsOf(ctx, one)), ...calls];
  const hits = redactAll(all.filter((one) => isColdMatch(one, query, dayOf(ctx, one.at)))).value;
  return {
    message:
      hits.length === 0
        ? `No match; ${describeReading(ctx, pluralize(shelves.length, 'snapshot'), pluralize(calls.length, 'tool call'))}.`
        : `${hits.length} in the cold archive, of ${pluralize(snapshotsOf(hits), 'snapshot')} and the tool log:`,
    items: hits.map((hit) => rowOf(ctx, hit)),
    data: { hits },
  };
}

const snapshotsOf = (hits: readonly ColdItem[]): number =>
  new Set(hits.flatMap(({ snapshot }) => snapshot ?? [])).size;

function itemsOf({ notebook }: CommandContext, { path, snapshot }: StoredSnapshot): readonly ColdItem[] {
  const note = notebook.note(path);
  return note
    ? parseColdItems(note, notebook.outline(note), { id: snapshot.snapshot_id, at: snapshot.created_at })
    : [];
}

const asCold = (call: ToolCall): ColdItem & { readonly call: ToolCall } => ({
  type: 'call',
  text: `${call.tool}: ${call.input}`,
  snapshot: null,
  topic: null,
  path: null,
  line: null,
  at: call.at,
  files: call.files,
  call,
});

function rowOf(
  ctx: CommandContext,
  { snapshot, type, text, path, line, ...rest }: ColdItem & { call?: ToolCall },
): ResultItem {
  const group = snapshot ?? 'Tool log';
  const what = rest.call ? `${dayOf(ctx, rest.at)} ${callText(rest.call, ctx.local)}` : text;
  if (path === null || line === null) return { group, what };
  return { group, path, line, what, why: `${type} of ${snapshot}` };
}

/** The local day of a moment; '' if unknown. */
function dayOf(ctx: CommandContext, at: string): string {
  const ms = Date.parse(at);
  return Number.isFinite(ms) ? ctx.local(ms).date : '';
}

/** Refuses a filter that cannot match. */
function queryOf(words: string): ColdQuery {
  const query = parseColdQuery(words);
  const { type, after, before } = query;
  if (type !== undefined && !COLD_TYPES.some((one) => one === type.toLowerCase()))
    throw createUsageError(`type: takes ${COLD_TYPES.join(', ')}, found \`${type}\``, 'write: type:call');
  const wrong = [after, before].find((day) => day !== undefined && !isDate(day));
  if (wrong !== undefined)
    throw createUsageError(`after: and before: take a day, found \`${wrong}\``, 'write: after:2026-06-01');
  return query;
}

/** The kind of an item: a completed step, a changed file, a tool call, or something else. */
const COLD_TYPES = ['step', 'change', 'call', 'other'] as const;
type ColdType = (typeof COLD_TYPES)[number];

/** An item of the cold archive. */
interface ColdItem {
  readonly type: ColdType;
  readonly text: string;
  /** The id of its snapshot; null for a call of the tool log. */
  readonly snapshot: string | null;
  readonly topic: string | null;
  readonly path: string | null;
  readonly line: number | null;
  /** ISO 8601; '' if unknown. */
  readonly at: string;
  readonly files: readonly string[];
}

/** Its sections by their headings (MindSave §Snapshot template). */
const SECTIONS: Readonly<Record<string, ColdType>> = {
  'completed steps': 'step',
  'file changes': 'change',
  'recent tool calls': 'call',
};

/** Lists the items of a snapshot's cold archive in order: one for each list item and each line of a listing. */
function parseColdItems(
  { path, text }: Pick<Note, 'path' | 'text'>,
  { blocks }: Outline,
  { id, at }: { readonly id: string; readonly at: string },
): readonly ColdItem[] {
  const first = blocks.findIndex(({ kind, text: own }) => kind === 'heading' && isArchive(own));
  if (first < 0) return [];
  let type: ColdType = 'other';
  return blocks.slice(first + 1).flatMap((block): ColdItem[] => {
    if (block.kind === 'heading') {
      type = SECTIONS[block.text.trim().toLowerCase()] ?? 'other';
      return [];
    }
    return linesOf(block, text).map(({ phrase, line }) => ({
      type,
      text: phrase,
      snapshot: id,
      topic: parseSnapshotTopic(id),
      path,
      line,
      at,
      files: type === 'change' ? [phrase.split(' | ')[0] ?? phrase] : [],
    }));
  });
}

const isArchive = (heading: string): boolean => /^layer 3: cold archive\b/i.test(heading);

/** The lines of a block with content, without bullets, fences and `none`. */
function linesOf({ kind, start, end, line, marker }: Block, text: string) {
  const lines = text.slice(start, end).split(/\r\n|\n|\r/);
  return lines
    .map((words, at) => ({ phrase: words.slice(at === 0 ? marker.length : 0).trim(), line: line + at }))
    .filter(
      ({ phrase }) =>
        phrase !== '' && !(kind === 'code' ? /^(?:`{3,}|~{3,})/.test(phrase) : phrase === 'none'),
    );
}

/** A query to the cold archive. */
interface ColdQuery {
  readonly words: readonly string[];
  readonly type?: string;
  readonly topic?: string;
  readonly file?: string;
  readonly after?: string;
  readonly before?: string;
}

const FILTERS = ['type', 'topic', 'file', 'after', 'before'] as const;

/** Parses the words of a query, `"in quotes"` as one, and its filters: `type:call topic:auth file:src/a.ts`. */
export function parseColdQuery(text: string): ColdQuery {
  const parts = [...text.matchAll(/(?:(\w+):)?(?:"([^"]*)"|(\S+))/g)].map(
    ([whole, key = '', quoted, plain]) => {
      const filter = FILTERS.find((one) => one === key.toLowerCase());
      return filter ? { filter, value: quoted ?? plain ?? '' } : { filter, value: quoted ?? whole };
    },
  );
  const words = parts.flatMap(({ filter, value }) => (filter || value === '' ? [] : [value.toLowerCase()]));
  return Object.assign(
    { words },
    ...parts.flatMap(({ filter, value }) => (filter ? [{ [filter]: value }] : [])),
  ) as ColdQuery;
}

/** True if an item has every word and passes every filter (MindSave §/recall: a simple search, without an index). */
function isColdMatch(
  one: ColdItem,
  { words, type, topic, file, after, before }: ColdQuery,
  day: string,
): boolean {
  const text = one.text.toLowerCase();
  return (
    words.every((word) => text.includes(word)) &&
    (type === undefined || one.type === type.toLowerCase()) &&
    (topic === undefined || (one.topic ?? '').toLowerCase() === topic.toLowerCase()) &&
    (file === undefined ||
      one.files.some((path) => path.includes(file)) ||
      text.includes(file.toLowerCase())) &&
    (after === undefined || day >= after) &&
    (before === undefined || (day !== '' && day <= before))
  );
}
