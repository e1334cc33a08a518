import { HANDOFF_OUTCOMES, type Handoff, type HandoffOutcome } from './handoff-record.js';

/** The passed fields of a record; the outcome is not parsed yet. */
export type HandoffInput = Pick<
  Handoff,
  | 'turns'
  | 'minutes'
  | 'actions'
  | 'artifacts'
  | 'added'
  | 'corrected'
  | 'blockers'
  | 'questions'
  | 'commits'
  | 'parent'
> & { readonly goal: string | null; readonly outcome: string | null };

export const outcomeNames = Object.keys(HANDOFF_OUTCOMES) as readonly HandoffOutcome[];

/** The names of a list, ours first: as `--json` shows a record, then as the seed's headings name it (Mutable §Handoff Record). */
const NAMES = {
  actions: ['actions', 'action', 'key_actions'],
  artifacts: ['artifacts', 'artifact', 'artifacts_created'],
  added: ['added'],
  corrected: ['corrected'],
  blockers: ['blockers', 'blocker'],
  questions: ['questions', 'question', 'open_questions'],
  commits: ['commits', 'commit'],
} as const;

type Said = ReadonlyMap<string, unknown>;

/**
 * Reads a record given as a mapping, YAML or JSON; what `handoff show --json` prints is read back. What is missing is
 * empty or null, what is of another shape is passed over.
 */
export function parseHandoffInput(said: Said): HandoffInput {
  const duration = within(said, 'duration');
  const memory = within(said, 'memory_updates');
  const list = (names: readonly string[], from: Said = said) =>
    names.flatMap((name) => listOf(from.get(name)));
  const gained = (name: 'added' | 'corrected') => [...list(NAMES[name]), ...list(NAMES[name], memory)];
  return {
    goal: textOf(said.get('goal')),
    outcome: textOf(said.get('outcome')),
    turns: numberOf(said.get('turns') ?? duration.get('turns')),
    minutes: numberOf(said.get('minutes') ?? duration.get('minutes')),
    actions: list(NAMES.actions),
    artifacts: list(NAMES.artifacts),
    added: gained('added'),
    corrected: gained('corrected'),
    blockers: list(NAMES.blockers),
    questions: list(NAMES.questions),
    commits: list(NAMES.commits),
    parent: textOf(said.get('parent')),
  };
}

const within = (said: Said, name: string): Said => {
  const value = said.get(name);
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
};

const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;

const listOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one) => textOf(one) ?? []);

const numberOf = (value: unknown): number | null =>
  value !== undefined && value !== null && Number.isFinite(Number(value)) ? Number(value) : null;
