import { expect, it } from 'vitest';
import { evaluateRule } from '../../../../src/features/guard/evaluate.js';
import type { GuardRule } from '../../../../src/features/guard/guard-rule.js';
import { describeCall } from '../../../../src/features/guard/tool-action.js';

it.each(['', '/', './'])('a name without a letter (%j) matches no call, and ends', (name) => {
  const rule = { wrong: [{ how: 'name', name, starts: true }], right: [] } as unknown as GuardRule;
  const action = describeCall({ tool: 'Bash', words: 'npm install axios', files: [], text: '', before: '' });
  expect(evaluateRule(rule, action)).not.toBe('breaks');
});
