import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Outline } from '../markdown/outline.js';
import { statAt } from './file-io.js';
import { nodeFileSystem } from './file-system.js';

/** Limits of time and memory for parsing a text (guide/store.md › What is read). */
interface WorkerLimits {
  readonly ms: number;
  readonly megabytes: number;
}

const LIMITS: WorkerLimits = { ms: 5000, megabytes: 256 };

/**
 * Parses the top-level blocks of a text with remark in a worker thread that is stopped at its limits; then returns the
 * reason. The main thread waits but stays responsive.
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
      timer = setTimeout(() => done(`its Markdown could not be parsed within ${ms / 1000} s`), ms);
      worker.once('message', done);
      worker.once('error', (error) => done(`its Markdown could not be parsed: ${briefly(error)}`));
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

/** Returns the file with remark: beside the bundle, or in `dist` of the repository. */
function findRemarkModule(): string {
  const folders = [import.meta.dirname, join(import.meta.dirname, '..', '..', 'dist')];
  const found = folders
    .map((folder) => join(folder, 'remark-outline.cjs'))
    .find((path) => statAt(nodeFileSystem, path));
  if (found === undefined) throw new Error('remark-outline.cjs is missing from this installation');
  return found;
}
