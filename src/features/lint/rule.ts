import type { TimeContext } from '../../dates/due-date.js';
import type { Properties } from '../../markdown/front-matter-scanner.js';
import type { Change } from '../../notes/changes/change.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import type { Resolver } from '../../notes/links/resolve-link.js';
import type { SyncCopy } from '../../notes/merge/sync-copy.js';
import type { Note } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';
import type { Reference, ReferenceStatus } from '../../notes/reference-status.js';
import type { SecretMatch } from '../../security/secrets.js';
import type { MemoryFile } from '../import/read-memory-files.js';

/** What a rule sees of a workspace. */
export interface LintContext {
  readonly wiki: Notebook;
  /** Every note that can be read. */
  readonly notes: readonly Note[];
  /** True where some note cannot be read: it may link to anything. */
  readonly hasUnknown: boolean;
  readonly entries: (note: Note) => readonly LocatedEntry[];
  /** How links are resolved, aliases included. */
  readonly resolver: Resolver;
  readonly clock: TimeContext;
  /** Why the front matter of a text cannot be read, or null. */
  readonly frontMatterProblem: (text: string) => string | null;
  /** The front matter of a text; null where it cannot be read. */
  readonly properties: (text: string) => Properties | null;
  /** The file with the context block, and how many tokens it may have; null where there is none. */
  readonly block: { readonly path: string; readonly budget: number } | null;
  readonly tokens: (text: string) => number;
  readonly mint: () => string;
  /** The states of the references in entries. */
  readonly findStatuses: (claims: readonly Reference[]) => readonly ReferenceStatus[];
  /** Passages of memories and rules of other tools, read in place. */
  readonly foreign: () => readonly MemoryFile[];
  /** Copies of notes that a sync tool left. */
  readonly copies: () => readonly SyncCopy[];
  /** Symbolic links in the place of notes or their folders. */
  readonly links: () => readonly string[];
  /** What secretlint sees in each of the texts. */
  readonly secretlint: (texts: readonly string[]) => readonly (readonly SecretMatch[])[];
}

/** One finding of a rule. */
export interface LintFinding {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
  /** The fix that loses nothing; missing if a person must decide. */
  readonly fix?: Change;
  /** Overrides the rule's level for one case. */
  readonly level?: LintLevel;
}

export type LintLevel = 'info' | 'warning' | 'error';

/** A rule of `lint`, as data: what it looks for, and why that matters. */
export interface LintRule {
  readonly name: string;
  readonly level: LintLevel;
  readonly why: string;
  readonly find: (inspection: LintContext) => readonly LintFinding[];
}

/** Returns a function that gives the line of an offset, from 1; the text is read once for all of them. */
export function createLineFinder(text: string): (offset: number) => number {
  const starts = [...text.matchAll(/\r\n|\n|\r/g)].map(({ 0: end, index }) => index + end.length);
  return (offset) => {
    let low = 0;
    for (let high = starts.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

/** The line of one offset, from 1. */
export const findLineNumber = (text: string, offset: number): number => createLineFinder(text)(offset);
