import { expect, test } from 'vitest';
import { findLastTokens } from '../../../src/transcripts/context-tokens.js';

const answer = (tokens: number, more: object = {}) =>
  JSON.stringify({
    type: 'assistant',
    message: { usage: { input_tokens: tokens, output_tokens: 5 } },
    ...more,
  });

test('the last line that counts tokens counts', () => {
  expect(findLastTokens([])).toBeNull();
  expect(findLastTokens(['{"type":"user"}', 'no JSON "usage"'])).toBeNull();
  expect(findLastTokens([answer(100), answer(200), '{"type":"user","message":{"content":"go"}}'])).toBe(205);
  expect(findLastTokens([answer(200), answer(9000, { isSidechain: true })])).toBe(205);
});

test('after a compaction, and for Codex', () => {
  expect(
    findLastTokens([answer(200), '{"subtype":"compact_boundary","compactMetadata":{"postTokens":40}}']),
  ).toBe(40);
  expect(
    findLastTokens([
      '{"type":"event_msg","payload":{"type":"token_count","info":{"last_token_usage":{"total_tokens":154000}}}}',
    ]),
  ).toBe(154_000);
});
