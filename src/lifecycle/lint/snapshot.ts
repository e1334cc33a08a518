import { pathsOf } from '../paths.js';
import { readSnapshot } from '../snapshot/shelf.js';
import { REQUIRED, STATUSES } from '../snapshot/snapshot.js';
import type { Finding, Rule } from './rule.js';

export const snapshotFields: Rule = {
  name: 'snapshot',
  level: 'warning',
  why: 'a snapshot without its goal, state or next step continues nothing, and one of unknown status never leaves',
  find: ({ wiki, properties }) =>
    pathsOf('snapshot', wiki).flatMap((path): Finding[] => {
      const note = wiki.note(path);
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
