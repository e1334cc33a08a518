import { pathOf } from '../kinds/index.js';
import { CONFIDENCES, failureLine, REJECTERS } from '../lifecycle/failure.js';
import { reject as plan } from '../lifecycle/reject.js';
import { GLOBAL_CONTENT } from '../wiki/entries.js';
import { globalMarker, isHome } from './global.js';
import { askForName } from './known-again.js';
import { Refusal, verb } from './verb.js';

/** Keeps what must not be tried again (MindSave §Failure Graph), here or for every workspace. */
export const reject = verb({
  name: 'reject',
  about: 'keep what must not be tried again, why, and what to do instead; said again it counts up',
  params: {
    what: {
      kind: 'text',
      word: 'rest',
      required: true,
      about: 'what is rejected, by its name; commands and files in backticks',
    },
    why: { kind: 'text', about: 'the reason', holder: 'WHY' },
    alternative: { kind: 'text', many: true, about: 'what to do instead', holder: 'NAME' },
    related: { kind: 'text', many: true, about: 'what it has to do with', holder: 'NAME' },
    global: { kind: 'flag', reaches: 'outside', about: 'for all workspaces, below DAYBOOK_HOME' },
    by: { kind: 'text', choices: REJECTERS, about: 'who rejected it: user, ai, test or system' },
    confidence: { kind: 'text', choices: CONFIDENCES, about: 'how sure: low, medium or high' },
  },
  examples: [
    'daybook reject Tailwind --why "causes style conflict with existing CSS" --alternative "CSS Modules" --related Bootstrap',
    'daybook reject "localStorage for tokens" --why "any script can read it" --global',
  ],
  faces: ['cli', 'mcp'],
  needs: 'workspace',
  whenLocked: 'queue',
  activity: () => true,
  whenUnknown: 'write',
  think(world, { what, why, alternative, related, global, by, confidence }) {
    if (why === undefined || why.trim() === '')
      throw new Refusal(
        'usage',
        `it is not said why ${what} is rejected`,
        `write: daybook reject "${what}" --why "…"`,
        {},
        2,
      );
    refuseUnknown('--by', by, REJECTERS);
    refuseUnknown('--confidence', confidence, CONFIDENCES);
    const isGlobal = global && !isHome(world);
    const content = isGlobal ? GLOBAL_CONTENT : world.wiki.content;
    const rejection = {
      what: what.trim(),
      reason: why.trim(),
      by: by ?? (world.who.by === null ? 'user' : 'ai'),
      confidence,
      related,
      alternatives: alternative,
      content,
    };
    const { failure, id, changes } = plan(rejection, world.wiki, {
      ids: world.ids,
      entries: world.entries,
      template: (name) => world.ask('template', name),
    });
    const path = `${content}/${pathOf('failures')}`;
    const kept = `Kept in ${isGlobal ? 'the global ' : ''}${pathOf('failures')}: ${failureLine(rejection.what, failure)}`;
    const ask = askForName(world, { what: rejection.what, instead: alternative, kind: 'rejected' });
    return {
      say: [kept, ask].filter(Boolean).join('\n'),
      did: `reject ${rejection.what}`,
      data: { failure: { what: rejection.what, id, path, ...failure } },
      changes: [...changes, ...(isGlobal ? globalMarker(world) : [])],
      place: `${path} ^${id}`,
    };
  },
});

function refuseUnknown(option: string, value: string | undefined, known: readonly string[]): void {
  if (value === undefined || known.includes(value)) return;
  throw new Refusal(
    'usage',
    `${option} takes ${known.join(', ')}, found \`${value}\``,
    `write: ${option} ${known[0]}`,
    {},
    2,
  );
}
