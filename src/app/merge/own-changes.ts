import { join } from 'node:path';
import { readCommittedText } from '../../git/past-versions.js';
import { scanBlocks } from '../../markdown/block-scanner.js';
import { clearContextBlock } from '../../notes/context-block-markers.js';
import { decode } from '../../platform/encoding.js';
import { readFile } from '../../platform/file-io.js';
import { nodeFileSystem } from '../../platform/file-system.js';
import type { WorkspaceRoot } from '../../platform/workspace-root.js';

/**
 * Creates a test for changed files with changes outside the generated block: commits do not contain the block, so the file
 * in the worktree always differs from the commit.
 */
export const createOwnChangeTest =
  ({ worktree }: WorkspaceRoot, target: string) =>
  ({ path }: { readonly path: string }): boolean => {
    if (path !== target) return true;
    const read = readFile(nodeFileSystem, join(worktree, path));
    const now = (read && decode(read.bytes)?.text) ?? '';
    const before = readCommittedText(worktree, path);
    const clean = (text: string) => clearContextBlock(text, scanBlocks(text)).replaceAll('\r\n', '\n');
    return before === null || clean(now) !== clean(before);
  };
