import { listNotePaths } from '../../../notes/kinds/note-paths.js';
import { REQUIRED, readSnapshot, STATUSES } from '../../../records/snapshot.js';

import type { LintFinding, LintRule } from '../rule.js';

export const snapshotFields: LintRule = {
  name: 'snapshot',
  level: 'warning',
  why: 'a snapshot without goal, state or next step cannot be continued, and one of unknown status is never archived',
  find: ({ wiki: notebook, properties }) =>
    listNotePaths('snapshot', notebook).flatMap((path): LintFinding[] => {
      const note = notebook.note(path);
      const snapshot = note && readSnapshot(note, properties);
      if (!snapshot) return [];
      const missing = REQUIRED.filter((key) => snapshot[key].trim() === '');
      const { status } = snapshot;
      return [
        ...(missing.length === 0 ? [] : [{ path, line: 1, message: `it has no ${missing.join(', no ')}` }]),
        ...(STATUSES.some((one) => one === status)
          ? []
          : [{ path, line: 1, message: `no status \`${status}\`; one of: ${STATUSES.join(', ')}` }]),
      ];
    }),
};
