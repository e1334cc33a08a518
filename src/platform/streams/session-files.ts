import { basename, join } from 'node:path';
import { parseJson } from '../../text/json-value.js';
import { parseJsonObject, toText } from '../../transcripts/message.js';
import type { Client } from '../../transcripts/readers/index.js';
import type { UnreadSessions } from '../../transcripts/session-header.js';
import { readSmallText } from '../encoding.js';
import { listFolder, statAt } from '../file-io.js';
import type { FileSystem, FolderItem } from '../file-system.js';
import type { Env } from '../home-folder.js';
import { listOpenCodeSessions } from './open-code-sessions.js';
import { readDatabase, UnreadableDatabase } from './sqlite.js';

/** The files of a session as a client stores them: the transcript first. */
export interface FoundSession {
  readonly client: Client;
  /** From the file name; the transcript may have another. */
  readonly id: string;
  readonly files: readonly string[];
  readonly cwd?: string;
  /** Where the files do not tell: what changes when the session does, its bytes and its last time. */
  readonly state?: string;
  readonly bytes?: number;
  readonly last?: string | null;
}

/** Finds the sessions of every known client on this machine. */
export function findSessionFiles(port: FileSystem, env: Env): readonly FoundSession[] {
  const at = findHomes(env);
  if (!at) return [];
  return [
    ...claudeFiles(port, at.claude),
    ...codexFiles(port, at.codex),
    ...geminiFiles(port, at.gemini),
    ...listOpenCodeSessions(port, at.opencode).sessions.map(
      (one) => ({ client: 'opencode', ...one }) as const,
    ),
    ...copilotFiles(port, at.copilot),
    ...cursorFiles(port, at.cursor),
    ...antigravityFiles(port, at.gemini),
    ...findChimeraFiles(port, at.chimera),
  ];
}

/** Counts the sessions of clients that are not read: in a database or in another form, or too large. */
export function listUnreadSessions(port: FileSystem, env: Env): readonly UnreadSessions[] {
  const at = findHomes(env);
  if (!at) return [];
  const known = new Set(
    [...cursorFiles(port, at.cursor), ...antigravityFiles(port, at.gemini)].map(({ id }) => id),
  );
  const chats = foldersIn(port, join(at.cursor, 'chats'))
    .flatMap((folder) => foldersIn(port, folder))
    .filter((folder) => !known.has(basename(folder)) && statAt(port, join(folder, 'store.db')));
  const steps = antigravityHomes(port, at.gemini)
    .flatMap((folder) => filesIn(port, join(folder, 'conversations'), /\.(?:db|pb)$/))
    .filter((path) => !known.has(basename(path).replace(/\.(?:db|pb)$/, '')));
  const old = filesIn(port, join(at.copilot, 'history-session-state'), /\.json$/);
  const large = [...geminiFiles(port, at.gemini), ...findChimeraFiles(port, at.chimera)].filter(({ files }) =>
    files.some((path) => !LINES.test(path) && (statAt(port, path)?.size ?? 0) > LARGEST),
  );
  const rows: readonly UnreadSessions[] = [
    ...listOpenCodeSessions(port, at.opencode).unread.map(
      ({ path, why }) => ({ client: 'opencode', what: basename(path), count: 1, why }) as const,
    ),
    { client: 'cursor', what: 'store.db', count: chats.length, why: 'its form is not documented' },
    ...countEditorChats(port, at.editors, known),
    { client: 'antigravity', what: 'conversations', count: steps.length, why: 'without a transcript' },
    {
      client: 'copilot',
      what: 'history-session-state',
      count: old.length,
      why: 'an older form',
    },
    ...(['gemini', 'chimera'] as const).map((client) => ({
      client,
      what: 'one JSON text',
      count: large.filter((one) => one.client === client).length,
      why: `larger than ${LARGEST / 1024 / 1024} MB`,
    })),
  ];
  return rows.filter(({ count }) => count > 0);
}

