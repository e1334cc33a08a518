/** Programs by what they call themselves, and the name that their entries carry whichever face they come by. */
const KNOWN: readonly (readonly [RegExp, string])[] = [
  [/^claude/, 'claude'],
  [/^codex/, 'codex'],
  [/^gemini/, 'gemini'],
  [/^opencode/, 'opencode'],
  [/^cursor/, 'cursor'],
];

const LONGEST = 40;

/** The name of a client as `by` has it: the agent's, else its own in small letters, digits and hyphens. */
export function normalizeClientName(client: string | undefined): string | undefined {
  const plain = (client ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-|-$/g, '');
  return KNOWN.find(([pattern]) => pattern.test(plain))?.[1] ?? (plain || undefined);
}
