import type { CommandContext, Notice } from '../../command/define-command.js';
import { appendBlock, replaceBetweenMarkers } from '../../markdown/section-edits.js';
import type { Change } from '../../notes/changes/change.js';
import {
  type ContextBlock,
  findBlock,
  formatContextBlock,
  isBlockEdited,
} from '../../notes/context-block-markers.js';
import type { Notebook } from '../../notes/notebook.js';
import { sanitizeLine } from '../../text/sanitize.js';
import { propose } from '../inbox/propose.js';
import { getShownText } from './brief-lines.js';
import { collectBriefSources } from './brief-sources.js';
import { type Brief, buildBrief } from './build-brief.js';

/** A new CLAUDE.md must not hide an AGENTS.md, which agents read only where no CLAUDE.md stands. */
const importOf = (notebook: Notebook, target: string): string =>
  target === 'CLAUDE.md' && notebook.note('AGENTS.md') ? '@AGENTS.md\n\n' : '';

/** Lines that somebody wrote into the block: those that neither the old nor the new brief would hold. */
function rescue(
  ctx: CommandContext,
  notebook: Notebook,
  target: string,
  block: ContextBlock,
  fresh: string,
): ContextRefresh {
  const { entries, reminders } = collectBriefSources(ctx, notebook);
  const shown = [...entries, ...reminders].map((entry) =>
    sanitizeLine(getShownText(entry).split('\n', 1)[0] ?? ''),
  );
  const isOurs = (line: string) =>
    fresh.includes(line) || OWN_LINE.test(line) || shown.some((text) => text !== '' && line.includes(text));
  const lines = block.body
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !isOurs(line));
  const found = `the context block of ${target}`;
  let now = notebook;
  const changes = lines.flatMap((line) => {
    const made = propose({ act: 'keep', line: line.replace(/^[-*+]\s+/, ''), found }, now, {
      ids: ctx.ids,
      template: (name) => ctx.query('template', name),
    });
    now = now.after(made);
    return made;
  });
  if (changes.length === 0) return { changes, notices: [] };
  const message = `somebody edited the context block; ${changes.length === 1 ? 'the line is' : 'the lines are'} kept in INBOX.md`;
  return { changes, notices: [{ level: 'warning', path: target, line: block.line, message }] };
}

/** Headings, the last line, and the lines of a brief that name what it left out or where work goes on. */
const OWN_LINE = /^(?:#|Memory: \d|Kept by Daybook|\d+ more left out|- \d+ more |- next: )/;

export const NO_REFRESH: ContextRefresh = { changes: [], notices: [] };
/** What refreshing the block takes, and what its reader should know. */
interface ContextRefresh {
  readonly changes: readonly Change[];
  readonly notices: readonly Notice[];
}

/**
 * Plans to bring the context block up to date (FEATURES A10); nothing where it is so already. What somebody wrote
 * between the markers is saved into the inbox first. Where the markers are no pair the file is left alone. `brief` is
 * the one to show where it was read already.
 */
function planContextRefresh(
  ctx: CommandContext,
  notebook: Notebook,
  target = ctx.settings['context.target'],
  brief?: Brief,
): ContextRefresh {
  if (target === 'none') return { changes: [], notices: [] };
  const { text } = brief ?? buildBrief(ctx, notebook, ctx.settings['context.budget']);
  const lines = formatContextBlock(text);
  const why = 'the brief for agents';
  const note = notebook.note(target);
  if (!note)
    return {
      changes: [
        { kind: 'create', path: target, text: `${importOf(notebook, target)}${lines.join('\n')}\n`, why },
      ],
      notices: [],
    };
  const outline = notebook.outline(note);
  const found = findBlock(outline, note.text);
  if (found && 'problem' in found) {
    return {
      changes: [],
      notices: [
        {
          level: 'error',
          path: target,
          line: found.line,
          message: `${found.problem}; the block is left alone`,
        },
      ],
    };
  }
  const splices = found
    ? replaceBetweenMarkers(note.text, outline, found, lines)
    : appendBlock(note.text, outline, lines);
  const rescued =
    found && isBlockEdited(found) ? rescue(ctx, notebook, target, found, text) : { changes: [], notices: [] };
  if (splices.length === 0) return rescued;
  return {
    changes: [...rescued.changes, { kind: 'edit', path: target, base: note.hash, splices, why }],
    notices: rescued.notices,
  };
}

/** The block as it would be refreshed; held where it depends on a note that cannot be read, or may not be written. */
export const planRefresh = (
  ctx: CommandContext,
  notebook: Notebook,
  target?: string,
  brief?: Brief,
): ContextRefresh =>
  ctx.known<ContextRefresh>(() => planContextRefresh(ctx, notebook, target, brief), NO_REFRESH);