/** Counts the conversations of Cursor's editor, which writes most of them as transcripts, too. */
function countEditorChats(
  port: FileSystem,
  folders: readonly string[],
  known: ReadonlySet<string>,
): readonly UnreadSessions[] {
  const what = 'state.vscdb';
  return folders.flatMap((folder): readonly UnreadSessions[] => {
    const path = join(folder, 'Cursor', 'User', 'globalStorage', what);
    if (!statAt(port, path)?.isFile()) return [];
    try {
      const ids = readDatabase(port, path, (database) => [...database.prepare(CHATS).iterate()]);
      const count = ids.filter(({ id }) => !known.has(toText(id))).length;
      return [{ client: 'cursor', what, count, why: 'only in the database of the editor' }];
    } catch (error) {
      if (!(error instanceof UnreadableDatabase)) throw error;
      return [{ client: 'cursor', what, count: 1, why: error.message }];
    }
  });
}

/** Conversations with at least one message. */
const CHATS = `select substr(chat.key, 14) as id from cursorDiskKV chat
  where chat.key >= 'composerData:' and chat.key < 'composerData;' and exists (select 1 from cursorDiskKV said
  where said.key >= 'bubbleId:' || substr(chat.key, 14) || ':' and said.key < 'bubbleId:' || substr(chat.key, 14) || ';')`;

/** The folder of each client; null without a home. */
function findHomes(env: Env) {
  const home = env.HOME ?? env.USERPROFILE ?? '';
  if (home === '') return null;
  return {
    claude: env.CLAUDE_CONFIG_DIR || join(home, '.claude'),
    codex: env.CODEX_HOME || join(home, '.codex'),
    gemini: join(env.GEMINI_CLI_HOME || home, '.gemini'),
    opencode: join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'opencode'),
    copilot: env.COPILOT_HOME || join(home, '.copilot'),
    cursor: env.CURSOR_CONFIG_DIR || join(home, '.cursor'),
    editors: [
      env.APPDATA || join(home, 'Library', 'Application Support'),
      env.XDG_CONFIG_HOME || join(home, '.config'),
    ],
    chimera: env.CHIMERA_HOME || join(home, '.chimera'),
  };
}

/** Files of one JSON text per line; Codex compresses those that are older than seven days. */
export const LINES = /\.jsonl(?:\.zst)?$/;

/** A larger session in one JSON text is ignored. */
export const LARGEST = 64 * 1024 * 1024;

const listed = (port: FileSystem, folder: string): readonly FolderItem[] =>
  listFolder(port, folder, 'EACCES', 'ELOOP').toSorted((a, b) => (a.name < b.name ? -1 : 1));

const foldersIn = (port: FileSystem, folder: string): readonly string[] =>
  listed(port, folder).flatMap((item) => (item.isDirectory() ? join(folder, item.name) : []));

const filesIn = (port: FileSystem, folder: string, named: RegExp): readonly string[] =>
  listed(port, folder).flatMap((item) =>
    item.isFile() && named.test(item.name) ? join(folder, item.name) : [],
  );

/** Lists the sessions of Claude Code. Each is one file; the files of its subagents stand in a folder of its name. */
const claudeFiles = (port: FileSystem, home: string): readonly FoundSession[] =>
  foldersIn(port, join(home, 'projects')).flatMap((project) =>
    filesIn(port, project, /\.jsonl$/).map((path) => {
      const sides = filesIn(port, join(path.slice(0, -'.jsonl'.length), 'subagents'), /^agent-.*\.jsonl$/);
      return { client: 'claude', id: basename(path, '.jsonl'), files: [path, ...sides] } as const;
    }),
  );

