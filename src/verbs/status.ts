import { TRIAL } from '../kinds/agents.js';
import { pathOf } from '../kinds/index.js';
import { estimateTokens } from '../recall/brief/tokens.js';
import { amount } from '../wiki/amount.js';
import { explainUnknown, type Unknown } from '../wiki/unknown.js';
import { entriesAt } from './entries.js';
import { jobsCheck, jobsLine, nextRuns } from './jobs-check.js';
import { type Notice, verb, type World } from './verb.js';

/** The state of the memory in five lines, and one thing to do next. */
export const status = verb({
  name: 'status',
  about: 'show the state of this memory in five lines and one suggestion',
  params: {},
  examples: ['daybook status', 'daybook'],
  faces: ['cli', 'mcp'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => false,
  think(world) {
    const { root, reason, trusted = false, foreign } = world.ask('root');
    const counts = world.ask('counts');
    const heartbeat = world.ask('heartbeat');
    const checks = [...world.ask('checkup', false), jobsCheck(world)];
    const bad = checks.filter(({ ok }) => !ok);
    const proposals = entriesAt(world, world.wiki, `${world.wiki.content}/${pathOf('inbox')}`).filter(
      (entry) => entry.status === 'open',
    );
    const lastActivity = heartbeat ? world.local(heartbeat.lastActivity).iso : null;
    const sorts = Object.entries(counts.types).toSorted(([, a], [, b]) => b - a);
    const known = sorts.slice(0, 5).map(([type, count]) => `${count} ${type}`);
    const health =
      bad.length === 0
        ? 'all checks hold'
        : `${bad.length} checks do not hold: ${bad.map(({ name }) => name).join(', ')}`;
    const seen = lastSeen(world);
    return {
      say: [
        `Workspace ${root} (${[reason, trusted ? 'trusted' : '', foreign === undefined ? '' : 'read-only'].filter(Boolean).join(', ')})`,
        `${amount(counts.entries, 'entry', 'entries')} in ${amount(counts.notes, 'note')}${known.length > 0 ? `: ${known.join(', ')}` : ''}`,
        `Last activity: ${lastActivity?.slice(0, 16).replace('T', ' ') ?? 'none yet'}${seen ? `; ${seen.agent} last read ${seen.tokens} tokens (${seen.event}, ${seen.ms} ms)` : ''}`,
        `Inbox: ${proposals.length === 0 ? 'nothing waits' : `${proposals.length} proposals wait in ${pathOf('inbox')}`}`,
        `Jobs: ${jobsLine(world)}`,
        `Health: ${health}`,
        ...bad.filter(({ name }) => name === 'links').map(({ detail }) => `Links: ${detail}`),
        `Next: ${suggestion(counts.entries, proposals.length, bad.length)}`,
      ].join('\n'),
      data: {
        counts,
        trusted,
        health: { ok: bad.length === 0, checks },
        lastActivity,
        lastInjected: seen,
        nextRuns: nextRuns(world),
      },
      changes: [],
      notices: checks.flatMap(({ unknown = [] }) => unknown.slice(0, MOST_NAMED).map(unknownNotice)),
    };
  },
});

/** More notes that cannot be read are left to `doctor`. */
const MOST_NAMED = 3;

const unknownNotice = (unknown: Unknown): Notice => ({
  level: 'warning',
  path: unknown.path,
  message: explainUnknown(unknown),
});

/** What a hook last gave an agent to read, tokens by estimate; null where that is longer ago than a day or two. */
function lastSeen({ ask, local }: World) {
  const run = ask('hookRuns').findLast(({ text, session }) => text !== undefined && session !== TRIAL);
  if (!run) return null;
  const { event, agent, session, ms, text = '' } = run;
  return { text, tokens: estimateTokens(text), at: local(Date.parse(run.at)).iso, event, agent, session, ms };
}

function suggestion(entries: number, proposals: number, bad: number): string {
  if (bad > 0) return 'daybook doctor';
  if (entries === 0) return 'daybook log "decided X because Y"';
  return proposals > 0 ? 'tick the proposals in INBOX.md' : 'daybook recall';
}
