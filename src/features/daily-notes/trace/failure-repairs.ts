import type { ActivityEvent } from '../../../transcripts/activity-event.js';
import { createAttemptKey } from '../../tool-log/attempt.js';
import { findSolutions } from '../../tool-log/solutions.js';
import { callEffect } from './workflow-stage.js';

/** A failed command or call, and whether it passed later. */
export interface FailureTrace {
  /** The command that was run. */
  readonly what: string;
  readonly times: number;
  /** True if the command, or another one for the same aim, passed later that day. */
  readonly fixed: boolean;
  /** Files written between the last failure and that pass. */
  readonly by: readonly string[];
  /** Another command that passed for the same aim. */
  readonly other?: string;
}

/** Finds the failures of a day and the edits until each passed (FEATURES C4), by first failure. */
export function findFailureTraces(calls: readonly ActivityEvent[]): readonly FailureTrace[] {
  const open = new Map<string, FailureTrace>();
  for (const call of calls) {
    const what = createAttemptKey(call);
    const known = open.get(what);
    if (!call.ok) open.set(what, { what, times: (known?.times ?? 0) + 1, fixed: false, by: [] });
    else if (known && !known.fixed) open.set(what, { ...known, fixed: true });
    else if (callEffect(call) === 'writes')
      for (const one of open.values()) if (!one.fixed) note(open, one, call);
  }
  for (const { failures, passed } of findSolutions(calls))
    for (const one of failures) {
      const known = open.get(createAttemptKey(one));
      if (known && !known.fixed)
        open.set(known.what, { ...known, fixed: true, by: [], other: createAttemptKey(passed) });
    }
  return [...open.values()];
}

function note(open: Map<string, FailureTrace>, one: FailureTrace, { files }: ActivityEvent): void {
  open.set(one.what, { ...one, by: [...new Set([...one.by, ...files])] });
}
