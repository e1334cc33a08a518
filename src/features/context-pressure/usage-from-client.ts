import type { CommandContext } from '../../command/define-command.js';
import type { TranscriptStats } from '../../transcripts/transcript-stats.js';

/** How full a context is by its client's own account, as the status line was told it. */
interface ClientUsage {
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** Null before the first answer: then it told no more than the window. */
  readonly tokens: number | null;
  readonly window: number;
}

/** What its client told of this session last; null where it never did. */
export function findClientUsage({ query: ask, actor: who }: CommandContext): ClientUsage | null {
  if (who.session === null) return null;
  const { at, tokens, window } =
    ask('recentActivity', who.session).marks.findLast(({ mark }) => mark === 'filled') ?? {};
  return at === undefined || window === undefined ? null : { at, tokens: tokens ?? null, window };
}

/** True where what the client told is not older than what its transcript tells. */
export const isFresh = (gauge: ClientUsage | null, look: TranscriptStats | null): boolean =>
  gauge !== null &&
  gauge.tokens !== null &&
  (look?.tokens == null || Date.parse(gauge.at) >= (Date.parse(look.tokensAt ?? '') || 0));
