import { pathOf } from '../kinds/index.js';
import { appendBlock } from '../markdown/place.js';
import type { Change } from '../wiki/change.js';
import type { Located } from '../wiki/entries.js';
import type { Ids } from '../wiki/ids.js';
import { oneLine } from '../wiki/line.js';
import { fileName } from '../wiki/links/file-name.js';
import type { Note } from '../wiki/note.js';
import type { Wiki } from '../wiki/wiki.js';
import { confidenceOf, type Failure, failureOf } from './failure.js';
import { type Kept, keptFailures } from './failures-note.js';
import { intoNote } from './into-note.js';
import { reviseBlock } from './revise-block.js';

/** What somebody rejects, as far as it was said. */
export interface Rejection {
  readonly what: string;
  readonly reason: string;
  readonly by: string;
  readonly confidence: string | undefined;
  readonly related: readonly string[];
  readonly alternatives: readonly string[];
  /** The content folder whose FAILURES.md takes it. */
  readonly content: string;
}

interface Desk {
  readonly ids: Ids;
  readonly entries: (note: Note) => readonly Located[];
  readonly template: (name: string) => string;
}

/** A rejection in its note, and the change that puts it there. */
export interface Rejected {
  readonly failure: Failure;
  readonly id: string;
  readonly changes: readonly Change[];
}

/**
 * Plans to keep a failure (MindSave §Failure Graph): one block for each rejected thing; said again it counts up, and what
 * is new of its reason, relations and alternatives is added.
 */
export function reject(rejection: Rejection, wiki: Wiki, desk: Desk): Rejected {
  const path = `${rejection.content}/${pathOf('failures')}`;
  const known = knownFailure(rejection.what, path, wiki, desk.entries);
  return known ? again(rejection, known, wiki, desk) : fresh(rejection, path, wiki, desk);
}

const isSame = (a: string, b: string): boolean => bare(a) === bare(b);
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();

function fresh(rejection: Rejection, path: string, wiki: Wiki, desk: Desk): Rejected {
  const { what, reason, by, confidence, related, alternatives } = rejection;
  const failure = failureOf({
    reason,
    rejected_by: by,
    scope: path.startsWith('~/') ? 'global' : 'project',
    related,
    alternatives,
    ...(confidence === undefined ? {} : { confidence }),
  });
  const { id, change } = addFailure(what, failure, path, wiki, desk);
  return { failure, id, changes: [change] };
}

/** Plans to put a failure, as it is, behind the others of a note. */
export function addFailure(
  what: string,
  failure: Failure,
  path: string,
  wiki: Wiki,
  { ids, template }: Pick<Desk, 'ids' | 'template'>,
): { readonly id: string; readonly change: Change } {
  const note = wiki.note(path);
  const id = ids.mint((taken) => note?.text.includes(`^${taken}`) ?? false);
  const lines = [`## Rejected: ${oneLine(what)}`, `^${id}`, '', ...fieldLines(failure)];
  const why = `reject ${oneLine(what)}`;
  const change = intoNote({ path, blank: () => template('failures'), why }, wiki, (base) =>
    appendBlock(base.text, wiki.outline(base), lines),
  );
  return { id, change };
}

/** What a note says of a thing that failed already; undefined for nothing. */
export const knownFailure = (
  what: string,
  path: string,
  wiki: Wiki,
  entries: Desk['entries'],
): Kept | undefined =>
  keptFailures(wiki, entries).find((one) => one.note.path === path && isSame(one.what, what));

function again(
  rejection: Rejection,
  { failure: old, entry, note }: Kept,
  wiki: Wiki,
  { ids }: Desk,
): Rejected {
  const count = old.repeat_count + 1;
  const by = rejection.by === 'user' ? 'user' : old.rejected_by;
  const failure: Failure = {
    ...old,
    rejected_by: by,
    repeat_count: count,
    confidence: rejection.confidence ?? surer(old.confidence, confidenceOf(count, by)),
    reason: old.reason.includes(rejection.reason) ? old.reason : `${old.reason}; ${rejection.reason}`,
    related: [...new Set([...old.related, ...rejection.related])],
    alternatives: [...new Set([...old.alternatives, ...rejection.alternatives])],
  };
  const id = entry.hasId ? entry.id : ids.mint((taken) => note.text.includes(`^${taken}`));
  const fields = Object.fromEntries(fieldsOf(failure));
  const why = `rejected ${count} times`;
  return { failure, id, changes: reviseBlock(entry, note, wiki.outline(note), { fields, id }, why) };
}

const RANKS = ['low', 'medium', 'high'];
const surer = (a: string, b: string): string => (RANKS.indexOf(a) >= RANKS.indexOf(b) ? a : b);

/** The fields of a failure by the seed's names; what it has none of is left out. */
const fieldsOf = (failure: Failure): [string, string][] =>
  [
    ['schema_version', failure.schema_version],
    ['rejected_by', failure.rejected_by],
    ['reason', oneLine(failure.reason)],
    ['repeat_count', String(failure.repeat_count)],
    ['confidence', failure.confidence],
    ['scope', failure.scope],
    ['related', failure.related.map(linkTo).join(', ')],
    ['alternatives', failure.alternatives.map(linkTo).join(', ')],
  ].filter((field): field is [string, string] => field[1] !== '');

function fieldLines(failure: Failure): string[] {
  const lines = fieldsOf(failure).map(([name, value]) => `**${name}**: ${value}`);
  return lines.map((line, at) => (at < lines.length - 1 ? `${line}  ` : line));
}

/** A name as a wikilink: the failure graph is the wiki's own link graph. */
function linkTo(name: string): string {
  const target = fileName(oneLine(name));
  if (target === '') return oneLine(name);
  return target === name
    ? `[[${name}]]`
    : `[[${target}|${oneLine(name)
        .replace(/[[\]|]/g, ' ')
        .trim()}]]`;
}
