import type { CommandContext } from '../../command/define-command.js';
import { findBlock } from '../../notes/context-block-markers.js';
import { isStanding } from '../../notes/entries/entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { isFileLoaded } from '../../notes/kinds/agent-files.js';
import type { Notebook } from '../../notes/notebook.js';
import { sanitizeLine } from '../../text/sanitize.js';
import { getShownText } from './brief-lines.js';
import { collectBriefSources } from './brief-sources.js';
import type { Brief } from './build-brief.js';

/**
 * Describes what a client must know at the start of a session beside the block that it has loaded: lines that the block does
 * not show, and its lines that are no longer valid. Returns the whole brief for a client that has not loaded the block, and ''
 * where nothing differs.
 */
export function describeBlockChanges(
  ctx: CommandContext,
  client: string,
  { text }: Brief,
  notebook: Notebook,
): string {
  const target = ctx.settings['context.target'];
  const body = readLoadedBlock(ctx, client);
  if (body === null) return text;
  const [loaded, fresh] = [listLines(body), listLines(text)];
  if (loaded.length === 0 && fresh.length === 0)
    return body.replace(/^@\S+\n+/, '').trim() === text.trim() ? '' : text;
  if (loaded.join('\n') === fresh.join('\n')) return '';
  const entries = listBriefEntries(ctx, notebook);
  const before = notebook === ctx.notebook ? entries : [...entries, ...listBriefEntries(ctx, ctx.notebook)];
  const [known, shown] = [
    loaded.map((line) => readLine(line, before)),
    fresh.map((line) => readLine(line, entries)),
  ];
  const added = shown.filter((line) => !known.some((other) => isSame(line, other)));
  const ended = known.filter(
    (line) => !shown.some((other) => isSame(line, other)) && !isLineValid(line, entries, { ctx, notebook }),
  );
  return [
    ...(added.length === 0 ? [] : [`Not in the memory block of ${target} yet:\n\n${formatLines(added)}`]),
    ...(ended.length === 0 ? [] : [`${ENDED_LINES}\n\n${formatLines(ended)}`]),
  ].join('\n\n');
}

/** The words before the lines of a block that are no longer valid. */
export const ENDED_LINES = 'In that block, but no longer valid:';

/** Returns the body of the block that a client has loaded; null if it has loaded none. */
export function readLoadedBlock({ notebook, settings }: CommandContext, client: string): string | null {
  const target = settings['context.target'];
  const file = isFileLoaded(client, target, notebook) ? notebook.note(target) : null;
  const block = file && findBlock(notebook.outline(file), file.text);
  return block && 'body' in block ? block.body : null;
}

/** Lists the lines of entries. */
const listLines = (text: string): readonly string[] =>
  text.split('\n').filter((line) => /^- (?!\d+ more )/.test(line));

/** A line of a brief, and the entries that it shows: one, and its copies in other notes. */
interface BriefLine {
  readonly line: string;
  readonly entries: readonly LocatedEntry[];
}

const formatLines = (lines: readonly BriefLine[]): string => lines.map(({ line }) => line).join('\n');

/** Lists the entries that a brief may show. */
function listBriefEntries(ctx: CommandContext, notebook: Notebook): readonly LocatedEntry[] {
  const { entries, reminders, awaited } = collectBriefSources(ctx, notebook);
  return [...entries, ...reminders, ...awaited];
}

/** Finds the entries that a line names by their id, or whose text it begins with; of several texts the longest. */
function readLine(line: string, entries: readonly LocatedEntry[]): BriefLine {
  const body = dropType(line);
  const [mark] = /[\^~]\w+\)$/.exec(line) ?? [];
  const named = entries.filter(({ id }) => id !== '' && mark?.endsWith(`${id})`));
  const begun = entries.filter((entry) => {
    const text = getFirstLine(entry);
    return text !== '' && body.startsWith(text) && /^(?: — | \(| #key|$)/.test(body.slice(text.length));
  });
  const longest = Math.max(...begun.map((entry) => getFirstLine(entry).length));
  const own = named.length > 0 ? named : begun.filter((entry) => getFirstLine(entry).length === longest);
  return { line, entries: own };
}

/** The first lines of entries: each line of a brief is compared with all of them. */
const firstLines = new WeakMap<LocatedEntry, string>();

function getFirstLine(entry: LocatedEntry): string {
  const known = firstLines.get(entry) ?? sanitizeLine(getShownText(entry).split('\n', 1)[0] ?? '');
  firstLines.set(entry, known);
  return known;
}

const dropType = (line: string): string => line.replace(/^- [\w ]+: /, '');

/** True if two lines show the same entry, or one that was copied from the other; the next action is no entry. */
const isSame = (a: BriefLine, b: BriefLine): boolean =>
  a.entries.length + b.entries.length === 0
    ? dropTail(a.line) === dropTail(b.line)
    : a.line === b.line || a.entries.some((entry) => b.entries.some((other) => isCopy(entry, other)));

/** The line without its day and marks. */
const dropTail = (line: string): string => line.replace(/ \([^()]*\)$/, '');

/** True for a line whose entry is valid, though the brief has no room for it, or does not show it any more. */
function isLineValid(
  line: BriefLine,
  entries: readonly LocatedEntry[],
  { ctx, notebook }: LineSource,
): boolean {
  const own = entries.filter((entry) => line.entries.some((other) => isCopy(entry, other)));
  if (own.length > 0) return own.some(isStanding);
  const [probe = ''] = dropTail(dropType(line.line)).split(' — ', 1);
  const notes = notebook.list().flatMap((path) => notebook.note(path) ?? []);
  const found = notes.flatMap((note) => (note.text.includes(probe) ? ctx.entries(note) : []));
  return readLine(line.line, found).entries.some(isStanding);
}

interface LineSource {
  readonly ctx: CommandContext;
  readonly notebook: Notebook;
}

const isCopy = (a: LocatedEntry, b: LocatedEntry): boolean =>
  a.id === b.id || isLinked(a, b) || isLinked(b, a);

const isLinked = ({ from }: LocatedEntry, { id }: LocatedEntry): boolean =>
  from?.includes(`#^${id}]]`) ?? false;
