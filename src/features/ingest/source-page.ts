import { scanBlocks } from '../../markdown/block-scanner.js';
import { findBodyStart, type Properties } from '../../markdown/front-matter-scanner.js';
import type { Outline } from '../../markdown/outline.js';
import { rateSimilarity } from '../../matching/similarity/similarity.js';
import { toAnchor } from '../../notes/links/note-name.js';
import type { Note } from '../../notes/note.js';
import { hashImportBlock } from '../import/import-page.js';

/** The heading below which a page is the person's. */
const NOTES = '## Notes';

/** A document that was read, as its page shows it. */
export interface SourceDocument {
  /** Its path relative to the root, e.g. `docs/auth.md`; identifies the page. */
  readonly source: string;
  readonly title: string;
  /** Changes with the document. */
  readonly hash: string;
  /** Markdown from the title on, without our front matter. */
  readonly body: string;
  readonly outline: readonly string[];
}

/** The parts of a page below `sources/`. */
export interface SourcePage {
  readonly note: Note;
  readonly source: string;
  readonly hash: string;
  /** Changes with the text above `## Notes`. */
  readonly textHash: string;
  /** The day since which the document is missing; null if it is there. */
  readonly gone: string | null;
  /** The text above `## Notes`, with the front matter. */
  readonly above: string;
  /** The text from `## Notes` on. */
  readonly below: string;
  /** True if the text was edited above `## Notes`. */
  readonly isEdited: boolean;
}

/** Reads a page of a document; null if the note is another page. */
export function readSourcePage(note: Note, properties: Properties | null): SourcePage | null {
  const [source, hash, text] = ['source', 'source_hash', 'text_hash'].map((key) => properties?.get(key));
  if (typeof source !== 'string' || typeof hash !== 'string' || typeof text !== 'string') return null;
  const gone = properties?.get('source_gone');
  const starts = [...note.text.matchAll(/^## Notes[ \t]*$/gm)].map(({ index }) => index);
  const own = starts.find((at) => hashBody(note.text.slice(0, at)) === text);
  const cut = own ?? starts.at(-1) ?? note.text.length;
  return {
    note,
    source,
    hash,
    textHash: text,
    gone: typeof gone === 'string' ? gone : null,
    above: note.text.slice(0, cut),
    below: note.text.slice(cut),
    isEdited: own === undefined,
  };
}

/** Hashes the body of a page. Ids of entries do not count, since links add them. */
export const hashBody = (above: string): string =>
  hashImportBlock('', above.slice(findBodyStart(above)).replace(ENTRY_ID, ''));

const ENTRY_ID = /[ \t]\^[\w-]+(?=[ \t]*$)/gm;

/** Formats the front matter of a page. `text` is the hash of its body. */
function formatProperties(document: SourceDocument, text: string, day: string): string {
  const { title, source, hash, outline } = document;
  const list = outline.map((heading) => `\n  - ${JSON.stringify(heading)}`).join('');
  return `---\ntitle: ${JSON.stringify(title)}\nsource: ${JSON.stringify(source)}\nsource_hash: "${hash}"\ntext_hash: "${text}"\ningested: ${JSON.stringify(day)}\noutline:${list === '' ? ' []' : list}\n---\n`;
}

/** Formats the text of a page; entries that links lead to keep their ids while their lines stay equal. */
export function formatSourcePage(document: SourceDocument, day: string, old: SourcePage | null): string {
  const ids = new Map(
    (old?.above ?? '')
      .split('\n')
      .filter((line) => line.search(ENTRY_ID) >= 0)
      .map((line) => [line.replace(ENTRY_ID, '').trimEnd(), line]),
  );
  const lines = document.body.split('\n').map((line) => ids.get(line.trimEnd()) ?? line);
  const present = new Set(lines);
  for (const [plain, line] of ids) if (!present.has(line)) moveId(plain, line.slice(plain.length), lines);
  const above = `${formatProperties(document, hashBody(document.body), day)}${lines.join('\n').trimEnd()}\n\n`;
  return above + (old?.below || `${NOTES}\n`);
}

/** Puts the id of a changed line on the line that is most like it; a link to it still leads there. */
function moveId(plain: string, id: string, lines: string[]): void {
  const rates = lines.map((line) =>
    line.trim() === '' || line.search(ENTRY_ID) >= 0 ? 0 : rateSimilarity(plain, line),
  );
  const best = Math.max(...rates);
  const at = rates.indexOf(best);
  if (best >= SAME_PARAGRAPH) lines[at] = `${lines[at]?.trimEnd()}${id}`;
}

/** From this similarity on a line counts as the changed one. */
const SAME_PARAGRAPH = 0.5;

/** Marks the document of a page as missing since a day, in its front matter. */
export const markGone = (text: string, day: string): string =>
  text.replace(/^(---\n[\s\S]*?)\n---\n/, `$1\nsource_gone: ${JSON.stringify(day)}\n---\n`);

/** Returns the headings of a page by their anchors. */
export const listAnchors = (page: SourcePage | undefined): ReadonlyMap<string, string> =>
  new Map(
    scanBlocks(page?.above ?? '').blocks.flatMap(({ kind, text }) =>
      kind === 'heading' ? [[toAnchor(text), text] as const] : [],
    ),
  );

/** Returns the headings of a document, without its title. */
export const listHeadings = ({ blocks }: Outline, title: string): readonly string[] =>
  blocks
    .filter(({ kind, depth, text }) => kind === 'heading' && depth <= 3 && text !== '' && text !== title)
    .map(({ text }) => text.replace(/\s+/g, ' '))
    .slice(0, MOST_HEADINGS);

/** Front matter that is longer is not read. */
const MOST_HEADINGS = 60;
