import type { FieldNames } from '../../command/parse-structured-input.js';
import { HANDOFF_OUTCOMES, type Handoff, type HandoffOutcome } from './handoff-record.js';

/** The passed fields of a record; the outcome is not parsed yet. */
export type HandoffInput = Pick<
  Handoff,
  | 'next'
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

/** The names of the fields in `--input`: as `--json` shows a record, then as the seed's headings name it (Mutable §Handoff Record). */
export const HANDOFF_NAMES: FieldNames = {
  goal: [],
  next: ['next_step', 'next_action'],
  outcome: [],
  turns: [],
  minutes: [],
  actions: ['action', 'key_actions'],
  artifacts: ['artifact', 'artifacts_created'],
  added: [],
  corrected: [],
  blockers: ['blocker'],
  questions: ['question', 'open_questions'],
  commits: ['commit'],
  parent: ['parent_session'],
  ignored: [
    'id',
    'label',
    'workspace',
    'branch',
    'agent',
    'entry',
    'ok',
    'message',
    'say',
    'changes',
    'notices',
  ],
};

/** Creates a record from the fields of an input; fields of another shape are empty or null. */
export function createHandoffInput(fields: ReadonlyMap<string, unknown>): HandoffInput {
  const list = (name: string) => listOf(fields.get(name));
  return {
    goal: textOf(fields.get('goal')),
    next: textOf(fields.get('next')),
    outcome: textOf(fields.get('outcome')),
    turns: numberOf(fields.get('turns')),
    minutes: numberOf(fields.get('minutes')),
    actions: list('actions'),
    artifacts: list('artifacts'),
    added: list('added'),
    corrected: list('corrected'),
    blockers: list('blockers'),
    questions: list('questions'),
    commits: list('commits'),
    parent: textOf(fields.get('parent')),
  };
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;

const listOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one) => textOf(one) ?? []);

const numberOf = (value: unknown): number | null =>
  value !== undefined && value !== null && Number.isFinite(Number(value)) ? Number(value) : null;
