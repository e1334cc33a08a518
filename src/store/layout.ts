import { join } from 'node:path';
import { unless } from './failure.js';
import { type Fsync, makeFolder, OWN_FILE, OWN_FOLDER, statAt, writeFresh } from './file.js';
import type { Machine } from './machine.js';
import type { Port } from './port.js';
import { type Root, STATE } from './root.js';

/** Where the store keeps what is not a note. `keep` is durable history; `cache` may vanish at any moment. */
export interface Layout {
  readonly state: string;
  readonly cache: string;
  readonly keep: string;
  readonly journal: string;
  readonly runs: string;
  readonly images: string;
  readonly spool: string;
  readonly locks: string;
  readonly wants: string;
  readonly signal: string;
}

/** What all parts of the store stand on. */
export interface Ground {
  readonly port: Port;
  readonly machine: Machine;
  readonly root: Root;
  readonly at: Layout;
  readonly fsync: Fsync;
  /** The file that holds the context block, by the settings. */
  readonly target?: string;
  /** What holds the lock, for whoever waits: the verb, not its words. */
  readonly command: string;
}

export function layoutOf(root: string): Layout {
  const state = join(root, STATE);
  const keep = join(state, 'keep');
  return {
    state,
    cache: join(state, 'cache'),
    keep,
    journal: join(keep, 'journal.jsonl'),
    runs: join(keep, 'runs.jsonl'),
    images: join(keep, 'images'),
    spool: join(keep, 'spool'),
    locks: join(state, 'locks'),
    wants: join(state, 'wants'),
    signal: join(state, 'signal.json'),
  };
}

/** Makes the state folder, for its owner only and unseen by git; done before the first write, never for reading. */
export function furnish({ port, at, fsync }: Ground): void {
  if (statAt(port, at.locks)) return;
  for (const folder of [at.state, at.cache, at.keep, at.images, at.spool])
    makeFolder(port, folder, OWN_FOLDER, fsync);
  const ignore = join(at.state, '.gitignore');
  unless(['EEXIST'], undefined, () => writeFresh(port, ignore, Buffer.from('*\n'), OWN_FILE, fsync));
  makeFolder(port, at.locks, OWN_FOLDER, fsync);
}
