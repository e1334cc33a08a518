import { isStanding } from '../../notes/entries/entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { createFailure, type FailureGraph } from '../../records/failure.js';
import { NOT_STATED, type Snapshot } from '../../records/snapshot.js';
import type { FileActivity } from '../tool-log/touched-files.js';
import type { PassageFacts } from './read-passage.js';

/** The sources of a snapshot: entries of the notes, oldest first, and rejections. */
export interface SnapshotSources {
  readonly session: readonly LocatedEntry[];
  readonly memory: readonly LocatedEntry[];
  readonly work: WorkState;
  readonly failures: FailureGraph;
  /** Facts of the task's plan, if it has one. */
  readonly plan: {
    readonly goal: string;
    readonly next: string;
    readonly constraints: readonly string[];
  } | null;
  /** Facts of the conversation's transcript; null without one. */
  readonly facts: TranscriptFacts | null;
  /** The open snapshot of the task, with the progress of a later phase checkpoint. */
  readonly last: Snapshot | null;
  /** True if the open snapshot is of this session, or of the topic that was passed. */
  readonly continues: boolean;
  /** Files that git reports as changed. */
  readonly changed: readonly string[];
  /** Files that the tools of this session read or modified, the last first. */
  readonly touched: readonly FileActivity[];
  /** A summary of the work from the log of calls, for an automatic save without a state; null for other saves. */
  readonly worked: string | null;
}

/** Facts that a transcript gives about a task. */
export interface TranscriptFacts {
  readonly firstPrompt: string | null;
  /** The last prompt: the next step until its turn ends. */
  readonly lastPrompt: string | null;
  readonly files: readonly string[];
  /** State and next step by the agent's last words; decisions and constraints of the user. */
  readonly said: PassageFacts;
}

/** The fields that the caller passed; everything else is extracted. */
export type SnapshotInput = { readonly [K in keyof Snapshot]?: Snapshot[K] | undefined };

/** Most items that are extracted of each sort; passed items are never cut. */
const MOST_ITEMS = { files: 10, constraints: 20, failures: 10, decisions: 10 } as const;

/** Returns layer 1: the passed fields, completed from the session (FEATURES B2). */
export function buildLayer1(
  input: SnapshotInput,
  { session, work, plan, facts, last, continues, changed, touched, worked }: SnapshotSources,
) {
  const since = last ? Date.parse(last.created_at) : 0;
  const lived = session.findLast(
    ({ type, at }) => /^(?:experience|assumption)$/.test(type) && isAfter(at, since),
  );
  const files = session.filter(({ type }) => type === 'file').map(({ text }) => text.replaceAll('`', ''));
  const by = (how: FileActivity['how']) => touched.flatMap((one) => (one.how === how ? one.path : []));
  const named = [...files.toReversed(), ...by('modified'), ...(facts?.files.toReversed() ?? []), ...changed];
  const found = [...new Set([...named, ...by('read')])];
  const request = readRequest(facts?.firstPrompt);
  const isNewTask = !continues && request !== undefined && !CONTINUES.test(request);
  const first = session.find(({ type }) => type === 'experience')?.text;
  return {
    goal: input.goal ?? plan?.goal ?? (isNewTask ? request : last?.goal) ?? request ?? first ?? NOT_STATED,
    state:
      input.state ?? facts?.said.state ?? lived?.text ?? (last && plainState(last)) ?? worked ?? NOT_STATED,
    next_action:
      input.next_action ??
      facts?.said.next ??
      stated(last?.next_action) ??
      plan?.next ??
      readRequest(worked && facts?.lastPrompt) ??
      NOT_STATED,
    active_files: combine(
      input.active_files,
      found.length > 0 ? found.slice(0, MOST_ITEMS.files) : (last?.active_files ?? []),
    ),
    file_notes: { ...last?.file_notes, ...input.file_notes },
    blocker: input.blocker ?? (listOpenBlockers(work, last).join('; ') || 'none'),
  };
}

/** The first line of a prompt. */
const readRequest = (prompt: string | null | undefined): string | undefined =>
  prompt?.split('\n')[0]?.slice(0, LONGEST_GOAL) || undefined;

/** True for an entry that is newer than the last save, or has no time. */
const isAfter = (at: string | null, since: number): boolean => at === null || !(Date.parse(at) < since);

/** The reason of an automatic save goes into its state (MindSave §Self-Monitoring Loop). */
export const addSaveReason = (state: string, reason: string): string => `${state} (auto-saved: ${reason})`;

