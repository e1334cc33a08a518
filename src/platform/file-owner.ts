import type { Stat } from './file-system.js';

/** User ids whose files are trusted: this process's, and that of the caller of sudo. Null if the system has none. */
function ownIds(): readonly number[] | null {
  const uid = process.getuid?.();
  if (uid === undefined) return null;
  return uid === 0 ? [0, Number(process.env.SUDO_UID ?? 0)] : [uid];
}

/** Returns true if the file belongs to this user. */
export const isOwn = (stat: Stat): boolean => ownIds()?.includes(stat.uid) ?? true;

/** Returns true if everybody may write to the file; the mode of a link is ignored. */
export const isWorldWritable = (stat: Stat): boolean =>
  process.getuid !== undefined && !stat.isSymbolicLink() && (stat.mode & 0o002) !== 0;

/** Returns true if anybody but its owner may write to the file. */
export const isOpenToOthers = (stat: Stat): boolean =>
  process.getuid !== undefined && (stat.mode & 0o022) !== 0;
