import { basename, join, resolve } from 'node:path';
import { UserError } from '../../errors.js';
import { type FactCheck, splitCommand } from '../../notes/entries/proof.js';
import { computeHash } from '../../platform/encoding.js';
import { type Fsync, listFolder, readFile, statAt } from '../../platform/file-io.js';
import type { FileSystem } from '../../platform/file-system.js';
import { STATE } from '../../platform/home-folder.js';
import type { System } from '../../platform/process-identity.js';
import { toUserError } from '../../platform/system-errors.js';
import type { WorkspaceRoot } from '../../platform/workspace-root.js';
import {
  addRegistryEntry,
  EntryFault,
  findFolderFault,
  getEntryFile,
  getRegistryFolder,
  listEntries,
  type RegistryContext,
  type RegistryEntry,
  readEntry,
  removeEntry,
  replaceEntry,
  STATE_ID,
} from './registry.js';

/** The registration of a root, as known to this process. */
interface Registration {
  /** Its entry; null before the first write. */
  entry: RegistryEntry | null;
  /** If there is none: the entry of the folder that this one was moved from. */
  readonly moved: RegistryEntry | null;
  /** Why its entry is not accepted. */
  readonly fault: string | null;
}

/** Cache: all stores of one root share its registration. */
const registrations = new WeakMap<WorkspaceRoot, Registration>();

/**
 * Returns the registration of a root. It is read once, and again before the first write, since another process may
 * write first.
 */
export function getRegistration(root: WorkspaceRoot, port: FileSystem): Registration {
  const known = registrations.get(root);
  if (!known) return rememberRegistration(root, readRegistration(port, root.global, root.root));
  known.entry ??= readEntry(port, root.global, root.root).entry;
  return known;
}

/** Caches the registration that was read when the root was found. */
export function rememberRegistration(root: WorkspaceRoot, registration: Registration): Registration {
  registrations.set(root, registration);
  return registration;
}

/** Reads the registry for a root. */
export function readRegistration(port: FileSystem, home: string, path: string): Registration {
  const { entry, fault } = readEntry(port, home, path);
  return { entry, fault, moved: entry || fault ? null : findMoved(port, home, path) };
}

/**
 * Returns whether the user trusts the root that is there now. Its state folder must exist: another project may have
 * replaced a deleted one, and cannot know the id.
 */
export const isTrusted = (port: FileSystem, path: string, { entry }: Pick<Registration, 'entry'>): boolean =>
  entry?.trusted === true && hasState(port, path, entry.id);

const hasState = (port: FileSystem, path: string, id: string): boolean =>
  statAt(port, join(path, STATE, id))?.isDirectory() === true;

/** Lists the state folders below `.daybook/`, including foreign ones. */
export const listStateIds = (port: FileSystem, path: string): readonly string[] =>
  listFolder(port, join(path, STATE), 'EACCES').flatMap((item) =>
    item.isDirectory() && STATE_ID.test(item.name) ? [item.name] : [],
  );

/** Finds the entry of a root that no longer exists at its registered path and whose state is here. */
function findMoved(port: FileSystem, home: string, path: string): RegistryEntry | null {
  const ids = listStateIds(port, path);
  if (ids.length === 0) return null;
  const entries = listEntries(port, home).flatMap(({ entry }) => entry ?? []);
  const isMoved = (entry: RegistryEntry) => ids.includes(entry.id) && !hasState(port, entry.path, entry.id);
  return entries.find(isMoved) ?? null;
}

/** What registering a root needs. */
interface Registrar {
  readonly port: FileSystem;
  readonly machine: System;
  readonly root: WorkspaceRoot;
  readonly fsync: Fsync;
}

/**
 * Registers a root under an id, durably, unless it is registered. A moved root keeps its id, and two processes at once
 * get the same id. Trust ends if the state folder is gone. Returns the entry.
 */
export function register(registrar: Registrar, freshId: string): RegistryEntry {
  const { port, machine, root } = registrar;
  const store = toRegistryContext(registrar);
  const known = getRegistration(root, port);
  try {
    const now = readEntry(port, root.global, root.root);
    if (now.fault) throw new EntryFault(getEntryFile(root.global, root.root), now.fault);
    known.entry =
      now.entry ?? added(store, known.moved, freshId, root.root, new Date(machine.wall()).toISOString());
    if ((known.entry.trusted || known.entry.proofs) && !hasState(port, root.root, known.entry.id))
      setTrust(registrar, false);
    const age = machine.wall() - Date.parse(known.entry.created); // another process may be making the folder
    if (age > RACE_MS && isHistoryGone(port, root.root, known.entry)) setLost(registrar);
    return known.entry;
  } catch (error) {
    if (error instanceof EntryFault) throw notBelieved(error);
    throw toUserError(error, getRegistryFolder(root.global));
  }
}

/** Returns the paths that a root had before, each with the time when it was moved away from there. */
export function listEarlierPaths(
  { entry, moved }: Pick<Registration, 'entry' | 'moved'>,
  now: string,
): Readonly<Record<string, string>> {
  if (entry) return entry.earlier ?? {};
  return moved ? { ...moved.earlier, [moved.path]: now } : {};
}

function added(
  store: RegistryContext,
  moved: RegistryEntry | null,
  freshId: string,
  path: string,
  created: string,
): RegistryEntry {
  const entry = addRegistryEntry(store, {
    path,
    id: moved?.id ?? freshId,
    created: moved?.created ?? created,
    ...(moved ? { earlier: listEarlierPaths({ entry: null, moved }, created) } : {}),
  });
  if (moved && entry.id === moved.id) removeEntry(store, moved.path);
  return entry;
}

