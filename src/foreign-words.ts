import { isAgentWithForeignText } from './verbs/origin.js';
import type { Outcome, World } from './verbs/verb.js';
import { placesOf } from './wiki/change.js';

/**
 * Records words of an agent whose session read the web, or asked a server that is not Daybook's, as imported: what it
 * read may speak through it (guide/origin.md). What a note says of itself plays no part.
 */
export function markForeignWords(outcome: Outcome, world: World): Outcome {
  const { changes, undoes, origins } = outcome;
  if (changes.length === 0 || undoes !== undefined || !isAgentWithForeignText(world)) return outcome;
  const imported = changes.flatMap(placesOf).map((path) => [path, 'import'] as const);
  const notices = outcome.data.entry ? [...(outcome.notices ?? []), NOTICE] : outcome.notices;
  return {
    ...outcome,
    origins: { ...Object.fromEntries(imported), ...origins },
    ...(notices ? { notices } : {}),
  };
}

const NOTICE = {
  level: 'info',
  message: 'kept as imported text: this session used the web or the server of another tool',
} as const;
