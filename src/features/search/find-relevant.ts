import type { CommandContext } from '../../command/define-command.js';
import { readEntriesAt } from '../../command/entry-format.js';
import { formatStatement, type RelevanceQuery } from '../../matching/find-relevant.js';
import { isStanding } from '../../notes/entries/entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import type { EntryType } from '../../notes/entry-types.js';
import { notePath } from '../../notes/kinds/index.js';
import { GLOBAL_CONTENT } from '../../notes/kinds/note-kind.js';
import type { SearchHit } from '../../search/query.js';
import { isGlobalWorkspace } from '../workspace/global-marker.js';

/** Finds what is known about a text, best first: entries of this workspace, then those for all projects. */
export function findKnownEntries(
  ctx: CommandContext,
  request: Omit<RelevanceQuery, 'today'>,
): readonly LocatedEntry[] {
  const own = ctx.query('relevantEntries', request);
  if (isGlobalWorkspace(ctx) || own.length >= request.most) return own;
  const known = ['failures', 'memory']
    .flatMap((kind) => readEntriesAt(ctx, ctx.notebook, `${GLOBAL_CONTENT}/${notePath(kind)}`))
    .filter(isStanding);
  if (known.length === 0) return own;
  const isRelevant = ctx.query('relevanceTest', request.text, request.purpose);
  return [...own, ...known.filter((entry) => isRelevant(formatStatement(entry)))].slice(0, request.most);
}

/** Number of hits to test for each wanted one. */
const JUDGED_FOR_ONE = 6;
/** Hits below this share of the best score are dropped: they have hardly more than one word in common. */
const LEAST_SHARE = 0.4;

/** Finds entries about a text: those relevant to it, else those with most of its words. */
export function findRelatedHits(ctx: CommandContext, text: string, most: number): readonly SearchHit[] {
  const { hits } = ctx.query('search', { words: text, limit: most * JUDGED_FOR_ONE });
  const isRelevant = ctx.query('relevanceTest', text, 'question');
  const relevant = hits.filter((hit) => isRelevant(formatStatement(hit)));
  const rest = hits.filter(({ score }) => score >= LEAST_SHARE * (hits[0]?.score ?? 0));
  return (relevant.length > 0 ? relevant : rest).slice(0, most);
}

/** Returns true if one of the entries about a call is a rejection. */
export const isRejectedCall = (ctx: CommandContext, call: string): boolean =>
  findKnownEntries(ctx, { text: call, purpose: 'call', most: MOST_ABOUT_CALL }).some(({ type }) =>
    REJECTIONS.includes(type),
  );

const MOST_ABOUT_CALL = 6;
const REJECTIONS: readonly EntryType[] = ['rejected', 'failure', 'rule', 'constraint'];
