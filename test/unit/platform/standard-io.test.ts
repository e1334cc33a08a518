import { openSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isTerminal } from '../../../src/platform/standard-io.js';

test('the empty device is no terminal', () => {
  expect(isTerminal(openSync('/dev/null', 'r+'))).toBe(false);
});
