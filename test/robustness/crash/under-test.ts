/* What the trials try, as one module: it is bundled as it is, and once for each safeguard that is switched off. */

export { findUnverifiedEdit } from '../../../src/app/plan-command.js';
export { scanBlocks } from '../../../src/markdown/block-scanner.js';
export { nodeFileSystem } from '../../../src/platform/file-system.js';
export { createSystem } from '../../../src/platform/process-identity.js';
export { parseLines } from '../../../src/store/change-journal/record.js';
export { acquireLock, LockedError } from '../../../src/store/lock.js';
export { ConflictError, openStore } from '../../../src/store/store.js';
