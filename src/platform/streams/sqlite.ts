import { pathToFileURL } from 'node:url';
import { statAt } from '../file-io.js';
import type { FileSystem } from '../file-system.js';

/** A row of a query: the values of its columns. */
export type Row = Readonly<Record<string, unknown>>;

/** An open database. Its statements read row by row. */
interface Database {
  prepare(sql: string): { iterate(...values: readonly (string | number)[]): Iterable<Row> };
  close(): void;
}

interface Sqlite {
  readonly DatabaseSync: new (path: string | URL, options: { readonly readOnly: boolean }) => Database;
}

/** Returns Node's SQLite, without its warning; null before Node 22.13. */
function findSqlite(): Sqlite | null {
  const warn = process.emitWarning;
  process.emitWarning = () => undefined;
  try {
    return (process.getBuiltinModule('node:sqlite') as Sqlite | undefined) ?? null;
  } finally {
    process.emitWarning = warn;
  }
}

/** A database that cannot be read, and why. */
export class UnreadableDatabase extends Error {}

/**
 * Runs `act` with a client's database, which is only read. Throws UnreadableDatabase if this Node cannot, or the file is
 * damaged or locked.
 */
export function readDatabase<T>(port: FileSystem, path: string, act: (database: Database) => T): T {
  const sqlite = findSqlite();
  if (!sqlite) throw new UnreadableDatabase('needs Node 22');
  const url = pathToFileURL(path);
  // Opened in the usual way, a database without a log would get one, beside the client's file.
  if ((statAt(port, `${path}-wal`)?.size ?? 0) === 0) url.searchParams.set('immutable', '1');
  try {
    const database = new sqlite.DatabaseSync(url, { readOnly: true });
    try {
      return act(database);
    } finally {
      database.close();
    }
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_SQLITE_ERROR') throw error;
    throw new UnreadableDatabase(error.message);
  }
}
