import {
  type CommandContext,
  type CommandReply,
  defineCommand,
  UserError,
} from '../../command/define-command.js';
import { defineFlag } from '../../command/params.js';
import type { Adoption, RegisteredRoot } from '../../command/queries.js';
import { createUsageError } from '../../errors.js';
import { pluralize } from '../../text/pluralize.js';
import { sanitizeLine } from '../../text/sanitize.js';
import { listProvedEntries, type ProvedEntry } from '../proofs/proved-entries.js';
import { createProofEffect, createRegistryEffect } from './registry-effect.js';

/** Records what this user trusts, in `DAYBOOK_HOME`: a record in the workspace could come from the person who made the workspace. */
export const trust = defineCommand({
  name: 'trust',
  description: 'allow this workspace to run what its settings name; --adopt-history adopts unused state',
  group: 'Keep',
  params: {
    revoke: defineFlag('no longer trust this workspace'),
    list: defineFlag('show every workspace that is registered'),
    proofs: defineFlag('show the proofs of facts that wait, and confirm each'),
    'adopt-history': defineFlag('adopt the history in .daybook/ that a copy or another user left'),
  },
  examples: [
    'daybook trust',
    'daybook trust --dry-run',
    'daybook trust --adopt-history --dry-run',
    'daybook trust --proofs',
    'daybook trust --revoke',
  ],
  requires: 'workspace if any',
  plan(ctx, { revoke, list, proofs, 'adopt-history': adopts }) {
    if ([revoke, list, proofs, adopts].filter(Boolean).length > 1)
      throw createUsageError('these options cannot be combined', 'write: daybook trust --list');
    if (list) return listed(ctx.query('registered'));
    if (ctx.query('place') === null)
      throw new UserError(
        'no-workspace',
        'this folder is not in a workspace',
        'make one: daybook init',
        {},
        3,
      );
    if (adopts) return adopted(ctx);
    if (proofs) return confirmProofs(ctx);
    return revoke ? revoked(ctx) : trusted(ctx);
  },
});

function trusted(ctx: CommandContext): CommandReply {
  const { root, trusted: isTrusted } = ctx.query('root');
  if (isTrusted) return { message: `Already trusted: ${root}.`, data: { trusted: true } };
  return {
    message: [
      `Trusted: ${root}. Its settings may name programs to run and push notes by the clock, and guards`,
      'that others wrote may deny a tool call. Revoke it: daybook trust --revoke',
    ].join(' '),
    data: { trusted: true },
    effects: [createRegistryEffect('trust', root)],
  };
}

/** Asks for each proof that waits; only a person at a terminal confirms them. */
function confirmProofs(ctx: CommandContext): CommandReply {
  const { trusted: isTrusted = false } = ctx.query('root');
  const isConfirmed = ctx.query('confirmedProofs');
  const waiting = listProvedEntries(ctx).filter(({ check }) => !isConfirmed(check));
  if (waiting.length === 0)
    return { message: 'No proof waits.', data: { trusted: isTrusted, confirmed: [] } };
  if (!ctx.query('isAttended'))
    throw new UserError(
      'person-only',
      `${pluralize(waiting.length, 'proof waits', 'proofs wait')}; only a person confirms them, at a terminal`,
      'the user may type: daybook trust --proofs',
    );
  const chosen = waiting.filter((entry) => /^y(?:es)?$/i.test(ctx.query('answer', askAbout(entry)) ?? ''));
  return {
    message: `Confirmed ${chosen.length} of ${pluralize(waiting.length, 'proof')}.`,
    data: { trusted: isTrusted, confirmed: chosen.map(({ id }) => id) },
    effects: chosen.length === 0 ? [] : [createProofEffect(chosen.map(({ check }) => check))],
  };
}

const askAbout = ({ path, line, text, check: { command, says } }: ProvedEntry): string =>
  [
    `${path}:${line} ${sanitizeLine(text)}`,
    `  runs:   ${sanitizeLine(command)}`,
    ...(says === null ? [] : [`  prints: ${sanitizeLine(says)}`]),
    'Run it each night? [y/N] ',
  ].join('\n');

function revoked(ctx: CommandContext): CommandReply {
  const { root, trusted: isTrusted } = ctx.query('root');
  if (!isTrusted) return { message: `Not trusted: ${root}.`, data: { trusted: false } };
  return {
    message: `No longer trusted: ${root}.`,
    data: { trusted: false },
    effects: [createRegistryEffect('revoke', root)],
  };
}

function adopted(ctx: CommandContext): CommandReply {
  const { trusted: isTrusted } = ctx.query('root');
  const adoption = ctx.query('adoption');
  const { queued, leftOut } = adoption;
  const notices = leftOut.map((message) => ({ level: 'warning' as const, message: `left out: ${message}` }));
  const aside = queued === 0 ? '' : ` ${asideText(adoption)}`;
  const data = { trusted: isTrusted === true, adopted: adoption };
  if (!isAny(adoption))
    return { message: `There is no history in .daybook/ to adopt.${aside}`, data, notices };
  const say = `Adopts the history in .daybook/: ${adoptionText(adoption)}. Changes made here since come after it, with higher numbers.${aside}`;
  const effects = [createRegistryEffect('adopt-history', adoptionText(adoption))];
  return { message: say, data, notices, effects };
}

const isAny = ({ records, images, sessions, runs, calls }: Adoption): boolean =>
  records + images + sessions + runs + calls > 0;

const adoptionText = ({ records, images, sessions, runs, calls }: Adoption): string =>
  [
    pluralize(records, 'change'),
    pluralize(images, 'before-image'),
    ...(sessions > 0 ? [pluralize(sessions, 'stored session')] : []),
    ...(runs > 0 ? [pluralize(runs, 'run')] : []),
    ...(calls > 0 ? [pluralize(calls, 'tool call')] : []),
  ].join(', ');

const asideText = ({ queued, folders }: Adoption): string =>
  `${pluralize(queued, 'queued request')} ${queued === 1 ? 'is' : 'are'} set aside, and never run: ${folders.map((one) => `${one}/keep/spool`).join(', ')}.`;

function listed(roots: readonly RegisteredRoot[]): CommandReply {
  return {
    message:
      roots.length === 0
        ? 'No workspace is registered.'
        : `${pluralize(roots.length, 'workspace')} registered:`,
    items: roots.map(({ path, id, trusted: isTrusted, stands }) => ({
      what: `${id.slice(0, 8)} ${isTrusted ? 'trusted' : 'not trusted'} ${path}${stands ? '' : ' (gone)'}`,
    })),
    data: { trusted: roots },
  };
}
