import type { Block, Outline } from '../../markdown/outline.js';
import type { Note } from '../../notes/note.js';
import { parseSnapshotTopic } from './file-name.js';

/** The kind of an item: a completed step, a changed file, a tool call, or something else. */
export const COLD_TYPES = ['step', 'change', 'call', 'other'] as const;
export type ColdType = (typeof COLD_TYPES)[number];

/** An item of the cold archive. */
export interface ColdItem {
  readonly type: ColdType;
  readonly text: string;
  /** The id of its snapshot; null for a call of the tool log. */
  readonly snapshot: string | null;
  readonly topic: string | null;
  readonly path: string | null;
  readonly line: number | null;
  /** ISO 8601; '' if unknown. */
  readonly at: string;
  readonly files: readonly string[];
}

/** Its sections by their headings (MindSave §Snapshot template). */
const SECTIONS: Readonly<Record<string, ColdType>> = {
  'completed steps': 'step',
  'file changes': 'change',
  'recent tool calls': 'call',
};

/** Lists the items of a snapshot's cold archive in order: one for each list item and each line of a listing. */
export function parseColdItems(
  { path, text }: Pick<Note, 'path' | 'text'>,
  { blocks }: Outline,
  { id, at }: { readonly id: string; readonly at: string },
): readonly ColdItem[] {
  const first = blocks.findIndex(({ kind, text: own }) => kind === 'heading' && isArchive(own));
  if (first < 0) return [];
  let type: ColdType = 'other';
  return blocks.slice(first + 1).flatMap((block): ColdItem[] => {
    if (block.kind === 'heading') {
      type = SECTIONS[block.text.trim().toLowerCase()] ?? 'other';
      return [];
    }
    return linesOf(block, text).map(({ said: phrase, line }) => ({
      type,
      text: phrase,
      snapshot: id,
      topic: parseSnapshotTopic(id),
      path,
      line,
      at,
      files: type === 'change' ? [phrase.split(' | ')[0] ?? phrase] : [],
    }));
  });
}

const isArchive = (heading: string): boolean => /^layer 3: cold archive\b/i.test(heading);

/** The lines of a block with content, without bullets, fences and `none`. */
function linesOf({ kind, start, end, line, marker }: Block, text: string) {
  const lines = text.slice(start, end).split(/\r\n|\n|\r/);
  return lines
    .map((words, at) => ({ said: words.slice(at === 0 ? marker.length : 0).trim(), line: line + at }))
    .filter(
      ({ said: phrase }) =>
        phrase !== '' && !(kind === 'code' ? /^(?:`{3,}|~{3,})/.test(phrase) : phrase === 'none'),
    );
}

/** A query to the cold archive. */
export interface ColdQuery {
  readonly words: readonly string[];
  readonly type?: string;
  readonly topic?: string;
  readonly file?: string;
  readonly after?: string;
  readonly before?: string;
}

const FILTERS = ['type', 'topic', 'file', 'after', 'before'] as const;

/** Parses the words of a query, `"in quotes"` as one, and its filters: `type:call topic:auth file:src/a.ts`. */
export function parseColdQuery(text: string): ColdQuery {
  const parts = [...text.matchAll(/(?:(\w+):)?(?:"([^"]*)"|(\S+))/g)].map(
    ([whole, key = '', quoted, plain]) => {
      const filter = FILTERS.find((one) => one === key.toLowerCase());
      return filter ? { filter, value: quoted ?? plain ?? '' } : { filter, value: quoted ?? whole };
    },
  );
  const words = parts.flatMap(({ filter, value }) => (filter || value === '' ? [] : [value.toLowerCase()]));
  return Object.assign(
    { words },
    ...parts.flatMap(({ filter, value }) => (filter ? [{ [filter]: value }] : [])),
  ) as ColdQuery;
}

/** True if an item has every word and passes every filter (MindSave §/recall: a simple search, without an index). */
export function isColdMatch(
  one: ColdItem,
  { words, type, topic, file, after, before }: ColdQuery,
  day: string,
): boolean {
  const text = one.text.toLowerCase();
  return (
    words.every((word) => text.includes(word)) &&
    (type === undefined || one.type === type.toLowerCase()) &&
    (topic === undefined || (one.topic ?? '').toLowerCase() === topic.toLowerCase()) &&
    (file === undefined ||
      one.files.some((path) => path.includes(file)) ||
      text.includes(file.toLowerCase())) &&
    (after === undefined || day >= after) &&
    (before === undefined || (day !== '' && day <= before))
  );
}
