/** Names under which entries are recorded, by the names that programs report. */
const KNOWN: readonly (readonly [RegExp, string])[] = [
  [/^claude/, 'claude'],
  [/^codex/, 'codex'],
  [/^gemini/, 'gemini'],
  [/^opencode/, 'opencode'],
  [/^cursor/, 'cursor'],
  [/^antigravity/, 'antigravity'],
  [/^(?:github-)?copilot|^visual-studio-code/, 'copilot'],
];

const MAX_LENGTH = 40;

/** Returns the name of a client for `by`: the agent's, or its own in lower case with letters, digits and hyphens. */
export function normalizeClientName(client: string | undefined): string | undefined {
  const plain = (client ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-|-$/g, '');
  return KNOWN.find(([pattern]) => pattern.test(plain))?.[1] ?? (plain || undefined);
}
