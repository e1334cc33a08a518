import { formatEntryText } from '../../notes/entries/entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import type { EntryType } from '../../notes/entry-types.js';
import { notePath } from '../../notes/kinds/index.js';
import { GLOBAL_CONTENT } from '../../notes/kinds/note-kind.js';
import { getPrivateMemoryPath } from '../../notes/kinds/note-paths.js';
import type { Note } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';
import { formatFailure, listFailures } from '../../records/failure.js';

import { parseFeedback } from '../feedback/feedback-record.js';
import { buildGuardRule, type GuardedMemory, type GuardRule } from './guard-rule.js';

/** An entry that the guard compares with calls. */
export interface GuardedEntry {
  readonly entry: LocatedEntry;
  /** The mistake on one line, with its reason and correction. */
  readonly line: string;
  readonly trap: GuardRule;
  /** True if the entry may deny a call where the settings allow it; a gotcha only warns. */
  readonly forbids: boolean;
  /** What to do instead. */
  readonly instead: readonly string[];
}

type Entries = (note: Note) => readonly LocatedEntry[];

/** The types of lines that may reject something exactly. */
const TYPES: readonly EntryType[] = ['rejected', 'rule', 'constraint', 'decision', 'preference', 'gotcha'];

/**
 * All entries with a proved pattern, or that reject an exact command, package or path (FEATURES H6): failures, mistakes, then lines.
 * What weighs most comes first.
 */
export function listGuardedEntries(notebook: Notebook, entries: Entries): readonly GuardedEntry[] {
  const notes = [
    ...[notebook.content, GLOBAL_CONTENT].flatMap((content) =>
      ['session', 'memory'].map((kind) => `${content}/${notePath(kind)}`),
    ),
    getPrivateMemoryPath(notebook),
  ];
  const lines = [...new Set(notes)]
    .flatMap((path) => notebook.note(path) ?? [])
    .flatMap((note) => entries(note));
  return [
    ...listFailures(notebook, entries).flatMap(({ what, failure, entry }) =>
      watch(entry, formatFailure(what, failure), {
        what,
        instead: failure.alternatives,
        isRejection: true,
      }),
    ),
    ...listMistakes(notebook, entries),
    ...TYPES.flatMap((type) => lines.filter((entry) => entry.type === type).flatMap(watchLine)),
  ];
}

function watch(entry: LocatedEntry, line: string, memory: GuardedMemory): GuardedEntry[] {
  const isOver = entry.superseded !== null || /^(?:done|dropped|resolved)$/.test(entry.status ?? '');
  const trap = isOver ? null : buildGuardRule({ ...memory, proof: entry.proof });
  return trap ? [{ entry, line, trap, forbids: entry.type !== 'gotcha', instead: memory.instead }] : [];
}

/** A preference about writing or answering is nothing that a tool call can break. */
const listMistakes = (notebook: Notebook, entries: Entries): GuardedEntry[] => {
  const note = notebook.note(`${notebook.content}/${notePath('feedback')}`);
  return (note ? parseFeedback(note, entries(note)) : [])
    .filter(({ category }) => category !== 'communication')
    .flatMap(({ entry, label, mistake, correction, prevention, trigger }) => {
      const instead = [correction, prevention].filter(Boolean);
      const cause = entry.why !== null && entry.why !== correction ? ` because ${entry.why}` : '';
      const line = [`${label} ${mistake}${cause}`, ...(instead[0] ? [instead[0]] : [])].join(' — ');
      return watch(entry, line, { what: mistake, trigger, instead, isRejection: false });
    });
};

/** What a line says to do instead: `axios: leaks sockets; use `undici``. */
const ADVISES = /[;,.:—–]\s+(?:use|run|call|write|pass|ask)\s+(`[^`]+`.*)$/i;

function watchLine(entry: LocatedEntry): GuardedEntry[] {
  const { text, why, workaround, type } = entry;
  const instead = /\binstead:?\s+(.+)$/i.exec(why ?? '')?.[1]?.split(/,\s*/) ?? [];
  const advice = ADVISES.exec(formatEntryText(entry))?.[1];
  return watch(entry, [formatEntryText(entry), why].filter(Boolean).join(' — '), {
    what: text,
    instead: [...instead, ...[advice, workaround].filter((one) => one != null)],
    isRejection: type === 'rejected',
  });
}
