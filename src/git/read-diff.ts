import { UserError } from '../errors.js';
import type { FileSystem } from '../platform/file-system.js';
import type { WorkspaceRoot } from '../platform/workspace-root.js';
import { listComparedBranches } from './ended-branches.js';
import { listNewFiles, runGit } from './git.js';
import { findRepository } from './git-folder.js';

const PATIENCE_MS = 60_000;
const HOW = [
  '--no-color',
  '--unified=0',
  '--inter-hunk-context=0',
  '--find-renames',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--relative',
];

/**
 * Reads a diff of a repository: of a range, of what is staged, else of what the branch changes and what is not committed.
 * No program of the repository runs. Throws UserError for an unknown revision.
 */
export function readDiff(
  port: FileSystem,
  root: WorkspaceRoot,
  { range, isStaged }: { readonly range: string | null; readonly isStaged: boolean },
) {
  const top = root.worktree;
  if (findRepository(top) === null)
    throw new UserError(
      'no-repository',
      'this workspace is in no git repository',
      'pass a diff: daybook check --diff FILE',
    );
  const ask = (...words: string[]) => runGit(top, words)?.trim() || null;
  const find = (rev: string) =>
    ask('rev-parse', '--verify', '--quiet', '--end-of-options', `${rev}^{commit}`);
  const emptyTree = () => ask('hash-object', '-t', 'tree', '--stdin') ?? '';
  const require = (rev: string) =>
    find(rev) ?? refuseRevision(rev, ask('rev-parse', '--is-shallow-repository') === 'true');
  const meet = (base: string, head: string) => ask('merge-base', base, head) ?? base;
  const nearest = () => listComparedBranches(port, top)[0];
  const compare = (base: string, head: string | null, what: string) => {
    const ends = head === null ? [base] : head === '' ? ['--cached', base] : [base, head];
    const text = runGit(top, ['diff', ...HOW, ...ends, '--', '.'], { patienceMs: PATIENCE_MS });
    if (text === null)
      throw new UserError(
        'no-diff',
        'git made no diff in a minute, or one of more than 64 MB',
        'check a smaller range: daybook check HEAD~1..HEAD',
      );
    const newFiles: readonly { readonly path: string; readonly text: string }[] =
      head === null ? listNewFiles(port, root) : [];
    return { text, newFiles, what, base, head };
  };
  const own = find('HEAD');
  const start = own ?? emptyTree();
  if (isStaged) return compare(start, '', 'what is staged');
  const [, from = '', to] = /^(.*?)(?:\.{2,3}(.*))?$/.exec(range ?? '') ?? [];
  if (range !== null) {
    const end = to === undefined ? null : require(to || 'HEAD');
    if (/^0{40,64}$/.test(from)) {
      const other = end === null ? undefined : nearest();
      const base = other && end ? meet(require(other), end) : emptyTree();
      return compare(base, end, `what is new in ${to || 'the worktree'}`);
    }
    return compare(
      meet(require(from || 'HEAD'), end ?? start),
      end,
      `what ${to || (to === undefined ? 'the worktree' : 'HEAD')} changes since ${from || 'HEAD'}`,
    );
  }
  const other = own === null ? undefined : nearest();
  if (other === undefined) return compare(start, null, 'what is not committed');
  const base = meet(require(other), start);
  return compare(
    base,
    null,
    base === start
      ? 'what is not committed'
      : `what differs from ${other.replace(/^refs\/(?:heads|remotes)\//, '')}`,
  );
}

function refuseRevision(rev: string, isShallow: boolean): never {
  throw new UserError(
    'unknown-revision',
    `git has no commit \`${rev}\` here`,
    isShallow
      ? 'this clone has a part of the history only; fetch the rest: git fetch --unshallow'
      : 'a range is `main..HEAD`, or a branch of: git branch --all; to end a todo: daybook done; to check the notes: daybook lint',
  );
}
