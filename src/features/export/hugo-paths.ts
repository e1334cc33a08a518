/**
 * Returns the path of each note in a Hugo site, by its path below the content folder. Hugo silently drops a page if two
 * have one address, or if other files lie beside an `index.md`: no two paths here are equal in lower case, and none is
 * that of a folder.
 */
export function planHugoPaths(paths: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set(paths.flatMap(foldersOf).map(address));
  const places = new Map<string, string>();
  for (const path of [...paths].sort()) {
    const place = freePlace(plain(path), taken);
    taken.add(address(place));
    places.set(path, place);
  }
  return places;
}

/** Returns all parent folders of a path, without the root. */
const foldersOf = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, at, parts) => parts.slice(0, at + 1).join('/'));

/** Returns the key of a name; names with equal keys may get one address. */
const address = (path: string): string =>
  path
    .replace(/\.md$/, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}/_]/gu, '');

/** Returns a name that Hugo reads only as a page name: no language suffix, no bundle. */
function plain(path: string): string {
  const at = path.lastIndexOf('/') + 1;
  const name = path
    .slice(at)
    .replace(/\.md$/, '')
    .replace(/[.#?%\\:*"<>|]/g, '-');
  return `${path.slice(0, at)}${name === 'index' ? 'index-page' : name}.md`;
}

function freePlace(path: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count++) {
    const place = count === 1 ? path : path.replace(/\.md$/, `-${count}.md`);
    if (!taken.has(address(place))) return place;
  }
}
