import type { Verb } from '../../verbs/verb.js';

const load = <V>(module: Promise<{ readonly [name: string]: V }>, name: string): Promise<Verb> =>
  module.then((found) => found[name] as unknown as Verb);

/** The verbs that events map to, and `log`, which may wait in the spool; in the hooks' bundle there are no others. */
export const VERBS = {
  recall: () => load(import('../../verbs/recall.js'), 'recall'),
  prompt: () => load(import('../../verbs/prompt.js'), 'prompt'),
  guard: () => load(import('../../verbs/guard.js'), 'guard'),
  attend: () => load(import('../../verbs/attend.js'), 'attend'),
  retain: () => load(import('../../verbs/retain.js'), 'retain'),
  finding: () => load(import('../../verbs/finding.js'), 'finding'),
  snap: () => load(import('../../verbs/snap.js'), 'snap'),
  checkpoint: () => load(import('../../verbs/checkpoint.js'), 'checkpoint'),
  log: () => load(import('../../verbs/log.js'), 'log'),
} as const satisfies Record<string, () => Promise<Verb>>;

export type VerbName = keyof typeof VERBS;

/** Their names. */
export const LIST = Object.keys(VERBS) as VerbName[];
