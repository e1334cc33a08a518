import { type House, openHouse, type Start } from '../../house.js';
import type { Trap } from '../../recall/guard/trap.js';
import { type Result, run } from '../../run.js';
import { postpone } from '../../spooled.js';
import type { HookRun } from '../../verbs/facts.js';
import type { Input, Params } from '../../verbs/params.js';
import { type Notice, Refusal, type Verb } from '../../verbs/verb.js';
import { isUnknownMessage } from '../../wiki/unknown.js';
import type { Mapping } from './events.js';
import { VERBS } from './verbs.js';

/** Entries that a call did again, and that it heeded. */
type Trace = Pick<HookRun, 'advised' | 'heeded'>;

/** What a verb gave to a hook, and the store that it was asked in. */
export interface Answer {
  readonly context: string;
  readonly notice: string;
  /** True where the call that is told of must not be made. */
  readonly denied: boolean;
  /** What is kept of it beside the text. */
  readonly trace: Trace;
  /** What to look out for at the next call, where the guard was asked. */
  readonly traps: readonly Trap[] | null;
  readonly store: House['store'];
}

/** What a verb may tell: to the agent, to the person who watches, and what the night did. */
interface Given {
  readonly context?: string;
  readonly notice?: string;
  readonly denied?: boolean;
  readonly trace?: Trace;
  readonly traps?: readonly Trap[];
  readonly night?: { readonly line: string } | null;
}

/** Runs the verb of an event, or leaves it to whoever comes next. Throws as the verb does. */
export async function ask({ verb: name, input, when, isBrief }: Mapping, start: Start): Promise<Answer> {
  const verb = await VERBS[name]();
  const house = await openHouse(start, verb.needs);
  const { store } = house;
  if (when === 'later') {
    postpone(verb, input as Input<Params>, house);
    return { context: '', notice: '', denied: false, trace: {}, traps: null, store };
  }
  const work = { verb, input: input as Input<Params>, house };
  const { outcome, seq, problem } = isBrief ? await runOrRead(work) : await runIn(work, false);
  const {
    context = '',
    notice = '',
    night,
    denied = false,
    trace = {},
    traps = null,
  } = outcome.data as Given;
  const back = seq === null || notice === '' ? '' : ` (undo: daybook undo ${seq})`;
  const unknown = name === 'recall' ? unknownLines(outcome.notices) : [];
  const told = [problem, night?.line, `${notice}${back}`, ...unknown].filter(Boolean).join('\n');
  return {
    context: [problem, context].filter(Boolean).join('\n\n'),
    notice: told,
    denied,
    trace,
    traps,
    store,
  };
}

/** A verb, what it is asked, and where. */
interface Work {
  readonly verb: Verb;
  readonly input: Input<Params>;
  readonly house: House;
}

type Done = Pick<Result, 'outcome' | 'seq'> & { readonly problem?: string };

const runIn = ({ verb, input, house }: Work, dryRun: boolean): Promise<Done> =>
  run(verb, input, house, { dryRun });

/** Runs a verb; where the disk cannot be written to, only plans it, and says what stands in the way. */
async function runOrRead(work: Work): Promise<Done> {
  const problem = work.house.store?.findWriteProblem();
  if (problem) return { ...(await runIn(work, true)), problem: cannotWrite(problem) };
  try {
    return await runIn(work, false);
  } catch (error) {
    if (!(error instanceof Refusal) || error.details.errno === undefined) throw error;
    return { ...(await runIn(work, true)), problem: cannotWrite(error) };
  }
}

const cannotWrite = ({ message, hint }: Refusal): string =>
  `Daybook cannot write here: ${message.replace(' cannot be written: ', ': ')}. Nothing new is kept: ${hint}.`;

/** A session begins with a word on every note that cannot be read; later events do not repeat it. */
const unknownLines = (notices: readonly Notice[] = []): readonly string[] =>
  notices.filter(({ message }) => isUnknownMessage(message)).map(({ path, message }) => `${path} ${message}`);
