import { join } from 'node:path';
import { UserError } from '../../errors.js';
import type { Fsync } from '../../platform/file-io.js';
import { statAt } from '../../platform/file-io.js';
import { isOpenToOthers, isOwn } from '../../platform/file-owner.js';
import type { FileSystem } from '../../platform/file-system.js';
import { STATE } from '../../platform/home-folder.js';
import type { System } from '../../platform/process-identity.js';
import { catching, toUserError } from '../../platform/system-errors.js';
import type { WorkspaceRoot } from '../../platform/workspace-root.js';
import {
  addRegistryEntry,
  EntryFault,
  entryFile,
  listEntries,
  type RegistryEntry,
  type RegistryGround,
  readEntry,
  registryFolder,
  removeEntry,
  replaceEntry,
  STATE_ID,
} from './registry.js';

/** How a root stands in the registry, as this process knows it. */
export interface Registration {
  /** Its entry; null before the first write. */
  entry: RegistryEntry | null;
  /** Where there is none: the entry of the folder that this one was moved from. */
  readonly moved: RegistryEntry | null;
  /** Why its entry is not believed. */
  readonly fault: string | null;
}

/** Everything that opens the store of one root shares what the root is registered as. */
const registrations = new WeakMap<WorkspaceRoot, Registration>();

/** Returns how a root stands in the registry. It is read once; before the first write, again, since others may write first. */
export function registrationOf(root: WorkspaceRoot, port: FileSystem): Registration {
  const known = registrations.get(root);
  if (!known) return rememberRegistration(root, readRegistration(port, root.global, root.root));
  known.entry ??= readEntry(port, root.global, root.root).entry;
  return known;
}

/** Remembers what was read when the root was found. */
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
 * Returns whether the user has trusted the root that stands there now. Its state folder must be there: another project may
 * have taken the place of one that was deleted, and cannot know the id.
 */
export const isTrusted = (port: FileSystem, path: string, { entry }: Pick<Registration, 'entry'>): boolean =>
  entry?.trusted === true && hasState(port, path, entry.id);

const hasState = (port: FileSystem, path: string, id: string): boolean =>
  statAt(port, join(path, STATE, id))?.isDirectory() === true;

/** Names of state folders below `.daybook/`, whosever they are. */
export const stateIds = (port: FileSystem, path: string): readonly string[] =>
  catching(['ENOENT', 'ENOTDIR', 'EACCES'], [], () => port.list(join(path, STATE))).flatMap((item) =>
    item.isDirectory() && STATE_ID.test(item.name) ? [item.name] : [],
  );

/** Finds the entry of a root that stands no more where it is registered, and whose state lies here. */
function findMoved(port: FileSystem, home: string, path: string): RegistryEntry | null {
  const ids = stateIds(port, path);
  if (ids.length === 0) return null;
  const entries = listEntries(port, home).flatMap(({ entry }) => entry ?? []);
  const isMoved = (entry: RegistryEntry) => ids.includes(entry.id) && !hasState(port, entry.path, entry.id);
  return entries.find(isMoved) ?? null;
}

/** What a root is registered with. */
export interface Registrar {
  readonly port: FileSystem;
  readonly machine: System;
  readonly root: WorkspaceRoot;
  readonly fsync: Fsync;
}

/**
 * Registers a root under an id, durably, unless it is registered: a root that was moved keeps its own, and of two processes
 * both get the id of the faster. What was trusted and has no state any more is trusted no longer. Returns the entry.
 */
export function register(registrar: Registrar, freshId: string): RegistryEntry {
  const { port, machine, root } = registrar;
  const ground = groundOf(registrar);
  const known = registrationOf(root, port);
  try {
    const now = readEntry(port, root.global, root.root);
    if (now.fault) throw new EntryFault(entryFile(root.global, root.root), now.fault);
    known.entry =
      now.entry ?? added(ground, known.moved, freshId, root.root, new Date(machine.wall()).toISOString());
    if (known.entry.trusted && !hasState(port, root.root, known.entry.id)) setTrust(registrar, false);
    return known.entry;
  } catch (error) {
    if (error instanceof EntryFault) throw notBelieved(error);
    throw toUserError(error, registryFolder(root.global));
  }
}

function added(
  ground: RegistryGround,
  moved: RegistryEntry | null,
  freshId: string,
  path: string,
  created: string,
): RegistryEntry {
  const entry = addRegistryEntry(ground, {
    path,
    id: moved?.id ?? freshId,
    created: moved?.created ?? created,
  });
  if (moved && entry.id === moved.id) removeEntry(ground, moved.path);
  return entry;
}

/** Records whether the user trusts a registered root. */
export function setTrust(registrar: Registrar, isWanted: boolean): void {
  const { port, root } = registrar;
  const known = registrationOf(root, port);
  if (!known.entry) throw new Error(`${root.root} is not registered`);
  const { path, id, created } = known.entry;
  known.entry = isWanted ? { path, id, created, trusted: true } : { path, id, created };
  replaceEntry(groundOf(registrar), known.entry);
}

const groundOf = ({ port, machine, root, fsync }: Registrar): RegistryGround => ({
  port,
  home: root.global,
  fsync,
  nonce: machine.nonce,
});

const notBelieved = ({ file, fault }: EntryFault): UserError =>
  new UserError(
    'unsafe-registry',
    `${file} is not believed: ${fault}`,
    'take that file away; what is in .daybook/ can be taken over: daybook trust --adopt-history',
    { path: file },
  );

/** A root that `DAYBOOK_HOME` knows. */
export interface RegistryRoot {
  readonly path: string;
  readonly id: string;
  readonly trusted: boolean;
  /** False where the path is gone. */
  readonly stands: boolean;
}

/** Lists every root that a registry knows, by path. */
export const registeredRoots = (port: FileSystem, home: string): readonly RegistryRoot[] =>
  listEntries(port, home).flatMap(({ entry }) => {
    if (!entry) return [];
    const { path, id } = entry;
    const trusted = path === home || isTrusted(port, path, { entry });
    return [{ path, id, trusted, stands: statAt(port, path) !== null }];
  });

/** What of the registry is not believed: its folder, or files in it but for one that is looked at by itself. */
export function registryFaults(port: FileSystem, home: string, but: string): readonly string[] {
  const folder = registryFolder(home);
  const stat = statAt(port, folder);
  if (!stat) return [];
  if (!stat.isDirectory()) return [`${folder} is no folder`];
  if (!isOwn(stat)) return [`${folder} belongs to another user`];
  if (isOpenToOthers(stat)) return [`others may write to ${folder}: chmod go-w '${folder}'`];
  return listEntries(port, home).flatMap(({ file, fault }) =>
    fault === null || file === but ? [] : [`${file}: ${fault}`],
  );
}
