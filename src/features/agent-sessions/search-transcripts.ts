import {
  type CommandContext,
  type CommandReply,
  type ResultItem,
  UserError,
} from '../../command/define-command.js';
import type { RankedSession, SessionQuery, TextBeside } from '../../command/session-query.js';
import { pluralize } from '../../text/pluralize.js';
import { shortenId } from '../../transcripts/render-message-tree.js';
import type { SessionHeader } from '../../transcripts/session-header.js';
import { isSessionHere } from './find-session.js';

/** The query, and the folders whose sessions are searched. */
type TranscriptSearch = Omit<SessionQuery, 'excluded' | 'texts' | 'mostBytes'> & {
  readonly where: 'here' | 'everywhere';
};

/** Searches the transcripts of all agents in place: those of this workspace, or of every folder. */
export function searchTranscripts(ctx: CommandContext, { where, ...query }: TranscriptSearch): CommandReply {
  if (ctx.settings['sessions.search'] === 'off')
    throw new UserError(
      'sessions-off',
      'transcripts are not searched here: the setting sessions.search is off',
      'switch it on in daybook.yaml: `sessions.search: on`',
    );
  const { allowed, excluded } = listSearchableSessions(ctx);
  const heads = where === 'everywhere' ? allowed.all : allowed.here;
  const found = ctx.query('sessionSearch', heads, { ...query, excluded });
  const { hits, withheld } = withholdForgottenHits(ctx, found.hits.filter(isOfSession));
  const total = found.total - withheld;
  const rest = allowed.all.length - heads.length;
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
      hits: hits.map((hit) => toSessionHitData(ctx, hit)),
      total,
      nearly: {},
    },
    ...(withheld > 0
      ? { notices: [{ level: 'info', message: `${pluralize(withheld, 'hit')} left out: forgotten` }] }
      : {}),
  };
}

/** Lists the sessions of agents, last used first. None where the setting `sessions.search` is off. */
export function listSearchableSessions(ctx: CommandContext) {
  if (ctx.settings['sessions.search'] === 'off') return { allowed: { all: [], here: [] }, excluded: [] };
  const sessions = ctx.query('sessions', 'cached').filter(({ client }) => client !== 'daybook');
  const folders = ctx.settings['sessions.exclude']
    .split(';')
    .flatMap((one) => one.trim().replace(/(?<!\/)\/+$/, '') || []);
  const isExcluded = ({ cwd }: SessionHeader) =>
    folders.some((folder) => cwd === folder || cwd?.startsWith(`${folder}/`));
  const all = sessions.filter((head) => !isExcluded(head));
  const here = all.filter((head) => isSessionHere(ctx, head));
  return { allowed: { all, here }, excluded: sessions.filter(isExcluded) };
}

type SessionHit = RankedSession<SessionHeader>;

const isOfSession = (hit: RankedSession<SessionHeader | TextBeside>): hit is SessionHit =>
  'client' in hit.session;

/** Leaves out passages that match a forgotten text. */
export function withholdForgottenHits<T extends SessionHeader | TextBeside>(
  ctx: CommandContext,
  hits: readonly RankedSession<T>[],
) {
  const find = ctx.query('forgotten');
  if (!find) return { hits, withheld: 0 };
  const isWithheld = ({ passage, partner, session }: RankedSession<T>) =>
    [passage, ...(partner ? [partner] : [])].some(({ text }) => {
      const match = find(text, 'id' in session ? [`session ${session.id}`] : []);
      return match !== null && match.how !== 'close';
    });
  const left = hits.filter((hit) => !isWithheld(hit));
  return { hits: left, withheld: hits.length - left.length };
}

const toLocal = (ctx: CommandContext, at: string | null): string | null =>
  at === null ? null : ctx.local(Date.parse(at)).iso;

const showCommand = ({ session, passage }: SessionHit): string =>
  `daybook sessions show ${shortenId(session.id)} --at ${shortenId(passage.id)}`;

/** Returns a hit in the form that `--json` prints. */
export const toSessionHitData = (ctx: CommandContext, hit: SessionHit) => ({
  session: hit.session.id,
  agent: hit.session.origin,
  project: hit.session.cwd,
  at: toLocal(ctx, hit.passage.at ?? hit.session.last),
  role: hit.passage.role,
  text: hit.passage.text,
  partner: hit.partner?.text ?? null,
  score: hit.score,
  count: hit.count,
  show: showCommand(hit),
});

/** Length of the words around a match, in characters. */
const AROUND = 160;

const getProject = ({ cwd }: SessionHeader): string => cwd?.slice(cwd.lastIndexOf('/') + 1) ?? 'no folder';

function formatHit(ctx: CommandContext, hit: SessionHit, words: string): ResultItem {
  const project = getProject(hit.session);
  const { what, why } = formatSessionHit(ctx, hit, words);
  return { group: project, what: what.replace(',', ` in ${project},`), why: why ?? null };
}

/** Formats a hit as a row among entries: date, agent, prompt or answer, and the command that shows it. */
export function formatSessionHit(ctx: CommandContext, hit: SessionHit, words: string): ResultItem {
  const { session, passage, partner } = hit;
  const date = toLocal(ctx, passage.at ?? session.last)?.slice(0, 10) ?? '';
  const answer = passage.role === 'prompt' && partner ? ` — answer: ${cutAround(partner.text, words)}` : '';
  return {
    type: 'session',
    what: `${date} ${session.origin}, ${passage.role}: ${cutAround(passage.text, words)}${answer}`,
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
