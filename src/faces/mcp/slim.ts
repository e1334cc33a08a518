/** Keys under which entries stand that were searched for. */
const FOUND: ReadonlySet<string> = new Set(['hits', 'about', 'related']);
/** How an entry was found: an agent has the order, and pays for every word. */
const HOW: ReadonlySet<string> = new Set(['score', 'matches', 'section']);

/** The data of a reply without what no agent needs. */
export const slim = <T extends object>(data: T): T =>
  Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      FOUND.has(key) && Array.isArray(value) ? value.map(bare) : value,
    ]),
  ) as T;

const bare = (hit: object): object =>
  Object.fromEntries(Object.entries(hit).filter(([key]) => !HOW.has(key)));
