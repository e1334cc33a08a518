import { join } from 'node:path';
import { UserError } from '../errors.js';
import { statAt } from '../platform/file-io.js';
import { nodeFileSystem } from '../platform/file-system.js';
import { runGitOnFile } from './git.js';
import { findRepository } from './git-folder.js';

/** Sections of git's configuration that are Daybook's. */
const SECTIONS = ['merge.daybook', 'filter.daybook'];

interface LocalSettings {
  readonly isRepository: boolean;
  /** The repository is shared with another one. */
  readonly hasRemote: boolean;
  readonly settings: Readonly<Record<string, string>>;
}

/** Reads Daybook's settings from the configuration of a folder's repository. Reads no other file and runs no program. */
export function readGitSettings(folder: string): LocalSettings {
  const config = findConfig(folder);
  if (config === null) return { isRepository: false, hasRemote: false, settings: {} };
  const rows = runGitOnFile(folder, [
    'config',
    '--file',
    config,
    '--null',
    '--get-regexp',
    '^((merge|filter)\\.daybook\\.|remote\\..+\\.url$)',
  ]);
  const settings = (rows ?? '').split('\0').flatMap((row): [string, string][] => {
    const at = row.indexOf('\n');
    return at < 0 ? [] : [[row.slice(0, at), row.slice(at + 1)]];
  });
  const own = settings.filter(([key]) => !key.startsWith('remote.'));
  return {
    isRepository: true,
    hasRemote: own.length < settings.length,
    settings: Object.fromEntries(own),
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
