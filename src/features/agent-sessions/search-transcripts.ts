import {
  type CommandContext,
  type CommandPlan,
  type ResultItem,
  UserError,
} from '../../command/define-command.js';
import type { SessionQuery } from '../../command/session-query.js';
import { pluralize } from '../../text/pluralize.js';
import type { RankedSession } from '../../transcripts/rank-passages.js';
import { shortenId } from '../../transcripts/render-message-tree.js';
import type { SessionHeader } from '../../transcripts/session-header.js';
import { isSessionHere } from './is-session-here.js';

/** The query, and the folders whose sessions are searched. */
type TranscriptSearch = Omit<SessionQuery, 'excluded'> & { readonly where: 'here' | 'everywhere' };

/** Searches the transcripts of all agents in place: those of this workspace, or of every folder. */
export function searchTranscripts(ctx: CommandContext, { where, ...query }: TranscriptSearch): CommandPlan {
  if (ctx.settings['sessions.search'] === 'off')
    throw new UserError(
      'sessions-off',
      'transcripts are not searched here: the setting sessions.search is off',
      'switch it on in daybook.yaml: `sessions.search: on`',
    );
  const all = ctx.query('sessions').filter(({ client }) => client !== 'daybook');
  const folders = ctx.settings['sessions.exclude']
    .split(';')
    .flatMap((one) => one.trim().replace(/(?<!\/)\/+$/, '') || []);
  const isExcluded = ({ cwd }: SessionHeader) =>
    folders.some((folder) => cwd === folder || cwd?.startsWith(`${folder}/`));
  const allowed = all.filter((head) => !isExcluded(head));
  const heads = where === 'everywhere' ? allowed : allowed.filter((head) => isSessionHere(ctx, head));
  const found = ctx.query('sessionSearch', heads, { ...query, excluded: all.filter(isExcluded) });
  const { hits, withheld } = withholdForgottenHits(ctx, found.hits);
  const total = found.total - withheld;
  const rest = allowed.length - heads.length;
  const elsewhere =
    rest > 0 ? ` ${pluralize(rest, 'session')} of other folders not searched: add --all-clis.` : '';
  const best = hits.length < total ? `, the best ${hits.length}:` : '.';
  return {
    message:
      total === 0
        ? `Nothing found in ${pluralize(heads.length, 'session')}.${elsewhere}`
        : `Found in ${total} of ${pluralize(heads.length, 'session')}${best}${elsewhere}`,
    items: hits.map((hit) => formatHit(ctx, hit, query.words)),
    data: {
      hits: hits.map(({ session, passage, score, count }) => ({
        session: session.id,
        agent: session.origin,
        project: session.cwd,
        at: toLocal(ctx, passage.at ?? session.last),
        role: passage.role,
        text: passage.text,
        score,
        count,
        show: showCommand({ session, passage, score, count }),
      })),
      total,
      nearly: {},
    },
    changes: [],
    ...(withheld > 0
      ? { notices: [{ level: 'info', message: `${pluralize(withheld, 'hit')} left out: forgotten` }] }
      : {}),
  };
}

/** Leaves out passages that match a forgotten text. */
function withholdForgottenHits(
  ctx: CommandContext,
  hits: readonly RankedSession<SessionHeader>[],
): { readonly hits: readonly RankedSession<SessionHeader>[]; readonly withheld: number } {
  const find = ctx.query('forgotten');
  if (!find) return { hits, withheld: 0 };
  const isWithheld = ({ passage, session }: RankedSession<SessionHeader>) => {
    const match = find(passage.text, [`session ${session.id}`]);
    return match !== null && match.how !== 'close';
  };
  const left = hits.filter((hit) => !isWithheld(hit));
  return { hits: left, withheld: hits.length - left.length };
}

const toLocal = (ctx: CommandContext, at: string | null): string | null =>
  at === null ? null : ctx.local(Date.parse(at)).iso;

const showCommand = ({ session, passage }: RankedSession<SessionHeader>): string =>
  `daybook sessions show ${shortenId(session.id)} --at ${shortenId(passage.id)}`;

/** Length of the words around a match, in characters. */
const AROUND = 160;

function formatHit(ctx: CommandContext, hit: RankedSession<SessionHeader>, words: string): ResultItem {
  const { session, passage } = hit;
  const date = toLocal(ctx, passage.at ?? session.last)?.slice(0, 10) ?? '';
  const project = session.cwd?.slice(session.cwd.lastIndexOf('/') + 1) ?? 'no folder';
  return {
    group: project,
    what: `${date} ${session.origin} in ${project}, ${passage.role}: ${cutAround(passage.text, words)}`,
    why: showCommand(hit),
  };
}

/** Returns the part of a text in which the first long word of the query stands. */
function cutAround(text: string, words: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const lower = line.toLowerCase();
  const places = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word.length > 3)
    .map((word) => lower.indexOf(word))
    .filter((at) => at >= 0);
  const from = Math.max(0, Math.min(...places, line.length) - AROUND / 2);
  const start = places.length === 0 ? 0 : from;
  const cut = line.slice(start, start + AROUND).toWellFormed();
  return `${start > 0 ? '…' : ''}${cut}${start + AROUND < line.length ? '…' : ''}`;
}
