/**
 * The definition of an entry type. Each type has one home, where `log` writes; several kinds may have it. Sources: Mind
 * (the two layers), Mutable (the day and the base), guide/entries.md › Types. Promotion: features/promotion/promotion-rules.ts.
 */
interface EntryTypeDefinition {
  /** The kind and heading that `log` writes to; null if only the type's own command writes it. */
  readonly home: { readonly kind: string; readonly section: string } | null;
  /** One line for help: what to log under this type. */
  readonly about: string;
  /** Days until an entry loses half its weight without reinforcement; null: never. */
  readonly halfLifeDays: number | null;
}

const row = (home: string | null, about: string, halfLife: number | null = null): EntryTypeDefinition => {
  const [kind, section] = home?.split(' › ') ?? [];
  return {
    home: kind && section ? { kind, section } : null,
    about,
    halfLifeDays: halfLife,
  };
};

export const ENTRY_TYPES = {
  experience: row('session › Experience', 'a note without a clearer type', 7),
  blocker: row('session › Blockers', 'something that stops progress', 14),
  rejected: row('session › Rejected', 'an approach that did not work, and why', 30),
  assumption: row('session › Assumptions', 'an assumption that is not verified', 14),
  file: row('session › Files', 'a file that the session works on', 7),
  decision: row('memory › Decisions', 'what was decided, and why', 180),
  learning: row('memory › Learnings', 'what was learned', 180),
  problem: row('memory › Problems', 'an open problem', 60),
  progress: row('memory › Progress', 'what was done or fixed', 30),
  gotcha: row('memory › Gotchas', 'a trap, and how to avoid it', 365),
  preference: row('memory › Preferences', 'how the user wants things done'),
  fact: row('memory › Facts', 'a fact about the environment'),
  rule: row('memory › Rules', 'a verified rule'),
  constraint: row('memory › Constraints', 'a condition that must hold'),
  reminder: row('reminders › Reminders', 'something to show later'),
  todo: row('reminders › Reminders', 'something to do, open until it is done'),
  tool: row(null, 'a tool call', 30),
  obs: row(null, 'an observation of the day', 60),
  error: row(null, 'an error of the day', 60),
  moment: row(null, 'an item of a day’s session', 30),
  summary: row(null, 'a day’s summary', 60),
  handoff: row(null, 'the hand-off of a session', 60),
  feedback: row(null, 'a mistake, and what to do instead'),
  goal: row(null, 'the goal of a task', 30),
  state: row(null, 'the state of a task', 14),
  next: row(null, 'the next action of a task', 14),
  step: row(null, 'a completed step of a task', 14),
  failure: row(null, 'an approach that must not be tried again'),
  finding: row(null, 'a finding of an agent', 90),
  question: row('session › Questions', 'an open question', 60),
  proposal: row(null, 'a proposal that the user accepts or declines'),
  prose: row(null, 'any other text', 90),
} as const satisfies Record<string, EntryTypeDefinition>;

/** Derived from the table, so that a misspelt type does not compile. */
export type EntryType = keyof typeof ENTRY_TYPES;

/** Returns false for lines that nothing gave a type: replies show them without a word for it. */
export const isNamedType = (type: EntryType): boolean => type !== 'prose' && type !== 'experience';

/** The types that `log` accepts: those with a home, except reminders, which have their own command. */
export const LOGGABLE_TYPES = (Object.keys(ENTRY_TYPES) as EntryType[]).filter(
  (type) => ENTRY_TYPES[type].home && type !== 'reminder',
);

/** Types that describe something finished. They are settled by age alone. */
export const PAST_TYPES: readonly EntryType[] = ['progress', 'handoff'];

/** The sections of the semantic base, in the order in which they are read (Mutable §Read Protocol). */
export const BASE_SECTIONS = {
  preferences: 'preference',
  facts: 'fact',
  rules: 'rule',
} as const satisfies Record<string, EntryType>;

/** Types that stay valid until they are replaced: two lines of these types may contradict each other. */
export const CLAIM_TYPES: readonly EntryType[] = [
  ...Object.values(BASE_SECTIONS),
  'constraint',
  'decision',
  'learning',
  'gotcha',
];
