import { CONFIDENCES, listFailures, REJECTED_BY } from '../../../records/failure.js';

import type { LintFinding, LintRule } from '../rule.js';

export const failureFields: LintRule = {
  name: 'failure',
  level: 'warning',
  why: 'a rejection without a reason is tried again; `by` and `confidence` take fixed values',
  find: ({ wiki: notebook, entries }) =>
    listFailures(notebook, entries)
      .filter(({ note }) => !note.path.startsWith('~/'))
      .flatMap(({ what, failure, entry }): LintFinding[] => {
        const at = { path: entry.path, line: entry.line };
        const { reason, rejected_by: by, confidence } = failure;
        return [
          ...(reason.trim() === ''
            ? [{ ...at, message: `${what} has no reason; write: **reason**: …` }]
            : []),
          ...unknown(at, 'rejected_by', by, REJECTED_BY),
          ...unknown(at, 'confidence', confidence, CONFIDENCES),
        ];
      }),
};

const unknown = (
  at: Pick<LintFinding, 'path' | 'line'>,
  field: string,
  value: string,
  known: readonly string[],
): LintFinding[] =>
  known.includes(value) ? [] : [{ ...at, message: `no ${field} \`${value}\`; one of: ${known.join(', ')}` }];
