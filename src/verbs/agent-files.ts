import { AGENTS, type AgentName, CLAUDE, type Program } from '../kinds/agents.js';
import { eventsOf } from '../kinds/programs.js';
import { hasStatusLine } from '../lifecycle/agents/claude.js';
import { piecesOf } from '../lifecycle/agents/index.js';
import { type Piece, SERVER } from '../lifecycle/agents/piece.js';
import type { Setting } from '../lifecycle/agents/setting.js';
import { lineSplices } from '../markdown/line-splices.js';
import type { Change } from '../wiki/change.js';
import { isJsonObject } from '../wiki/json-edit.js';
import type { Wiki } from '../wiki/wiki.js';
import type { Record } from './facts.js';
import { turnedFile } from './take-back.js';
import { Refusal, type World } from './verb.js';

/** The agents named with `--agent claude,codex`; none for `none`. Refuses a name that is none of them. */
export function agentsIn(said: string | undefined): readonly AgentName[] {
  const names = (said ?? 'none').split(',').map((one) => one.trim().toLowerCase());
  const known = (name: string): name is AgentName => (AGENTS as readonly string[]).includes(name);
  const unknown = names.find((name) => name !== 'none' && !known(name));
  if (unknown === undefined) return names.filter(known);
  throw new Refusal(
    'unknown-agent',
    `no agent \`${unknown}\``,
    `write: --agent ${AGENTS.join(',')}, or none`,
    {},
    2,
  );
}

/** What setting agents up changes; nothing where all is as it should be. */
export function agentChanges(
  world: World,
  wiki: Wiki,
  agents: readonly AgentName[],
  shared: boolean,
): readonly Change[] {
  const wanted = agents.flatMap((agent) => piecesFor(world, agent, shared));
  const paths = [...new Set(wanted.map(({ path }) => path))];
  const other = agents
    .flatMap((agent) => piecesFor(world, agent, !shared))
    .filter(({ path }) => !paths.includes(path));
  const at = (path: string) => wanted.filter((piece) => piece.path === path);
  return [
    ...paths.flatMap((path) => putIn(wiki, path, at(path))),
    ...other.flatMap((piece) => taken(piece, wiki)),
  ];
}

/** What was set up the other way would be told twice. */
function taken({ path, isIn, take }: Piece, wiki: Wiki): Change[] {
  const text = wiki.note(path)?.text;
  return text === undefined || !isIn(text) ? [] : change(wiki, path, { text: take(text) });
}

/** Pieces of an agent as this machine would have them. */
const piecesFor = (world: World, agent: AgentName, shared: boolean): readonly Piece[] =>
  piecesOf(agent, settingFor(world, shared));

const settingFor = (world: World, shared: boolean): Setting => ({
  launch: world.ask('launch'),
  shared,
  template: (name) => world.ask('template', name),
  exists: (path) => world.wiki.note(path) !== null,
  statusLines: () => [
    ...[CLAUDE.settings, CLAUDE.local].map((path) => world.wiki.note(path)?.text ?? ''),
    world.ask('claudeSettings'),
  ],
});

/** True where a status line of their own keeps ours out of Claude Code. */
export const keepsStatusLine = (world: World): boolean => hasStatusLine(settingFor(world, false));

/** A file with all that belongs in it: agents may share one. */
function putIn(wiki: Wiki, path: string, pieces: readonly Piece[]): Change[] {
  const note = wiki.note(path);
  const text = pieces.reduce<string | null>((now, piece) => piece.put(now), note?.text ?? null) ?? '';
  const why = 'an agent finds its memory';
  if (!note) return [{ do: 'create', path, text, why }];
  if (text === note.text) return [];
  return [{ do: 'edit', path, base: note.hash, splices: lineSplices(note.text, text), why }];
}

/** The pieces of an agent, as they are for everybody and for this machine alone. */
const bothWays = (world: World, agent: AgentName): readonly Piece[] =>
  [true, false].flatMap((shared) => piecesFor(world, agent, shared));

/** True where an agent's files start anything of ours; one that starts nothing is told by files that are its alone. */
export const isInstalled = (world: World, agent: AgentName): boolean =>
  startsNothing(agent)
    ? piecesFor(world, agent, false).some(
        (piece) => standingOf(world, piece) !== 'missing' && !isShared(world, agent, piece.path),
      )
    : [...eventsOf(agent).map(([event]) => event), SERVER].some((of) => programOf(world, agent, of) !== null);

