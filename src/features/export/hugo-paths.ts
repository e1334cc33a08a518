/**
 * Where each note goes in a site of Hugo, by its path below the content folder. Hugo drops a page without a word where
 * two have one address, or where a file is called `index.md` and others lie beside it: no two places here are the same
 * in lower case, and none is that of a folder.
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

/** All folders that a path lies in, without the top. */
const foldersOf = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, at, parts) => parts.slice(0, at + 1).join('/'));

/** What two names have in common if Hugo may give them one address. */
const address = (path: string): string =>
  path
    .replace(/\.md$/, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}/_]/gu, '');

/** A name that Hugo reads as the name of a page, and as nothing else: no language, no bundle. */
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