/** Lists `sessions/YYYY/MM/DD/rollout-TIME-ID.jsonl`, compressed and archived ones too. */
const codexFiles = (port: FileSystem, home: string): readonly FoundSession[] => {
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
function geminiFiles(port: FileSystem, home: string): readonly FoundSession[] {
  const named = projectsOf(port, home);
  return foldersIn(port, join(home, 'tmp')).flatMap((project) => {
    const root = smallText(port, join(project, '.project_root')).trim() || named.get(basename(project));
    return filesIn(port, join(project, 'chats'), /^session-.*\.jsonl?$/).map((path) => {
      const id = basename(path).replace(/\.jsonl?$/, '');
      return { client: 'gemini', id, files: [path], ...(root ? { cwd: root } : {}) } as const;
    });
  });
}

/** Lists `session-state/ID/events.jsonl`; older versions wrote `session-state/ID.jsonl`. */
const copilotFiles = (port: FileSystem, home: string): readonly FoundSession[] => {
  const folder = join(home, 'session-state');
  const own = foldersIn(port, folder).flatMap((one) => filesIn(port, one, /^events\.jsonl$/));
  return [...own, ...filesIn(port, folder, /\.jsonl$/)].map((path) => {
    const id = basename(path) === 'events.jsonl' ? basename(join(path, '..')) : basename(path, '.jsonl');
    return { client: 'copilot', id, files: [path] } as const;
  });
};

/** Lists `projects/FOLDER/agent-transcripts/ID/ID.jsonl`, where FOLDER is a path with hyphens; those of subagents too. */
const cursorFiles = (port: FileSystem, home: string): readonly FoundSession[] =>
  foldersIn(port, join(home, 'projects')).flatMap((project) => {
    const folder = join(project, 'agent-transcripts');
    const folders = [folder, ...foldersIn(port, folder)].flatMap((one) => [one, join(one, 'subagents')]);
    const files = folders.flatMap((one) => filesIn(port, one, /\.jsonl$/));
    const cwd = files.length === 0 ? null : findHyphenatedFolder(port, basename(project), '/');
    return files.map(
      (path) =>
        ({ client: 'cursor', id: basename(path, '.jsonl'), files: [path], ...(cwd ? { cwd } : {}) }) as const,
    );
  });

/** Finds the folder whose path has this name, with hyphens for all that is no letter or digit. */
function findHyphenatedFolder(port: FileSystem, name: string, from: string): string | null {
  for (const folder of foldersIn(port, from)) {
    const own = basename(folder)
      .replace(/[^A-Za-z0-9]/g, '-')
      .replace(/^-+/, '');
    if (own !== '' && name === own) return folder;
    const below = own !== '' && name.startsWith(`${own}-`) ? name.slice(own.length + 1) : '';
    const found = below === '' ? null : findHyphenatedFolder(port, below.replace(/^-+/, ''), folder);
    if (found !== null) return found;
  }
  return null;
}

const antigravityHomes = (port: FileSystem, gemini: string): readonly string[] =>
  foldersIn(port, gemini).filter((folder) => basename(folder).startsWith('antigravity'));

/** Lists `brain/ID/.system_generated/logs/transcript.jsonl`; the newest of each folder is in `last_conversations.json`. */
const antigravityFiles = (port: FileSystem, gemini: string): readonly FoundSession[] =>
  antigravityHomes(port, gemini).flatMap((home) => {
    const last = parseJsonObject(smallText(port, join(home, 'cache', 'last_conversations.json'))) ?? {};
    return foldersIn(port, join(home, 'brain')).flatMap((folder) => {
      const [cwd] = Object.entries(last).find(([, id]) => id === basename(folder)) ?? [];
      return filesIn(port, join(folder, '.system_generated', 'logs'), /^transcript\.jsonl$/).map(
        (path) =>
          ({ client: 'antigravity', id: basename(folder), files: [path], ...(cwd ? { cwd } : {}) }) as const,
      );
    });
  });

function projectsOf(port: FileSystem, home: string): ReadonlyMap<string, string> {
  const { projects } = (parseJson(smallText(port, join(home, 'projects.json'))) ?? {}) as {
    readonly projects?: Readonly<Record<string, string>>;
  };
  return new Map(Object.entries(projects ?? {}).map(([path, name]) => [name, path]));
}

/** Lists event logs first, then session files, in the order of `/resume` (Mink §Resume). */
export const findChimeraFiles = (port: FileSystem, home: string): readonly FoundSession[] => [
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

const smallText = (port: FileSystem, path: string): string => readSmallText(port, path, 1024 * 1024);
