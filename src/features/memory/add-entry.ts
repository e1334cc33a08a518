import { appendToSection } from '../../markdown/section-edits.js';
import type { Change } from '../../notes/changes/change.js';
import { planPrivateIgnore } from '../../notes/edit/private-ignore.js';
import { upsertNote } from '../../notes/edit/upsert-note.js';
import { formatLine, type LineParts } from '../../notes/entries/entry-line.js';
import {
  type FactCheck,
  formatFactCheckLines,
  formatProofLines,
  type Proof,
} from '../../notes/entries/proof.js';
import { formatReminder } from '../../notes/entries/reminder-line.js';
import { ENTRY_TYPES, type EntryType } from '../../notes/entry-types.js';
import { getKind, type KindName, notePath } from '../../notes/kinds/index.js';
import { getPrivateMemoryPath } from '../../notes/kinds/note-paths.js';
import type { Notebook } from '../../notes/notebook.js';
import { redactAll } from '../../security/secrets.js';
import { groupByKeys } from '../../text/group-by.js';

/** What is to be remembered: its type and the parts of its line, the id included. */
export interface EntryDraft extends LineParts {
  readonly type: EntryType;
  readonly proof?: Proof | null;
  readonly check?: FactCheck | null;
}

type Template = (name: string) => string;

/**
 * Plans to write an entry, without its secrets, where its type is at home, or in private memory; a missing note is made
 * from its template. Private memory is excluded from git first.
 */
export function addEntry(
  draft: EntryDraft,
  notebook: Notebook,
  template: Template,
  { why, isPrivate = false }: { readonly why: string; readonly isPrivate?: boolean | undefined },
) {
  const home = getHome(draft.type);
  const kind = home.kind as KindName;
  const clean = redactAll(draft).value;
  const change = addLine(
    { kind, section: home.section, line: (bullet) => formatProved(clean, bullet), why, isPrivate },
    notebook,
    template,
  );
  const ignored = isPrivate ? planPrivateIgnore(notebook) : [];
  return { changes: [...ignored, change], path: change.path, section: home.section };
}

/** Plans to write many entries to private memory with one change for each section. */
export function addPrivateEntries(
  drafts: readonly EntryDraft[],
  notebook: Notebook,
  template: Template,
  why: string,
) {
  const bySection = groupByKeys(drafts.map((draft) => [getHome(draft.type).section, draft] as const));
  let now = notebook;
  const changes = [...bySection].flatMap(([section, own]) => {
    const clean = own.map((draft) => redactAll(draft).value);
    const line = (bullet: string) => clean.map((draft) => formatProved(draft, bullet)).join('\n');
    const change = addLine({ kind: 'memory', section, line, why, isPrivate: true }, now, template);
    now = now.after([change]);
    return [change];
  });
  const path = getPrivateMemoryPath(notebook);
  return { changes: [...(changes.length > 0 ? planPrivateIgnore(notebook) : []), ...changes], path };
}

/** Returns where entries of a type are stored. */
export function getHome(type: EntryType): NonNullable<(typeof ENTRY_TYPES)[EntryType]['home']> {
  const { home } = ENTRY_TYPES[type];
  if (!home) throw new RangeError(`entries of type ${type} have no home`);
  return home;
}

/** Formats a line with its proof below it. */
const formatProved = (draft: EntryDraft, bullet: string): string =>
  [
    draft.type === 'todo' ? formatTodo(draft, bullet) : formatLine(draft, bullet),
    ...(draft.proof ? formatProofLines(draft.proof) : []),
    ...(draft.check ? formatFactCheckLines(draft.check) : []),
  ].join('\n');

/** Formats a todo: a reminder without columns. */
const formatTodo = ({ text: message, tags, fields, from, id }: EntryDraft, bullet: string): string =>
  formatReminder({ box: 'open', due: null, when: null, message, tail: { tags, fields, from, id } }, bullet);

/** One line for a heading of a kind's note. */
interface LineAddition {
  readonly kind: KindName;
  readonly section: string;
  /** Writes the item behind a bullet. */
  readonly line: (bullet: string) => string;
  readonly why: string;
  /** Writes to the private note of memory instead. */
  readonly isPrivate?: boolean;
}

/** Plans to add a line at the end of a section; a missing note is made from its template. */
export function addLine(
  { kind, section, line, why, isPrivate = false }: LineAddition,
  notebook: Notebook,
  template: Template,
): Change {
  const path = isPrivate ? getPrivateMemoryPath(notebook) : `${notebook.content}/${notePath(kind)}`;
  const order = getKind(kind).sections.map(({ heading }) => heading);
  return upsertNote({ path, blank: () => template(kind), why }, notebook, (note) =>
    appendToSection(note.text, notebook.outline(note), section, order, line),
  );
}
