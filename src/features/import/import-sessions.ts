import type { CommandContext, SessionAppend } from '../../command/define-command.js';
import type { ForeignSession } from '../../command/queries.js';
import type { SessionEvent } from '../../transcripts/event.js';
import { foldEvents, type SessionState } from '../../transcripts/session-state.js';
import { previewState } from '../agent-sessions/find-session.js';
import type { ImportedLocation } from './import-page.js';
import { hashImportBlock } from './import-page.js';

/** What is not imported, and why. */
export interface SkippedSession {
  readonly path: string;
  readonly why: string;
}

/** Returns true for files of Chimera's sessions. */
export const isSessionFile = (path: string): boolean => /^(?:sessions|eventlog)\//.test(path);

/**
 * Imports the sessions below a folder under their ids (FEATURES E8). A known session gets its new entries; one that was
 * also continued here is left unchanged.
 */
export function importSessionFiles(ctx: CommandContext, folder: string) {
  const found = named(ctx.query('sessionsBelow', folder));
  const taken = found.map((one) => bring(ctx, folder, one));
  return {
    sessions: taken.flatMap(({ step }) => step),
    landed: taken.flatMap(({ landed }) => landed),
    left: taken.flatMap(({ left }): readonly SkippedSession[] => left),
    own: new Set(taken.flatMap(({ files }) => files)),
  };
}

type Named = ForeignSession & { readonly id: string };

/** A session that exists as a log and as a file is imported once if both agree; else the file gets its own name. */
function named(found: readonly ForeignSession[]): readonly Named[] {
  const first = new Map<string, ForeignSession>();
  return found.map((one) => {
    const id = one.head.id.replace(/[^\w.-]/g, '-').slice(0, 110);
    const other = first.get(id);
    if (!other) first.set(id, one);
    return { ...one, id: other ? `${id}.file` : id };
  });
}

function bring(ctx: CommandContext, folder: string, { head, events, isWhole, id }: Named) {
  const files = head.files.map((path) => path.slice(folder.length + 1));
  const [file = id] = files.filter((path) => !path.endsWith('/summary.json'));
  const mark = hashImportBlock(id, `${events.length} events`);
  const leave = (why: string) => ({ files, step: [], landed: [], left: [{ path: file, why }] });
  const take = (what: ImportedLocation['what'], ...step: readonly SessionAppend[]) => ({
    files,
    step,
    landed: [{ file, line: 1, path: id, section: null, id: null, mark, what }],
    left: [],
  });
  if (!isWhole) return leave('some of it is too large to be read');
  const here = ctx.query('storedSession', id);
  if (!here) {
    const begins = ctx.settings['sessions.engine'] as 'file' | 'log';
    return take('session', { id, since: 0, events, begins });
  }
  const more = restOf(here.state, events);
  if (more === null) return leave(`the session ${id} went on here, too`);
  if (more.length === 0) return take('known');
  return take('session', { id, since: here.state.seq, events: more });
}

/** Returns the entries that a session got there since its import; null if it was continued here too. */
function restOf(here: SessionState, events: readonly SessionEvent[]): readonly SessionEvent[] | null {
  const before = previewState(NEW, events.slice(0, here.seq));
  const isSame = JSON.stringify(entriesOf(before)) === JSON.stringify(entriesOf(here));
  return events.length >= here.seq && isSame ? events.slice(here.seq) : null;
}

const NEW = foldEvents([]);

/** Returns entries without the time of their import. */
const entriesOf = ({ entries }: SessionState) =>
  [...entries.values()].map((entry) =>
    entry.type === 'message' ? [entry.id, entry.parent, entry.message] : [entry.id, entry.type],
  );
