import { statfsSync } from 'node:fs';

/**
 * Local file systems by their numbers in statfs(2): ext, btrfs, xfs, zfs, f2fs, tmpfs, overlay. There the kernel
 * reports a change before the call that made it returns, and a folder's change time is that of the last name that was
 * added or removed. Network file systems report nothing about other machines.
 */
const LOCAL = new Set([0xef53, 0x9123683e, 0x58465342, 0x2fc12fc1, 0xf2f52010, 0x01021994, 0x794c7630]);

/** Returns true if change reports for a folder are reliable; false if in doubt. */
export function isLocal(folder: string): boolean {
  try {
    return process.platform === 'linux' && LOCAL.has(statfsSync(folder).type);
  } catch {
    return false;
  }
}
