import type { CommandContext } from '../../command/define-command.js';
import { findBlock } from '../../notes/context-block-markers.js';
import { isStanding } from '../../notes/entries/entry.js';
import type { Notebook } from '../../notes/notebook.js';
import { sanitizeLine } from '../../text/sanitize.js';
import { isFileLoaded } from '../agent-setup/loaded-files.js';
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
  if (loaded.length === 0 && fresh.length === 0) return body.trim() === text.trim() ? '' : text;
  const known = new Set(loaded.map(getBareText));
  const standing = new Set(fresh.map(getBareText));
  const added = fresh.filter((line) => !known.has(getBareText(line)));
  const holds = createCurrentTest(ctx, notebook);
  const ended = loaded.filter((line) => !standing.has(getBareText(line)) && !holds(line));
  return [
    ...(added.length === 0 ? [] : [`Not in the memory block of ${target} yet:\n\n${added.join('\n')}`]),
    ...(ended.length === 0 ? [] : [`In that block, but no longer valid:\n\n${ended.join('\n')}`]),
  ].join('\n\n');
}

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

/** The words of a line without its type, day and marks, which may change while the text stays the same. */
const getBareText = (line: string): string =>
  line
    .replace(/^- (?:\w+: )?(?:decided against:? )?/i, '')
    .replace(/ \([^()]*(?:\([^()]*\)[^()]*)*\)$/, '')
    .toLowerCase();

/** Returns a test for lines that a valid entry has, though the brief has no room for it. */
function createCurrentTest(ctx: CommandContext, notebook: Notebook): (line: string) => boolean {
  let texts: readonly string[] | null = null;
  return (line) => {
    texts ??= collectBriefSources(ctx, notebook)
      .entries.filter(isStanding)
      .map((entry) => sanitizeLine(getShownText(entry).split('\n', 1)[0] ?? ''));
    return texts.some((text) => text !== '' && line.includes(text));
  };
}
