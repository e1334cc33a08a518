import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { createFailure, type FailureGraph } from '../failures/failure.js';
import type { FileActivity } from '../tool-log/touched-files.js';
import type { PassageFacts } from './read-passage.js';
import type { Snapshot } from './snapshot-record.js';

/** What is known when a snapshot is made: entries of the notes, newest last, and what must not be tried again. */
export interface SnapshotSources {
  readonly session: readonly LocatedEntry[];
  readonly memory: readonly LocatedEntry[];
  readonly failures: FailureGraph;
  /** What the plan of the task, if there is one, says. */
  readonly plan: {
    readonly goal: string;
    readonly next: string;
    readonly constraints: readonly string[];
  } | null;
  /** What the transcript of the conversation tells; null where none was named. */
  readonly facts: TranscriptFacts | null;
  /** The snapshot of the task that is still open, where nothing else tells what the task is. */
  readonly last: Snapshot | null;
  /** Files that git sees changed. */
  readonly changed: readonly string[];
  /** Files that the tools of this session read and modified, the last one first. */
  readonly touched: readonly FileActivity[];
}

/** What a transcript tells of a task. */
export interface TranscriptFacts {
  readonly firstPrompt: string | null;
  readonly files: readonly string[];
  /** Where the task stands and goes on, by the agent's last words; what the user decided and demanded. */
  readonly said: PassageFacts;
}

/** What somebody said that a snapshot should hold; all else is extracted. */
export type SnapshotInput = { readonly [K in keyof Snapshot]?: Snapshot[K] | undefined };

/** So many items of a sort are extracted: what is asked for by name is never cut. */
const MOST = { files: 10, constraints: 20, failures: 10, decisions: 5 } as const;

/** Layer 1 as given, else as the session tells it (FEATURES B2). */
export function buildLayer1(
  input: SnapshotInput,
  { session, plan, facts, last, changed, touched }: SnapshotSources,
) {
  const newest = (...types: string[]) => session.findLast(({ type }) => types.includes(type))?.text;
  const files = session.filter(({ type }) => type === 'file').map(({ text }) => text.replaceAll('`', ''));
  const by = (how: FileActivity['how']) => touched.flatMap((one) => (one.how === how ? one.path : []));
  const named = [...files.toReversed(), ...by('modified'), ...(facts?.files.toReversed() ?? []), ...changed];
  const found = [...new Set([...named, ...by('read')])];
  const request = facts?.firstPrompt?.split('\n')[0]?.slice(0, LONGEST_GOAL);
  const first = session.find(({ type }) => type === 'experience')?.text;
  return {
    goal: input.goal ?? plan?.goal ?? last?.goal ?? request ?? first ?? NOT_STATED,
    state:
      input.state ??
      facts?.said.state ??
      newest('experience', 'assumption') ??
      (last && plainState(last)) ??
      NOT_STATED,
    next_action: input.next_action ?? facts?.said.next ?? plan?.next ?? last?.next_action ?? NOT_STATED,
    active_files:
      input.active_files ?? (found.length > 0 ? found.slice(0, MOST.files) : (last?.active_files ?? [])),
    blocker: input.blocker ?? session.findLast(isOpenBlocker)?.text ?? last?.blocker ?? 'none',
  };
}

/** The reason of an automatic save goes into its state (MindSave §Self-Monitoring Loop). */
export const addSaveReason = (state: string, reason: string): string => `${state} (auto-saved: ${reason})`;

/** The state without the reasons for which it was saved: they are no news to the next snapshot. */
const plainState = ({ state }: Snapshot): string => state.replace(/(?: \(auto-saved: [\w-]+\))+$/, '');

/** Characters of a first prompt that make a goal: one sentence. */
const LONGEST_GOAL = 200;

/** What stands where nobody and nothing tells. */
export const NOT_STATED = 'not stated';

const isOpenBlocker = ({ type, status }: LocatedEntry): boolean =>
  type === 'blocker' && !['done', 'dropped', 'resolved'].includes(status ?? '');

/**
 * Layer 2 as given, else by density (MindSave §Information Density Principles): preferences, then what failed, then
 * decisions; what is temporary, and talk, is passed over.
 */
export function buildLayer2(
  input: SnapshotInput,
  { session, memory, plan, facts, failures }: SnapshotSources,
) {
  const current = memory.filter(isCurrent);
  const texts = (...types: string[]) =>
    current.filter(({ type }) => types.includes(type)).map(({ text }) => text);
  const newest = (found: readonly string[], most: number) => [...new Set(found.toReversed())].slice(0, most);
  const rejected = session.filter(({ type, status }) => type === 'rejected' && status !== 'dropped');
  const tried = Object.fromEntries(
    rejected.map(({ text, why, by }) => [
      text,
      createFailure({ reason: why ?? 'not said', rejected_by: by === null ? 'user' : 'ai' }),
    ]),
  );
  return {
    constraints: combine(
      input.constraints,
      newest(
        [
          ...texts('preference', 'constraint', 'rule'),
          ...(plan?.constraints ?? []),
          ...(facts?.said.constraints ?? []),
        ],
        MOST.constraints,
      ),
    ),
    decisions: combine(
      input.decisions,
      newest(
        [...texts('decision'), ...(facts?.said.decisions ?? [])].filter((text) => !PASSING.test(text)),
        MOST.decisions,
      ),
    ),
    failure_graph: {
      ...Object.fromEntries(Object.entries({ ...tried, ...failures }).slice(-MOST.failures)),
      ...input.failure_graph,
    },
  };
}

/** What is named stands first; what is known is added to it, never left out for it. */
const combine = (named: readonly string[] | undefined, known: readonly string[]): readonly string[] => {
  const own = named ?? [];
  return [...own, ...new Set(known.filter((one) => !own.includes(one)))];
};

const isCurrent = ({ superseded, status }: LocatedEntry): boolean =>
  superseded === null && !['done', 'dropped', 'resolved'].includes(status ?? '');

/** What somebody decided for now only. */
const PASSING = /\b(?:temporar(?:y|ily)|for now|until later)\b|暂时|临时/i;
