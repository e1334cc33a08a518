import type { CommandContext } from '../../command/define-command.js';
import type { TranscriptStats } from '../../transcripts/transcript-stats.js';

/** The fill of a context as the client reported it to the status line. */
interface ClientUsage {
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** Null before the first answer: until then the client reports only the window. */
  readonly tokens: number | null;
  readonly window: number;
}

/** The client's last report on this session; null if there is none. */
export function findClientUsage({ query: ask, actor: who }: CommandContext): ClientUsage | null {
  if (who.session === null) return null;
  const { at, tokens, window } =
    ask('recentActivity', who.session).marks.findLast(({ mark }) => mark === 'filled') ?? {};
  return at === undefined || window === undefined ? null : { at, tokens: tokens ?? null, window };
}

/** True if the client's report is not older than its transcript. */
export const isFresh = (gauge: ClientUsage | null, look: TranscriptStats | null): boolean =>
  gauge !== null &&
  gauge.tokens !== null &&
  (look?.tokens == null || Date.parse(gauge.at) >= (Date.parse(look.tokensAt ?? '') || 0));
