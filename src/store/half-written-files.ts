import { join } from 'node:path';
import { statAt } from '../platform/file-io.js';
import { catchErrors, ignoreErrors } from '../platform/system-errors.js';
import type { StoreContext } from './layout.js';

/** A file that is being written has a name with this ending, then gets its real one. */
const PART = /^(?:\.|signal\.json\.).+\.part$/;
/** Writing one takes milliseconds: an older one is left from a process that died. */
const OLD_MS = 10 * 60_000;

/** Lists half-written files in the state folder that no process is writing. */
export function findOldParts({ port, machine, at }: StoreContext): readonly string[] {
  const folders = [at.state, at.keep, at.images, at.spool, join(at.keep, 'sessions')];
  const paths = folders.flatMap((folder) =>
    catchErrors(['ENOENT', 'ENOTDIR'], [], () => port.list(folder)).flatMap((item) =>
      item.isFile() && PART.test(item.name) ? [join(folder, item.name)] : [],
    ),
  );
  return paths.filter((path) => {
    const stat = statAt(port, path);
    return stat !== null && Math.abs(machine.wall() - stat.mtimeMs) > OLD_MS;
  });
}

/** Deletes these files, which were never acknowledged. Returns their number. */
export const clearOldParts = (store: StoreContext): number =>
  findOldParts(store).filter((path) => ignoreErrors(() => store.port.unlink(path))).length;
