import type { CommandContext } from '../../command/define-command.js';
import type { GitConfigEffect, GitExcludeEffect, GitHookEffect } from '../../command/effects.js';
import type { InstalledCommand } from '../../command/external-files.js';
import type { HealthCheckResult } from '../../command/queries.js';
import { createLineEdits } from '../../markdown/text-edit.js';
import { type Change, createEdit } from '../../notes/changes/change.js';
import { findBlock } from '../../notes/context-block-markers.js';
import { planPrivateIgnore } from '../../notes/edit/private-ignore.js';
import { CLAUDE_FILES } from '../../notes/kinds/agent-files.js';
import { getPrivateMemoryPath } from '../../notes/kinds/note-paths.js';
import type { Notebook } from '../../notes/notebook.js';
import { quoteForSh, toShellCommand } from '../agent-setup/hook-events.js';
import { createManagedSection, type ManagedFile } from '../agent-setup/managed-settings-file.js';
import { hasOnlyBlock } from '../context-block/remove-context-block.js';

/** The changes of a git setup: files of the workspace, and the configuration of the repository on this machine. */
export interface GitSetup {
  readonly changes: readonly Change[];
  readonly effects: readonly (GitConfigEffect | GitExcludeEffect | GitHookEffect)[];
}

const EMPTY: GitSetup = { changes: [], effects: [] };

const ATTRIBUTES = '.gitattributes';
const MARKERS = { begin: '# daybook: begin', end: '# daybook: end' } as const;
/** The name of the merge driver, in the attributes and in the configuration. */
const DRIVER = 'merge.daybook';
/** The name of the filter that keeps the generated block out of commits. */
const FILTER = 'filter.daybook';
const TIMEOUT_MS = 5000;

/** The notes and the file with the context block that git is set up for. */
export interface GitTargets {
  readonly content: string;
  readonly target: string;
}

const getTargets = ({ notebook, settings }: CommandContext): GitTargets => ({
  content: notebook.content,
  target: settings['context.target'],
});

/**
 * Plans the merge driver and the filter in the configuration of this machine, and the attributes that name them: git
 * then merges notes by entries and commits no generated block. On a machine without Daybook they are undefined and git
 * works as usual. Plans nothing outside a git repository.
 */
export function planGitSetup(
  ctx: CommandContext,
  notebook: Notebook = ctx.notebook,
  targets: GitTargets = getTargets(ctx),
): GitSetup {
  const setup = ctx.query('gitSetup');
  if (!setup.isRepository) return EMPTY;
  const wanted = createGitSettings(ctx.query('installedCommand'));
  const isSet = Object.entries(wanted).every(([key, value]) => setup.settings[key] === value);
  return {
    changes: [
      ...planPrivateIgnore(notebook, targets.content),
      ...putAttributes(notebook, createAttributes(notebook, targets)),
    ],
    effects: isSet ? [] : [{ kind: 'git-config', set: wanted, timeoutMs: TIMEOUT_MS }],
  };
}

/**
 * Plans that git ignores, on this machine alone, what it does not track and what is of use here only: files with paths of this
 * machine, and files with nothing but the context block. Without `isShared` also new files in the folders of clients.
 */
export function planExclusion(
  ctx: CommandContext,
  changes: readonly Change[],
  isShared = false,
): readonly GitExcludeEffect[] {
  const { isRepository, excluded } = ctx.query('gitSetup');
  if (!isRepository) return [];
  const after = ctx.notebook.after(changes);
  const { command } = ctx.query('installedCommand');
  const isPersonal = (path: string): boolean => {
    const text = after.note(path)?.text;
    if (text === undefined) return false;
    const namesMachine = [command, JSON.stringify(command).slice(1, -1)].some((name) => text.includes(name));
    return namesMachine || path.includes('.local.') || hasOnlyBlock(after, path);
  };
  const isOfClient = (path: string) => !isShared && path.startsWith('.');
  const written = changes
    .filter(({ kind, path }) => isPersonal(path) || (kind === 'create' && isOfClient(path)))
    .map(({ path }) => path)
    .concat([ctx.settings['context.target']].filter(isPersonal));
  const isAway = (path: string) => !path.startsWith('.') && after.note(path) === null; // as in a linked worktree
  const remaining = excluded.filter((path) => isPersonal(path) || isOfClient(path) || isAway(path));
  const found = [...new Set([...remaining, ...written])];
  const tracked = found.length === 0 ? [] : ctx.query('trackedPaths', found);
  const paths = found.filter((path) => !tracked.includes(path));
  const isSame = paths.length === excluded.length && paths.every((path) => excluded.includes(path));
  return isSame ? [] : [{ kind: 'git-exclude', paths, timeoutMs: TIMEOUT_MS }];
}

/** Plans the removal of the setup. */
export function planGitRemoval(ctx: CommandContext): GitSetup {
  const setup = ctx.query('gitSetup');
  const note = ctx.notebook.note(ATTRIBUTES);
  const own = createAttributes(ctx.notebook, getTargets(ctx));
  const why = 'git is left without Daybook';
  const left = note && own.isIn(note.text) ? own.take(note.text) : undefined;
  const isSet = Object.keys(setup.settings).length > 0;
  return {
    changes:
      !note || left === undefined
        ? []
        : left === null
          ? [{ kind: 'remove', path: ATTRIBUTES, base: note.hash, why }]
          : createEdit(note, createLineEdits(note.text, left), why),
    effects: [
      ...(isSet ? [{ kind: 'git-config' as const, set: null, timeoutMs: TIMEOUT_MS }] : []),
      ...(setup.excluded.length > 0
        ? [{ kind: 'git-exclude' as const, paths: [], timeoutMs: TIMEOUT_MS }]
        : []),
      ...(setup.prePush === 'own' ? [{ kind: 'git-hook' as const, text: null, timeoutMs: TIMEOUT_MS }] : []),
    ],
  };
}

