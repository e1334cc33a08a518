import type { GitTraces, Wanted } from '../notes/changes/git-traces.js';
import type { FileSystem } from '../platform/file-system.js';
import type { WorkspaceRoot } from '../platform/workspace-root.js';
import { isInRepository, runGit } from './git.js';

/** The time limit of git for the whole search. */
const PATIENCE_MS = 20_000;

const LOG = ['log', '--all', '--reflog', '--format=%H', '--no-textconv', '--no-ext-diff'];

/** Counts the commits of the repository that contain a text in files, names or messages; null outside git. */
export function searchGitHistory(
  port: FileSystem,
  { worktree }: WorkspaceRoot,
  wanted: Wanted,
): GitTraces | null {
  if (!isInRepository(port, worktree)) return null;
  if (runGit(worktree, ['rev-parse', '--verify', '--quiet', 'HEAD']) === null && !hasCommits(worktree))
    return { commits: 0, isNamed: false };
  const request = questionsFor(wanted);
  if (!request) return { commits: null, isNamed: false };
  const found = new Set<string>();
  let isNamed = false;
  const ends = Date.now() + PATIENCE_MS;
  for (const { words, inNames } of request) {
    const text = runGit(worktree, words, { patienceMs: Math.max(1, ends - Date.now()) });
    if (text === null) return { commits: null, isNamed };
    const hashes = text.split('\n').filter(Boolean);
    if (inNames && hashes.length > 0) isNamed = true;
    for (const hash of hashes) found.add(hash);
  }
  return { commits: found.size, isNamed };
}

const hasCommits = (top: string): boolean => (runGit(top, ['rev-list', '--all', '-n1']) ?? '') !== '';

/** Returns the git commands for a search; null for a pattern that git's regular expressions cannot express. */
function questionsFor({ texts, pattern, ignoreCase }: Wanted) {
  if (pattern === null)
    return texts.flatMap((text) => [
      { words: [...LOG, `-S${text}`], inNames: false },
      { words: [...LOG, '--fixed-strings', `--grep=${text}`], inNames: false },
      { words: [...LOG, '--', `:(top)*${text.replace(/[\\*?[\]]/g, '\\$&')}*`], inNames: true },
    ]);
  const extended = toExtended(pattern);
  if (extended === null) return null;
  const flags = ['--extended-regexp', ...(ignoreCase ? ['--regexp-ignore-case'] : [])];
  return [
    { words: [...LOG, ...flags, `-G${extended}`], inNames: false },
    { words: [...LOG, ...flags, `--grep=${extended}`], inNames: false },
  ];
}

/** Converts a pattern to a POSIX extended regular expression; null if it uses features that those lack. */
function toExtended(source: string): string | null {
  if (/\(\?(?!:)|\\[1-9kpPuxcfnrtvBDSW]|[*+?}][?+]/.test(source)) return null;
  const classes: Readonly<Record<string, string>> = { d: '0-9', w: 'A-Za-z0-9_', s: ' \t' };
  let inClass = false;
  return source.replace(/\(\?:|\\(.)|[[\]]/gs, (part, escaped?: string) => {
    if (part === '(?:') return '(';
    if (part === '[' || part === ']') {
      inClass = part === '[';
      return part;
    }
    const set = classes[escaped ?? ''];
    if (set !== undefined) return inClass ? set : `[${set}]`;
    return inClass && escaped !== '\\' ? (escaped ?? '') : part;
  });
}
