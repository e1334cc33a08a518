import { type CommandContext, UserError } from '../../command/define-command.js';
import { createUsageError } from '../../errors.js';
import { createLineEdits } from '../../markdown/text-edit.js';
import type { Change } from '../../notes/changes/change.js';
import type { HistoryRecord } from '../../notes/changes/history-record.js';
import { CLAUDE } from '../../notes/kinds/agent-files.js';
import type { Notebook } from '../../notes/notebook.js';
import { isJsonObject } from '../../text/json-edit.js';
import { planFileRevert } from '../history/revert-changes.js';
import { type AgentSetup, createManagedFiles, hasStatusLine } from './clients.js';
import { listAgentEvents, OWN_PROGRAMS } from './hook-events.js';
import { AGENTS, type AgentName, type HookProgram, STATUS_LINE } from './hook-registrations.js';
import { type ManagedFile, MCP_SERVER } from './managed-settings-file.js';

/** Parses `--agent claude,codex`; `none` means no agent. Throws for an unknown name. */
export function parseAgents(text: string | undefined): readonly AgentName[] {
  const names = (text ?? 'none').split(',').map((one) => one.trim().toLowerCase());
  const known = (name: string): name is AgentName => (AGENTS as readonly string[]).includes(name);
  const unknown = names.find((name) => name !== 'none' && !known(name));
  if (unknown === undefined) return names.filter(known);
  throw createUsageError(
    `no agent \`${unknown}\``,
    `write: --agent ${AGENTS.join(',')}, or none`,
    'unknown-agent',
  );
}

/** Returns the changes that set agents up; none if everything is up to date. */
export function planAgentSetup(
  ctx: CommandContext,
  notebook: Notebook,
  agents: readonly AgentName[],
  shared: boolean,
): readonly Change[] {
  const wanted = agents.flatMap((agent) => choosePieces(ctx, notebook, agent, shared));
  const paths = [...new Set(wanted.map(({ path }) => path))];
  const other = agents.flatMap((agent) => bothWays(ctx, agent)).filter(({ path }) => !paths.includes(path));
  const at = (path: string) => wanted.filter((piece) => piece.path === path);
  return [
    ...paths.flatMap((path) => putIn(notebook, path, at(path))),
    ...other.flatMap((piece) => taken(piece, notebook)),
  ];
}

/**
 * Chooses the form of each file of an agent: what git carries already has the form that works on every machine. Where the
 * team shares a file that only this form has, all of it has this form.
 */
function choosePieces(
  ctx: CommandContext,
  notebook: Notebook,
  agent: AgentName,
  shared: boolean,
): readonly ManagedFile[] {
  const [own, forAll] = [piecesFor(ctx, agent, false), piecesFor(ctx, agent, true)];
  if (shared) return forAll;
  const isTracked = ({ path }: ManagedFile) =>
    notebook.note(path) !== null && ctx.query('trackedPaths', [path]).length > 0;
  const isOwn = ({ path }: ManagedFile) => own.some((one) => one.path === path);
  if (
    forAll.some(
      (piece) => !isOwn(piece) && isTracked(piece) && piece.isIn(notebook.note(piece.path)?.text ?? ''),
    )
  )
    return forAll;
  return own.map((piece) =>
    isTracked(piece) ? (forAll.find(({ path }) => path === piece.path) ?? piece) : piece,
  );
}

/** Finds a set-up of the other kind (shared or local), which would run everything twice. */
function taken({ path, isIn, take }: ManagedFile, notebook: Notebook): Change[] {
  const text = notebook.note(path)?.text;
  return text === undefined || !isIn(text) ? [] : change(notebook, path, { text: take(text) });
}

/** Returns the parts of an agent for this machine. */
const piecesFor = (ctx: CommandContext, agent: AgentName, shared: boolean): readonly ManagedFile[] =>
  createManagedFiles(agent, settingFor(ctx, shared));

const settingFor = (ctx: CommandContext, shared: boolean): AgentSetup => ({
  launch: ctx.query('installedCommand'),
  shared,
  template: (name) => ctx.query('template', name),
  exists: (path) => ctx.notebook.note(path) !== null,
  statusLines: () => [
    ...[CLAUDE.settings, CLAUDE.local].map((path) => ctx.notebook.note(path)?.text ?? ''),
    ctx.query('claudeSettings'),
  ],
});

