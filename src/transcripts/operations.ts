import type { SessionFiles, Todo } from './entry.js';
import { type LabelKind, type SessionEvent, toEntryId } from './event.js';
import type { Message } from './message.js';
import type { SessionState } from './session-state.js';

/** An operation on a missing session or place. `hint` says what to do. */
export class UnknownEntryError extends Error {
  constructor(
    message: string,
    readonly hint: string,
  ) {
    super(message);
  }
}

/** Appends messages after the active leaf, with the to-dos and files after them. */
export function appendMessages(
  state: SessionState,
  messages: readonly Message[],
  after: { readonly todos?: readonly Todo[]; readonly files?: SessionFiles } = {},
): readonly SessionEvent[] {
  const drafts: ((parent: string | null) => SessionEvent)[] = messages.map((message) => (parent) => ({
    t: 'message',
    parent,
    message,
  }));
  if (after.todos || after.files) drafts.push((parent) => ({ t: 'state', parent, ...after }));
  return drafts.map((draft, index) => draft(index === 0 ? state.leaf : toEntryId(state.seq + index)));
}

/** Switches to an entry, or to the branch of that name. */
export function switchTo(state: SessionState, to: string): readonly SessionEvent[] {
  if (state.entries.has(to)) return [{ t: 'leaf', leaf: to }];
  const branch = state.labels.find(({ name, as }) => as === 'branch' && name === to);
  if (branch) return [{ t: 'leaf', leaf: branch.entry, branch: branch.name }];
  throw new UnknownEntryError(`there is no entry or branch ${to}`, namesOf(state, 'branch'));
}

/** Creates a branch at an entry (by default the active leaf) and switches to it. */
export function forkAt(
  state: SessionState,
  name: string,
  at: string | null = state.leaf,
): readonly SessionEvent[] {
  if (at !== null && !state.entries.has(at))
    throw new UnknownEntryError(`there is no entry ${at}`, 'name an entry of the tree');
  return [...labelEntry(state, name, 'branch', at), { t: 'leaf', leaf: at, branch: name }];
}

/** Names a place; a name that exists is moved. */
export const labelEntry = (
  { leaf }: SessionState,
  name: string,
  as: LabelKind,
  entry: string | null = leaf,
): readonly SessionEvent[] => [{ t: 'label', entry, name, as }];

/** Undoes the last step, or all steps since a checkpoint. */
export function undoTo(state: SessionState, to?: string): readonly SessionEvent[] {
  const { steps } = state;
  if (to === undefined) {
    if (steps.length === 0) throw new UnknownEntryError('there is nothing to undo', 'append a message first');
    return [{ t: 'undo', leaf: steps.at(-1)?.leaf ?? null, back: 1 }];
  }
  const label = state.labels.find(({ name, as }) => as === 'checkpoint' && name === to);
  if (!label) throw new UnknownEntryError(`there is no checkpoint ${to}`, namesOf(state, 'checkpoint'));
  const at = steps.findLastIndex(({ leaf }) => leaf === label.entry);
  if (state.leaf === label.entry) return [];
  return at < 0
    ? [{ t: 'leaf', leaf: label.entry }]
    : [{ t: 'undo', leaf: label.entry, back: steps.length - at }];
}

const namesOf = ({ labels }: SessionState, as: LabelKind): string => {
  const names = labels.filter((label) => label.as === as).map(({ name }) => name);
  return names.length === 0 ? `no ${as} has a name yet` : `one of: ${names.join(', ')}`;
};
