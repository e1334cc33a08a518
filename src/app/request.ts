import { requireKnownAction } from '../command/actions.js';
import type { Command, CommandPlan, Notice } from '../command/define-command.js';
import type { CommandInput, ParamDefinitions } from '../command/params.js';
import { createFingerprint } from '../notes/entries/ids.js';
import { cleanAll, HIDDEN } from '../security/clean-text.js';
import { PRIVATE } from '../security/secrets.js';
import type { Operation, Request, StoreTransaction } from '../store/store.js';
import type { RequestContext } from './read-view.js';

/** A requested command with input that contains no secrets any more. */
export interface CommandRequest {
  readonly command: Command;
  readonly input: CommandInput<ParamDefinitions>;
  readonly moment: RequestContext;
  /** The kinds of secrets removed from the input. */
  readonly redacted: readonly string[];
}

/**
 * Creates a request from input (guide/store.md › Untrusted text). Hidden characters, then secrets and private parts
 * are removed from every string before planning, so that none is ever queued, journaled or written. Only parameters
 * with `redaction: 'said'` stay unchanged.
 */
export function createRequest(
  command: Command,
  input: CommandInput<ParamDefinitions>,
  moment: RequestContext,
): CommandRequest {
  requireKnownAction(command, input);
  const words = cleanAll(input);
  const who = cleanAll({ by: moment.by, session: moment.session });
  const redacted = [...new Set([...words.found, ...who.found])];
  if (redacted.length === 0) return { command, input, moment, redacted };
  const clean = { ...words.value, ...Object.fromEntries(said(command, input)) };
  return {
    command,
    input: clean as CommandInput<ParamDefinitions>,
    moment: { ...moment, ...who.value },
    redacted,
  };
}

/** Returns the input for the journal, without parameters that must not be stored. */
function journalableInput({ command, input }: CommandRequest): CommandInput<ParamDefinitions> {
  const allowed = Object.entries(input).filter(([name]) => command.params[name]?.redaction !== 'said');
  return Object.fromEntries(allowed) as CommandInput<ParamDefinitions>;
}

/** Creates warnings about what was removed from the input, or from files that it names. */
export function createRedactionWarnings(redacted: readonly string[]): readonly Notice[] {
  const secrets = redacted.filter((kind) => kind !== PRIVATE && kind !== HIDDEN);
  const notice = (message: string): Notice => ({ level: 'warning', message });
  return [
    ...(secrets.length === 0
      ? []
      : [notice(`a secret was left out: ${secrets.join(', ')}; [redacted:…] stands in its place`)]),
    ...(redacted.includes(HIDDEN) ? [notice('hidden characters were removed')] : []),
    ...(redacted.includes(PRIVATE) ? [notice('text marked <private> was left out')] : []),
  ];
}

/** Returns the text that a person wrote: all of it if a person sent the request, else what the agent passes on. */
export function findUserTexts({ command, input }: CommandRequest, by: string | null): readonly string[] {
  const own = Object.entries(input).filter(
    ([name]) => by === null || command.params[name]?.author === 'person',
  );
  return own.flatMap(([, value]) => value).filter((value) => typeof value === 'string');
}

const said = (command: Command, input: CommandInput<ParamDefinitions>) =>
  Object.entries(input).filter(([name]) => command.params[name]?.redaction === 'said');

/** Converts a request to the form in which it can run later or in another process. */
export const toQueuedRequest = (request: CommandRequest): Request => ({
  id: createOperationId(request),
  ...request.moment,
  verb: request.command.name,
  input: journalableInput(request),
});

/** Converts a plan to an operation of the store. `spool`: it came from the queue and may be repeated after a crash. */
export function toOperation(
  request: CommandRequest,
  plan: CommandPlan,
  origin: 'asked' | 'spool' = 'asked',
): Operation {
  const { command, moment } = request;
  const { reverts: undoes, changes, origins } = plan;
  const say = plan.historyMessage ?? plan.message.split('\n')[0] ?? '';
  return {
    id: createOperationId(request),
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

/**
 * Returns the id of an operation. The same request at the same time with the same seed has the same id and is run once;
 * with other input it has another id. Paths of transcripts do not count: they may be dropped while a request waits.
 */
export function createOperationId({
  command,
  input,
  moment: { now, seed },
}: {
  readonly command: Pick<Command, 'name' | 'params'>;
  readonly input: CommandInput<ParamDefinitions>;
  readonly moment: Pick<RequestContext, 'now' | 'seed'>;
}): string {
  const counted = Object.entries(input).filter(([name, value]) => {
    const { redaction, reaches } = command.params[name] ?? {};
    return (
      value !== undefined && (value as unknown) !== false && redaction !== 'said' && reaches !== 'transcript'
    );
  });
  const hash = createFingerprint(JSON.stringify(counted.sort(([one], [other]) => (one < other ? -1 : 1))));
  return `${command.name}-${now.toString(36)}-${seed.replace(/[^\w-]/g, '_')}-${hash}`;
}

/** Commits a plan under the lock. Returns its journal number, or null if there is nothing to undo. */
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
