import { type CommandContext, UserError } from '../../command/define-command.js';
import { type FoundEntry, formatEntryId } from '../../command/find-entry.js';
import { createTimeContext } from '../../dates/due-date.js';
import type { Change } from '../../notes/changes/change.js';
import { editBlock } from '../../notes/edit/edit-block.js';
import { composeEdits, editEntry, ensureId, setCheckbox, setField } from '../../notes/edit/edit-entry.js';
import { isPinned } from '../../notes/entries/entry.js';
import {
  type Checkbox,
  formatLine,
  joinLines,
  type LineParts,
  parseLine,
  parseWords,
} from '../../notes/entries/entry-line.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { formatReminder, parseReminder } from '../../notes/entries/reminder-line.js';
import { findEntryBlock } from '../../notes/entries/statement-blocks.js';
import { getKind, notePath } from '../../notes/kinds/index.js';
import { completeReminder } from '../reminders/complete.js';

/** What is to change in one entry, with the box and the date resolved. */
export interface AmendmentRequest {
  readonly text: string | undefined;
  /** True if the text is the whole entry, so that a missing reason is taken out. */
  readonly isWhole?: boolean;
  readonly box: Checkbox | null;
  readonly verified: string | null;
  /** Adds or removes the tag `#key`; left out or null: no change. */
  readonly pinned?: boolean | null;
}

/** Plans to change one entry in its note, which may have uncommitted changes. */
export function planEntryEdit(
  ctx: CommandContext,
  { entry, note }: FoundEntry,
  request: AmendmentRequest,
): readonly Change[] {
  const outline = ctx.notebook.outline(note);
  const block = findEntryBlock(note.text, outline, entry);
  if (!block || block.kind === 'frontmatter')
    throw new UserError(
      'property',
      `${entry.path}:${entry.line} is a property of its note`,
      'change it there, in any editor',
    );
  const id = entry.hasId ? entry.id : ctx.ids.mint((taken) => note.text.includes(`^${taken}`));
  const why = `amend ${formatEntryId(entry.id)}`;
  const isReminder = entry.path === `${ctx.notebook.content}/${notePath('reminders')}`;
  if (typeof request.pinned === 'boolean' && (isReminder || block.kind === 'heading')) throw cannotPin(entry);
  if (block?.kind === 'heading')
    return editBlock(entry, note, outline, { ...blockEdit(request, entry), id }, why);
  const { text, box, verified, pinned = null } = request;
  if (isReminder && box === 'done' && text === undefined && verified === null)
    return completeReminder(entry, note, outline, createTimeContext(ctx), id);
  const edit = composeEdits(
    text === undefined ? same : isReminder ? rewordedReminder(text) : reworded(text, request.isWhole),
    box === null ? same : marked(box, block?.kind === 'item'),
    verified === null ? same : setField('verified', verified),
    pinned === null ? same : setPinTag(pinned),
    ensureId(id),
  );
  return editEntry(entry, note, outline, edit, why);
}

/** Adds or removes the tag `#key` of a line. */
const setPinTag =
  (pinned: boolean) =>
  (words: string): string => {
    const line = parseLine(joinLines(words));
    if (isPinned(line.tags) === pinned) return words;
    const tags = line.tags.filter((tag) => !isPinned([tag]));
    return formatLine({ ...line, tags: pinned ? [...tags, 'key'] : tags }, '');
  };

const cannotPin = ({ path, line }: LocatedEntry): UserError =>
  new UserError(
    'unpinnable',
    `${path}:${line} is not a line that can be pinned`,
    'pin an entry of one line, e.g. in MEMORY.md',
  );

const same = (words: string): string => words;

/** Replaces the text, and reason and tags if the new text names some; fields, source and id stay. */
const reworded =
  (text: string, isWhole = false) =>
  (words: string): string => {
    const before = parseLine(joinLines(words));
    const base = isWhole ? { ...before, why: null } : before;
    return formatLine({ ...before, ...parseReplacement(text, base) }, '');
  };

/** Parses a new text; a reason and tags that it does not name stay. */
function parseReplacement(source: string, before: LineParts): Pick<LineParts, 'text' | 'why' | 'tags'> {
  const { text, why, tags } = parseWords(source);
  return { text: joinLines(text), why: why ?? before.why, tags: tags.length > 0 ? tags : before.tags };
}

const rewordedReminder =
  (text: string) =>
  (words: string): string =>
    formatReminder({ ...parseReminder(words), message: joinLines(text) }, '');

/** Sets the box of an item. A paragraph, and a line whose status is a field, get the field instead. */
const marked =
  (box: Checkbox, isItem: boolean) =>
  (words: string): string => {
    const { status } = parseLine(joinLines(words)).fields;
    return isItem && status === undefined
      ? setCheckbox(box)(words)
      : setField('status', finalStatus(box, status))(words);
  };

/** Returns `resolved` for an open or blocked entry that is done; else the box as a word. */
const finalStatus = (box: Checkbox, status: string | null | undefined): string =>
  box === 'done' && ['open', 'blocked', 'resolved'].includes(status ?? '') ? 'resolved' : box;

function blockEdit({ text, box, verified }: AmendmentRequest, { kind, type, status }: LocatedEntry) {
  const fields = {
    ...(box === null ? {} : { status: finalStatus(box, status) }),
    ...(verified === null ? {} : { verified }),
  };
  if (text === undefined) return { fields };
  const row = getKind(kind).blocks.find((one) => one.type === type);
  const says = row?.numbered ? undefined : row?.says; // its heading is a label
  return says === undefined
    ? { text: joinLines(text), fields }
    : { fields: { ...fields, [says]: joinLines(text) } };
}
