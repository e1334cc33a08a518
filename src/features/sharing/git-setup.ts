import type { CommandContext } from '../../command/define-command.js';
import type { GitConfigEffect } from '../../command/effects.js';
import type { HealthCheckResult } from '../../command/queries.js';
import { createLineEdits } from '../../markdown/text-edit.js';
import type { Change } from '../../notes/changes/change.js';
import type { Note } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';
import { toShellCommand } from '../agent-setup/hook-events.js';
import { createManagedSection, type ManagedFile } from '../agent-setup/managed-settings-file.js';

/** What a setup of git changes: files of the workspace, and the configuration of the repository on this machine. */
export interface GitSetup {
  readonly changes: readonly Change[];
  readonly effects: readonly GitConfigEffect[];
}

const NOTHING: GitSetup = { changes: [], effects: [] };

const ATTRIBUTES = '.gitattributes';
const MARKERS = { begin: '# daybook: begin', end: '# daybook: end' } as const;
/** The name of the merge driver, in the attributes and in the configuration. */
const DRIVER = 'merge.daybook';
const TIMEOUT_MS = 5000;

/**
 * Plans what lets git merge notes by their entries: a driver in the configuration of this machine, and the attributes
 * that name it. Who has no Daybook has no such driver, and git merges by lines as before. Nothing outside of git.
 */
export function planGitSetup(
  ctx: CommandContext,
  notebook: Notebook,
  content: string,
  target: string,
): GitSetup {
  const setup = ctx.query('gitSetup');
  if (!setup.isRepository) return NOTHING;
  const wanted = getDriver(ctx);
  const isSet = Object.entries(wanted).every(([key, value]) => setup.settings[key] === value);
  return {
    changes: putAttributes(notebook, createAttributes(content, target)),
    effects: isSet ? [] : [{ kind: 'git-config', set: wanted, timeoutMs: TIMEOUT_MS }],
  };
}

/** Plans to take the setup out again. */
export function planGitRemoval(ctx: CommandContext): GitSetup {
  const setup = ctx.query('gitSetup');
  const { content } = ctx.notebook;
  const note = ctx.notebook.note(ATTRIBUTES);
  const own = createAttributes(content, ctx.settings['context.target']);
  const why = 'git is left without Daybook';
  const left = note && own.isIn(note.text) ? own.take(note.text) : undefined;
  const isSet = Object.keys(setup.settings).length > 0;
  return {
    changes:
      !note || left === undefined
        ? []
        : left === null
          ? [{ kind: 'remove', path: ATTRIBUTES, base: note.hash, why }]
          : [toEdit(note, left, why)],
    effects: isSet ? [{ kind: 'git-config', set: null, timeoutMs: TIMEOUT_MS }] : [],
  };
}

/** Checks that git merges notes by their entries, as it does once a plan `isMended`; nothing outside of git. */
export function checkGitSetup(ctx: CommandContext, isMended: boolean): readonly HealthCheckResult[] {
  const { changes, effects } = planGitSetup(
    ctx,
    ctx.notebook,
    ctx.notebook.content,
    ctx.settings['context.target'],
  );
  if (!ctx.query('gitSetup').isRepository) return [];
  const missing = [
    ...(effects.length > 0 ? ['its configuration on this machine names no driver, or another'] : []),
    ...(changes.length > 0 ? [`${ATTRIBUTES} does not name it`] : []),
  ];
  const name = 'merge driver';
  if (missing.length === 0 || isMended)
    return [{ name, ok: true, detail: 'git merges notes by their entries' }];
  return [
    { name, ok: false, mendable: true, detail: `git merges notes line by line: ${missing.join(', and ')}` },
  ];
}

/** The settings of the driver. Where it fails and leaves no conflict marked, git's own merge takes its place. */
const getDriver = (ctx: CommandContext): Readonly<Record<string, string>> => {
  const merge = toShellCommand(['merge', '%O', '%A', '%B', '%P'], ctx.query('installedCommand'));
  return {
    [`${DRIVER}.name`]: 'Daybook: notes by their entries',
    [`${DRIVER}.driver`]: `${merge} || { grep -q '^<<<<<<< ' %A && exit 1; git merge-file --quiet %A %O %B; }`,
  };
};

/** The attributes of the notes, and of the file with the context block unless git does not carry it. */
function createAttributes(content: string, target: string): ManagedFile {
  const isShared = target !== 'none' && !target.includes('.local.');
  const lines = [`/${content}/**/*.md`, ...(isShared ? [`/${target}`] : [])].map(
    (path) => `${/\s/.test(path) ? JSON.stringify(path) : path} merge=daybook`,
  );
  return createManagedSection(ATTRIBUTES, MARKERS, lines);
}

const toEdit = (note: Note, text: string, why: string): Change => ({
  kind: 'edit',
  path: note.path,
  base: note.hash,
  splices: createLineEdits(note.text, text),
  why,
});

function putAttributes(notebook: Notebook, piece: ManagedFile): readonly Change[] {
  if (notebook.unknown(ATTRIBUTES)) return [];
  const note = notebook.note(ATTRIBUTES);
  const text = piece.put(note?.text ?? null);
  const why = 'git merges notes by their entries';
  if (!note) return [{ kind: 'create', path: ATTRIBUTES, text, why }];
  return text === note.text ? [] : [toEdit(note, text, why)];
}