/** True where an agent is set up by files alone, and asks nothing of us. */
export const startsNothing = (agent: AgentName): boolean => eventsOf(agent).length === 0;

/** True where a file is also that of another agent that is set up. */
const isShared = (world: World, agent: AgentName, path: string): boolean =>
  AGENTS.some(
    (one) =>
      one !== agent &&
      !startsNothing(one) &&
      piecesFor(world, one, false).some((piece) => piece.path === path) &&
      isInstalled(world, one),
  );

/** How what is ours in a file of an agent stands there. */
export type Standing = 'in place' | 'missing' | 'of another version' | 'changed by somebody';

/** Each file of an agent, and how it stands. */
export const standings = (
  world: World,
  agent: AgentName,
): readonly { readonly path: string; readonly standing: Standing }[] =>
  piecesFor(world, agent, false).map((piece) => ({ path: piece.path, standing: standingOf(world, piece) }));

function standingOf(world: World, { path, put, isIn }: Piece): Standing {
  const text = world.wiki.note(path)?.text;
  if (text === undefined) return 'missing';
  if (put(text) === text) return isIn(text) ? 'in place' : 'changed by somebody';
  return isIn(text) ? 'of another version' : 'missing';
}

/** The program that an agent's files start for an event, or as the server; null where there is none of ours. */
export function programOf(world: World, agent: AgentName, of: string): Program | null {
  for (const { path, program } of bothWays(world, agent)) {
    const found = program(world.wiki.note(path)?.text ?? '', of);
    if (found) return found;
  }
  return null;
}

/** True where a program is what `init` would have the agent start, in the form of this machine or in the shared one. */
export function isInstalledProgram(world: World, agent: AgentName, of: string, found: Program): boolean {
  const wanted = [true, false].flatMap((shared) =>
    piecesOf(agent, { ...settingFor(world, shared), statusLines: () => [] }).flatMap(
      (piece) => piece.program(piece.put(null), of) ?? [],
    ),
  );
  return wanted.some(({ command, args }) => isEqual([command, args], [found.command, found.args]));
}

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * What taking all agents out changes. The bytes are as they were before `init`, by its own record of what it changed;
 * where somebody wrote on since, only what is ours leaves.
 */
export function withoutAgents(world: World): readonly Change[] {
  const pieces = AGENTS.flatMap((agent) => bothWays(world, agent));
  const paths = [...new Set(pieces.map(({ path }) => path))];
  return paths.flatMap((path) => {
    const own = pieces.filter((piece) => piece.path === path);
    const text = world.wiki.note(path)?.text;
    if (text === undefined || !own.some(({ isIn }) => isIn(text))) return [];
    return change(world.wiki, path, asBefore(world, path, own) ?? cut(text, own));
  });
}

function change(wiki: Wiki, path: string, left: { readonly text: string | null }): Change[] {
  const note = wiki.note(path);
  const why = 'the agent is left without Daybook';
  if (!note || left.text === note.text) return [];
  if (left.text === null) return [{ do: 'remove', path, base: note.hash, why }];
  return [{ do: 'edit', path, base: note.hash, splices: lineSplices(note.text, left.text), why }];
}

interface Left {
  readonly text: string | null;
}

function cut(text: string, pieces: readonly Piece[]): Left {
  return {
    text: pieces.reduce<string | null>((left, piece) => (left === null ? null : piece.take(left)), text),
  };
}

/** The file as it was before the first `init` since the last `uninstall`; null where that cannot be said for certain. */
function asBefore(world: World, path: string, pieces: readonly Piece[]): Left | null {
  const history = world.ask('history');
  const last = history.findIndex(({ verb }) => verb === 'uninstall');
  const since = history.slice(0, last < 0 ? history.length : last);
  const inits = since.filter(
    ({ verb, touched }) => verb === 'init' && touched.some((one) => one.path === path),
  );
  try {
    const wiki = inits.reduce((now, record) => now.after(withoutInit(world, now, record, path)), world.wiki);
    const text = wiki.note(path)?.text ?? null;
    if (text === null) return { text };
    const isSound = !/\.jsonc?$/.test(path) || isJsonObject(text);
    return isSound && !pieces.some(({ isIn }) => isIn(text)) ? { text } : null;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

const withoutInit = (world: World, wiki: Wiki, record: Record, path: string): readonly Change[] =>
  record.touched.filter((one) => one.path === path).flatMap((one) => turnedFile(world, wiki, record, one));