/** Returns true if the user's own status line keeps ours out of Claude Code. */
export const hasOwnStatusLine = (ctx: CommandContext): boolean => hasStatusLine(settingFor(ctx, false));

/** Returns a file with all its parts: agents may share one. */
function putIn(notebook: Notebook, path: string, pieces: readonly ManagedFile[]): Change[] {
  const note = notebook.note(path);
  const text = pieces.reduce<string | null>((now, piece) => piece.put(now), note?.text ?? null) ?? '';
  const why = 'an agent finds its memory';
  if (!note) return [{ kind: 'create', path, text, why }];
  if (text === note.text) return [];
  return [{ kind: 'edit', path, base: note.hash, splices: createLineEdits(note.text, text), why }];
}

/** Returns the parts of an agent, shared and local. */
const bothWays = (ctx: CommandContext, agent: AgentName): readonly ManagedFile[] =>
  [true, false].flatMap((shared) => piecesFor(ctx, agent, shared));

/** Returns true if an agent's files start Daybook, or, for an agent without hooks, if it has files of its own. */
export const isInstalled = (ctx: CommandContext, agent: AgentName): boolean =>
  isProgramless(agent)
    ? piecesFor(ctx, agent, false).some(
        (piece) => standingOf(ctx, piece) !== 'missing' && !isShared(ctx, agent, piece.path),
      )
    : listAgentEvents(agent).some(([event]) => findProgramFor(ctx, agent, event) !== null) ||
      hasOwnServer(ctx, agent);

/** Returns true if an agent's files start the server, other than a file that an agent without hooks uses, too. */
const hasOwnServer = (ctx: CommandContext, agent: AgentName): boolean =>
  bothWays(ctx, agent).some(
    ({ path, program }) =>
      program(ctx.notebook.note(path)?.text ?? '', MCP_SERVER) !== null &&
      !AGENTS.some(
        (one) =>
          one !== agent &&
          isProgramless(one) &&
          piecesFor(ctx, one, false).some((piece) => piece.path === path),
      ),
  );

/** Returns true if an agent is set up by files only and starts nothing. */
export const isProgramless = (agent: AgentName): boolean => listAgentEvents(agent).length === 0;

/** Returns true if another agent that is set up uses the same file. */
const isShared = (ctx: CommandContext, agent: AgentName, path: string): boolean =>
  AGENTS.some(
    (one) =>
      one !== agent &&
      !isProgramless(one) &&
      piecesFor(ctx, one, false).some((piece) => piece.path === path) &&
      isInstalled(ctx, one),
  );

/** The state of our part in a file of an agent. */
export type ManagedFileStatus = 'in place' | 'missing' | 'of another version' | 'changed by hand';

/** Returns each file of an agent with its state. */
export const checkManagedFiles = (ctx: CommandContext, agent: AgentName) =>
  piecesFor(ctx, agent, false).map((piece) => ({ path: piece.path, standing: standingOf(ctx, piece) }));

function standingOf(ctx: CommandContext, { path, put, isIn }: ManagedFile): ManagedFileStatus {
  const text = ctx.notebook.note(path)?.text;
  if (text === undefined) return 'missing';
  if (put(text) === text) return isIn(text) ? 'in place' : 'changed by hand';
  return isIn(text) ? 'of another version' : 'missing';
}

/** Returns the program that an agent's files start for an event, or as the server; null if none is ours. */
export function findProgramFor(ctx: CommandContext, agent: AgentName, of: string): HookProgram | null {
  for (const { path, program } of bothWays(ctx, agent)) {
    const found = program(ctx.notebook.note(path)?.text ?? '', of);
    if (found) return found;
  }
  return null;
}

/** Returns true if a program is what `init` would write, in the local or the shared form. */
export function isInstalledProgram(
  ctx: CommandContext,
  agent: AgentName,
  of: string,
  found: HookProgram,
): boolean {
  const wanted = [true, false].flatMap((shared) =>
    createManagedFiles(agent, { ...settingFor(ctx, shared), statusLines: () => [] }).flatMap(
      (piece) => piece.program(piece.put(null), of) ?? [],
    ),
  );
  return wanted.some(({ command, args }) => isEqual([command, args], [found.command, found.args]));
}

