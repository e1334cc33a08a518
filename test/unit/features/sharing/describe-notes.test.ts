import { expect, it } from 'vitest';
import { composeCommitMessage } from '../../../../src/features/sharing/describe-notes.js';

const compose = (before: string | null, after: string) =>
  composeCommitMessage([{ path: 'content/MEMORY.md', before, after }]);

it('lists new entries without ids, boxes and fields', () => {
  const after =
    '# Memory\n\n## Facts\n\n- old ^aaaaaa00001\n- [x] ship it [verified:: 2026-06-07] ^aaaaaa00002\n';
  expect(compose('# Memory\n\n## Facts\n\n- old ^aaaaaa00001\n', after)).toBe('notes: ship it\n');
});

it('leaves out comments and code', () => {
  const after =
    '# Memory\n\n<!-- By hand:\n- chose SQLite — one file to back up\n-->\n\n```\n- code\n```\n\n- real\n  - below it\n';
  expect(compose(null, after)).toBe('notes: real and 1 more\n\n- real\n- below it\n');
});

it('lists records', () => {
  expect(compose(null, '# Feedback\n\n## 2026-06-07 — pushed to main\n\nText.\n')).toBe(
    'notes: 2026-06-07 — pushed to main\n',
  );
});
