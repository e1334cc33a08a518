import { join } from 'node:path';
import { statAt } from '../platform/file-io.js';
import { catching, ignoreErrors } from '../platform/system-errors.js';
import type { StoreContext } from './layout.js';

/** A file that is being written has a name that ends so; then it gets its true one. */
const PART = /^(?:\.|signal\.json\.).+\.part$/;
/** Writing one takes milliseconds: one that is older was left by a process that died. */
const OLD_MS = 10 * 60_000;

/** Paths of half-written files in the state folder that nobody is at work on. */
export function findOldParts({ port, machine, at }: StoreContext): readonly string[] {
  const folders = [at.state, at.keep, at.images, at.spool, join(at.keep, 'sessions')];
  const paths = folders.flatMap((folder) =>
    catching(['ENOENT', 'ENOTDIR'], [], () => port.list(folder)).flatMap((item) =>
      item.isFile() && PART.test(item.name) ? [join(folder, item.name)] : [],
    ),
  );
  return paths.filter((path) => {
    const stat = statAt(port, path);
    return stat !== null && Math.abs(machine.wall() - stat.mtimeMs) > OLD_MS;
  });
}

/** Removes them: none was ever acknowledged. Gives how many went. */
export const clearOldParts = (ground: StoreContext): number =>
  findOldParts(ground).filter((path) => ignoreErrors(() => ground.port.unlink(path))).length;
