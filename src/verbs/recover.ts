import { sameTask } from '../lifecycle/task/finding.js';
import { recovery } from '../lifecycle/task/recovery.js';
import { resumables } from '../lifecycle/task/resumable.js';
import { redactAll } from '../wiki/secrets.js';
import { Refusal, verb } from './verb.js';

/** Brings back the newest note that a task can be continued from, of any kind (External Memory §Load for Recovery). */
export const recover = verb({
  name: 'recover',
  about: 'go on from the newest note that can be resumed: checkpoint, findings, next action',
  params: { task: { kind: 'text', about: 'the task, where there are several', holder: 'TASK' } },
  examples: ['daybook recover', 'daybook recover --task station_feature'],
  faces: ['cli', 'mcp', 'hook'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => true,
  think(world, { task }) {
    const all = resumables(world.wiki, (text) => world.ask('properties', text));
    const fits = all.filter((one) => task === undefined || sameTask(one.task, task));
    const [from] = fits;
    if (!from)
      throw new Refusal(
        'nothing-to-resume',
        task === undefined
          ? 'there is no note to continue from'
          : `there is no note to continue ${task} from`,
        'save one: daybook save, daybook checkpoint --phase P --task T, or daybook snap',
      );
    const { text, tokens, omitted, findings } = recovery(from, world.wiki, world.ask('tokenizer'));
    const clean = redactAll(text).value;
    const { at, ...rest } = from;
    return {
      say: clean.trimEnd(),
      data: {
        recovery: { ...rest, at: at === 0 ? null : world.local(at).iso, findings, context: clean, omitted },
        tokens,
      },
      changes: [],
    };
  },
});
