import { basename, join } from 'node:path';
import type { Client } from '../../transcripts/readers/index.js';
import {
  createHeadFold,
  findLastTimestamp,
  type HeadFold,
  type SessionHeader,
} from '../../transcripts/session-header.js';
import { readFile, readRange, statAt, Unfit } from '../file-io.js';
import { type FileSystem, type FolderItem, OPEN_FLAGS } from '../file-system.js';
import { catchErrors } from '../system-errors.js';
import { eachLine, type Reading } from './line-stream.js';

type Env = Readonly<Record<string, string | undefined>>;

/** The files of a session as a client stores them: the transcript first. */
interface Found {
  readonly client: Client;
  /** From the file name; the transcript may have another. */
  readonly id: string;
  readonly files: readonly string[];
  readonly cwd?: string;
}

/**
 * Lists the sessions of every known client on this machine, reading only the start and end of each file. `read` may take a
 * header from a cache instead of making it.
 */
export function listClientSessions(
  port: FileSystem,
  env: Env,
  read: (files: readonly string[], make: () => SessionHeader | null) => SessionHeader | null = (_, make) =>
    make(),
): readonly SessionHeader[] {
  const home = env.HOME ?? env.USERPROFILE ?? '';
  if (home === '') return [];
  const found = [
    ...claudeFiles(port, env.CLAUDE_CONFIG_DIR || join(home, '.claude')),
    ...codexFiles(port, env.CODEX_HOME || join(home, '.codex')),
    ...geminiFiles(port, join(env.GEMINI_CLI_HOME || home, '.gemini')),
    ...chimeraFiles(port, env.CHIMERA_HOME || join(home, '.chimera')),
  ];
  return found.flatMap((one) => read(one.files, () => headOf(port, one)) ?? []);
}

/** Lists the Chimera sessions below a folder, including duplicates. */
export const listChimeraSessions = (port: FileSystem, folder: string): readonly SessionHeader[] =>
  chimeraFiles(port, folder).flatMap((one) => headOf(port, one) ?? []);

/**
 * Calls a function for each line of a session's files, numbered through all of them from 0; a file that is one JSON
 * text is one line. Missing files are skipped.
 */
export function eachSessionLine(
  port: FileSystem,
  files: readonly string[],
  take: (line: string, number: number) => void,
  { most, passed }: Reading = {},
): void {
  let before = 0;
  for (const path of files) {
    if (!statAt(port, path)?.isFile()) continue;
    const first = before;
    const how: Reading = {
      ...(most ? { most: (number) => most(first + number) } : {}),
      ...(passed ? { passed } : {}),
    };
    if (LINES.test(path))
      before += eachLine(port, '', path, (line, number) => take(line, first + number), how);
    else if (most?.(before++) !== 0) take(whole(port, path), first);
  }
}

/** Files of one JSON text per line; Codex compresses those that are older than seven days. */
const LINES = /\.jsonl(?:\.zst)?$/;

const listed = (port: FileSystem, folder: string): readonly FolderItem[] =>
  catchErrors(['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP'], [], () => port.list(folder)).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  );

const foldersIn = (port: FileSystem, folder: string): readonly string[] =>
  listed(port, folder).flatMap((item) => (item.isDirectory() ? join(folder, item.name) : []));

const filesIn = (port: FileSystem, folder: string, named: RegExp): readonly string[] =>
  listed(port, folder).flatMap((item) =>
    item.isFile() && named.test(item.name) ? join(folder, item.name) : [],
  );

/** Lists `projects/SLUG/ID.jsonl`, and `ID/subagents/agent-….jsonl` beside it. */
const claudeFiles = (port: FileSystem, home: string): readonly Found[] =>
  foldersIn(port, join(home, 'projects')).flatMap((project) =>
    filesIn(port, project, /\.jsonl$/).map((path) => {
      const sides = filesIn(port, join(path.slice(0, -'.jsonl'.length), 'subagents'), /^agent-.*\.jsonl$/);
      return { client: 'claude', id: basename(path, '.jsonl'), files: [path, ...sides] } as const;
    }),
  );

/** Lists `sessions/YYYY/MM/DD/rollout-TIME-ID.jsonl`, compressed and archived ones too. */
const codexFiles = (port: FileSystem, home: string): readonly Found[] => {
  const days = foldersIn(port, join(home, 'sessions'))
    .flatMap((year) => foldersIn(port, year))
    .flatMap((month) => foldersIn(port, month));
  return [...days, join(home, 'archived_sessions')].flatMap((day) =>
    filesIn(port, day, /^rollout-.*\.jsonl(?:\.zst)?$/).map((path) => {
      const name = basename(path).replace(LINES, '');
      const id = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.exec(name)?.[0];
      return { client: 'codex', id: id ?? name, files: [path] } as const;
    }),
  );
};

/** Lists `tmp/PROJECT/chats/session-….jsonl`; the project's folder is in `.project_root` or `projects.json`. */
function geminiFiles(port: FileSystem, home: string): readonly Found[] {
  const named = projectsOf(port, home);
  return foldersIn(port, join(home, 'tmp')).flatMap((project) => {
    const root = smallText(port, join(project, '.project_root')).trim() || named.get(basename(project));
    return filesIn(port, join(project, 'chats'), /^session-.*\.jsonl?$/).map((path) => {
      const id = basename(path).replace(/\.jsonl?$/, '');
      return { client: 'gemini', id, files: [path], ...(root ? { cwd: root } : {}) } as const;
    });
  });
}

