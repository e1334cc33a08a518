import { parseInput } from '../../command/coerce-input.js';
import { type Command, UserError } from '../../command/define-command.js';
import type { CommandInput, ParamDefinition, ParamDefinitions } from '../../command/params.js';
import { isRequest, LARGEST_REQUEST, type Request } from '../../store/command-queue.js';
import { type CommandRequest, createRequest } from '../request.js';

/** How far the clock may have been set back between queueing and running. */
const AHEAD_MS = 86_400_000;

/**
 * Parses a request from the queue, or from a waiting process, with the parameters of its command. Anybody may have
 * written these files, so this is the one check for all of them. Throws UserError for a command that may not be queued,
 * input that its parameters do not accept, and values that lead out of the workspace. `now` is the time when it runs.
 */
export function parseRequest(request: Request, command: Command, now: number): CommandRequest {
  const input = readInput(request, command, now);
  const { seed, by, session } = request;
  return createRequest(command, input, { now: request.now, seed, by, session });
}

function readInput(request: Request, command: Command, now: number): CommandInput<ParamDefinitions> {
  if (!isRequest(request)) throw refused('it does not have the shape of a request');
  if (command.onLocked !== 'queue') throw refused(`\`daybook ${command.name}\` is never queued`);
  if (request.now > now + AHEAD_MS) throw refused('it is dated in the future');
  const input = parseInput(command.name, command.params, request.input as Readonly<Record<string, unknown>>);
  for (const [name, param] of Object.entries(command.params))
    if (!staysInside(param, input[name]))
      throw refused(`\`daybook ${command.name}\` with \`${name}\` leads out of the workspace`);
  return input;
}

/** Returns true if a request, as written now, could run later. */
export function mayQueue(request: Request, command: Command): boolean {
  try {
    readInput(request, command, request.now);
    return Buffer.byteLength(JSON.stringify(request)) <= LARGEST_REQUEST;
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}

/** Returns true if a value stays in the workspace. A transcript is checked later (`Runtime.transcriptIs`). */
function staysInside({ reaches }: ParamDefinition, value: unknown): boolean {
  if (reaches === undefined || value === undefined || value === false) return true;
  return reaches === 'transcript' && typeof value === 'string' && !value.includes('\0');
}

const refused = (why: string): UserError =>
  new UserError('not-queued', `the request is refused: ${why}`, 'if it is yours, run the command again');
