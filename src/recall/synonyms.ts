import { stem } from './stem.js';

/** Words of one meaning a line, of the field first; a workspace adds its own. */
const MEANINGS = `
auth authentication authorization login signin
`;

/** Stems of the words that mean what a stem means. Only the lines that hold its word are looked at. */
export function synonymsOf(key: string, more: readonly (readonly string[])[] = []): string[] {
  const found = new Set<string>();
  for (const meaning of [...linesWith(key), ...more]) {
    const stems = meaning.map((word) => stem(word.toLowerCase()));
    if (stems.includes(key)) for (const other of stems) found.add(other);
  }
  found.delete(key);
  return [...found];
}

function* linesWith(key: string): Iterable<string[]> {
  for (let at = MEANINGS.indexOf(key); at >= 0; ) {
    const end = MEANINGS.indexOf('\n', at);
    yield MEANINGS.slice(MEANINGS.lastIndexOf('\n', at) + 1, end).split(' ');
    at = MEANINGS.indexOf(key, end);
  }
}
