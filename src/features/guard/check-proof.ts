import { defineText, defineTextList } from '../../command/params.js';
import { createUsageError, UserError } from '../../errors.js';
import type { Proof } from '../../notes/entries/proof.js';
import { findPatternMatch, parsePattern } from './pattern.js';
import { describeCall, type ToolAction } from './tool-action.js';

/** The options by which an entry gets a proved guard. */
export const PROOF_PARAMS = {
  pattern: defineText('words of the call to warn of: * any words, a|b either', 'TOKENS'),
  trips: defineTextList('a call that the pattern must match; never run', 'CALL'),
  passes: defineTextList('a call that it must not match; never run', 'CALL'),
} as const;

/** The values of these options. */
export interface ProofInput {
  readonly pattern?: string | undefined;
  readonly trips?: readonly string[];
  readonly passes?: readonly string[];
}

/** Checks a pattern against its examples; null without a pattern. Throws `UserError` if an example fails. */
export function checkProof({ pattern, trips = [], passes = [] }: ProofInput): Proof | null {
  if (pattern === undefined) {
    if (trips.length + passes.length === 0) return null;
    throw createUsageError(
      'there are example calls but no pattern',
      "write: --pattern 'npm install * axios'",
    );
  }
  const words = parsePattern(pattern);
  if (words.length === 0)
    throw createUsageError(
      `the pattern \`${pattern.slice(0, 80)}\` names nothing, or has more than 40 words`,
      "write: --pattern 'npm install * axios'",
    );
  if (trips.length === 0)
    throw createUsageError(
      'the pattern has no call that it must match',
      `write: --pattern '${pattern}' --trips 'CALL' --passes 'CALL'`,
    );
  for (const call of trips)
    if (findPatternMatch(words, parseExample(call)) === null)
      throw createProofError(
        `the pattern \`${pattern}\` does not match --trips \`${call}\``,
        'no part of the call',
        ['write * where other words may stand between, and a|b for two spellings'],
      );
  for (const call of passes) {
    const match = findPatternMatch(words, parseExample(call));
    if (match !== null)
      throw createProofError(`the pattern \`${pattern}\` matches --passes \`${call}\``, `\`${match}\``, [
        'add the option or word that only the wrong call has',
      ]);
  }
  return { pattern: words.join(' '), trips, passes };
}

const createProofError = (message: string, matched: string, [advice = '']: readonly string[]): UserError =>
  new UserError('unproved', message, `change the pattern: ${advice}; then run the same command again`, {
    found: `matched: ${matched}; nothing was written`,
  });

/** Parses an example: a command line, or `Edit PATH TEXT` or `Write PATH TEXT` for text that is written. */
function parseExample(call: string): ToolAction {
  const [, tool, path = '', text = ''] = /^(Edit|Write) (\S+) ([\s\S]+)$/.exec(call.trim()) ?? [];
  return tool === undefined
    ? describeCall({ tool: 'Bash', words: call })
    : describeCall({ tool, words: '', files: [path], text });
}
