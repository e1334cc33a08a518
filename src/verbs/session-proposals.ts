import { pathOf } from '../kinds/index.js';
import { Known } from '../lifecycle/known.js';
import { novelty } from '../lifecycle/novelty.js';
import { type Proposal, propose, wasProposed } from '../lifecycle/propose.js';
import { correctionIn, toRemember } from '../lifecycle/spoken.js';
import type { Change } from '../wiki/change.js';
import { createIds } from '../wiki/ids.js';
import { oneLine } from '../wiki/line.js';
import { entriesAt } from './entries.js';
import type { Held } from './sessions-import.js';
import type { Notice, World } from './verb.js';

/** More at once nobody answers; the newest are asked about. */
const MOST_PROPOSED = 40;

/** What was put into the inbox, and what was not for want of room. */
export interface Proposals {
  readonly changes: readonly Change[];
  readonly proposed: readonly string[];
  readonly notices: readonly Notice[];
}

/** Plans to ask a person about what somebody told agents to remember, or corrected them in; memory itself is not touched. */
export function proposeSaid(world: World, sessions: readonly Held[]): Proposals {
  const path = `${world.wiki.content}/${pathOf('memory')}`;
  const known = new Known(entriesAt(world, world.wiki, path).filter(({ type }) => type !== 'prose'));
  const all = sessions.flatMap(saidIn);
  const fresh = all.filter(
    ({ words, proposal }) =>
      !wasProposed(words, world.wiki) &&
      (proposal.act !== 'keep' || novelty(proposal.line, known).kind !== 'skip'),
  );
  const once = [...new Map(fresh.map((one) => [one.words, one])).values()];
  const template = (name: string) => world.ask('template', name);
  let wiki = world.wiki;
  const changes = once.slice(-MOST_PROPOSED).flatMap(({ proposal, at, words }) => {
    const made = propose(proposal, wiki, { ids: createIds(at, words), template });
    wiki = wiki.after(made);
    return made;
  });
  const left = once.length - Math.min(once.length, MOST_PROPOSED);
  const message = `${left} older things that were said are not proposed: search them with \`daybook sessions show\``;
  return {
    changes,
    proposed: once.slice(-MOST_PROPOSED).map(({ words }) => words),
    notices: left === 0 ? [] : [{ level: 'info', message }],
  };
}

interface Said {
  readonly proposal: Extract<Proposal, { act: 'keep' | 'feedback' }>;
  /** What tells it from any other: it is asked once, whichever session says it. */
  readonly words: string;
  /** In ms. */
  readonly at: number;
}

function saidIn({ head, label, account, end }: Held): readonly Said[] {
  const found = `the ${head.origin} session ${label}`;
  return account.prompts.flatMap(({ text, at }): readonly Said[] => {
    const time = at === null ? end : Date.parse(at);
    const request = toRemember(text);
    if (request !== null && request !== 'all') {
      const line = oneLine(request.text);
      return [{ proposal: { act: 'keep', line, found }, words: `keep «${line}», found in `, at: time }];
    }
    const correction = request === null ? correctionIn(text) : null;
    if (correction === null) return [];
    const words = `feedback «${correction.mistake}»`;
    return [{ proposal: { act: 'feedback', ...correction, found }, words, at: time }];
  });
}
