/** Words of a record that name nothing: `[none]`, `n/a`. */
export const isNone = (text: string): boolean =>
  text.trim() === '' ||
  /^[^\p{L}\p{N}]*(?:none|nothing|n\/a|no (?:blockers?|open questions?))[^\p{L}\p{N}]*$/iu.test(text);

/** Formats an artifact as the source document does (`File:`, `PR:`, `Deploy:`); a relative path is checked. */
export function formatArtifact(text: string, isMissing: (path: string) => boolean): string {
  const plain = text.replaceAll('`', '').trim();
  if (/^#\d+$|^https?:\/\/\S+\/(?:pull|merge_requests)\/\d+$/.test(plain)) return `PR: \`${plain}\``;
  if (/^https?:\/\/\S+$/.test(plain)) return `Deploy: \`${plain}\``;
  const path = /^(?:file: *)?(\S+)$/i.exec(plain)?.[1] ?? '';
  if (!/^(?![/~]|\w+:).*[./]/.test(path)) return text;
  return `File: \`${path}\` (${isMissing(path) ? 'missing' : 'verified'})`;
}

/** The path of a formatted file; null for other artifacts. */
export const parseArtifactPath = (text: string): string | null => /^File: `([^`]+)`/.exec(text)?.[1] ?? null;