/** The state without the reasons of earlier automatic saves. */
const plainState = ({ state }: Snapshot): string => state.replace(/(?: \(auto-saved: [\w-]+\))+$/, '');

/** A first prompt that names no task of its own. */
const CONTINUES =
  /^\W*(?:(?:\/?load|continue|resume|proceed|carry on|go on|pick up|weiter|继续)\b|\S+(?:\s+\S+)?\W*$)/i;

/** Most characters of a first prompt that can be a goal. */
const LONGEST_GOAL = 200;

const stated = (text: string | undefined): string | undefined => (text === NOT_STATED ? undefined : text);

/**
 * Layer 2 as passed in, else by density (MindSave §Information Density Principles): preferences, then what failed, then
 * decisions; what is temporary, and talk, is passed over.
 */
export function buildLayer2(
  input: SnapshotInput,
  { memory, work, plan, facts, failures, last }: SnapshotSources,
) {
  const current = memory.filter(isStanding);
  const past = new Set(memory.filter((one) => !isStanding(one)).map(({ text }) => text));
  /** Items of the open snapshot of the task, oldest first. */
  const saved = (items: readonly string[] = []) => items.filter((text) => !past.has(text)).toReversed();
  const texts = (...types: string[]) =>
    current.filter(({ type }) => types.includes(type)).map(({ text }) => text);
  const newest = (found: readonly string[], most: number) => [...new Set(found.toReversed())].slice(0, most);
  const tried = Object.fromEntries(
    work.rejected.map(({ text, why, by }) => [
      text,
      createFailure({ reason: why ?? 'not said', rejected_by: by === null ? 'user' : 'ai' }),
    ]),
  );
  return {
    constraints: combine(
      input.constraints,
      newest(
        [
          ...saved(last?.constraints),
          ...texts('preference', 'constraint', 'rule'),
          ...(plan?.constraints ?? []),
          ...(facts?.said.constraints ?? []),
        ],
        MOST_ITEMS.constraints,
      ),
    ),
    decisions: combine(
      input.decisions,
      [work.pinned, facts?.said.decisions.toReversed() ?? [], work.decisions, last?.decisions ?? []]
        .map((texts) => texts.filter((text) => !PASSING.test(text) && !work.isEnded(text)))
        .reduce(addOthers, [])
        .slice(0, MOST_ITEMS.decisions),
    ),
    failure_graph: {
      ...Object.fromEntries(Object.entries({ ...tried, ...failures }).slice(-MOST_ITEMS.failures)),
      ...input.failure_graph,
    },
  };
}

/** Lists passed items first, then adds the known ones. */
const combine = (named: readonly string[] | undefined, known: readonly string[]): readonly string[] => {
  const own = named ?? [];
  return [...own, ...new Set(known.filter((one) => !own.includes(one)))];
};

/** Words of a decision that is only temporary. */
const PASSING = /\b(?:temporar(?:y|ily)|for now|until later)\b|暂时|临时/i;

/** What blocks the work and what was decided, as the brief shows it: snapshots and recoveries take it from here. */
export interface WorkState {
  /** Open blockers, the most important first. */
  readonly blockers: readonly string[];
  /** Valid decisions with their reasons, the most important first; pinned ones apart. */
  readonly pinned: readonly string[];
  readonly decisions: readonly string[];
  /** Valid rejected things of the session and of recent days. */
  readonly rejected: readonly LocatedEntry[];
  /** True for a text that repeats an entry that is done, dropped or replaced. */
  readonly isEnded: (text: string) => boolean;
}

/** The open blockers, then those that only the open snapshot of the task has. */
export function listOpenBlockers(work: WorkState, last: Snapshot | null): readonly string[] {
  const saved = last === null ? [] : splitBlockers(last.blocker);
  return addOthers(
    work.blockers,
    saved.filter((text) => !work.isEnded(text)),
  );
}

/** The blockers of a snapshot, each as its own text. */
export const splitBlockers = (text: string): readonly string[] =>
  text.split('; ').filter((one) => one !== '' && one !== 'none');

/** Adds texts that are not there yet, with or without a reason. */
const addOthers = (known: readonly string[], more: readonly string[]): readonly string[] => [
  ...known,
  ...more.filter((text) => !known.some((other) => isSameButReason(text, other))),
];

/** True if two texts are the same but for a reason. */
export const isSameButReason = (a: string, b: string): boolean =>
  a === b || a.startsWith(`${b} — `) || b.startsWith(`${a} — `);
