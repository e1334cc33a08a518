import type { Properties } from '../../markdown/front-matter-scanner.js';
import { findFrontMatter } from '../../markdown/front-matter-scanner.js';
import type { TextEdit } from '../../markdown/text-edit.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import type { ResolvedLink } from '../../notes/links/link-graph.js';

/** A note as a page of Hugo is made of it. */
interface HugoSource {
  readonly text: string;
  readonly title: string;
  /** Its path below the content folder. */
  readonly path: string;
  /** Null where its front matter cannot be read; then that is shown as it stands. */
  readonly properties: Properties | null;
  readonly links: readonly ResolvedLink[];
  readonly entries: readonly LocatedEntry[];
  /** Where the note that a link leads to goes; null where it leads nowhere. */
  readonly placeOf: (link: ResolvedLink) => string | null;
}

/** The note as Hugo reads it: front matter that hides no page, wikilinks as references, block ids as anchors. */
export function renderHugoPage(source: HugoSource): string {
  const { text, properties, path, title } = source;
  const span = findFrontMatter(text);
  const from = span ? text.indexOf('\n', span.end) + 1 || text.length : 0;
  const shown =
    span && properties === null ? `\`\`\`yaml\n${text.slice(span.start, span.end)}\`\`\`\n\n` : '';
  const splices = [...source.links.flatMap((link) => linked(link, source)), ...anchors(source)]
    .filter(({ at }) => at >= from)
    .toSorted((a, b) => a.at - b.at);
  return `${head(title, path, properties)}${escapeShortcodes(shown)}${body(text, from, splices)}`;
}

/**
 * The page's own properties are Hugo's words (`draft`, `date`, `url` …) and might hide it or break the build: they go
 * below `params`, and only what is sure stays on top.
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

/** Hugo's own delimiters are escaped in all that is the note's, and stand in what is put between. */
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

/** A call of a shortcode is shown as it is written; an opening alone gets a sign of no width that parts it. */
export const escapeShortcodes = (text: string): string =>
  text
    .replace(/\{\{([<%])(?!\/\*)([^{}<>%]{0,200})([>%])\}\}/g, (whole, open, inside, close) =>
      (open === '<' ? '>' : '%') === close ? `{{${open}/*${inside}*/${close}}}` : whole,
    )
    .replace(/\{\{(?=[<%])(?![<%]\/\*[^{}<>%]{0,200}\*\/[>%]\}\})/g, '{\u2060{');

function linked(link: ResolvedLink, { text, placeOf }: HugoSource): TextEdit[] {
  const { start, end, note, heading, block, alias } = link;
  const place = placeOf(link);
  const said = alias ?? ([note, heading].filter(Boolean).join(' › ') || `^${block}`);
  const label = escapeShortcodes(said.replace(/[[\]\\]/g, '\\$&'));
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

/** The id at the end of an entry, or alone below its heading, becomes a place that links lead to. */
function anchors({ text, entries }: HugoSource): TextEdit[] {
  return entries.flatMap(({ id, hasId, start, end }): TextEdit[] => {
    const old = `^${id}`;
    const found = hasId ? text.slice(start, end).lastIndexOf(old) : -1;
    return found < 0 ? [] : [{ at: start + found, old, new: `{{< block ${JSON.stringify(id)} >}}` }];
  });
}
