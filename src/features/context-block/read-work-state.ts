import type { CommandContext } from '../../command/define-command.js';
import { isStanding } from '../../notes/entries/entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { isSameButReason, type WorkState } from '../snapshots/extract.js';
import { listBriefCandidates } from './brief-candidates.js';
import { getShownText } from './brief-lines.js';
import { collectBriefSources } from './brief-sources.js';

/** Reads what blocks the work and what was decided, from the sources of the brief and in its order. */
export function readWorkState(ctx: CommandContext): WorkState {
  const sources = collectBriefSources(ctx, ctx.notebook);
  const shown = listBriefCandidates(sources, ctx.settings['context.budget']).candidates;
  const list = (accept: (entry: LocatedEntry, part: string) => boolean) =>
    shown.filter(({ entry, part }) => accept(entry, part)).map(({ entry }) => formatWithReason(entry));
  const ended = sources.entries.filter((entry) => !isStanding(entry)).map(getShownText);
  return {
    blockers: list(({ type, kind }) => type === 'blocker' && kind !== 'snapshot'),
    pinned: list(({ type, key }) => type === 'decision' && key),
    decisions: list(({ type, key }, part) => type === 'decision' && part === 'Decisions' && !key),
    rejected: sources.entries.filter((entry) => entry.type === 'rejected' && isStanding(entry)),
    isEnded: (text) => ended.some((one) => isSameButReason(text, one)),
  };
}

const formatWithReason = (entry: LocatedEntry): string =>
  [getShownText(entry), entry.why].filter(Boolean).join(' — ');
