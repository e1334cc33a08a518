/** Creates an id for a new session: `daybook-UTC-HEX`, so that names sort by time (Mink §Ids). */
export function createSessionId(now: number, seed: string): string {
  const utc = new Date(now).toISOString().replace(/[-:]|\.\d+Z$/g, '');
  return `daybook-${utc}-${hexOf(seed)}`;
}

/** Returns eight hex digits from a seed: its own if it is hex, else of its FNV-1a hash. */
function hexOf(seed: string): string {
  if (/^[0-9a-f]{8,}$/.test(seed)) return seed.slice(0, 8);
  let hash = 0x811c9dc5;
  for (let i = 0; i < seed.length; i++) hash = Math.imul(hash ^ seed.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
