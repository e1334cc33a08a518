import { dirname, join } from 'node:path';
import { UserError } from '../errors.js';
import { readSmallText } from '../platform/encoding.js';
import {
  type Fsync,
  makeFolder,
  OWN_FILE,
  OWN_FOLDER,
  replaceWhole,
  statAt,
  writeFresh,
} from '../platform/file-io.js';
import type { FileSystem } from '../platform/file-system.js';
import { STATE } from '../platform/home-folder.js';
import { createSeed, type System } from '../platform/process-identity.js';
import { catchErrors, toUserError } from '../platform/system-errors.js';
import type { WorkspaceRoot } from '../platform/workspace-root.js';
import { getRegistration, register } from './registry/recognize-workspace.js';
import { refuseForeign } from './workspace/find-workspace.js';

/** The format of the state that this version reads and writes. */
const FORMAT = 1;

/** More digits than any format number has. */
const LONGEST_FORMAT = 8;

/** What all parts of the store need. */
export interface StoreContext {
  readonly port: FileSystem;
  readonly machine: System;
  readonly root: WorkspaceRoot;
  readonly at: StoreLayout;
  readonly fsync: Fsync;
  /** The file with the context block, from the settings. */
  readonly target?: string;
  /** The command that holds the lock, without its arguments, for other processes to see. */
  readonly command: string;
}

/** Returns the layout of a root. Before the first write its id is a new random one, so its folder is empty. */
export const createStoreLayout = (root: WorkspaceRoot, port: FileSystem): StoreLayout =>
  new StoreLayout(root, port);

/** A folder that is never created. */
const NOWHERE = 'workspaces/.none';

const ID_LENGTH = 32;

/** Ids of roots that are not registered yet; all layouts of a root share one. */
const freshIds = new WeakMap<WorkspaceRoot, string>();

function freshIdOf(root: WorkspaceRoot): string {
  const id = freshIds.get(root) ?? `${createSeed()}${createSeed()}`.slice(0, ID_LENGTH);
  freshIds.set(root, id);
  return id;
}

/** Returns the number in a format file if it is above ours, else null. */
function readNewerFormat(port: FileSystem, file: string): number | null {
  const format = Number(readSmallText(port, file, LONGEST_FORMAT));
  return format > FORMAT ? format : null;
}

/** Returns an error if a newer version wrote the state, so that nothing may be written. */
export function findNewerState(port: FileSystem, { format }: Pick<StoreLayout, 'format'>): UserError | null {
  const newer = readNewerFormat(port, format);
  if (newer === null) return null;
  const what = `${dirname(format)} was written by a newer version of Daybook: its format is ${newer}`;
  const hint = 'update Daybook; until then notes can be read, and edited by hand';
  return new UserError('newer-state', `${what}, this version knows ${FORMAT}`, hint, { path: format });
}

/**
 * Paths of the store's files besides notes, by the registration of the root, which the first write fixes. `keep` is durable
 * history; `cache` may vanish at any moment. Everything but the lock and the signal file is in `own`, a folder named by the
 * id of this root. Nothing else below `.daybook/` is trusted.
 */
class StoreLayout {
  readonly state: string;
  readonly locks: string;
  readonly signal: string;
  readonly #root: WorkspaceRoot;
  readonly #port: FileSystem;
  #isNewer: boolean | undefined;

  constructor(root: WorkspaceRoot, port: FileSystem) {
    this.#root = root;
    this.#port = port;
    // State of another user is not read; often its folder is not even accessible.
    this.state = root.foreign === undefined ? join(root.root, STATE) : join(root.global, NOWHERE);
    this.locks = join(this.state, 'locks');
    this.signal = join(this.state, 'signal.json');
  }

  /** The folder itself, or one that is never created if a newer version wrote it. */
  get own(): string {
    this.#isNewer ??= readNewerFormat(this.#port, this.format) !== null;
    return this.#isNewer ? join(this.#root.global, NOWHERE) : this.#folder();
  }
  /** The file with the number of the format of `own`. */
  get format(): string {
    return `${this.#folder()}/format`;
  }
  #folder(): string {
    const { entry, moved } = getRegistration(this.#root, this.#port);
    return `${this.state}/${(entry ?? moved)?.id ?? freshIdOf(this.#root)}`;
  }
  get cache(): string {
    return `${this.own}/cache`;
  }
  get keep(): string {
    return `${this.own}/keep`;
  }
  get journal(): string {
    return `${this.own}/keep/journal.jsonl`;
  }
  get runs(): string {
    return `${this.own}/keep/runs.jsonl`;
  }
  get images(): string {
    return `${this.own}/keep/images`;
  }
  get spool(): string {
    return `${this.own}/keep/spool`;
  }
}

/**
 * Registers the root and creates the state folder, private to its owner and ignored by git. Called before the first
 * write, never for reading. The registration is durable before anything is written under its id, which would otherwise
 * be lost.
 */
export function ensureStateFolder({ port, machine, root, at, fsync }: StoreContext): void {
  refuseForeign(root);
  const problem = findNewerState(port, at);
  if (problem) throw problem;
  const isRegistered = getRegistration(root, port).entry !== null;
  if (isRegistered && statAt(port, at.spool) && statAt(port, at.locks) && statAt(port, at.format)) return;
  register({ port, machine, root, fsync }, freshIdOf(root));
  makeFolder(port, at.state, OWN_FOLDER, fsync);
  const ignore = join(at.state, '.gitignore');
  catchErrors(['EEXIST'], undefined, () => writeFresh(port, ignore, Buffer.from('*\n'), OWN_FILE, fsync));
  for (const folder of [at.locks, at.own, at.cache, at.keep, at.images, at.spool])
    makeFolder(port, folder, OWN_FOLDER, fsync);
  catchErrors(['EEXIST'], undefined, () =>
    writeFresh(port, at.format, Buffer.from(`${FORMAT}\n`), OWN_FILE, fsync),
  );
}

/** Replaces a file of the state folder as a whole, durably. */
export const replaceStateFile = (
  { port, machine, fsync }: Pick<StoreContext, 'port' | 'machine' | 'fsync'>,
  path: string,
  bytes: Uint8Array,
): void => replaceWhole(port, { path, part: join(dirname(path), `.${machine.nonce()}.part`), fsync }, bytes);

/** Checks whether the folders that every change needs are writable; returns null if they are. */
export function findWriteProblem({ port, root, at }: StoreContext): UserError | null {
  const newer = findNewerState(port, at);
  if (newer) return newer;
  for (const folder of [at.state, join(root.root, root.content)]) {
    const path = nearestFolder(port, folder);
    try {
      port.checkWritable(path);
    } catch (error) {
      const problem = toUserError(error, path);
      if (problem instanceof UserError) return problem;
      throw error;
    }
  }
  return null;
}

/** Returns the folder, or the nearest existing one above it, where it would be created. */
const nearestFolder = (port: FileSystem, folder: string): string =>
  statAt(port, folder) || folder === dirname(folder) ? folder : nearestFolder(port, dirname(folder));