/** A process that registers a root makes its folder within this time. */
const RACE_MS = 1000;

/** Returns true if a registered root has no history: its folder was made when the root was registered. */
export const isHistoryGone = (port: FileSystem, path: string, entry: RegistryEntry): boolean =>
  statAt(port, join(path, STATE, entry.id, 'keep')) === null;

/** Records that the history of a registered root is gone. */
const setLost = (registrar: Registrar): void =>
  changeEntry(registrar, (entry) => ({ ...entry, lost: new Date(registrar.machine.wall()).toISOString() }));

/** Records whether the user trusts a registered root. Without trust, no proof is confirmed. */
export const setTrust = (registrar: Registrar, isWanted: boolean): void =>
  changeEntry(registrar, ({ trusted: _, ...entry }) => {
    const { proofs: __, ...bare } = entry;
    return isWanted ? { ...entry, trusted: true } : bare;
  });

/** The most proofs of a root that stay confirmed; the oldest are forgotten first. */
const MOST_PROOFS = 800;

/** Records proofs that a person confirmed, by their hashes. */
export function addConfirmedProofs(registrar: Registrar, confirmed: readonly FactCheck[]): void {
  const { port, root } = registrar;
  const hashes = confirmed.flatMap((proof) => hashProof(port, root.root, proof) ?? []);
  changeEntry(registrar, ({ proofs = [], ...entry }) => ({
    ...entry,
    proofs: [...new Set([...proofs, ...hashes])].slice(-MOST_PROOFS),
  }));
}

/** Returns a test for the proofs confirmed for the root that is there now. */
export function readConfirmedProofs(port: FileSystem, root: WorkspaceRoot): (proof: FactCheck) => boolean {
  const { entry } = readEntry(port, root.global, root.root);
  const confirmed = new Set(entry && hasState(port, root.root, entry.id) ? entry.proofs : []);
  return (proof) => confirmed.has(hashProof(port, root.root, proof) ?? '');
}

/** Programs that run the file behind them. */
const INTERPRETER = /^(?:(?:ba|da|z|k|fi)?sh|node|deno|bun|python[\d.]*|ruby|perl|php|lua|Rscript)$/;

/**
 * The hash by which a proof is confirmed: another command, text or script has another. Null for a command that cannot be run,
 * and for a script that is a link or cannot be read: such a proof is never confirmed.
 */
function hashProof(port: FileSystem, root: string, { command, says }: FactCheck): string | null {
  try {
    const script = findScript(splitCommand(command), root);
    if (script === undefined) return computeHash(JSON.stringify([command, says]));
    const read = readFile(port, resolve(root, script));
    return computeHash(JSON.stringify([command, says, read && computeHash(read.bytes)]));
  } catch {
    return null;
  }
}

/** Finds the script that a command runs: the file behind an interpreter, or a program of the workspace. */
function findScript(words: readonly string[], root: string): string | undefined {
  const at = words.findIndex((word) => INTERPRETER.test(basename(word)));
  return at < 0
    ? words.slice(0, 1).find((program) => program.startsWith(`${root}/`))
    : words.slice(at + 1).find((word) => !word.startsWith('-'));
}

/** Records the scheduler in which a timer of a registered root is installed; null if there is none. */
export const setTimer = (registrar: Registrar, timer: string | null): void =>
  changeEntry(registrar, ({ timer: _, ...entry }) => (timer === null ? entry : { ...entry, timer }));

function changeEntry(registrar: Registrar, change: (entry: RegistryEntry) => RegistryEntry): void {
  const { port, root } = registrar;
  const known = getRegistration(root, port);
  if (!known.entry) throw new Error(`${root.root} is not registered`);
  known.entry = change(known.entry);
  replaceEntry(toRegistryContext(registrar), known.entry);
}

/** Returns what reading and writing in `DAYBOOK_HOME` needs. */
export const toRegistryContext = ({ port, machine, root, fsync }: Registrar): RegistryContext => ({
  port,
  home: root.global,
  fsync,
  nonce: machine.nonce,
});

const notBelieved = ({ file, fault }: EntryFault): UserError =>
  new UserError(
    'unsafe-registry',
    `${file} is not believed: ${fault}`,
    'move that file away; what is in .daybook/ can be adopted: daybook trust --adopt-history',
    { path: file },
  );

/** Lists all registered roots by path. */
export const listRegisteredRoots = (port: FileSystem, home: string) =>
  listEntries(port, home).flatMap(({ entry }) => {
    if (!entry) return [];
    const { path, id } = entry;
    const trusted = path === home || isTrusted(port, path, { entry });
    return [{ path, id, trusted, stands: statAt(port, path) !== null }];
  });

/** Lists what is not accepted in the registry: its folder, or files in it, except one that is checked separately. */
export function listRegistryFaults(port: FileSystem, home: string, but: string): readonly string[] {
  const refused = findFolderFault(port, home);
  if (refused !== null) return [refused];
  return listEntries(port, home).flatMap(({ file, fault }) =>
    fault === null || file === but ? [] : [`${file}: ${fault}`],
  );
}

/**
 * Throws UserError if the user has not trusted this root. `what` names the missing permission as the start of a
 * sentence. Settings, notes and the environment of an agent never give permission.
 */
export function requireTrust({ trusted }: Pick<WorkspaceRoot, 'trusted'>, what: string): void {
  if (trusted) return;
  const hint = 'look at it first; then, if you trust this workspace: daybook trust';
  throw new UserError('untrusted', `${what}, and this workspace is not trusted`, hint);
}
