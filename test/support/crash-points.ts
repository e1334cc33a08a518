/* Every moment at which a process may die, tried in this process: each disk that a command leaves on its way. */
import programs from 'node:child_process';
import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { type FileSystem, nodeFileSystem } from '../../src/platform/file-system.js';
import { mapCalls } from './faulty-file-system.js';
import { freshFolder } from './store-root.js';

export interface CrashPoints {
  /** Calls of the file system and starts of programs, with each write once more in its middle. */
  readonly points: number;
  /** Copies of the folders, one for each disk that differs from the one before. */
  readonly disks: readonly string[];
}

const CHANGING = ['write', 'truncate', 'chmod', 'rename', 'link', 'unlink', 'mkdir', 'rmdir'];

/** Runs an act, and keeps a copy of the folders before each call that changes them, in each write, and at the end. */
export async function recordCrashPoints(
  folders: readonly string[],
  act: () => Promise<unknown>,
): Promise<CrashPoints> {
  const disks: string[] = [];
  let [points, isChanged] = [0, true];
  const isInside = (path: unknown) => folders.some((folder) => String(path).startsWith(`${folder}/`));
  const opened = new Set<unknown>();
  const keep = () => {
    if (!isChanged) return;
    isChanged = false;
    const disk = freshFolder();
    for (const [at, folder] of folders.entries()) copyTree(folder, join(disk, String(at)));
    disks.push(disk);
  };
  const port = { ...nodeFileSystem };
  const { write } = port;
  const writeTwice: FileSystem['write'] = (file, bytes, offset, length, position) => {
    const first = length < 2 ? 0 : write(file, bytes, offset, length >> 1, position);
    points++;
    isChanged = true;
    keep();
    return (
      first + write(file, bytes, offset + first, length - first, position === null ? null : position + first)
    );
  };
  const recorded = mapCalls({ ...port, write: writeTwice }, (call, run, args) => {
    points++;
    const isOurs = isInside(args[0]) || isInside(args[1]) || opened.has(args[0]);
    const changes =
      isOurs && (CHANGING.includes(call) || (call === 'open' && Number(args[1]) & constants.O_CREAT));
    if (changes) keep();
    const result = call === 'write' && !isOurs ? port.write(...(args as Parameters<typeof write>)) : run();
    if (call === 'open') opened[isOurs ? 'add' : 'delete'](result);
    if (changes) isChanged = true;
    return result;
  });
  const started = { spawnSync: programs.spawnSync, spawn: programs.spawn };
  const startProgram = (start: (...args: never[]) => unknown) =>
    function startRecorded(...args: never[]) {
      points++;
      keep();
      isChanged = true;
      return start(...args);
    };
  Object.assign(nodeFileSystem, recorded);
  Object.assign(programs, {
    spawnSync: startProgram(started.spawnSync),
    spawn: startProgram(started.spawn),
  });
  try {
    await act();
  } finally {
    Object.assign(nodeFileSystem, port);
    Object.assign(programs, started);
  }
  keep();
  return { points, disks };
}

/**
 * Puts every `step`-th of the disks, and the last, in the place of the folders, and calls a function as a process that
 * comes after the dead one. Returns how many.
 */
export async function eachDisk(
  folders: readonly string[],
  { disks }: CrashPoints,
  step: number,
  look: (at: number) => Promise<void>,
): Promise<number> {
  let count = 0;
  const { open } = nodeFileSystem;
  // The dead process has the number of this one: its start is shown as that of another process.
  nodeFileSystem.open = (path, ...how) =>
    open(path === `/proc/${process.pid}/stat` ? '/proc/1/stat' : path, ...how);
  try {
    for (const [at, disk] of disks.entries()) {
      if (at % step !== 0 && at !== disks.length - 1) continue;
      count++;
      for (const [index, folder] of folders.entries()) {
        rmSync(folder, { recursive: true, force: true });
        if (existsSync(join(disk, String(index)))) renameSync(join(disk, String(index)), folder);
      }
      await look(at);
    }
    return count;
  } finally {
    nodeFileSystem.open = open;
  }
}

/** Copies a folder with the times of its files; several names of one file stay that. */
export function copyTree(from: string, to: string, seen = new Map<number, string>()): void {
  mkdirSync(to, { recursive: true, mode: lstatSync(from).mode });
  for (const item of readdirSync(from, { withFileTypes: true })) {
    const [old, fresh] = [join(from, item.name), join(to, item.name)];
    if (item.isDirectory()) copyTree(old, fresh, seen);
    else if (item.isSymbolicLink()) symlinkSync(readlinkSync(old), fresh);
    else {
      const { ino, atime, mtime } = lstatSync(old);
      const other = seen.get(ino);
      if (other !== undefined) linkSync(other, fresh);
      else {
        copyFileSync(old, fresh);
        utimesSync(fresh, atime, mtime);
        seen.set(ino, fresh);
      }
    }
  }
}
