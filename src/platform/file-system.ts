import * as fs from 'node:fs';

/** File metadata as Node returns it, without a conversion, since a search reads it for every note. */
export type Stat = fs.Stats;
export type FolderItem = fs.Dirent;

/** All file system calls of Daybook; synchronous, so that nothing interleaves under the lock. */
export interface FileSystem {
  open(path: string, flags: number, mode?: number): number;
  close(file: number): void;
  read(file: number, into: Uint8Array, offset: number, length: number, position: number | null): number;
  /** Writes at a position; null: at the end of the file. */
  write(file: number, from: Uint8Array, offset: number, length: number, position: number | null): number;
  truncate(file: number, size: number): void;
  sync(file: number): void;
  dataSync(file: number): void;
  chmod(file: number, mode: number): void;
  fstat(file: number): Stat;
  /** Does not follow a link; null if nothing is there, which is too frequent for an exception. */
  lstat(path: string): Stat | null;
  realpath(path: string): string;
  readlink(path: string): string;
  list(folder: string): readonly FolderItem[];
  rename(from: string, to: string): void;
  link(existing: string, fresh: string): void;
  unlink(path: string): void;
  mkdir(path: string, mode: number): void;
  rmdir(path: string): void;
  /** Throws if this process may not write there: because of its mode, or a read-only disk. */
  checkWritable(path: string): void;
}

const { O_RDONLY, O_RDWR, O_WRONLY, O_CREAT, O_EXCL, O_APPEND } = fs.constants;
/** Windows has neither: there the values are missing and count as 0. */
const NO_FOLLOW = (fs.constants.O_NOFOLLOW as number | undefined) ?? 0;
const NO_WAIT = (fs.constants.O_NONBLOCK as number | undefined) ?? 0;

/** Flags for opening files. A link as the last part is refused; a pipe does not block. */
export const OPEN_FLAGS = {
  read: O_RDONLY | NO_FOLLOW | NO_WAIT,
  folder: O_RDONLY,
  fresh: O_WRONLY | O_CREAT | O_EXCL | NO_FOLLOW,
  log: O_RDWR | O_CREAT | NO_FOLLOW,
  append: O_WRONLY | O_CREAT | O_APPEND | NO_FOLLOW | NO_WAIT,
  more: O_WRONLY | O_APPEND | NO_FOLLOW | NO_WAIT,
} as const;

const NO_ERROR = { throwIfNoEntry: false } as const;

/** The real file system. */
export const nodeFileSystem: FileSystem = {
  open: (path, flags, mode) => fs.openSync(path, flags, mode),
  close: (file) => fs.closeSync(file),
  read: (file, into, offset, length, position) => fs.readSync(file, into, offset, length, position),
  write: (file, from, offset, length, position) => fs.writeSync(file, from, offset, length, position),
  truncate: (file, size) => fs.ftruncateSync(file, size),
  sync: (file) => fs.fsyncSync(file),
  dataSync: (file) => fs.fdatasyncSync(file),
  chmod: (file, mode) => fs.fchmodSync(file, mode),
  fstat: (file) => fs.fstatSync(file),
  lstat: (path) => fs.lstatSync(path, NO_ERROR) ?? null,
  realpath: (path) => fs.realpathSync.native(path),
  readlink: (path) => fs.readlinkSync(path),
  list: (folder) => fs.readdirSync(folder, { withFileTypes: true }),
  rename: (from, to) => fs.renameSync(from, to),
  link: (existing, fresh) => fs.linkSync(existing, fresh),
  unlink: (path) => fs.unlinkSync(path),
  mkdir: (path, mode) => fs.mkdirSync(path, mode),
  rmdir: (path) => fs.rmdirSync(path),
  checkWritable: (path) => fs.accessSync(path, fs.constants.W_OK),
};
