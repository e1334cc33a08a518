import type { EntryDeps } from '../../command/planning-deps.js';
import { appendBlock } from '../../markdown/section-edits.js';
import { editBlock } from '../../notes/edit/edit-block.js';
import { upsertNote } from '../../notes/edit/upsert-note.js';
import { isStanding } from '../../notes/entries/entry.js';
import { joinLines } from '../../notes/entries/entry-line.js';
import { createEntryId } from '../../notes/entries/ids.js';
import { listProofFields, type Proof } from '../../notes/entries/proof.js';
import { notePath } from '../../notes/kinds/index.js';
import { toFileName } from '../../notes/links/note-name.js';
import type { Notebook } from '../../notes/notebook.js';
import {
  createFailure,
  type Failure,
  listFailures,
  rateFailureConfidence,
  SCHEMA_VERSION,
  type StoredFailure,
} from '../../records/failure.js';

/** A rejection, with its known fields. */
interface RejectionInput {
  readonly what: string;
  readonly reason: string;
  readonly by: string;
  readonly confidence: string | undefined;
  readonly related: readonly string[];
  readonly alternatives: readonly string[];
  /** The content folder whose FAILURES.md takes it. */
  readonly content: string;
  readonly proof: Proof | null;
}

type Desk = Pick<EntryDeps, 'ids' | 'entries' | 'template'>;

/**
 * Plans to keep a failure (MindSave §Failure Graph): one block for each rejected thing; a repeated one counts up, and what
 * is new of its reason, relations and alternatives is added.
 */
export function recordRejection(rejection: RejectionInput, notebook: Notebook, deps: Desk) {
  const path = `${rejection.content}/${notePath('failures')}`;
  const known = findFailure(rejection.what, path, notebook, deps.entries);
  return known ? again(rejection, known, notebook, deps) : fresh(rejection, path, notebook, deps);
}

const isSame = (a: string, b: string): boolean => bare(a) === bare(b);
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();

function fresh(rejection: RejectionInput, path: string, notebook: Notebook, deps: Desk) {
  const failure = createFailure({
    ...rejection,
    rejected_by: rejection.by,
    scope: path.startsWith('~/') ? 'global' : 'project',
  });
  const { id, change } = addFailure(rejection.what, failure, path, notebook, deps, rejection.proof);
  return { failure, id, changes: [change] };
}

/** Plans to put a failure, as it is, behind the others of a note. */
export function addFailure(
  what: string,
  failure: Failure,
  path: string,
  notebook: Notebook,
  { ids, template }: Pick<Desk, 'ids' | 'template'>,
  proof: Proof | null = null,
) {
  const note = notebook.note(path);
  const id = createEntryId(ids, note);
  const lines = [`## Rejected: ${joinLines(what)}`, `^${id}`, '', ...fieldLines(failure, proof, notebook)];
  const why = `reject ${joinLines(what)}`;
  const change = upsertNote({ path, blank: () => template('failures'), why }, notebook, (base) =>
    appendBlock(base.text, notebook.outline(base), lines),
  );
  return { id, change };
}

/** The valid record of a failure in a note; undefined for none. */
export const findFailure = (
  what: string,
  path: string,
  notebook: Notebook,
  entries: Desk['entries'],
): StoredFailure | undefined =>
  listFailures(notebook, entries).find(
    (one) => one.note.path === path && isStanding(one.entry) && isSame(one.what, what),
  );

function again(
  rejection: RejectionInput,
  { failure: old, entry, note }: StoredFailure,
  notebook: Notebook,
  { ids }: Desk,
) {
  const count = old.repeat_count + 1;
  const by = rejection.by === 'user' ? 'user' : old.rejected_by;
  const failure: Failure = {
    ...old,
    rejected_by: by,
    repeat_count: count,
    confidence: rejection.confidence ?? surer(old.confidence, rateFailureConfidence(count, by)),
    reason: old.reason.includes(rejection.reason) ? old.reason : `${old.reason}; ${rejection.reason}`,
    related: [...new Set([...old.related, ...rejection.related])],
    alternatives: [...new Set([...old.alternatives, ...rejection.alternatives])],
  };
  const id = entry.hasId ? entry.id : createEntryId(ids, note);
  const fields = Object.fromEntries([
    ...fieldsOf(failure, notebook),
    ...(rejection.proof ? listProofFields(rejection.proof) : []),
  ]);
  const why = `rejected ${count} times`;
  return { failure, id, changes: editBlock(entry, note, notebook.outline(note), { fields, id }, why) };
}

const RANKS = ['low', 'medium', 'high'];
const surer = (a: string, b: string): string => (RANKS.indexOf(a) >= RANKS.indexOf(b) ? a : b);

/** The fields of a failure that a note shows: those with a value, and the schema version only if it is not ours. */
const fieldsOf = (failure: Failure, notebook: Notebook): [string, string][] =>
  [
    ['schema_version', failure.schema_version === SCHEMA_VERSION ? '' : failure.schema_version],
    ['rejected_by', failure.rejected_by],
    ['reason', joinLines(failure.reason)],
    ['repeat_count', String(failure.repeat_count)],
    ['confidence', failure.confidence],
    ['scope', failure.scope],
    ['related', formatNames(failure.related, notebook)],
    ['alternatives', formatNames(failure.alternatives, notebook)],
  ].filter((field): field is [string, string] => field[1] !== '');

function fieldLines(failure: Failure, proof: Proof | null, notebook: Notebook): string[] {
  const fields = [...fieldsOf(failure, notebook), ...(proof ? listProofFields(proof) : [])];
  const lines = fields.map(([name, value]) => `**${name}**: ${value}`);
  return lines.map((line, at) => (at < lines.length - 1 ? `${line}  ` : line));
}

/** Formats names as a list that `parseNames` reads: links to pages that exist, and text for all others. */
function formatNames(names: readonly string[], notebook: Notebook): string {
  const texts = names.map((name) => formatName(joinLines(name), notebook)).filter(Boolean);
  if (!texts.some((text) => text.includes(','))) return texts.join(', ');
  return `${texts.map((text) => text.replaceAll(';', ',')).join('; ')};`;
}

function formatName(name: string, notebook: Notebook): string {
  const target = toFileName(name);
  const isPage = target !== '' && notebook.list().some((path) => path.endsWith(`/${target}.md`));
  if (!isPage) return name.replace(/\[\[|\]\]/g, ' ').trim();
  return target === name ? `[[${name}]]` : `[[${target}|${name.replace(/[[\]|]/g, ' ').trim()}]]`;
}
