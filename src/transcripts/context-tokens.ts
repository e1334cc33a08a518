import { type Fields, parseJsonObject, toFields } from './message.js';

/** The fields of a usage record of Claude that count what is in the context after the message. */
const IN_CONTEXT = [
  'input_tokens',
  'cache_creation_input_tokens',
  'cache_read_input_tokens',
  'output_tokens',
] as const;

/** Tokens in the context after a message of Claude Code, by its `usage`; 0 if it has none. */
export function countUsageTokens(usage: unknown): number {
  const fields = toFields(usage);
  return IN_CONTEXT.reduce((sum, key) => sum + (Number(fields[key]) || 0), 0);
}

/** Tokens in the context by a `token_count` of Codex; 0 if the payload is another. */
export const countCodexTokens = (payload: Fields): number =>
  payload.type === 'token_count'
    ? Number(toFields(toFields(payload.info).last_token_usage).total_tokens) || 0
    : 0;

/** A line without one of these words counts no tokens, so it need not be parsed. */
const MAY_COUNT = ['"usage"', '"token_count"', '"compactMetadata"'];

/**
 * Tokens in the context by the last of these lines of a transcript that counts them; null if none does. Lines are parsed
 * from the end, so it takes as long for a large file as for a small one.
 */
export function findLastTokens(lines: readonly string[]): number | null {
  for (const line of lines.toReversed()) {
    if (!MAY_COUNT.some((word) => line.includes(word))) continue;
    const tokens = countLineTokens(parseJsonObject(line) ?? {});
    if (tokens > 0) return tokens;
  }
  return null;
}

function countLineTokens(line: Fields): number {
  if (line.isSidechain === true) return 0;
  const compacted = Number(toFields(line.compactMetadata).postTokens) || 0;
  return (
    compacted || countUsageTokens(toFields(line.message).usage) || countCodexTokens(toFields(line.payload))
  );
}
