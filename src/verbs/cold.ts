import {
  COLD_TYPES,
  type Cold,
  type ColdQuery,
  coldIn,
  coldQuery,
  isAsked,
} from '../lifecycle/snapshot/cold.js';
import { type Shelved, timeOf } from '../lifecycle/snapshot/retire.js';
import { archivedShelf, coldArchive, shelfOf } from '../lifecycle/snapshot/shelf.js';
import { callText, toolGraph } from '../lifecycle/tool-graph.js';
import { amount } from '../wiki/amount.js';
import { redactAll } from '../wiki/secrets.js';
import { addDays, isDate } from '../wiki/time.js';
import type { ToolCall } from '../wiki/tool-call.js';
import { type Outcome, Refusal, type Row, type World } from './verb.js';

/**
 * Reads the cold archive (MindSave §/recall): without words that of the snapshot last loaded, else of the newest; with
 * words all that fits, of every snapshot and of the tool log. It changes nothing.
 */
export const coldRecall = (world: World, words: string | undefined): Outcome =>
  words === undefined ? whole(world) : found(world, queryOf(words));

function whole(world: World): Outcome {
  const { last_loaded: loaded } = world.ask('signal');
  const shelf = shelfOf(world.wiki, (text) => world.ask('properties', text));
  const chosen = shelf.find(({ snapshot }) => snapshot.snapshot_id === loaded) ?? shelf[0];
  const calls = callsAround(world, chosen);
  if (!chosen && calls.length === 0)
    throw new Refusal('no-snapshot', 'nothing is in the cold archive', 'save first: daybook save --goal "…"');
  const note = chosen && world.wiki.note(chosen.path);
  const archive = note ? coldArchive(note.text) : '';
  const graph = toolGraph(calls, world.local);
  const say = [
    chosen
      ? `Cold archive of ${chosen.snapshot.snapshot_id}, for reading only:`
      : 'No snapshot is saved here.',
    archive === '' ? (chosen ? `${chosen.path} holds no layer 3.` : '') : archive,
    graph.length === 0 ? '' : `### Execution Graph\n${graph.join('\n')}`,
  ];
  return {
    say: redactAll(say.filter(Boolean).join('\n\n')).value,
    data: { hits: redactAll([...(chosen ? itemsOf(world, chosen) : []), ...calls.map(asCold)]).value },
    changes: [],
  };
}

/** The tool calls of a snapshot's session; of its day, where it names none; without a snapshot, the latest. */
function callsAround(world: World, chosen: Shelved | undefined): readonly ToolCall[] {
  if (!chosen) return world.ask('toolCalls', {});
  const { session } = chosen.snapshot;
  const day = world.local(timeOf(chosen) || world.now).date;
  return world
    .ask('toolCalls', { since: addDays(day, -1) })
    .filter((call) => (session === null ? dayOf(world, call.at) === day : call.session === session));
}

function found(world: World, query: ColdQuery): Outcome {
  const read = (text: string) => world.ask('properties', text);
  const shelves = [...shelfOf(world.wiki, read), ...archivedShelf(world.wiki, read)];
  const since = query.after === undefined ? '' : addDays(query.after, -1);
  const calls = world.ask('toolCalls', { since }).toReversed().map(asCold);
  const all = [...shelves.flatMap((one) => itemsOf(world, one)), ...calls];
  const hits = redactAll(all.filter((one) => isAsked(one, query, dayOf(world, one.at)))).value;
  return {
    say:
      hits.length === 0
        ? `Nothing fits, of ${amount(shelves.length, 'snapshot')} and ${amount(calls.length, 'tool call')}.`
        : `${hits.length} in the cold archive, of ${amount(snapshotsOf(hits), 'snapshot')} and the tool log:`,
    rows: hits.map((hit) => rowOf(world, hit)),
    data: { hits },
    changes: [],
  };
}

const snapshotsOf = (hits: readonly Cold[]): number =>
  new Set(hits.flatMap(({ snapshot }) => snapshot ?? [])).size;

function itemsOf({ wiki }: World, { path, snapshot }: Shelved): readonly Cold[] {
  const note = wiki.note(path);
  return note ? coldIn(note, wiki.outline(note), { id: snapshot.snapshot_id, at: snapshot.created_at }) : [];
}

const asCold = (call: ToolCall): Cold & { readonly call: ToolCall } => ({
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

function rowOf(world: World, { snapshot, type, text, path, line, ...rest }: Cold & { call?: ToolCall }): Row {
  const group = snapshot ?? 'Tool log';
  const what = rest.call ? `${dayOf(world, rest.at)} ${callText(rest.call, world.local)}` : text;
  if (path === null || line === null) return { group, what };
  return { group, path, line, what, why: `${type} of ${snapshot}` };
}

/** The local day of a moment; '' where nothing says when. */
function dayOf(world: World, at: string): string {
  const ms = Date.parse(at);
  return Number.isFinite(ms) ? world.local(ms).date : '';
}

/** Refuses a filter that can fit nothing. */
function queryOf(words: string): ColdQuery {
  const query = coldQuery(words);
  const { type, after, before } = query;
  if (type !== undefined && !COLD_TYPES.some((one) => one === type.toLowerCase()))
    throw usage(`type: takes ${COLD_TYPES.join(', ')}, found \`${type}\``, 'write: type:call');
  const wrong = [after, before].find((day) => day !== undefined && !isDate(day));
  if (wrong !== undefined)
    throw usage(`after: and before: take a day, found \`${wrong}\``, 'write: after:2026-06-01');
  return query;
}

const usage = (what: string, hint: string): Refusal => new Refusal('usage', what, hint, {}, 2);
