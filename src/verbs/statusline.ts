import { Refusal, verb } from './verb.js';

/** The line below a client's prompt; the launcher prints it from the hooks' bundle, this is what a person sees who asks for it. */
export const statusline = verb({
  name: 'statusline',
  about: 'print one line for a client’s status bar: pressure, goal and due reminders',
  params: {},
  examples: [`echo '{"session_id":"s1"}' | daybook statusline`],
  faces: ['cli'],
  needs: 'nothing',
  whenLocked: 'refuse',
  activity: () => false,
  think() {
    throw new Refusal(
      'hooks-only',
      'a status line is asked for by an agent’s client, through the launcher',
      'set it up: daybook init --agent claude',
    );
  },
});
