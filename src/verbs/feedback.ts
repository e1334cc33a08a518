import { CATEGORY_NAMES, SEVERITIES } from '../kinds/feedback.js';
import { nearest } from '../recall/nearest.js';
import { auditFeedback } from './feedback-audit.js';
import { checkFeedback, listFeedback } from './feedbacks.js';
import { applyFeedback, logMistake } from './mistakes.js';
import { Refusal, verb } from './verb.js';

const ACTS = ['add', 'check', 'list', 'applied', 'audit'] as const;

/** The correction log (Mutable §Procedural Corrections; FEATURES C8, C9): a mistake once, looked up before it is made again. */
export const feedback = verb({
  name: 'feedback',
  about: 'log a mistake and what to do instead; look it up before; say whether it was heeded',
  params: {
    act: { kind: 'text', word: 'one', choices: ACTS, about: 'add, check WORDS, list, applied ID, or audit' },
    words: { kind: 'text', word: 'rest', about: 'a tool, a skill, what you are about to do; or an ID' },
    mistake: { kind: 'text', about: 'what went wrong; commands and files in backticks', holder: 'TEXT' },
    correction: { kind: 'text', about: 'what to do instead', holder: 'TEXT' },
    trigger: { kind: 'text', about: 'what caused it', holder: 'TEXT' },
    prevention: { kind: 'text', about: 'what keeps it from happening again', holder: 'TEXT' },
    category: {
      kind: 'text',
      choices: CATEGORY_NAMES,
      about: `one of: ${CATEGORY_NAMES.join(', ')}`,
      holder: 'CATEGORY',
    },
    severity: {
      kind: 'text',
      choices: SEVERITIES,
      about: `one of: ${SEVERITIES.join(', ')} (medium)`,
      holder: 'SEVERITY',
    },
    last: { kind: 'number', about: 'only so many, the newest', holder: 'N' },
    unresolved: { kind: 'flag', about: 'only what was not applied cleanly since' },
    clean: { kind: 'flag', about: 'it was applied, and the mistake not made' },
    violated: { kind: 'flag', about: 'the mistake was made again' },
  },
  examples: [
    'daybook feedback add --mistake "assumed that the cache is shared" --correction "ask which cache" --severity high',
    'daybook feedback check hugo',
    'daybook feedback applied FB-20260607-002 --clean',
    'daybook feedback list --unresolved --last 2',
    'daybook feedback audit',
  ],
  faces: ['cli', 'mcp', 'cron'],
  needs: 'workspace',
  whenLocked: 'queue',
  activity: ({ act }) => act !== 'audit',
  think(world, input) {
    const { act = 'list', words } = input;
    if (act === 'add') return logMistake(world, input);
    if (act === 'check')
      return checkFeedback(
        world,
        said(words, 'which tool, skill or work', 'daybook feedback check "hugo build"'),
      );
    if (act === 'applied')
      return applyFeedback(
        world,
        said(words, 'which one', 'daybook feedback applied FB-20260607-001 --clean'),
        input,
      );
    if (act === 'audit') return auditFeedback(world);
    if (act === 'list' && words === undefined) return listFeedback(world, input);
    const [near] = nearest(act, [...ACTS]);
    throw usage(
      `\`daybook feedback ${act}\` is nothing that it does`,
      near ? `did you mean: daybook feedback ${near}` : `one of: ${ACTS.join(', ')}`,
    );
  },
});

function said(words: string | undefined, what: string, example: string): string {
  if (words?.trim()) return words.trim();
  throw usage(`it is not said ${what}`, `write: ${example}`);
}

const usage = (message: string, hint: string): Refusal => new Refusal('usage', message, hint, {}, 2);
