import type { Command, CommandPlan, Notice } from '../command/define-command.js';
import type { CommandInput, ParamDefinitions } from '../command/params.js';
import { cleanAll, HIDDEN } from '../security/clean-text.js';
import { PRIVATE } from '../security/secrets.js';
import type { Operation, Request } from '../store/store.js';
import type { StoreTransaction } from '../store/transaction.js';
import type { RequestContext } from './runtime.js';

/** A verb that was asked for, with words that hold no secret any more. */
export interface CommandRequest {
  readonly verb: Command;
  readonly input: CommandInput<ParamDefinitions>;
  readonly moment: RequestContext;
  /** What was taken out of the words, by kind. */
  readonly redacted: readonly string[];
}

/**
 * The one door for words (guide/store.md › Words from outside): hidden characters, then secrets and private parts are taken out of every string before the verb thinks,
 * so that none is ever spooled, journaled or written. Only what a verb needs as it was said stays (`as: 'said'`).
 */
export function createRequest(
  command: Command,
  input: CommandInput<ParamDefinitions>,
  moment: RequestContext,
): CommandRequest {
  const words = cleanAll(input);
  const who = cleanAll({ by: moment.by, session: moment.session });
  const redacted = [...new Set([...words.found, ...who.found])];
  if (redacted.length === 0) return { verb: command, input, moment, redacted };
  const clean = { ...words.value, ...Object.fromEntries(said(command, input)) };
  return {
    verb: command,
    input: clean as CommandInput<ParamDefinitions>,
    moment: { ...moment, ...who.value },
    redacted,
  };
}

/** The input as history may keep it: without what must be forgotten. */
export function journalableInput({ verb: command, input }: CommandRequest): CommandInput<ParamDefinitions> {
  const kept = Object.entries(input).filter(([name]) => command.params[name]?.redaction !== 'said');
  return Object.fromEntries(kept) as CommandInput<ParamDefinitions>;
}

/** Tells whoever asked what was left out of their words, or of the files that they named. */
export function redactionWarnings(redacted: readonly string[]): readonly Notice[] {
  const secrets = redacted.filter((kind) => kind !== PRIVATE && kind !== HIDDEN);
  const notice = (message: string): Notice => ({ level: 'warning', message });
  return [
    ...(secrets.length === 0
      ? []
      : [notice(`a secret was left out: ${secrets.join(', ')}; [redacted:…] stands in its place`)]),
    ...(redacted.includes(HIDDEN) ? [notice('hidden characters were removed')] : []),
    ...(redacted.includes(PRIVATE) ? [notice('what was marked <private> was left out')] : []),
  ];
}

/** What a person said of it, in their own words: all of it where one asks, else what is passed on of them. */
export function userTexts({ verb: command, input }: CommandRequest, by: string | null): readonly string[] {
  const own = Object.entries(input).filter(
    ([name]) => by === null || command.params[name]?.author === 'person',
  );
  return own.flatMap(([, value]) => value).filter((value) => typeof value === 'string');
}

const said = (command: Command, input: CommandInput<ParamDefinitions>) =>
  Object.entries(input).filter(([name]) => command.params[name]?.redaction === 'said');

/** A verb as it was asked, so that it can be done later or by somebody else. */
export const toQueuedRequest = (request: CommandRequest): Request => ({
  id: operationId(request.verb, request.moment),
  ...request.moment,
  verb: request.verb.name,
  input: journalableInput(request),
});

/** What a verb came to, as the store does it. `spool`: it waited there, and may be told again after a crash. */
export function toOperation(
  request: CommandRequest,
  plan: CommandPlan,
  origin: 'asked' | 'spool' = 'asked',
): Operation {
  const { verb: command, moment } = request;
  const { reverts: undoes, changes, origins } = plan;
  const say = plan.historyMessage ?? plan.message.split('\n')[0] ?? '';
  return {
    id: operationId(command, moment),
    ...moment,
    verb: command.name,
    input: journalableInput(request),
    say,
    changes,
    ...(undoes === undefined ? {} : { undoes }),
    ...(origins && Object.keys(origins).length > 0 ? { origins } : {}),
    ...(origin === 'spool' ? { resumable: true } : {}),
  };
}

/** The same request, asked at the same moment with the same seed, is the same operation: it is done once. */
export const operationId = (
  command: Pick<Command, 'name'>,
  { now, seed }: Pick<RequestContext, 'now' | 'seed'>,
): string => `${command.name}-${now.toString(36)}-${seed.replace(/[^\w-]/g, '_')}`;

/** Does what was thought, under the lock; the journal's number of it, or null where there is nothing that could be undone. */
export function commitPlan(
  request: CommandRequest,
  plan: CommandPlan,
  tx: StoreTransaction,
  origin: 'asked' | 'spool' = 'asked',
): number | null {
  const seq = plan.changes.length === 0 ? null : tx.commit(toOperation(request, plan, origin)).seq;
  if (plan.pruneHistoryDays !== undefined) tx.prune(request.moment.now, plan.pruneHistoryDays);
  if (!plan.scrubPattern) return seq;
  tx.scrub(plan.scrubPattern);
  return null;
}
