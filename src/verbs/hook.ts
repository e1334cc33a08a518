import { AGENTS, HOOKS } from '../kinds/agents.js';
import { eventsOf } from '../kinds/programs.js';
import { Refusal, verb } from './verb.js';

/** How agents call Daybook; the launcher answers it from a bundle of its own, this is what a person sees who asks for it. */
export const hook = verb({
  name: 'hook',
  about: 'answer one event of an agent, as its client sends it',
  params: {
    event: {
      kind: 'text',
      word: 'one',
      required: true,
      about: `${Object.keys(HOOKS).join(', ')}; its JSON on standard input`,
    },
    agent: {
      kind: 'text',
      word: 'one',
      choices: AGENTS.filter((agent) => eventsOf(agent).length > 0),
      about: 'whose event it is (claude)',
    },
  },
  examples: [`echo '{"source":"startup"}' | daybook hook SessionStart`],
  faces: ['cli'],
  needs: 'nothing',
  whenLocked: 'refuse',
  activity: () => false,
  think() {
    throw new Refusal(
      'hooks-only',
      'a hook is asked by an agent’s client, through the launcher',
      'give it one on standard input: daybook hook --help',
    );
  },
});
