import { type Asked, askedOf } from './asked.js';
import { isRequest, LARGEST_REQUEST, type Request } from './store/request.js';
import type { Input, Param, Params } from './verbs/params.js';
import { parseInput } from './verbs/parse-input.js';
import { Refusal, type Verb } from './verbs/verb.js';

/** A clock may be set back by so much between asking and doing. */
const AHEAD_MS = 86_400_000;

/**
 * Reads a request from the queue, or one that another process waits with, as its command takes it. The one check for all of
 * them: a queue is a file that anybody may have written. Refuses a command that may not be queued, input that its parameters
 * do not take, and what leads out of the workspace. `now`: the time when it is carried out.
 */
export function parseRequest(request: Request, verb: Verb, now: number): Asked {
  const input = readInput(request, verb, now);
  const { seed, by, session } = request;
  return askedOf(verb, input, { now: request.now, seed, by, session });
}

function readInput(request: Request, verb: Verb, now: number): Input<Params> {
  if (!isRequest(request)) throw refused('it has not the shape of a request');
  if (verb.whenLocked !== 'queue') throw refused(`\`daybook ${verb.name}\` is never queued`);
  if (request.now > now + AHEAD_MS) throw refused('it is dated in the future');
  const input = parseInput(verb.name, verb.params, request.input as Readonly<Record<string, unknown>>);
  for (const [name, param] of Object.entries(verb.params))
    if (!staysInside(param, input[name]))
      throw refused(`\`daybook ${verb.name}\` with \`${name}\` leads out of the workspace`);
  return input;
}

/** True where a request could be carried out later, as it is written now. */
export function mayQueue(request: Request, verb: Verb): boolean {
  try {
    readInput(request, verb, request.now);
    return Buffer.byteLength(JSON.stringify(request)) <= LARGEST_REQUEST;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** A transcript is looked at before it is believed (`House.transcriptIs`); all else that leads out is refused. */
function staysInside({ reaches }: Param, value: unknown): boolean {
  if (reaches === undefined || value === undefined || value === false) return true;
  return reaches === 'transcript' && typeof value === 'string' && !value.includes('\0');
}

const refused = (why: string): Refusal =>
  new Refusal('not-queued', `the request is refused: ${why}`, 'say it again yourself, if it is yours');
