import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Outline } from '../markdown/outline.js';
import { statAt } from './file-io.js';
import { nodeFileSystem } from './file-system.js';

/** How long and with how much memory a text may be read (guide/store.md › What is read). */
export interface WorkerLimits {
  readonly ms: number;
  readonly megabytes: number;
}

const LIMITS: WorkerLimits = { ms: 5000, megabytes: 256 };

/**
 * The root of a text as remark reads it, in a thread of its own that is ended when it takes too long or too much; then
 * why it could not be judged. Our own thread waits, but is never kept busy.
 */
export async function parseInWorker(
  text: string,
  { ms, megabytes }: WorkerLimits = LIMITS,
): Promise<Outline | string> {
  const worker = new Worker(READ, {
    eval: true,
    execArgv: [],
    env: {},
    workerData: { module: findRemarkModule(), text },
    resourceLimits: {
      maxOldGenerationSizeMb: megabytes,
      maxYoungGenerationSizeMb: megabytes / 8,
      stackSizeMb: 4,
    },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Outline | string>((done) => {
      timer = setTimeout(() => done(`its Markdown could not be judged within ${ms / 1000} s`), ms);
      worker.once('message', done);
      worker.once('error', (error) => done(`its Markdown could not be judged: ${briefly(error)}`));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

const READ = `
const { parentPort, workerData } = require('node:worker_threads');
parentPort.postMessage(require(workerData.module).parseWithRemark(workerData.text));
`;

const briefly = ({ message }: Error): string => message.split('\n')[0] ?? '';

/** Remark lies in a file of its own beside the bundle; in the repository, in `dist`. */
function findRemarkModule(): string {
  const folders = [import.meta.dirname, join(import.meta.dirname, '..', '..', 'dist')];
  const found = folders
    .map((folder) => join(folder, 'remark-outline.cjs'))
    .find((path) => statAt(nodeFileSystem, path));
  if (found === undefined) throw new Error('remark-outline.cjs is missing from this installation');
  return found;
}
