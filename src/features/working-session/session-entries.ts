import type { CommandContext, CommandReply } from '../../command/define-command.js';
import { readEntriesAt, toEntryJson } from '../../command/entry-format.js';
import { appendPinTag, formatEntryText, listEntryLabels } from '../../notes/entries/entry.js';
import { getKind, notePath } from '../../notes/kinds/index.js';
import { queryFreshness } from '../freshness/assess-references.js';

/** Lists the entries of the working session, section by section. */
export function listSessionEntries(ctx: CommandContext): CommandReply {
  const entries = readEntriesAt(ctx, ctx.notebook, `${ctx.notebook.content}/${notePath('session')}`);
  const fresh = queryFreshness(ctx, entries);
  const headings = [
    ...getKind('session').sections.map(({ heading }) => heading),
    ...entries.map(({ section }) => section ?? ''),
  ];
  const sections = [...new Set(headings)].map((heading) => {
    const own = entries.filter(({ section }) => (section ?? '') === heading);
    return { section: heading, entries: own };
  });
  const rows = sections.flatMap(({ section, entries: own }) =>
    own.map((entry) => ({
      path: entry.path,
      line: entry.line,
      group: section,
      what: appendPinTag(formatEntryText(entry), entry),
      why: [entry.why, ...listEntryLabels(entry), fresh.mark(entry)].filter(Boolean).join(', ') || null,
    })),
  );
  return {
    message:
      rows.length > 0
        ? `${rows.length} in this session:`
        : 'This session is empty. Start it: `daybook log "trying X because Y"`.',
    items: rows,
    data: {
      sections: sections.map(({ section, entries: own }) => ({
        section,
        entries: own.map((entry) => ({ ...toEntryJson(ctx, entry), freshness: fresh.of(entry) })),
      })),
    },
  };
}
