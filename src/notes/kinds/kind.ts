import type { EntryType } from '../entry-types.js';

/** How entries lie in a note: one a line, one a line with `|` between, a heading with fields, or front matter with sections. */
export type NoteLayout = 'lines' | 'pipes' | 'blocks' | 'front matter';

/** A heading and what the entries below it are. */
export interface SectionDefinition {
  readonly heading: string;
  readonly type: EntryType;
  /** The heading may go on behind a blank or colon, e.g. with a date and a time. */
  readonly open?: true;
}

/** A heading that is one entry, together with what stands below it up to the next heading. */
export interface BlockDefinition extends SectionDefinition {
  /** `FB-20260607-001 — text`: the word, a day and a number are its label, and what it says follows. Else `Word: text`. */
  readonly numbered?: true;
  /** Deeper headings below it are its own. */
  readonly deep?: true;
  /** The field that says what the entry says where the heading is a label. */
  readonly says?: string;
  /** Fields that say more of it: they are searched with it. */
  readonly also?: readonly string[];
  /** The field that tells the entry's reason. */
  readonly reason?: string;
}

/** A property of the front matter that is an entry too, or a list of them. */
export interface FieldDefinition {
  readonly key: string;
  readonly type: EntryType;
}

/** A kind of note, as data. Kinds alone know paths, headings, layers and ages. */
export interface NoteKind {
  readonly name: string;
  readonly about: string;
  /** Path below the content folder; `{date}` is a local day, `{name}` one path part, `{path}` any. */
  readonly path: string;
  readonly shape: NoteLayout;
  readonly sections: readonly SectionDefinition[];
  /** Headings that are one entry each. */
  readonly blocks: readonly BlockDefinition[];
  /** Properties of the front matter that are entries. */
  readonly fields?: readonly FieldDefinition[];
  /** What an entry is that stands below no heading of `sections`. */
  readonly defaultType: EntryType;
  /** Paragraphs are entries too, not only list items. */
  readonly paragraphs: boolean;
  /** People write here as they like: what stands below no known heading is read by its tell-tale words (FEATURES A3). */
  readonly isFreeform?: true;
  /** Kept out of git unless the workspace shares its sessions. */
  readonly isPrivate: boolean;
  /** Entries follow one another in time, so that what stands beside one says something of it. */
  readonly isChronological: boolean;
  /** Its one note grows without end: where it is too large, what is settled leaves it for the archive. */
  readonly isTrimmed?: true;
  /** Rank among equals when searched: archive last. */
  readonly weight: number;
}

/** A kind as the table writes it: what is missing is empty or false. */
export interface KindRow
  extends Omit<NoteKind, 'sections' | 'blocks' | 'paragraphs' | 'isPrivate' | 'isChronological'>,
    Partial<Pick<NoteKind, 'sections' | 'blocks' | 'paragraphs' | 'isPrivate' | 'isChronological'>> {
  /** The kind whose sections may stand in such a note too. */
  readonly sectionsOf?: string;
}
