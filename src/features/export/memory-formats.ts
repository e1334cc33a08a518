import { formatEntryText, isStanding, toPlainEntry } from '../../notes/entries/entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { ENTRY_TYPES, type EntryType } from '../../notes/entry-types.js';
import { notePath } from '../../notes/kinds/index.js';
import { cutText } from '../../text/sanitize.js';

/** A file of an export, by its path in the folder. */
export interface ExportedFile {
  readonly path: string;
  readonly text: string;
}

/** Lines of an index that Claude Code loads at the start. */
const MOST_LINES = 200;
/** Characters of a line of the index. */
const LONGEST_LINE = 150;

/** What Claude Code calls the types of its memories; all others are `project`. */
const CLAUDE_TYPES: Readonly<Partial<Record<EntryType, string>>> = { preference: 'user', rule: 'feedback' };

/** Formats of the memory, each with a writer of its files. Only valid entries are written. */
export const MEMORY_FORMATS: Readonly<
  Record<string, (entries: readonly LocatedEntry[]) => readonly ExportedFile[]>
> = {
  json: (entries) => [
    { path: 'memory.json', text: `${JSON.stringify(entries.map(toPlainEntry), null, 2)}\n` },
  ],
  md: writeMarkdown,
  'claude-memory': writeClaudeMemory,
  'basic-memory': writeBasicMemory,
  'server-memory': writeServerMemory,
};

/** Returns the entries of memory that an export holds: those that are typed and valid. */
export const listExported = (entries: readonly LocatedEntry[]): readonly LocatedEntry[] =>
  entries.filter((entry) => entry.type !== 'prose' && isStanding(entry));

/** Replaces line breaks and runs of spaces by one space. */
export const toOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const getName = ({ type, id }: LocatedEntry): string => `${type}_${id.replace(/[^\w-]/g, '')}`;

/** One document without ids and fields: a heading for each type, a list item for each entry. */
function writeMarkdown(entries: readonly LocatedEntry[]): readonly ExportedFile[] {
  const types = [...new Set(entries.map(({ type }) => type))];
  const parts = types.map((type) => {
    const lines = entries
      .filter((entry) => entry.type === type)
      .map((entry) => {
        const why = entry.why === null ? '' : ` — ${toOneLine(entry.why)}`;
        return `- ${toOneLine(formatEntryText(entry))}${why}${entry.at === null ? '' : ` (${entry.at.slice(0, 10)})`}`;
      });
    return `## ${ENTRY_TYPES[type].home?.section ?? type}\n\n${lines.join('\n')}\n`;
  });
  return [{ path: 'memory.md', text: ['# Memory\n', ...parts].join('\n') }];
}

/** One note for each entry, and MEMORY.md with at most 200 lines: pinned entries first, then the newest. */
function writeClaudeMemory(entries: readonly LocatedEntry[]): readonly ExportedFile[] {
  const sorted = [...entries].toSorted(
    (a, b) => Number(b.key) - Number(a.key) || ((b.at ?? '') < (a.at ?? '') ? -1 : 1),
  );
  const isCut = sorted.length > MOST_LINES;
  const shown = isCut ? sorted.slice(0, MOST_LINES - 1) : sorted;
  const lines = shown.map((entry) => {
    const text = toOneLine(formatEntryText(entry)).replace(/[[\]]/g, '');
    return `- [${entry.type}](${getName(entry)}.md) — ${cutText(text, LONGEST_LINE)}`;
  });
  const rest = isCut ? [`- ${sorted.length - shown.length} more: daybook search WORDS`] : [];
  const notes = sorted.map((entry) => {
    const text = toOneLine(formatEntryText(entry));
    const fields = [
      `name: ${JSON.stringify(getName(entry))}`,
      `description: ${JSON.stringify(cutText(text, LONGEST_LINE))}`,
      `type: ${CLAUDE_TYPES[entry.type] ?? 'project'}`,
    ];
    const why = entry.why === null ? '' : `\n**Why:** ${toOneLine(entry.why)}\n`;
    return { path: `${getName(entry)}.md`, text: `---\n${fields.join('\n')}\n---\n\n${text}\n${why}` };
  });
  return [{ path: notePath('memory'), text: `${[...lines, ...rest].join('\n')}\n` }, ...notes];
}

/** One note with an observation for each entry: `- [category] text #tag (reason)`. */
function writeBasicMemory(entries: readonly LocatedEntry[]): readonly ExportedFile[] {
  const lines = entries.map((entry) => {
    const tags = entry.tags.map((tag) => ` #${tag.replace(/^#/, '')}`).join('');
    const why = entry.why === null ? '' : ` (${toOneLine(entry.why).replace(/[()]/g, ',')})`;
    return `- [${entry.type}] ${toOneLine(formatEntryText(entry))}${tags}${why}`;
  });
  const front = '---\ntitle: Memory of Daybook\ntype: note\npermalink: daybook-memory\n---\n';
  return [
    {
      path: 'daybook-memory.md',
      text: `${front}\n# Memory of Daybook\n\n## Observations\n\n${lines.join('\n')}\n`,
    },
  ];
}

/** A knowledge graph, one JSON object a line: an entity for each entry. */
function writeServerMemory(entries: readonly LocatedEntry[]): readonly ExportedFile[] {
  const lines = entries.map((entry) =>
    JSON.stringify({
      type: 'entity',
      name: getName(entry),
      entityType: entry.type,
      observations: [
        toOneLine(formatEntryText(entry)),
        ...(entry.why === null ? [] : [`because ${toOneLine(entry.why)}`]),
        ...(entry.at === null ? [] : [`noted on ${entry.at.slice(0, 10)}`]),
      ],
    }),
  );
  return [{ path: 'memory.json', text: `${lines.join('\n')}\n` }];
}
