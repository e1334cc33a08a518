import type { ToolCall } from '../../wiki/tool-call.js';
import { doesOf } from '../trace/stage.js';

/** A file that an agent had in its hands. */
export interface Touched {
  readonly path: string;
  readonly how: 'read' | 'modified';
}

/**
 * The file tracker: what tools read and modified, each file once, the last touched first; what was modified once stays so.
 * It is read from the tool log, so that no compaction of a context loses it.
 */
export function filesTouched(calls: readonly ToolCall[]): readonly Touched[] {
  const touched = new Map<string, Touched>();
  for (const call of calls) {
    const how = !call.ok ? null : HOW[doesOf(call)];
    if (how == null) continue;
    for (const path of call.files) {
      const before = touched.get(path)?.how;
      touched.delete(path);
      touched.set(path, { path, how: before === 'modified' ? before : how });
    }
  }
  return [...touched.values()].toReversed();
}

const HOW: Readonly<Record<string, Touched['how'] | undefined>> = {
  reads: 'read',
  'looks up': 'read',
  writes: 'modified',
};
