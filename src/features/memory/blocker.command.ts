import { defineCommand, type ResultItem } from '../../command/define-command.js';
import { formatEntryText } from '../../notes/entries/entry.js';
import { appendPinTag, listEntryLabels } from '../../notes/entries/labels.js';
import type { SearchHit } from '../../search/query.js';
import { planLogEntry } from './log-entry.js';

/** What memory knows is shown up to here. */
const MOST_RELATED = 5;
/** A hit that scores less than this share of the best one shares no more than a word with what blocks. */
const LEAST_SHARE = 0.4;

/** Logs what stops progress, and answers with what memory knows about it (Mind; FEATURES A8). */
export const blocker = defineCommand({
  name: 'blocker',
  description: 'record what stops progress, and show what memory knows about it',
  group: 'Agents',
  params: {
    text: { kind: 'text', positional: 'rest', required: true, description: 'what stops progress, and why' },
  },
  examples: ['daybook blocker "the export job times out again"'],
  surfaces: ['cli', 'mcp'],
  requires: 'workspace',
  onLocked: 'queue',
  countsAsActivity: () => true,
  whenUnknown: 'write',
  plan(ctx, { text }) {
    const logged = planLogEntry(ctx, { text, type: 'blocker' }, { asks: false });
    const own = (logged.data.entry as { readonly id: string }).id;
    const { hits } = ctx.query('search', { words: text, limit: MOST_RELATED + 1 });
    const related = hits.filter((hit) => hit.id !== own && isRelated(hit, hits[0])).slice(0, MOST_RELATED);
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

const isRelated = ({ score }: SearchHit, best: SearchHit | undefined): boolean =>
  score >= LEAST_SHARE * (best?.score ?? 0);

const asRow = (hit: SearchHit): ResultItem => ({
  path: hit.path,
  line: hit.line,
  group: hit.section ?? hit.path,
  what: appendPinTag(`${hit.type}: ${formatEntryText(hit)}`, hit),
  why: [hit.why, ...listEntryLabels(hit), hit.at?.slice(0, 10)].filter(Boolean).join(', ') || null,
});
