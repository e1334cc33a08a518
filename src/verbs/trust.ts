import { amount } from '../wiki/amount.js';
import type { Adoption, RegisteredRoot } from './facts.js';
import { type Outcome, Refusal, verb, type World } from './verb.js';

/** Records what this user trusts, in `DAYBOOK_HOME`: a record in the workspace could come from the person who made the workspace. */
export const trust = verb({
  name: 'trust',
  about: 'let this workspace run what its settings name; --adopt-history takes over state that is not used',
  params: {
    revoke: { kind: 'flag', about: 'take it back' },
    list: { kind: 'flag', about: 'show every workspace that is registered' },
    'adopt-history': {
      kind: 'flag',
      about: 'take over the history in .daybook/ that an earlier build, a copy or another user left',
    },
  },
  examples: ['daybook trust', 'daybook trust --adopt-history --dry-run', 'daybook trust --revoke'],
  faces: ['cli'],
  needs: 'workspace if any',
  whenLocked: 'refuse',
  activity: () => false,
  think(world, { revoke, list, 'adopt-history': adopts }) {
    if ([revoke, list, adopts].filter(Boolean).length > 1)
      throw new Refusal('usage', 'these options do not go together', 'write: daybook trust --list', {}, 2);
    if (list) return listed(world.ask('registered'));
    if (world.ask('place') === null)
      throw new Refusal('no-workspace', 'this folder lies in no workspace', 'make one: daybook init', {}, 3);
    if (adopts) return adopted(world);
    return revoke ? revoked(world) : trusted(world);
  },
});

function trusted(world: World): Outcome {
  const { root, trusted: isTrusted } = world.ask('root');
  if (isTrusted) return { say: `Known: ${root} is trusted.`, data: { trusted: true }, changes: [] };
  return {
    say: [
      `Trusted: ${root}. Its settings may name programs to run, and guards that others wrote may`,
      'deny a tool call. Take it back: daybook trust --revoke',
    ].join(' '),
    data: { trusted: true },
    changes: [],
    trusts: true,
  };
}

function revoked(world: World): Outcome {
  const { root, trusted: isTrusted } = world.ask('root');
  if (!isTrusted) return { say: `Known: ${root} is not trusted.`, data: { trusted: false }, changes: [] };
  return { say: `No longer trusted: ${root}.`, data: { trusted: false }, changes: [], trusts: false };
}

function adopted(world: World): Outcome {
  const { trusted: isTrusted } = world.ask('root');
  const adoption = world.ask('adoption');
  const { queued, leftOut } = adoption;
  const notices = leftOut.map((message) => ({ level: 'warning' as const, message: `left out: ${message}` }));
  const aside = queued === 0 ? '' : ` ${asideText(adoption)}`;
  const data = { trusted: isTrusted === true, adopted: adoption };
  if (!isAny(adoption))
    return { say: `There is no history in .daybook/ to take over.${aside}`, data, changes: [], notices };
  const say = `Takes over the history in .daybook/: ${adoptionText(adoption)}. Changes made here since come after it, with higher numbers.${aside}`;
  return { say, data, changes: [], notices, adopts: true };
}

const isAny = ({ records, images, sessions, runs, calls }: Adoption): boolean =>
  records + images + sessions + runs + calls > 0;

const adoptionText = ({ records, images, sessions, runs, calls }: Adoption): string =>
  [
    amount(records, 'change'),
    amount(images, 'before-image'),
    ...(sessions > 0 ? [amount(sessions, 'kept session')] : []),
    ...(runs > 0 ? [amount(runs, 'run')] : []),
    ...(calls > 0 ? [amount(calls, 'tool call')] : []),
  ].join(', ');

const asideText = ({ queued, folders }: Adoption): string =>
  `${amount(queued, 'queued request')} ${queued === 1 ? 'is' : 'are'} left aside, and never run: ${folders.map((one) => `${one}/keep/spool`).join(', ')}.`;

function listed(roots: readonly RegisteredRoot[]): Outcome {
  return {
    say:
      roots.length === 0 ? 'No workspace is registered.' : `${amount(roots.length, 'workspace')} registered:`,
    rows: roots.map(({ path, id, trusted: isTrusted, stands }) => ({
      what: `${id.slice(0, 8)} ${isTrusted ? 'trusted' : 'not trusted'} ${path}${stands ? '' : ' (gone)'}`,
    })),
    data: { trusted: roots },
    changes: [],
  };
}