function projectsOf(port: FileSystem, home: string): ReadonlyMap<string, string> {
  try {
    const { projects } = JSON.parse(smallText(port, join(home, 'projects.json'))) as {
      readonly projects: Readonly<Record<string, string>>;
    };
    return new Map(Object.entries(projects).map(([path, name]) => [name, path]));
  } catch {
    return new Map();
  }
}

/** Lists event logs first, then session files, in the order of `/resume` (Mink §Resume). */
const chimeraFiles = (port: FileSystem, home: string): readonly Found[] => [
  ...foldersIn(port, join(home, 'eventlog')).map((folder) => {
    const events = filesIn(port, folder, /^event-.*\.json$|\.jsonl$/);
    return {
      client: 'chimera',
      id: basename(folder),
      files: [join(folder, 'summary.json'), ...events],
    } as const;
  }),
  ...filesIn(port, join(home, 'sessions'), /\.jsonl?$/).map(
    (path) => ({ client: 'chimera', id: basename(path).replace(/\.jsonl?$/, ''), files: [path] }) as const,
  ),
];

/** The beginning is read in steps of this size until a prompt is found. */
const FIRST_LOOK = 32 * 1024;
const LONGEST_LOOK = 512 * 1024;
const TAIL = 16 * 1024;
/** The number of events of a log that identify it. */
const FIRST_EVENTS = 12;

function headOf(port: FileSystem, { client, id, files, cwd }: Found): SessionHeader | null {
  const stats = files.flatMap((path) => statAt(port, path) ?? []);
  if (stats.length === 0) return null;
  const { about, prompt } = catchErrors(['ENOENT', 'EACCES', 'ELOOP'], EMPTY, () =>
    beginning(port, client, files),
  );
  const last = LINES.test(files[0] ?? '') ? lastTime(port, files[0] ?? '') : null;
  const newest = Math.max(...stats.map(({ mtimeMs }) => mtimeMs));
  return {
    id: client === 'codex' || client === 'gemini' ? (about.id ?? id) : id,
    client,
    origin: client === 'chimera' ? (/^[a-z]+(?=-\d)/.exec(id)?.[0] ?? 'chimera') : client,
    files,
    bytes: stats.reduce((sum, { size }) => sum + size, 0),
    cwd: about.cwd ?? cwd ?? null,
    branch: about.branch ?? null,
    started: about.started ?? null,
    last: last ?? about.last ?? new Date(newest).toISOString(),
    goal: about.title ?? prompt,
  };
}

const EMPTY: ReturnType<HeadFold['end']> = { about: {}, prompt: null };

function beginning(port: FileSystem, client: Client, files: readonly string[]) {
  const [first = ''] = files;
  if (first.endsWith('.zst')) {
    const fold = createHeadFold(client);
    eachLine(port, '', first, fold.line, { isEnough: fold.isComplete });
    return fold.end();
  }
  if (!first.endsWith('.jsonl')) {
    const fold = createHeadFold(client);
    eachSessionLine(port, files.slice(0, FIRST_EVENTS), fold.line);
    return fold.end();
  }
  for (let length = FIRST_LOOK; ; length *= 4) {
    const fold = createHeadFold(client);
    const bytes = piece(port, first, 0, length);
    const isAll = bytes.length < length;
    const lines = bytes.toString('utf8').split('\n');
    for (const line of isAll ? lines : lines.slice(0, -1)) fold.line(line);
    if (fold.isComplete() || length >= LONGEST_LOOK || isAll) return fold.end();
  }
}

function lastTime(port: FileSystem, path: string): string | null {
  if (path.endsWith('.zst')) {
    let last: string | null = null;
    eachLine(port, '', path, (line) => (last = findLastTimestamp(line) ?? last));
    return last;
  }
  const size = statAt(port, path)?.size ?? 0;
  return findLastTimestamp(piece(port, path, Math.max(0, size - TAIL), TAIL).toString('latin1'));
}

function piece(port: FileSystem, path: string, from: number, length: number): Buffer {
  return catchErrors(['ENOENT', 'EACCES', 'ELOOP'], Buffer.alloc(0), () => {
    const file = port.open(path, OPEN_FLAGS.read);
    try {
      return Buffer.from(readRange(port, file, from, length));
    } finally {
      port.close(file);
    }
  });
}

/** A larger session in one JSON text is ignored. */
const LARGEST = 64 * 1024 * 1024;

function whole(port: FileSystem, path: string): string {
  try {
    return Buffer.from(readFile(port, path, LARGEST)?.bytes ?? []).toString('utf8');
  } catch (error) {
    if (error instanceof Unfit) return '';
    throw error;
  }
}

function smallText(port: FileSystem, path: string): string {
  return catchErrors(['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP'], '', () =>
    Buffer.from(readFile(port, path, 1024 * 1024)?.bytes ?? []).toString('utf8'),
  );
}
