import { expect, it } from 'vitest';
import { isHeadlessCommand } from '../../../src/app/agents/off-switch.js';

it.each([
  ['codex exec fix the tests', true],
  ['/usr/local/bin/codex -C /work e --json', true],
  ['node /usr/lib/node_modules/@openai/codex/bin/codex.js exec', true],
  ['gemini -p summarise', true],
  ['node /usr/bin/gemini --prompt=summarise', true],
  ['C:\\bin\\opencode.exe run explain', true],
  ['codex', false],
  ['codex resume', false],
  ['opencode', false],
  ['gemini', false],
  ['vim codex exec', false],
  ['/bin/sh -c codex exec', false],
])('%s: without a person %s', (command, expected) => {
  expect(isHeadlessCommand(command.split(' '))).toBe(expected);
});
