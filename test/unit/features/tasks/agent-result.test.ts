import { describe, expect, it } from 'vitest';
import { parseAgentResult } from '../../../../src/features/tasks/finding.command.js';

const SAID = `I looked through the login. The tokens are signed in \`src/auth.ts\`! The refresh is missing. More follows.

## Findings

- tokens live for 30 days
- \`src/net.ts\` retries 429 twice
- does the proxy keep idle connections?

\`\`\`ts
- not a finding
\`\`\`

## Recommendations

1. rotate the key
`;

describe('what an agent brought back', () => {
  it('is read into the sections of a finding', () => {
    expect(parseAgentResult(SAID)).toEqual({
      summary: 'I looked through the login. The tokens are signed in `src/auth.ts`! The refresh is missing.',
      discoveries: ['tokens live for 30 days', '`src/net.ts` retries 429 twice'],
      questions: ['does the proxy keep idle connections?'],
      recommendations: ['rotate the key'],
      status: 'completed',
    });
  });

  it.each(['', 'Done.', 'ok', '```\nlong code that is no finding at all\n```'])(
    '«%s» is no finding',
    (said) => {
      expect(parseAgentResult(said)).toBeNull();
    },
  );

  it('reports where it failed, and is cut if it is long', () => {
    expect(parseAgentResult('I could not find the service at all.')?.status).toBe('failed');
    const long = parseAgentResult(
      `The list:\n${Array.from({ length: 40 }, (_, i) => `- ${i} ${'x'.repeat(900)}`).join('\n')}`,
    );
    expect(long?.discoveries.length).toBe(12);
    expect(Math.max(...(long?.discoveries ?? []).map((one) => one.length))).toBe(400);
  });
});
