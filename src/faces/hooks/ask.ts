import { type House, openHouse, type Start } from '../../house.js';
import { run } from '../../run.js';
import { postpone } from '../../spooled.js';
import type { Input, Params } from '../../verbs/params.js';
import type { Mapping } from './events.js';
import { VERBS } from './verbs.js';

/** What a verb gave to a hook, and the store that it was asked in. */
export interface Answer {
  readonly context: string;
  readonly notice: string;
  readonly store: House['store'];
}

/** What a verb may tell: to the agent, to the person who watches, and what the night did. */
interface Given {
  readonly context?: string;
  readonly notice?: string;
  readonly night?: { readonly line: string } | null;
}

/** Runs the verb of an event, or leaves it to whoever comes next. Throws as the verb does. */
export async function ask({ verb: name, input, when }: Mapping, start: Start): Promise<Answer> {
  const verb = await VERBS[name]();
  const house = await openHouse(start, verb.needs);
  const { store } = house;
  if (when === 'later') {
    postpone(verb, input as Input<Params>, house);
    return { context: '', notice: '', store };
  }
  const { outcome, seq } = await run(verb, input as Input<Params>, house, { dryRun: false });
  const { context = '', notice = '', night } = outcome.data as Given;
  const back = seq === null || notice === '' ? '' : ` (undo: daybook undo ${seq})`;
  return { context, notice: [night?.line, `${notice}${back}`].filter(Boolean).join('\n'), store };
}
