import { formatEntryText } from '../../notes/entries/entry.js';
import { GLOBAL_CONTENT, type LocatedEntry } from '../../notes/entries/read-entries.js';
import type { EntryType } from '../../notes/entry-types.js';
import { notePath } from '../../notes/kinds/index.js';
import type { Note } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';
import { formatFailure } from '../failures/failure.js';
import { listFailures } from '../failures/failure-note.js';
import { parseFeedback } from '../feedback/feedback-record.js';
import { buildGuardRule, type GuardRule } from './guard-rule.js';

/** An entry that the guard holds against what is about to be done. */
export interface GuardedEntry {
  readonly entry: LocatedEntry;
  /** What went wrong, on one line with its reason and the way to do it right. */
  readonly line: string;
  readonly trap: GuardRule;
  /** A trap warns; what was rejected, or was a mistake, may be refused where the settings say so. */
  readonly forbids: boolean;
}

type Entries = (note: Note, only?: EntryType) => readonly LocatedEntry[];

/**
 * All that went wrong before and that a call could do again (FEATURES H6): failures, mistakes, what a session rejected,
 * what was decided against, traps. What weighs most comes first.
 */
export function listGuardedEntries(notebook: Notebook, entries: Entries): readonly GuardedEntry[] {
  const at = (content: string, kind: string, type: EntryType) => {
    const note = notebook.note(`${content}/${notePath(kind)}`);
    return note ? entries(note, type).filter(stands) : [];
  };
  const memories = [...new Set([notebook.content, GLOBAL_CONTENT])];
  return [
    ...listFailures(notebook, entries).flatMap(({ what, failure, entry }) =>
      one(entry, {
        line: formatFailure(what, failure),
        what,
        instead: failure.alternatives,
        kind: 'rejected',
      }),
    ),
    ...mistakes(notebook, entries),
    ...at(notebook.content, 'session', 'rejected').flatMap(rejected),
    ...memories.flatMap((content) => at(content, 'memory', 'decision').flatMap(ruledOut)),
    ...memories.flatMap((content) => at(content, 'memory', 'gotcha').flatMap(gotcha)),
  ];
}

const stands = ({ status, superseded }: LocatedEntry): boolean =>
  superseded === null && status !== 'done' && status !== 'dropped' && status !== 'resolved';

const isAgainst = ({ text }: LocatedEntry): boolean =>
  /^(?:(?:we )?decided against\b|(?:我们)?(?:决定)?(?:不再?|弃)用)/i.test(text);

/** What a decision sets aside: all of it where it is against something, else what it says no to, or says was turned down. */
function ruledOut(entry: LocatedEntry): GuardedEntry[] {
  if (isAgainst(entry)) return rejected(entry);
  const text = entry.why === null ? entry.text : `${entry.text} — ${entry.why}`;
  return [NEVER, REFUSED]
    .flatMap((pattern) => [...text.matchAll(pattern)].map(([, what = '']) => what))
    .flatMap((what) => one(entry, { line: text, what, instead: [], kind: 'rejected' }));
}

/** `no pip`, `never gets, not Mongo`: one thing, in few words. */
const NEVER =
  /(?:^|[;,:—–]\s*|\band )(?:no(?! longer| more| one| need)|never|not)\s+((?:(?:an?|the|use|run|with)\s+)?[\w@./+-]+(?:\s[\w@./+-]+){0,2})(?=\s*(?:[;,.—–)]|$))/gi;

/** `GraphQL has been turned down twice`. */
const REFUSED =
  /([A-Z][\w.+-]{0,40}(?:\s[A-Z][\w.+-]{0,40}){0,2}) (?:has been |have been |was |were |is |are )(?:turned down|rejected|declined|ruled out|refused|dropped|abandoned|banned|forbidden)/g;

interface Saying {
  readonly line: string;
  readonly what: string;
  readonly instead: readonly string[];
  readonly kind: 'rejected' | 'mistake' | 'trap';
}

function one(entry: LocatedEntry, { line, what, instead, kind }: Saying): GuardedEntry[] {
  const trap = buildGuardRule({ what, instead, kind });
  return trap && stands(entry) ? [{ entry, line, trap, forbids: kind !== 'trap' }] : [];
}

/** How somebody writes or answers is nothing that a tool does. */
const mistakes = (notebook: Notebook, entries: Entries): GuardedEntry[] => {
  const note = notebook.note(`${notebook.content}/${notePath('feedback')}`);
  return (note ? parseFeedback(note, entries(note)) : [])
    .filter(({ category }) => category !== 'communication')
    .flatMap(({ entry, label, mistake, correction, prevention }) => {
      const instead = [correction, prevention].filter(Boolean);
      const cause = entry.why !== null && entry.why !== correction ? ` because ${entry.why}` : '';
      const line = [`${label} ${mistake}${cause}`, ...(instead[0] ? [instead[0]] : [])].join(' — ');
      return one(entry, { line, what: mistake, instead, kind: 'mistake' });
    });
};

function rejected(entry: LocatedEntry): GuardedEntry[] {
  const { text, why } = entry;
  const instead = /\binstead:?\s+(.+)$/i.exec(why ?? '')?.[1]?.split(/,\s*/) ?? [];
  return one(entry, {
    line: why === null ? text : `${text} — ${why}`,
    what: text,
    instead,
    kind: 'rejected',
  });
}

function gotcha(entry: LocatedEntry): GuardedEntry[] {
  const { text: what, why, workaround } = entry;
  const instead = [workaround, why].filter((way) => way !== null);
  const line = [formatEntryText(entry), why].filter(Boolean).join(' — ');
  return one(entry, { line, what, instead, kind: 'trap' });
}
