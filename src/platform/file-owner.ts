import type { Stat } from './file-system.js';

/** User ids whose files are ours: this process's, and that of the caller of sudo. Null where the system has none. */
function ownIds(): readonly number[] | null {
  const uid = process.getuid?.();
  if (uid === undefined) return null;
  return uid === 0 ? [0, Number(process.env.SUDO_UID ?? 0)] : [uid];
}

/** True where the file belongs to this user. */
export const isOwn = (stat: Stat): boolean => ownIds()?.includes(stat.uid) ?? true;

/** True where everybody may write to the file; the mode of a link says nothing. */
export const isWorldWritable = (stat: Stat): boolean =>
  process.getuid !== undefined && !stat.isSymbolicLink() && (stat.mode & 0o002) !== 0;

/** True where somebody else than its owner may write to the file. */
export const isOpenToOthers = (stat: Stat): boolean =>
  process.getuid !== undefined && (stat.mode & 0o022) !== 0;
