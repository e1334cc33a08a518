import { type KindName, kindNamed, pathOf } from '../kinds/index.js';
import { type EntryType, TYPES } from '../kinds/types.js';
import { appendToSection } from '../markdown/place.js';
import type { Change } from '../wiki/change.js';
import { formatLine, type LineParts } from '../wiki/line.js';
import { redactAll } from '../wiki/secrets.js';
import type { Wiki } from '../wiki/wiki.js';
import { intoNote } from './into-note.js';

/** What is to be remembered: its type and the parts of its line, the id included. */
export interface Draft extends LineParts {
  readonly type: EntryType;
}

/** A draft at home: the change that puts it there, and where that is. */
export interface Kept {
  readonly change: Change;
  readonly path: string;
  readonly section: string;
}

type Template = (name: string) => string;

/** Plans to write an entry, without its secrets, where its type is at home; a missing note is made from its template. */
export function keep(draft: Draft, wiki: Wiki, template: Template, why: string): Kept {
  const home = TYPES[draft.type].home;
  if (!home) throw new RangeError(`entries of type ${draft.type} have no home`);
  const kind = home.kind as KindName;
  const clean = redactAll(draft).value;
  const change = addLine(
    { kind, section: home.section, line: (bullet) => formatLine(clean, bullet), why },
    wiki,
    template,
  );
  return { change, path: change.path, section: home.section };
}

/** One line for a heading of a kind's note. */
export interface Addition {
  readonly kind: KindName;
  readonly section: string;
  /** Writes the item behind a bullet. */
  readonly line: (bullet: string) => string;
  readonly why: string;
}

/** Plans to add a line at the end of a section; a missing note is made from its template. */
export function addLine({ kind, section, line, why }: Addition, wiki: Wiki, template: Template): Change {
  const path = `${wiki.content}/${pathOf(kind)}`;
  const order = kindNamed(kind).sections.map(({ heading }) => heading);
  return intoNote({ path, blank: () => template(kind), why }, wiki, (note) =>
    appendToSection(note.text, wiki.outline(note), section, order, line),
  );
}
