import { type CommandContext, UserError } from '../../command/define-command.js';
import { replaceSpan } from '../../markdown/section-edits.js';
import type { Change } from '../../notes/changes/change.js';
import { notePath } from '../../notes/kinds/index.js';
import { pluralize } from '../../text/pluralize.js';
import { isNone } from './artifact.js';
import { HANDOFF_HEADINGS, parseHandoffs } from './handoff-record.js';

/** A blocker or question of a hand-off that is still open. */
interface OpenItem {
  readonly text: string;
  readonly path: string;
  /** The first line of a note is 1. */
  readonly line: number;
  /** Offsets in the note of its bullet with the space, and of its box if it has one. */
  readonly start: number;
  readonly end: number;
  readonly mark: string;
}

/** The input of closing an item of a hand-off. */
interface ClosedItem {
  readonly text: string;
  readonly path: string;
  readonly line: number;
  readonly changes: readonly Change[];
}

/**
 * Plans to tick the open blocker or question of a hand-off that a user names by `path:line` or by words; items that later
 * hand-offs repeat word for word are ticked with it. Returns null if no item has the name. Throws `UserError` if several
 * have it.
 */
export function planOpenItemClosing(ctx: CommandContext, name: string): ClosedItem | null {
  const path = `${ctx.notebook.content}/${notePath('handoff')}`;
  const note = ctx.notebook.note(path);
  if (!note) return null;
  const open = parseHandoffs(note, ctx.entries(note)).flatMap(({ entry }) =>
    listOpenItems(note.text, { ...entry, path }),
  );
  const named = open.filter((item) => isNamed(item, name));
  const [first] = named;
  if (!first) return null;
  if (named.some(({ text }) => !isSameText(text, first.text))) throw createAmbiguityError(name, named);
  const splices = open
    .filter(({ text }) => isSameText(text, first.text))
    .flatMap(({ start, end, mark }) => replaceSpan(note.text, start, end, `${mark}[x] `));
  const why = 'a question of a hand-off is closed';
  return { ...first, changes: [{ kind: 'edit', path, base: note.hash, splices, why }] };
}

/** Lists the items below the heading of open questions in one record. */
function listOpenItems(
  text: string,
  { path, start, end, line }: { path: string; start: number; end: number; line: number },
): readonly OpenItem[] {
  const [word = ''] = HANDOFF_HEADINGS.open.split(' ');
  const items: OpenItem[] = [];
  let [at, isOpenPart] = [start, false];
  for (const [index, source] of text.slice(start, end).split('\n').entries()) {
    const [, heading] = /^ {0,3}#{3,6}[ \t]+(\p{L}+)/u.exec(source) ?? [];
    if (heading !== undefined) isOpenPart = heading.toLowerCase() === word.toLowerCase();
    const [whole = '', mark = '', box = ''] =
      /^( {0,1}(?:[-*+]|\d{1,9}[.)])[ \t]+)(\[[ xX-]\][ \t]+)?/.exec(source) ?? [];
    const item = source
      .slice(whole.length)
      .replace(/^(?:question|blocker):\s*/i, '')
      .trimEnd();
    if (isOpenPart && mark !== '' && !/^\[[xX-]/.test(box) && !isNone(item))
      items.push({ text: item, path, line: line + index, start: at, end: at + whole.length, mark });
    at += source.length + 1;
  }
  return items;
}

function isNamed({ text, path, line }: OpenItem, name: string): boolean {
  const [, place, at] = /^(.+\.md):(\d{1,7})$/.exec(name.trim()) ?? [];
  if (place !== undefined) return line === Number(at) && (path === place || path.endsWith(`/${place}`));
  return name.trim() !== '' && text.toLowerCase().includes(name.trim().toLowerCase());
}

const isSameText = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

const createAmbiguityError = (name: string, items: readonly OpenItem[]): UserError =>
  new UserError(
    'ambiguous-entry',
    `${pluralize(items.length, 'open question')} of hand-offs match \`${name.slice(0, 80)}\``,
    `name one by its place, e.g. ${items[0]?.path}:${items[0]?.line}`,
    { found: items.map(({ path, line, text }) => `${path}:${line} ${text.slice(0, 80)}`).join('\n') },
  );
