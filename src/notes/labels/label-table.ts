import type { EntryType } from '../entry-types.js';

/** A part of a record: what a labelled line, a column or a heading says about the entry that it belongs to. */
export type RecordPart =
  | 'solution'
  | 'why'
  | 'date'
  | 'status'
  | 'alternatives'
  /** Said of every record, and no entry of its own: a trigger, an impact, a confidence. */
  | 'detail';

/** The words of one language by what they name: comma-separated, in lower case, singular and plural. */
export interface LabelTable {
  /** Where the noun stands that gives a longer heading its meaning: `Architecture decisions`, `Décisions techniques`. */
  readonly noun: 'last' | 'first' | 'suffix';
  readonly types: Readonly<Partial<Record<EntryType, string>>>;
  readonly parts: Readonly<Partial<Record<RecordPart, string>>>;
}
