/** A line that a diff adds, with its number in the new file. */
export interface AddedLine {
  readonly line: number;
  readonly text: string;
}

/** What a diff does to one file. */
export interface FileChange {
  readonly path: string;
  /** Its earlier path; null for a new file. */
  readonly from: string | null;
  readonly isRemoved: boolean;
  readonly added: readonly AddedLine[];
  readonly removed: readonly string[];
}

interface OpenChange {
  path: string;
  from: string | null;
  isRemoved: boolean;
  readonly added: AddedLine[];
  readonly removed: string[];
}

/** Parses a unified or combined diff with any number of context lines. What is no diff is passed over. */
export function parseDiff(text: string): readonly FileChange[] {
  const files: OpenChange[] = [];
  let file: OpenChange | null = null;
  let hasGitHeader = false;
  const open = (path: string) => {
    file = { path, from: path, isRemoved: false, added: [], removed: [] };
    files.push(file);
    return file;
  };
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = trimReturn(lines[at] ?? '');
    const header = readHeader(line);
    if (header !== null) {
      hasGitHeader = true;
      open(header);
      continue;
    }
    if (line.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ')) {
      const [before, after] = [trimReturn(line.slice(4)), trimReturn(lines[at + 1]?.slice(4) ?? '')];
      const own: OpenChange = hasGitHeader && file ? file : open('');
      hasGitHeader = false;
      own.from = readName(before, 'a/');
      own.isRemoved = readName(after, 'b/') === null;
      own.path = readName(after, 'b/') ?? own.from ?? '';
      at++;
      continue;
    }
    if (file === null) continue;
    const own: OpenChange = file;
    const [, mark = '', rest = ''] = /^(rename from|rename to|new file|deleted file) (.*)$/.exec(line) ?? [];
    if (mark === 'rename from') own.from = unquote(rest);
    else if (mark === 'rename to') own.path = unquote(rest);
    else if (mark === 'new file') own.from = null;
    else if (mark === 'deleted file') own.isRemoved = true;
    else if (line.startsWith('@@')) at = readHunk(lines, at, own);
  }
  return files.filter(({ path }) => path !== '');
}

/** Reads the lines of a hunk by the counts in its head; returns the position of its last line. */
function readHunk(lines: readonly string[], head: number, file: OpenChange): number {
  const [, marks = '', old = '', from = '', count = '1'] =
    /^(@@+) ((?:-\d+(?:,\d+)? )+)\+(\d+)(?:,(\d+))? @@/.exec(lines[head] ?? '') ?? [];
  const columns = marks.length - 1;
  let [number, left] = [Number(from), Number(count)];
  let gone = columns === 1 ? Number(/,(\d+)/.exec(old)?.[1] ?? 1) : Number.POSITIVE_INFINITY;
  let at = head;
  while ((left > 0 || gone > 0) && at + 1 < lines.length) {
    const line = lines[at + 1] ?? '';
    const prefix = line.slice(0, columns);
    if (!/^[ +-]*$/.test(prefix) && !line.startsWith('\\')) break;
    if (columns > 1 && left === 0 && !prefix.includes('-')) break;
    at++;
    if (line.startsWith('\\')) continue;
    const text = trimReturn(line.slice(columns));
    if (prefix.includes('-')) {
      file.removed.push(text);
      gone--;
      continue;
    }
    if (prefix.includes('+')) file.added.push({ line: number, text });
    else gone--;
    number++;
    left--;
  }
  return at;
}

/** Returns the path in the first line of a file's diff, as far as it is certain; null for another line. */
function readHeader(line: string): string | null {
  const [, combined] = /^diff --(?:cc|combined) (.+)$/.exec(line) ?? [];
  if (combined !== undefined) return unquote(combined);
  if (!line.startsWith('diff --git ')) return null;
  const [, plain] = /^diff --git (?:a\/)?(.+) (?:b\/)?\1$/.exec(line) ?? [];
  const [, quoted] = /^diff --git .+ ("(?:[^"\\]|\\.)*")$/.exec(line) ?? [];
  return plain ?? (quoted === undefined ? '' : unquote(quoted).replace(/^b\//, ''));
}

/** Returns the name in a line `---` or `+++`; null where there is no file. */
function readName(text: string, prefix: string): string | null {
  const name = unquote(text.replace(/\t.*$/, ''));
  if (name === '/dev/null') return null;
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

/** Reads a path that git writes in quotes, with bytes in octal. */
function unquote(text: string): string {
  const [, inner] = /^"(.*)"$/.exec(text) ?? [];
  if (inner === undefined) return text;
  const escaped = inner.replace(/\\([0-7]{3}|.)|[^\\]+/g, (all, sign?: string) =>
    sign === undefined
      ? encodeURIComponent(all)
      : sign.length === 3
        ? `%${Number.parseInt(sign, 8).toString(16).padStart(2, '0')}`
        : encodeURIComponent(SIGNS[sign] ?? sign),
  );
  try {
    return decodeURIComponent(escaped);
  } catch {
    return inner; // a name that is not UTF-8
  }
}

const SIGNS: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\x07',
};

const trimReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);
