import { defineCommand, type ResultItem } from '../../command/define-command.js';
import { appendPinTag, listEntryLabels } from '../../notes/entries/entry.js';
import type { SearchHit } from '../../search/query.js';
import { getShownText, getTypeName } from '../context-block/brief-lines.js';
import { findRelatedHits } from '../search/find-relevant.js';
import { planLogEntry } from './log-entry.js';

/** The most related entries in a reply. */
const MOST_RELATED = 5;
/** Logs a blocker, and replies with related entries of memory (Mind; FEATURES A8). */
export const blocker = defineCommand({
  name: 'blocker',
  description: 'record what stops progress, and show what memory knows about it',
  group: 'Other names and plumbing',
  params: {
    text: { kind: 'text', positional: 'rest', required: true, description: 'what stops progress, and why' },
  },
  examples: ['daybook blocker "the export job times out again"'],
  surfaces: ['cli', 'mcp'],
  onLocked: 'queue',
  countsAsActivity: () => true,
  whenUnknown: 'write',
  updatesBlock: true,
  plan(ctx, { text }) {
    const logged = planLogEntry(ctx, { text, type: 'blocker' }, { asks: false });
    const own = (logged.data.entry as { readonly id: string }).id;
    const related = findRelatedHits(ctx, text, MOST_RELATED + 1)
      .filter(({ id }) => id !== own)
      .slice(0, MOST_RELATED);
    return {
      ...logged,
      message: [
        logged.message,
        related.length > 0 ? 'What memory knows:' : 'Memory knows nothing about it yet.',
      ].join('\n'),
      historyMessage: logged.historyMessage ?? logged.message,
      items: related.map(asRow),
      data: { ...logged.data, related },
    };
  },
});

const asRow = (hit: SearchHit): ResultItem => ({
  path: hit.path,
  line: hit.line,
  group: hit.section ?? hit.path,
  what: appendPinTag(`${getTypeName(hit.type)}: ${getShownText(hit)}`, hit),
  why: [hit.why, ...listEntryLabels(hit), hit.at?.slice(0, 10)].filter(Boolean).join(', ') || null,
});
