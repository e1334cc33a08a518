import { dirname, join, relative, sep } from 'node:path';
import { UserError } from '../errors.js';
import { decode, encode } from '../platform/encoding.js';
import { makeFolder, readFile, replaceWhole, statAt } from '../platform/file-io.js';
import { nodeFileSystem } from '../platform/file-system.js';
import { removeMarkedSection, upsertMarkedSection } from '../text/marked-section.js';
import { runGitOnFile } from './git.js';
import { findRepository } from './git-folder.js';

/** Sections of git's configuration that are Daybook's. */
const SECTIONS = ['merge.daybook', 'filter.daybook'];

/** Values of the repository's configuration by key, in lower case except for names of remotes and branches. */
export type LocalSettings = ReadonlyMap<string, string>;

/** Reads the configuration of a repository, without the files that it includes. Runs no program of the repository. */
export function readLocalSettings(folder: string): LocalSettings {
  const config = findConfig(folder);
  const words = ['config', '--file', config ?? '', '--null', '--list'];
  const rows = config === null ? [] : (runGitOnFile(folder, words) ?? '').split('\0');
  return new Map(
    rows.flatMap((row): [string, string][] => {
      const at = row.indexOf('\n');
      return at < 0 ? [] : [[row.slice(0, at), row.slice(at + 1)]];
    }),
  );
}

/** Reads what Daybook has set up in the repository of a folder. */
export function readGitSettings(folder: string) {
  const isRepository = findConfig(folder) !== null;
  const settings = [...readLocalSettings(folder)];
  const isElsewhere = settings.some(([key]) => key === 'core.hookspath');
  const hook = isElsewhere ? ('elsewhere' as const) : findPrePush(folder).state;
  return {
    isRepository,
    /** The repository is shared with another one. */
    hasRemote: settings.some(([key]) => /^remote\..+\.url$/.test(key)),
    settings: Object.fromEntries(settings.filter(([key]) => /^(?:merge|filter)\.daybook\./.test(key))),
    /** Paths in the section of Daybook in git’s exclude file, from the folder. */
    excluded: isRepository ? readExcludedPaths(folder) : [],
    prePush: isRepository ? hook : ('none' as const),
  };
}

/** Sets values in the configuration of a folder's repository; null removes Daybook's sections. */
export function writeGitSettings(
  folder: string,
  set: Readonly<Record<string, string>> | null,
  patienceMs: number,
): void {
  const config = findConfig(folder);
  if (config === null) return;
  const lines =
    set === null
      ? Object.keys(readGitSettings(folder).settings)
          .map((key) => key.slice(0, key.lastIndexOf('.')))
          .filter((section, at, all) => SECTIONS.includes(section) && all.indexOf(section) === at)
          .map((section) => ['--remove-section', section])
      : Object.entries(set).map(([key, value]) => ['--replace-all', key, value]);
  for (const words of lines)
    if (runGitOnFile(folder, ['config', '--file', config, ...words], patienceMs) === null)
      throw new UserError('git-config', `git cannot write ${config}`, 'look at the file, then retry');
}

/** Returns the configuration that all worktrees of a repository share; null without one, or if it is a link. */
function findConfig(folder: string): string | null {
  const repository = findRepository(folder);
  const config = repository && join(repository.common, 'config');
  return config && statAt(nodeFileSystem, config)?.isFile() ? config : null;
}

const EXCLUDE_MARKERS = { begin: '# daybook: begin', end: '# daybook: end' } as const;

/** Reads the exclude file of a folder's repository; null without one, or if it is a link or not text. */
function readExcludeFile(folder: string) {
  const repository = findRepository(folder);
  if (!repository || !statAt(nodeFileSystem, join(repository.common, 'info'))?.isDirectory()) return null;
  const path = join(repository.common, 'info', 'exclude');
  const stat = statAt(nodeFileSystem, path);
  if (stat && !stat.isFile()) return null;
  const read = stat && readFile(nodeFileSystem, path);
  const text = read ? decode(read.bytes)?.text : '';
  const below = relative(nodeFileSystem.realpath(repository.top), nodeFileSystem.realpath(folder));
  return text === undefined
    ? null
    : { path, text, prefix: below === '' ? '' : `/${below.split(sep).join('/')}` };
}

/** Reads the paths of a folder that Daybook has git ignore on this machine. */
export function readExcludedPaths(folder: string): readonly string[] {
  const file = readExcludeFile(folder);
  if (!file) return [];
  const lines = file.text.split(/\r?\n/);
  const [from, to] = [lines.indexOf(EXCLUDE_MARKERS.begin), lines.indexOf(EXCLUDE_MARKERS.end)];
  return lines
    .slice(from + 1, Math.max(from + 1, to))
    .map((line) => line.replace(/\\(.)/g, '$1'))
    .flatMap((line) => (line.startsWith(`${file.prefix}/`) ? [line.slice(file.prefix.length + 1)] : []));
}

/** Makes git ignore these paths of a folder on this machine, in place of those that Daybook listed before. */
export function writeExcludedPaths(folder: string, paths: readonly string[]): void {
  const file = readExcludeFile(folder);
  if (!file) return;
  const lines = paths.map((path) => `${file.prefix}/${path}`.replace(/[\\*?[]/g, '\\$&'));
  const text =
    lines.length === 0
      ? removeMarkedSection(file.text, EXCLUDE_MARKERS)
      : upsertMarkedSection(file.text, EXCLUDE_MARKERS, lines);
  if (text === file.text) return;
  replaceGitFile(file.path, text, 0o644);
}

/** The second line of a hook that Daybook wrote. */
const OWN_HOOK = '# Written by daybook check --install';

/** Finds the hook that git runs before a push, and whose it is. */
function findPrePush(folder: string): {
  readonly path: string | null;
  readonly state: 'none' | 'own' | 'other';
} {
  const repository = findRepository(folder);
  const hooks = repository && join(repository.common, 'hooks');
  const place = hooks && statAt(nodeFileSystem, hooks);
  if (!hooks || (place && !place.isDirectory())) return { path: null, state: 'other' };
  const path = join(hooks, 'pre-push');
  const stat = statAt(nodeFileSystem, path);
  const text = stat?.isFile()
    ? decode(readFile(nodeFileSystem, path)?.bytes ?? encode('', false))?.text
    : undefined;
  return { path, state: !stat ? 'none' : text?.split('\n')[1]?.startsWith(OWN_HOOK) ? 'own' : 'other' };
}

/** Writes the hook that git runs before a push, or removes it; any other hook stays. */
export function writePrePush(folder: string, text: string | null): void {
  const { path, state } = findPrePush(folder);
  if (path === null || state === 'other') return;
  if (text === null) {
    if (state === 'own') nodeFileSystem.unlink(path);
    return;
  }
  makeFolder(nodeFileSystem, dirname(path), 0o755, 'off');
  replaceGitFile(path, text, 0o755);
}

const replaceGitFile = (path: string, text: string, mode: number): void =>
  replaceWhole(
    nodeFileSystem,
    { path, part: `${path}.${process.pid}`, fsync: 'off', mode },
    encode(text, false),
  );
