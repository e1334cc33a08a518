import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import type { SecretMatch } from './secrets.js';

/** What secretlint finds in a text, except our own marks. It supplements our patterns and is loaded only for secret checks. */
export async function scanWithSecretlint(text: string): Promise<readonly SecretMatch[]> {
  const { messages } = await lintSource({
    source: { filePath: 'note.md', content: text, contentType: 'text' },
    options: { config: { rules: [{ id: PRESET, rule: creator }] }, noPhysicFilePath: true },
  });
  const own = messages.filter(({ range: [from, to] }) => !text.slice(from, to).includes('[redacted:'));
  return own.map(({ range, ruleId }) => ({ at: range[0], kind: ruleId.replace(RULE, '') }));
}

const PRESET = '@secretlint/secretlint-rule-preset-recommend';
const RULE = /^@secretlint\/secretlint-rule-/;
