import { scanBlocks } from '../../markdown/block-scanner.js';
import { parseJson } from '../../text/json-value.js';

/** Maximum bytes of a name before `.md`. File systems allow 255, and folders use part of a path too. */
const MAX_NAME_BYTES = 200;

/** Device names that Windows reserves, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/** Invisible characters: direction marks, surrogates and controls. */
const UNSEEN = /[\p{Cc}\p{Cs}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/**
 * Converts a title to a file name without `.md` that every file system accepts and every wikilink can contain: no
 * characters special to Windows, a shell or a link, no device name, no leading dot, at most 200 bytes. Returns '' if
 * nothing of the title remains.
 */
export function toFileName(title: string): string {
  const name = title
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(UNSEEN, '')
    .replace(/:(?= )/g, ' -')
    .replace(/[/\\|:]+/g, '-')
    .replace(/[<>"?*#^[\]]/g, '')
    .replace(/ {2,}/g, ' ');
  const short = ends(cut(ends(name)));
  return DEVICE.test(short) ? `_${short}` : short;
}

/**
 * Removes dots and spaces at the end, which Windows drops, and a dot or dash in front, which hides a file or looks like
 * an option.
 */
const ends = (name: string): string => name.replace(/^[\s.-]+|(?<![\s.-])[\s.-]+$/g, '');

/** Cuts a name to the limit at whole graphemes. */
function cut(name: string): string {
  if (bytes(name) <= MAX_NAME_BYTES) return name;
  let out = '';
  let size = 0;
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(name)) {
    size += bytes(segment);
    if (size > MAX_NAME_BYTES) break;
    out += segment;
  }
  return out;
}

function bytes(text: string): number {
  let size = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    size += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return size;
}

/** Returns the name of the note in a link: without folder, heading, block and `.md`, in lower case. */
export function linkName(target: string): string {
  const note = /^[^#]*/.exec(target)?.[0].trim() ?? '';
  return note
    .slice(note.lastIndexOf('/') + 1)
    .replace(/\.md$/i, '')
    .normalize('NFC')
    .toLowerCase();
}

/** Returns the names by which links may refer to the note at a path; the front page is also called `index`. */
export function listNoteNames(path: string): string[] {
  const name = linkName(path);
  return name === '_index' ? [name, 'index'] : [name];
}

/** Returns the title of a note: its first heading, else its file name. */
export function readTitle(text: string, path: string): string {
  const heading = scanBlocks(text).blocks.find(({ kind, text: own }) => kind === 'heading' && own !== '');
  return (
    heading?.text.replace(/(?<!\s)\s*\n\s*/g, ' ') ??
    path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '')
  );
}

/** Returns an anchor for a heading, as sites make it. */
export const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');

/** Longer front matter is ignored (guide/store.md › What is read). */
const MAX_FRONT_MATTER = 16 * 1024;
const FRONT = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/** Reads the aliases in a note's front matter (`aliases:`, as Obsidian writes them). Plain YAML only. */
export const parseAliases = (text: string): string[] => readList(text, /^alias(?:es)?:/i);

/** Reads the tags in a note's front matter in the same way, without their `#`. */
export const parsePageTags = (text: string): string[] =>
  readList(text, /^tags?:/i)
    .flatMap((one) => one.split(/[,\s]+/))
    .map((one) => one.replace(/^#/, ''))
    .filter(Boolean);

function readList(text: string, key: RegExp): string[] {
  if (!text.startsWith('---')) return [];
  const lines = FRONT.exec(text.slice(0, MAX_FRONT_MATTER))?.[1]?.split(/\r?\n/) ?? [];
  const at = lines.findIndex((line) => key.test(line));
  if (at < 0) return [];
  const value = (lines[at] as string).replace(/^\w+:\s*/, '').trim();
  if (value.startsWith('[')) return flow(value);
  if (value !== '') return [plain(value)].filter(Boolean);
  const end = lines.findIndex((line, i) => i > at && !/^\s*-\s/.test(line));
  return lines
    .slice(at + 1, end < 0 ? lines.length : end)
    .map((line) => plain(line.replace(/^\s*-\s+/, '')))
    .filter(Boolean);
}

const flow = (text: string): string[] =>
  [...text.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,[\]]+/g)].map(([one]) => plain(one)).filter(Boolean);

function plain(text: string): string {
  const bare = text.trim();
  if (/^".*"$/.test(bare)) return String(parseJson(bare) ?? bare.slice(1, -1));
  if (/^'.*'$/.test(bare)) return bare.slice(1, -1).replaceAll("''", "'");
  return bare.replace(/(?<!\s)\s+#.*$/, '').trim();
}
