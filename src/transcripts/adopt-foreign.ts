import type { SessionEntry } from './entry.js';
import { type OriginalEntry, type SessionEvent, toEntryId } from './event.js';
import { CLIENTS } from './readers/index.js';
import type { SessionHeader } from './session-header.js';

type Line = Readonly<Record<string, unknown>>;

/**
 * Converts a session of another program into events, its header first, without loss: lines that no entry contains are
 * stored beside the entry that comes with or after them.
 */
export function adoptForeignSession(head: SessionHeader, lines: readonly Line[]): readonly SessionEvent[] {
  if (head.client === 'daybook') throw new RangeError(`the session ${head.id} is stored here already`);
  const drafts: Draft[] = [];
  const places = new Map<string, number>();
  let waiting: readonly unknown[] = [];
  let leaf: string | null = null;
  const read = CLIENTS[head.client]({
    entry(entry) {
      const was = {
        id: entry.id,
        at: entry.at,
        ...(waiting.length === 0 ? {} : { lines: waiting }),
      };
      places.set(entry.id, drafts.length);
      drafts.push({ entry, was });
      waiting = [];
      leaf = entry.id;
    },
    leaf(id) {
      leaf = id;
    },
    usage: () => undefined,
    context: () => undefined,
    about: () => undefined,
  });
  for (const [number, line] of lines.entries()) {
    const before = drafts.length;
    waiting = [...waiting, withoutMessages(line)];
    read(line, number);
    if (Array.isArray(line.messages) && drafts.length - before < line.messages.length)
      waiting = [...waiting, line];
  }
  const idOf = (id: string | null): string | null => {
    const place = id === null ? undefined : places.get(id);
    return place === undefined ? null : toEntryId(place + FIRST);
  };
  const was = { id: head.id, at: head.started, ...(waiting.length === 0 ? {} : { lines: waiting }) };
  const last = drafts.at(-1)?.was.id ?? null;
  return [
    {
      t: 'header',
      session: head.id,
      cwd: head.cwd,
      branch: head.branch,
      by: head.origin,
      was,
    },
    ...drafts.map((draft) => eventOf(draft, idOf)),
    ...(leaf === last ? [] : [{ t: 'leaf', leaf: idOf(leaf) } as const]),
  ];
}

/** The header is event 1. */
const FIRST = 2;

interface Draft {
  readonly entry: SessionEntry;
  readonly was: OriginalEntry;
}

/** For a file with all its messages, only the fields beside them are stored. */
function withoutMessages(line: Line): Line {
  if (!Array.isArray(line.messages)) return line;
  const { messages: _, ...rest } = line;
  return rest;
}

function eventOf({ entry, was }: Draft, idOf: (id: string | null) => string | null): SessionEvent {
  const parent = idOf(entry.parent);
  switch (entry.type) {
    case 'message':
      return { t: 'message', parent, message: entry.message, was };
    case 'compaction':
      return {
        t: 'compaction',
        parent,
        summary: entry.summary,
        replaces: null,
        memory: [],
        was,
      };
    case 'state':
    case 'unknown':
      return {
        t: 'state',
        parent,
        ...('todos' in entry ? { todos: entry.todos } : {}),
        was,
      };
  }
}
