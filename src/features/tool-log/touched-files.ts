import type { ToolCall } from '../../transcripts/tool-call.js';
import { callEffect } from '../daily-notes/trace/workflow-stage.js';

/** A file that an agent read or modified. */
export interface FileActivity {
  readonly path: string;
  readonly how: 'read' | 'modified';
}

/**
 * The file tracker: what tools read and modified, each file once, the last touched first; what was modified once stays so.
 * It is read from the tool log, so that no compaction of a context loses it.
 */
export function listTouchedFiles(calls: readonly ToolCall[]): readonly FileActivity[] {
  const touched = new Map<string, FileActivity>();
  for (const call of calls) {
    const how = !call.ok ? null : HOW[callEffect(call)];
    if (how == null) continue;
    for (const path of call.files) {
      const before = touched.get(path)?.how;
      touched.delete(path);
      touched.set(path, { path, how: before === 'modified' ? before : how });
    }
  }
  return [...touched.values()].toReversed();
}

const HOW: Readonly<Record<string, FileActivity['how'] | undefined>> = {
  reads: 'read',
  'looks up': 'read',
  writes: 'modified',
};
