/* A folder of the whole run, for what its test files give to each other. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    runFolder: string;
  }
}

/** Makes the folder before the run, and returns what removes it after. */
export default function makeRunFolder({ provide }: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-run-'));
  provide('runFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
