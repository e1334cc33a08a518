import { type CommandContext, defineCommand, UserError } from '../../command/define-command.js';
import type { Effect } from '../../command/effects.js';
import { defineFlag } from '../../command/params.js';
import { DEFAULTS } from '../../config/settings.js';
import type { Change } from '../../notes/changes/change.js';
import type { Notebook } from '../../notes/notebook.js';
import { findTargetBlock, removeContextBlock } from '../context-block/remove-context-block.js';
import { planGitRemoval } from '../sharing/git-setup.js';
import { createBlankFiles } from '../workspace/blank-files.js';
import { planAgentRemoval } from './agent-files.js';

const FOLDERS_TIMEOUT_MS = 5000;

/** Removes Daybook's parts: agents, the context block, and files that contain nothing else. The notes stay. */
export const uninstall = defineCommand({
  name: 'uninstall',
  description: 'remove the hooks, the context block and the files that init made; memory stays',
  group: 'Keep',
  params: { yes: defineFlag('do it') },
  examples: ['daybook uninstall --yes'],
  whenUnknown: 'write',
  plan(ctx, { yes }) {
    if (!yes)
      throw new UserError(
        'not-sure',
        `this removes the context block from ${ctx.settings['context.target']}`,
        'confirm: daybook uninstall --yes; or look first: daybook uninstall --yes --dry-run',
      );
    const agents = planAgentRemoval(ctx);
    const git = planGitRemoval(ctx);
    const target = ctx.settings['context.target'];
    const found = findTargetBlock(ctx.notebook, target);
    if (found && 'problem' in found.block)
      throw new UserError(
        'bad-block',
        `${target}:${found.block.line}: ${found.block.problem}`,
        'fix the markers there, then: daybook uninstall --yes',
      );
    const cleared = ctx.notebook.after(agents);
    const block = [...new Set([target, DEFAULTS['context.target']])].flatMap((path) =>
      removeContextBlock(cleared, path),
    );
    const changes = [...agents, ...block, ...withoutBlanks(ctx), ...git.changes];
    const restored = changes.map(({ path }) => path);
    const isOf = (kind: Effect['kind']) => git.effects.some((effect) => effect.kind === kind);
    const taken = [
      ...restored,
      ...(isOf('git-config') || isOf('git-exclude') ? ['git’s merge driver and filter'] : []),
      ...(isOf('git-hook') ? ['git’s pre-push hook'] : []),
    ];
    const left = listOwnNotes(ctx.notebook.after(changes));
    const memory =
      left.length === 0
        ? 'No notes were written.'
        : `${left.length === 1 ? '1 note stays' : `${left.length} notes stay`} in ${ctx.notebook.content}/.`;
    return {
      message: `Took out: ${taken.join(', ') || 'nothing'}. ${memory} The history stays in .daybook/.`,
      data: { restored },
      changes,
      effects: [...git.effects, ...planFolderRemoval(changes)],
    };
  },
});

const listOwnNotes = ({ content, list }: Notebook): readonly string[] =>
  list().filter((path) => path.startsWith(`${content}/`));

/** Folders of removed files, which are removed too if they are empty then. */
function planFolderRemoval(changes: readonly Change[]): Effect[] {
  const removed = changes.flatMap(({ kind, path }) =>
    kind === 'remove' && path.includes('/') ? [path] : [],
  );
  const folders = [...new Set(removed.map((path) => path.slice(0, path.lastIndexOf('/'))))];
  return folders.length === 0 ? [] : [{ kind: 'empty-folders', folders, timeoutMs: FOLDERS_TIMEOUT_MS }];
}

/** Files as `init` made them, unchanged. While notes stay, `daybook.yaml` and `.gitignore` stay too. */
function withoutBlanks(ctx: CommandContext): Change[] {
  const why = 'init made it, and it has no other content';
  const files = [false, true].flatMap((isShared) =>
    [false, true].flatMap((arePreferencesPrivate) =>
      [undefined, ctx.settings['context.target']].flatMap((target) =>
        createBlankFiles(ctx, undefined, undefined, target, { isShared, arePreferencesPrivate }),
      ),
    ),
  );
  const paths = new Set(files.map(({ path }) => path));
  const blanks = [...paths].flatMap((path) => {
    const note = ctx.notebook.note(path);
    return note && files.some((file) => file.path === path && file.text === note.text) ? [note] : [];
  });
  const made = new Set(blanks.map(({ path }) => path));
  const isEmpty = listOwnNotes(ctx.notebook).every((path) => made.has(path));
  return blanks
    .filter(({ path }) => isEmpty || (path !== 'daybook.yaml' && !path.endsWith('.gitignore')))
    .map(({ path, hash }) => ({ kind: 'remove', path, base: hash, why }));
}