/**
 * Returns true if an agent's files start a Daybook as an `init` elsewhere wrote it, and nothing else: another installation or
 * version. What others may have written is left for the user to look at.
 */
export function isOutdated(ctx: CommandContext, agent: AgentName): boolean {
  const found = findOutdated(ctx, agent);
  return found.length > 0 && found.every((line) => LOCAL_LINE.test(line) || SHARED_LINE.test(line));
}

/** The command lines of an agent that differ from what `init` writes now. */
const findOutdated = (ctx: CommandContext, agent: AgentName): readonly string[] =>
  [...listAgentEvents(agent).map(([event]) => event), MCP_SERVER, STATUS_LINE].flatMap((of) => {
    const found = findProgramFor(ctx, agent, of);
    if (!found || isInstalledProgram(ctx, agent, of, found)) return [];
    return [[found.command, ...(found.args ?? [])].join(' ').replace(OWN_PROGRAMS, '').trim()];
  });

/** Node, the launcher and plain words, without anything that a shell would expand or run besides. */
const LOCAL_LINE = /^(?:env )?(?:NODE_EXTRA_CA_CERTS= )?(?:& )?[^;|&$`<>()\n]+daybook\.cjs['"]? [\w -]+$/;
const SHARED_LINE = /^daybook [\w -]+(?:; exit 0| \|\| exit 0| \|\| true)?$/;

/** Returns the changes that make outdated agents start this installation; shared files stay shared. */
export function planAgentRepair(ctx: CommandContext): readonly Change[] {
  const outdated = AGENTS.filter((agent) => isOutdated(ctx, agent));
  const isLocal = outdated.some((agent) => findOutdated(ctx, agent).some((line) => LOCAL_LINE.test(line)));
  return planAgentSetup(ctx, ctx.notebook, outdated, !isLocal);
}

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Returns the changes that remove all agents. The journal restores the bytes from before `init`; if the user changed a
 * file since, only our part is removed.
 */
export function planAgentRemoval(ctx: CommandContext): readonly Change[] {
  const pieces = AGENTS.flatMap((agent) => bothWays(ctx, agent));
  const paths = [...new Set(pieces.map(({ path }) => path))];
  return paths.flatMap((path) => {
    const own = pieces.filter((piece) => piece.path === path);
    const text = ctx.notebook.note(path)?.text;
    if (text === undefined || !own.some(({ isIn }) => isIn(text))) return [];
    return change(ctx.notebook, path, asBefore(ctx, path, own) ?? cut(text, own));
  });
}

function change(notebook: Notebook, path: string, left: { readonly text: string | null }): Change[] {
  const note = notebook.note(path);
  const why = 'the agent is left without Daybook';
  if (!note || left.text === note.text) return [];
  if (left.text === null) return [{ kind: 'remove', path, base: note.hash, why }];
  return [{ kind: 'edit', path, base: note.hash, splices: createLineEdits(note.text, left.text), why }];
}

function cut(text: string, pieces: readonly ManagedFile[]) {
  return {
    text: pieces.reduce<string | null>((left, piece) => (left === null ? null : piece.take(left)), text),
  };
}

/** Returns the file from before the first `init` since the last `uninstall`; null if that is not known for certain. */
function asBefore(ctx: CommandContext, path: string, pieces: readonly ManagedFile[]) {
  const history = ctx.query('history');
  const last = history.findIndex(({ verb: command }) => command === 'uninstall');
  const since = history.slice(0, last < 0 ? history.length : last);
  const inits = since.filter(
    ({ verb: command, touched }) => command === 'init' && touched.some((one) => one.path === path),
  );
  try {
    const notebook = inits.reduce(
      (now, record) => now.after(withoutInit(ctx, now, record, path)),
      ctx.notebook,
    );
    const text = notebook.note(path)?.text ?? null;
    if (text === null) return { text };
    const isSound = !/\.jsonc?$/.test(path) || isJsonObject(text);
    return isSound && !pieces.some(({ isIn }) => isIn(text)) ? { text } : null;
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}

const withoutInit = (
  ctx: CommandContext,
  notebook: Notebook,
  record: HistoryRecord,
  path: string,
): readonly Change[] =>
  record.touched
    .filter((one) => one.path === path)
    .flatMap((one) => planFileRevert(ctx, notebook, record, one));