/** Checks the git setup and the last commit; `isMended`: the setup is about to be fixed. Empty outside a repository. */
export function checkGitSetup(ctx: CommandContext, isMended: boolean): readonly HealthCheckResult[] {
  if (!ctx.query('gitSetup').isRepository) return [];
  const { changes, effects } = planGitSetup(ctx);
  const targets = getTargets(ctx);
  const missing = [
    ...(effects.length > 0 ? ['.git/config names no driver and filter of this build'] : []),
    ...(changes.some(({ path }) => path === ATTRIBUTES) ? [`${ATTRIBUTES} does not name them`] : []),
  ];
  const isKept = isMended || planPrivateIgnore(ctx.notebook).length === 0;
  const isSet = missing.length === 0 || isMended;
  const path = findCarried(ctx.notebook, targets);
  const block = path === null ? null : findCommittedBlock(ctx, path);
  const hides = path !== null && ctx.notebook.note(getPrivateMemoryPath(ctx.notebook)) !== null;
  const { target } = targets;
  const isUseless =
    CLAUDE_FILES.includes(target) &&
    hasOnlyBlock(ctx.notebook, target) &&
    ctx.query('trackedPaths', [target]).length > 0;
  const isExcluded = isMended || planExclusion(ctx, []).length === 0;
  const problems = [
    ...(isUseless
      ? [
          `git carries ${target}, which has nothing but the generated block and hides AGENTS.md in other clones: run git rm --cached ${target}, then commit`,
        ]
      : []),
    ...(isExcluded ? [] : ['.git/info/exclude does not name the files that are of use on this machine only']),
    ...(isKept ? [] : [`${targets.content}/.gitignore does not name private/ and context_snapshots/`]),
    ...(isSet
      ? []
      : [
          `git merges notes line by line, and commits generated text: ${missing.join(', and ')}${hides ? `; until then ${path} has no private entry` : ''}`,
        ]),
    ...(block
      ? [`the last commit contains the generated block of ${path}: run git add ${path}, then commit`]
      : []),
  ];
  const fine = `merges notes by their entries${path === null ? '' : `, and carries ${path} without its block`}`;
  if (problems.length === 0) return [{ name: 'git', ok: true, detail: fine }];
  return [
    {
      name: 'git',
      ok: false,
      detail: problems.join('; '),
      ...(isSet && isKept && isExcluded ? {} : { mendable: true }),
    },
  ];
}

/** Returns true if the last commit has a context block with text in it. */
function findCommittedBlock(ctx: CommandContext, path: string): boolean {
  const text = ctx.query('committedText', path);
  if (text === null) return false;
  const found = findBlock(ctx.notebook.outline({ path, text, bom: false, hash: '' }), text);
  return found !== null && !('problem' in found) && found.body !== '';
}

/**
 * Returns true if the text of the context block could be committed: the workspace is in a repository, and the filter is
 * not set up on this machine.
 */
export function mayCarryBlock(ctx: CommandContext, target: string): boolean {
  if (target.includes('.local.')) return false;
  const { isRepository, settings } = ctx.query('gitSetup');
  const attributes = ctx.notebook.note(ATTRIBUTES)?.text ?? '';
  const isFiltered = settings[`${FILTER}.clean`] !== undefined && attributes.includes('filter=daybook');
  return isRepository && !isFiltered;
}

/** Returns the file with the context block if it is committed, or the target if it is a link; else null. */
function findCarried(notebook: Notebook, { target }: GitTargets): string | null {
  return target === 'none' || target.includes('.local.') ? null : (notebook.note(target)?.path ?? target);
}

/**
 * Creates the settings of the driver and the filter. If the driver fails without leaving conflict markers, git's own merge
 * runs instead; if Daybook is gone, the filter passes a file through unchanged. Git runs both with a Unix shell on every
 * system, including Windows.
 */
export function createGitSettings(installed: InstalledCommand): Readonly<Record<string, string>> {
  const merge = toShellCommand(['merge', '%O', '%A', '%B', '%P'], installed);
  const clean = toShellCommand(['clean'], installed);
  return {
    [`${DRIVER}.name`]: 'Daybook: notes by their entries',
    [`${FILTER}.clean`]: `if test -f ${quoteForSh(installed.command, installed)}; then ${clean}; else cat; fi`,
    [`${DRIVER}.driver`]: `${merge} || { grep -q '^<<<<<<< ' %A && exit 1; git merge-file --quiet %A %O %B; }`,
  };
}

/** The attributes of the notes, and of the file with the context block if it is committed. */
function createAttributes(notebook: Notebook, targets: GitTargets): ManagedFile {
  const carried = findCarried(notebook, targets);
  const quote = (path: string) => (/\s/.test(path) ? JSON.stringify(`/${path}`) : `/${path}`);
  return createManagedSection(ATTRIBUTES, MARKERS, [
    `${quote(`${targets.content}/**/*.md`)} merge=daybook`,
    ...(carried === null ? [] : [`${quote(carried)} merge=daybook filter=daybook`]),
  ]);
}

function putAttributes(notebook: Notebook, piece: ManagedFile): readonly Change[] {
  if (notebook.unknown(ATTRIBUTES)) return [];
  const note = notebook.note(ATTRIBUTES);
  const text = piece.put(note?.text ?? null);
  const why = 'git merges notes by their entries';
  if (!note) return [{ kind: 'create', path: ATTRIBUTES, text, why }];
  return createEdit(note, createLineEdits(note.text, text), why);
}
