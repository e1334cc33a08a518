import type { ActivityEvent } from '../../../transcripts/activity-event.js';
import { createAttemptKey } from '../../tool-log/attempt.js';
import { callEffect } from './workflow-stage.js';

/** Something that failed, and what came of it. */
export interface FailureTrace {
  /** The command that was run. */
  readonly what: string;
  readonly times: number;
  /** True where the same came to a good end later on the day. */
  readonly mended: boolean;
  /** Files that were written between the last failure and that end. */
  readonly by: readonly string[];
}

/** What failed on a day, and the edits until it passed (FEATURES C4); in the order of the first failures. */
export function findFailureTraces(calls: readonly ActivityEvent[]): readonly FailureTrace[] {
  const open = new Map<string, FailureTrace>();
  for (const call of calls) {
    const what = createAttemptKey(call);
    const known = open.get(what);
    if (!call.ok) open.set(what, { what, times: (known?.times ?? 0) + 1, mended: false, by: [] });
    else if (known && !known.mended) open.set(what, { ...known, mended: true });
    else if (callEffect(call) === 'writes')
      for (const one of open.values()) if (!one.mended) note(open, one, call);
  }
  return [...open.values()];
}

function note(open: Map<string, FailureTrace>, one: FailureTrace, { files }: ActivityEvent): void {
  open.set(one.what, { ...one, by: [...new Set([...one.by, ...files])] });
}
