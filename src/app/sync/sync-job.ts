import type { Remote } from '../../git/sync/remote.js';
import type { SyncGit } from '../../git/sync/sync-git.js';
import type { Runtime } from '../runtime.js';

/** The inputs of one sync. */
export interface SyncJob {
  readonly git: SyncGit;
  readonly runtime: Runtime;
  readonly branch: string;
  readonly remote: Remote;
  readonly files: { readonly content: string; readonly written: readonly string[] };
  readonly push: boolean;
  readonly dryRun: boolean;
}
