import { UserError } from '../errors.js';
import { redactAll, type SecretMatch } from '../security/secrets.js';
import type { summarizeTranscript } from './agents/agent-sessions.js';
import { loadModule, NotReadyError, requireModule } from './lazy-modules.js';

type Found = ReturnType<typeof summarizeTranscript>;

/**
 * Returns the summary of a session from its transcript; null if unreadable. Throws NotReadyError for one that is not
 * read yet.
 */
export type TranscriptSummaries = (path: string) => Found;

/** Reads each transcript once, and never while holding the lock: it may be long. */
export function createTranscriptSummaries(cwd: string): TranscriptSummaries {
  const known = new Map<string, Found>();
  const read = (path: string): Found => {
    try {
      return requireModule('sessions').summarizeTranscript(cwd, path, (text) => redactAll(text).value);
    } catch (error) {
      if (error instanceof UserError) return null;
      throw error;
    }
  };
  return (path) => {
    const found = known.get(path);
    if (found !== undefined) return found;
    throw new NotReadyError(async () => {
      await loadModule('sessions');
      known.set(path, read(path));
    });
  };
}

/** Returns what secretlint finds in each text. Throws NotReadyError for texts that are not checked yet. */
export type SecretScanner = (texts: readonly string[]) => readonly (readonly SecretMatch[])[];

/** Checks each text once with secretlint, which is loaded on first use. */
export function createSecretScanner(): SecretScanner {
  const known = new Map<string, readonly SecretMatch[]>();
  return (texts) => {
    const unseen = texts.filter((text) => !known.has(text));
    if (unseen.length === 0) return texts.map((text) => known.get(text) ?? []);
    throw new NotReadyError(async () => {
      const { scanWithSecretlint: secretlintSees } = await import('../security/secretlint.js');
      for (const text of unseen) known.set(text, await secretlintSees(text));
    });
  };
}

/** Computes each answer once, although a command begins again when a module that it needs is loaded. */
export function rememberAnswers<A extends readonly unknown[], T>(
  compute: (...args: A) => T,
): (...args: A) => T {
  const known = new Map<string, T>();
  return (...args) => {
    const key = JSON.stringify(args);
    if (!known.has(key)) known.set(key, compute(...args));
    return known.get(key) as T;
  };
}
