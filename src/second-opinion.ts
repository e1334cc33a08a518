import { Wanted } from './parts.js';
import type { SecretSeen } from './wiki/secrets.js';

/** What secretlint sees in each of the texts. Throws `Wanted` for those that it has not seen yet. */
export type SecondOpinion = (texts: readonly string[]) => readonly (readonly SecretSeen[])[];

/** Asks secretlint once about a text, and loads it only then. */
export function createSecondOpinion(): SecondOpinion {
  const known = new Map<string, readonly SecretSeen[]>();
  return (texts) => {
    const unseen = texts.filter((text) => !known.has(text));
    if (unseen.length === 0) return texts.map((text) => known.get(text) ?? []);
    throw new Wanted(async () => {
      const { secretlintSees } = await import('./secretlint.js');
      for (const text of unseen) known.set(text, await secretlintSees(text));
    });
  };
}
