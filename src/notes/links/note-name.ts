import { scanBlocks } from '../../markdown/block-scanner.js';

/** Bytes of a name before `.md`; file systems take 255, and folders above want some of a path too. */
const LONGEST = 200;

/** Names that Windows keeps for devices, whatever ending they have. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/** Marks that turn the direction of text, halves of characters, and controls: none can be seen in a name. */
const UNSEEN = /[\p{Cc}\p{Cs}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/**
 * A title as a file name, without `.md`, that every file system takes and every wikilink can hold: no sign that
 * Windows, a shell or a link gives a meaning, no device name, no dot in front, at most 200 bytes. '' where nothing
 * of the title can stand in a name.
 */
export function fileName(title: string): string {
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

/** Windows drops dots and blanks at the end; a dot in front hides a file, a dash looks like an option. */
const ends = (name: string): string => name.replace(/^[\s.-]+|(?<![\s.-])[\s.-]+$/g, '');

/** Whole characters, as a reader counts them, up to the limit. */
function cut(name: string): string {
  if (bytes(name) <= LONGEST) return name;
  let out = '';
  let size = 0;
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(name)) {
    size += bytes(segment);
    if (size > LONGEST) break;
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

/** The name that a link gives its note: without folder, heading, block and `.md`, in lower case. */
export function linkName(target: string): string {
  const note = /^[^#]*/.exec(target)?.[0].trim() ?? '';
  return note
    .slice(note.lastIndexOf('/') + 1)
    .replace(/\.md$/i, '')
    .toLowerCase();
}

/** The names by which links may call the note at a path; the front page is called `index` too. */
export function namesOf(path: string): string[] {
  const name = linkName(path);
  return name === '_index' ? [name, 'index'] : [name];
}

/** What a note is called: its first heading, else the name of its file. */
export function titleOf(text: string, path: string): string {
  const heading = scanBlocks(text).blocks.find(({ kind, text: own }) => kind === 'heading' && own !== '');
  return (
    heading?.text.replace(/(?<!\s)\s*\n\s*/g, ' ') ??
    path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '')
  );
}
