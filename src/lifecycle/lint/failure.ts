import { CONFIDENCES, REJECTERS } from '../failure.js';
import { keptFailures } from '../failures-note.js';
import type { Finding, Rule } from './rule.js';

export const failureFields: Rule = {
  name: 'failure',
  level: 'warning',
  why: 'what is rejected without a reason is tried again; who rejected it, and how sure that is, are words of the schema',
  find: ({ wiki, entries }) =>
    keptFailures(wiki, entries)
      .filter(({ note }) => !note.path.startsWith('~/'))
      .flatMap(({ what, failure, entry }): Finding[] => {
        const at = { path: entry.path, line: entry.line };
        const { reason, rejected_by: by, confidence } = failure;
        return [
          ...(reason.trim() === ''
            ? [{ ...at, message: `${what} has no reason; write: **reason**: …` }]
            : []),
          ...unknown(at, 'rejected_by', by, REJECTERS),
          ...unknown(at, 'confidence', confidence, CONFIDENCES),
        ];
      }),
};

const unknown = (
  at: Pick<Finding, 'path' | 'line'>,
  field: string,
  value: string,
  known: readonly string[],
): Finding[] =>
  known.includes(value) ? [] : [{ ...at, message: `no ${field} \`${value}\`; one of: ${known.join(', ')}` }];
