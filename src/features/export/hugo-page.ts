import { findFrontMatter, type Properties } from '../../markdown/front-matter-scanner.js';
import type { TextEdit } from '../../markdown/text-edit.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import type { ResolvedLink } from '../../notes/links/link-graph.js';

/** The input for one page of Hugo. */
interface HugoSource {
  readonly text: string;
  readonly title: string;
  /** Its path below the content folder. */
  readonly path: string;
  /** Null if its front matter cannot be read; then it is shown as text. */
  readonly properties: Properties | null;
  readonly links: readonly ResolvedLink[];
  readonly entries: readonly LocatedEntry[];
  /** Returns the path that a link leads to; null for a dead link. */
  readonly placeOf: (link: ResolvedLink) => string | null;
}

/** Formats a note for Hugo: safe front matter, wikilinks as references, block ids as anchors. */
export function renderHugoPage(source: HugoSource): string {
  const { text, properties, path, title } = source;
  const span = findFrontMatter(text);
  const from = span ? text.indexOf('\n', span.end) + 1 || text.length : 0;
  const shown =
    span && properties === null ? `\`\`\`yaml\n${text.slice(span.start, span.end)}\`\`\`\n\n` : '';
  const splices = [
    ...source.links.flatMap((link) => linked(link, source)),
    ...anchors(source),
    ...replacedMarks(source),
  ]
    .filter(({ at }) => at >= from)
    .toSorted((a, b) => a.at - b.at);
  return `${head(title, path, properties)}${escapeShortcodes(shown)}${body(text, from, splices)}`;
}

/**
 * Properties of the page that Hugo also uses (`draft`, `date`, `url` …) could hide it or break the build: they go below
 * `params`, and only safe ones stay at the top.
 */
function head(title: string, note: string, properties: Properties | null): string {
  const tags = properties?.get('tags');
  const [date] = /\d{4}-\d{2}-\d{2}(?=\.md$)/.exec(note) ?? [];
  const lines = {
    title,
    note,
    ...(date === undefined ? {} : { date }),
    ...(Array.isArray(tags) && tags.every((tag) => typeof tag === 'string') ? { tags } : {}),
    ...(properties && properties.size > 0 ? { params: Object.fromEntries(properties) } : {}),
  };
  const yaml = Object.entries(lines).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`);
  return `---\n${yaml.join('')}---\n\n`;
}

/** Escapes Hugo's delimiters in the note's text, not in inserted text. */
function body(text: string, from: number, splices: readonly TextEdit[]): string {
  let at = from;
  let output = '';
  for (const splice of splices) {
    if (splice.at < at) continue;
    output += escapeShortcodes(text.slice(at, splice.at)) + splice.new;
    at = splice.at + splice.old.length;
  }
  return output + escapeShortcodes(text.slice(at));
}

/** Escapes a shortcode call; a lone opening gets a zero-width character. */
export const escapeShortcodes = (text: string): string =>
  text
    .replace(/\{\{([<%])(?!\/\*)([^{}<>%]{0,200})([>%])\}\}/g, (whole, open, inside, close) =>
      (open === '<' ? '>' : '%') === close ? `{{${open}/*${inside}*/${close}}}` : whole,
    )
    .replace(/\{\{(?=[<%])(?![<%]\/\*[^{}<>%]{0,200}\*\/[>%]\}\})/g, '{\u2060{');

function linked(link: ResolvedLink, { text, placeOf }: HugoSource): TextEdit[] {
  const { start, end, note, heading, block, alias } = link;
  const place = placeOf(link);
  const phrase = alias ?? ([note, heading].filter(Boolean).join(' › ') || `^${block}`);
  const label = escapeShortcodes(phrase.replace(/[[\]\\]/g, '\\$&'));
  const part = block ?? (heading === null ? null : anchorOf(heading));
  const target = `/${place}${part === null ? '' : `#${part}`}`;
  const fresh = place === null ? label : `[${label}]({{< relref ${JSON.stringify(target)} >}})`;
  return [{ at: start, old: text.slice(start, end), new: fresh }];
}

/** The anchor that Hugo gives a heading. */
const anchorOf = (heading: string): string =>
  (heading.split('#').at(-1) ?? '')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

/** Replaces the field with the id of the successor by a word. */
function replacedMarks({ text, entries }: HugoSource): TextEdit[] {
  return entries.flatMap(({ superseded, start, end }): TextEdit[] => {
    const old = `[superseded:: ${superseded}]`;
    const at = superseded === null ? -1 : text.slice(start, end).indexOf(old);
    return at < 0 ? [] : [{ at: start + at, old, new: '(replaced)' }];
  });
}

/** Turns an id at the end of an entry, or alone below its heading, into an anchor. */
function anchors({ text, entries }: HugoSource): TextEdit[] {
  return entries.flatMap(({ id, hasId, start, end }): TextEdit[] => {
    const old = `^${id}`;
    const found = hasId ? text.slice(start, end).lastIndexOf(old) : -1;
    return found < 0 ? [] : [{ at: start + found, old, new: `{{< block ${JSON.stringify(id)} >}}` }];
  });
}

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
