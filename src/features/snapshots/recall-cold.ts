import {
  type CommandContext,
  type CommandPlan,
  type ResultItem,
  UserError,
} from '../../command/define-command.js';
import { describeReading } from '../../command/describe-reading.js';
import { addDays, isDate } from '../../dates/local-time.js';
import { createUsageError } from '../../errors.js';
import { redactAll } from '../../security/secrets.js';
import { pluralize } from '../../text/pluralize.js';
import type { ToolCall } from '../../transcripts/tool-call.js';
import { callText, formatToolGraph } from '../tool-log/tool-call-tree.js';
import {
  COLD_TYPES,
  type ColdItem,
  type ColdQuery,
  isColdMatch,
  parseColdItems,
  parseColdQuery,
} from './cold-archive.js';
import { listArchivedSnapshots, listSnapshots, readColdArchive } from './list-snapshots.js';
import { readSnapshotTime, type StoredSnapshot } from './snapshot-retention.js';

/**
 * Reads the cold archive (MindSave §/recall): without words that of the snapshot last loaded, else of the newest; with
 * words all that fits, of every snapshot and of the tool log. It changes nothing.
 */
export const searchColdArchive = (ctx: CommandContext, words: string | undefined): CommandPlan =>
  words === undefined ? whole(ctx) : found(ctx, queryOf(words));

function whole(ctx: CommandContext): CommandPlan {
  const { last_loaded: loaded } = ctx.query('signal');
  const snapshots = listSnapshots(ctx.notebook, (text) => ctx.query('properties', text));
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
    changes: [],
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

function found(ctx: CommandContext, query: ColdQuery): CommandPlan {
  const read = (text: string) => ctx.query('properties', text);
  const shelves = [...listSnapshots(ctx.notebook, read), ...listArchivedSnapshots(ctx.notebook, read)];
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
    changes: [],
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
