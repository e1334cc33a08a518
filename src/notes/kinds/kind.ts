import type { EntryType } from '../entry-types.js';

/**
 * The layout of entries in a note: one per line, one per line with `|` separators, a heading with fields, or front
 * matter with sections.
 */
export type NoteLayout = 'lines' | 'pipes' | 'blocks' | 'front matter';

/** A heading and the type of the entries below it. */
export interface SectionDefinition {
  readonly heading: string;
  readonly type: EntryType;
  /** The heading may continue after a space or colon, e.g. with a date and a time. */
  readonly open?: true;
}

/** A heading that is one entry, together with the text up to the next heading. */
export interface BlockDefinition extends SectionDefinition {
  /**
   * `FB-20260607-001 — text`: the word, a day and a number form the label, and the text follows. Otherwise `Word:
   * text`.
   */
  readonly numbered?: true;
  /** Deeper headings below it belong to it. */
  readonly deep?: true;
  /** The field with the text of the entry if the heading is only a label. */
  readonly says?: string;
  /** More fields that are searched as part of the entry. */
  readonly also?: readonly string[];
  /** The field with the reason of the entry. */
  readonly reason?: string;
}

/** A property of the front matter that is an entry, or a list of entries. */
export interface FieldDefinition {
  readonly key: string;
  readonly type: EntryType;
}

/** A kind of note, as data. Only kinds define paths, headings, layers and ages. */
export interface NoteKind {
  readonly name: string;
  readonly about: string;
  /** Path below the content folder; `{date}` is a local day, `{name}` one path segment, `{path}` any path. */
  readonly path: string;
  readonly shape: NoteLayout;
  readonly sections: readonly SectionDefinition[];
  /** Headings that are entries. */
  readonly blocks: readonly BlockDefinition[];
  /** Properties of the front matter that are entries. */
  readonly fields?: readonly FieldDefinition[];
  /** The type of entries that are not below a heading of `sections`. */
  readonly defaultType: EntryType;
  /** Paragraphs are entries too, not only list items. */
  readonly paragraphs: boolean;
  /** Free writing is allowed: text below no known heading is parsed by its cues (FEATURES A3). */
  readonly isFreeform?: true;
  /** Ignored by git unless the workspace shares its sessions. */
  readonly isPrivate: boolean;
  /** Entries are in order of time, so neighbours of an entry are related to it. */
  readonly isChronological: boolean;
  /** The note grows without limit: if it gets too large, settled entries move to the archive. */
  readonly isTrimmed?: true;
  /** Tie-breaker in search; the archive comes last. */
  readonly weight: number;
}

/** A kind as the table writes it: what is missing is empty or false. */
export interface KindRow
  extends Omit<NoteKind, 'sections' | 'blocks' | 'paragraphs' | 'isPrivate' | 'isChronological'>,
    Partial<Pick<NoteKind, 'sections' | 'blocks' | 'paragraphs' | 'isPrivate' | 'isChronological'>> {
  /** The kind whose sections such a note may have too. */
  readonly sectionsOf?: string;
}
