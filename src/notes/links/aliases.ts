/** Longer front matter is ignored (guide/store.md › What is read). */
const MAX_LENGTH = 16 * 1024;
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
  const lines = FRONT.exec(text.slice(0, MAX_LENGTH))?.[1]?.split(/\r?\n/) ?? [];
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
  if (/^".*"$/.test(bare)) return unescaped(bare);
  if (/^'.*'$/.test(bare)) return bare.slice(1, -1).replaceAll("''", "'");
  return bare.replace(/(?<!\s)\s+#.*$/, '').trim();
}

function unescaped(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return quoted.slice(1, -1);
  }
}
