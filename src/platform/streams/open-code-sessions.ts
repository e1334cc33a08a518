import { basename, dirname, join } from 'node:path';
import { groupByKeys } from '../../text/group-by.js';
import { parseJsonObject, toFields, toText } from '../../transcripts/message.js';
import { listFolder, readFile, Unfit } from '../file-io.js';
import type { FileSystem } from '../file-system.js';
import { catchErrors } from '../system-errors.js';
import { readDatabase, UnreadableDatabase } from './sqlite.js';

/** A session of OpenCode, and those of its subagents. */
interface OpenCodeSession {
  readonly id: string;
  /** The session first: its file, or its database with its id below. */
  readonly files: readonly string[];
  /** Changes when the session does. */
  readonly state: string;
  readonly bytes: number;
  /** ISO 8601 in UTC. */
  readonly last: string | null;
}

/** A session or one of its subagents. */
interface Member {
  readonly path: string;
  readonly id: string;
  readonly parent: string;
  readonly updated: number;
  readonly parts: number;
}

/** A session of a database, or in a file of versions before 1.2. */
const IN_DATABASE = /[\\/]opencode[\w.-]*\.db[\\/]ses_\w+$/;
const IN_FILE = /[\\/]storage[\\/]session[\\/][^\\/]+[\\/]ses_\w+\.json$/;

/** True for a path that `listOpenCodeSessions` gives. */
export const isOpenCodePath = (path: string): boolean => IN_DATABASE.test(path) || IN_FILE.test(path);

/** Lists the sessions below OpenCode's folder of data, and the databases that cannot be read, each with the reason. */
export function listOpenCodeSessions(port: FileSystem, home: string) {
  const sessions: OpenCodeSession[] = [];
  const unread: { readonly path: string; readonly why: string }[] = [];
  for (const name of namesIn(port, home).filter((one) => /^opencode[\w.-]*\.db$/.test(one)))
    try {
      sessions.push(...groupMembers(listRows(port, join(home, name))));
    } catch (error) {
      if (!(error instanceof UnreadableDatabase)) throw error;
      unread.push({ path: join(home, name), why: error.message });
    }
  const storage = join(home, 'storage', 'session');
  const paths = namesIn(port, storage).flatMap((project) =>
    namesIn(port, join(storage, project)).map((name) => join(storage, project, name)),
  );
  const members = paths
    .filter((path) => IN_FILE.test(path))
    .map((path) => {
      const about = parseJsonObject(textOf(port, path)) ?? {};
      const id = basename(path, '.json');
      const parts = namesIn(port, join(home, 'storage', 'message', id)).length;
      return {
        path,
        id,
        parent: toText(about.parentID),
        updated: Number(toFields(about.time).updated),
        parts,
      };
    });
  return { sessions: [...sessions, ...groupMembers(members)], unread };
}

const listRows = (port: FileSystem, path: string): readonly Member[] =>
  readDatabase(port, path, (database) =>
    [...database.prepare(SESSIONS).iterate()].map((row) => ({
      path: join(path, toText(row.id)),
      id: toText(row.id),
      parent: toText(row.parent_id),
      updated: Number(row.time_updated),
      parts: Number(row.parts),
    })),
  );

const SESSIONS = `select id, parent_id, time_updated,
  (select count(*) from part where part.session_id = session.id) as parts from session order by id`;

/** A part is about as long as this; its length is not known without reading it. */
const BYTES_OF_A_PART = 1024;

/** Puts each session and its subagents together. One whose parent is gone stands alone. */
function groupMembers(all: readonly Member[]): readonly OpenCodeSession[] {
  const ids = new Set(all.map(({ id }) => id));
  const children = groupByKeys(all.map((one) => [one.parent, one] as const));
  return all
    .filter(({ parent }) => !ids.has(parent))
    .map((one) => {
      const own = [one, ...(children.get(one.id) ?? [])];
      const updated = Math.max(...own.map((member) => member.updated));
      return {
        id: one.id,
        files: own.map(({ path }) => path),
        state: own.map((member) => `${member.updated} ${member.parts}`).join(', '),
        bytes: own.reduce((sum, { parts }) => sum + parts * BYTES_OF_A_PART, 0),
        last: updated > 0 ? new Date(updated).toISOString() : null,
      };
    });
}

/** Calls a function with each line of a session: what it is about, then each part of a message with the message. */
export function eachOpenCodeLine(port: FileSystem, path: string, take: (line: string) => boolean): void {
  const session = JSON.stringify(basename(path, '.json'));
  const add = (message: string, id: string, part: string): boolean =>
    take(`{"session":${session},"id":${JSON.stringify(id)},"message":${message},"part":${part}}`);
  const begin = (about: string): boolean => take(`{"session":${session},"about":${about}}`);
  if (IN_FILE.test(path)) {
    const storage = dirname(dirname(dirname(path)));
    if (!begin(textOf(port, path) || '{}')) return;
    const messages = join(storage, 'message', basename(path, '.json'));
    for (const name of namesIn(port, messages)) {
      const parts = join(storage, 'part', basename(name, '.json'));
      const message = textOf(port, join(messages, name));
      for (const part of namesIn(port, parts))
        if (!add(message, basename(part, '.json'), textOf(port, join(parts, part)))) return;
    }
    return;
  }
  readDatabase(port, dirname(path), (database) => {
    const id = basename(path);
    for (const { directory, title, time_created: created } of database.prepare(ABOUT).iterate(id))
      if (!begin(JSON.stringify({ id, directory, title, time: { created } }))) return;
    for (const message of database.prepare(MESSAGES).iterate(id))
      for (const part of database.prepare(PARTS).iterate(toText(message.id), MAX_BYTES))
        if (!add(toText(message.data), toText(part.id), toText(part.data))) return;
  });
}

const ABOUT = 'select directory, title, time_created from session where id = ?';
const MESSAGES = 'select id, data from message where session_id = ? order by time_created, id';
const PARTS = 'select id, data from part where message_id = ? and length(data) < ? order by id';

/** A longer part, or a file, is ignored. */
const MAX_BYTES = 64 * 1024 * 1024;

const namesIn = (port: FileSystem, folder: string): readonly string[] =>
  listFolder(port, folder, 'EACCES', 'ELOOP')
    .map(({ name }) => name)
    .toSorted();

function textOf(port: FileSystem, path: string): string {
  try {
    return catchErrors(['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP', 'EISDIR'], '', () =>
      Buffer.from(readFile(port, path, MAX_BYTES)?.bytes ?? []).toString('utf8'),
    );
  } catch (error) {
    if (error instanceof Unfit) return '';
    throw error;
  }
}
