import { createFastRegex } from '../../text/ascii-regex.js';
/** The parts of an entry that are indexed; the entry itself is read from its note when it is shown. */
export interface IndexedEntry {
  readonly id: string;
  readonly type: string;
  /** The searchable text: text, reason and fields. */
  readonly text: string;
  readonly tags: readonly string[];
  /** The words above it: headings, title and path of a page; '' in other notes. */
  readonly above: string;
  /** Who wrote it, or null for a person. */
  readonly by?: string | null;
  /** True if another entry replaced it. */
  readonly isSuperseded?: boolean;
  /** Link targets as written: `2026-06-07`, `../plan.md`. */
  readonly links: readonly string[];
  /** Local day, `2026-06-07`, or null. */
  readonly day: string | null;
  /** Ordinal of its section, from 0; entries of one section are contiguous. */
  readonly section: number;
  /** Its first line, from 1, and the number of lines. */
  readonly line: number;
  readonly lines: number;
}

/** A line, from 1, its text without blanks around it, and where in that its links to other notes begin and end. */
export interface LinkLine {
  readonly line: number;
  readonly text: string;
  readonly links: readonly (readonly [start: number, end: number])[];
}

/** A note as search sees it. */
export interface SearchDocument {
  readonly path: string;
  readonly kind: string;
  /** True if headings can be found line by line, so that one entry can be read without the rest. */
  readonly plain: boolean;
  readonly passages: readonly IndexedEntry[];
  /** Lines with links to other notes; null where only remark can tell which are true. */
  readonly linking: readonly LinkLine[] | null;
}

/** The subject or speaker that a line begins with: `Anna: …`, `**auth**: …`, at most three words. */
const LABEL = createFastRegex(
  /^\s*(?:\[[^\]\n]{1,16}\]\s*)?(?:\*\*|__|`)?([A-Za-z0-9][A-Za-z0-9._/'-]*(?: [A-Za-z0-9._/'-]+){0,2})(?:(?:\*\*|__|`):|:(?:\*\*|__|`)?)(?=\s)/,
  () =>
    /^\s*(?:\[[^\]\n]{1,16}\]\s*)?(?:\*\*|__|`)?([\p{L}\p{N}][\p{L}\p{N}\p{M}._/'’-]*(?: [\p{L}\p{N}\p{M}._/'’-]+){0,2})(?:(?:(?:\*\*|__|`):|:(?:\*\*|__|`)?)(?=\s)|：)/u,
);

/** The label of a line as written, or null. Several words in a code span are a command, which is no subject. */
export function findLabel(text: string): string | null {
  const label = LABEL(text).exec(text)?.[1] ?? null;
  return label?.includes(' ') && text.trimStart().startsWith('`') ? null : label;
}

/** Labels of the owner in a transcript or a diary. */
const OWNER_LABELS = new Set([
  'user',
  'me',
  'i',
  'myself',
  'human',
  'owner',
  'ich',
  'moi',
  'yo',
  '我',
  '用户',
  '本人',
]);

/** True for entries of the owner: by the label, else if no agent wrote it. */
export function isByOwner(label: string | null, by: string | null): boolean {
  return label === null ? by === null : OWNER_LABELS.has(label.toLowerCase());
}

/** Matches a question; the entries after it may answer it. */
export const isQuestion = (text: string): boolean => /[?？]\s{0,9}(?:\[[^\]]{0,200}\]\s{0,9})?$/u.test(text);
