import { pathOf } from '../../kinds/index.js';
import type { Change } from '../../wiki/change.js';
import { fill, type WritePair } from '../../wiki/template.js';
import type { Local } from '../../wiki/time.js';
import type { Wiki } from '../../wiki/wiki.js';
import { freeName, namePart, stampOf } from '../snapshot/name.js';
import { findingsOf } from './finding.js';

/** What a phase checkpoint says, by the seed's names (External Memory §Checkpoints). */
export interface PhaseSaid {
  readonly phase: string;
  readonly task: string;
  readonly completed: readonly string[];
  readonly pending: readonly string[];
  readonly active: readonly string[];
  readonly blocked: readonly string[];
  readonly summary: string;
  readonly next: string;
  readonly instructions: string;
}

/** Plans the note of a phase checkpoint: the fields of the seed's JSON are its front matter. */
export function phaseCheckpoint(
  said: PhaseSaid,
  wiki: Wiki,
  { now, template, pair }: { readonly now: Local; readonly template: string; readonly pair: WritePair },
): { readonly change: Change; readonly checkpoint: Readonly<Record<string, unknown>> } {
  const id = freeName(wiki, 'checkpoint', `cp_${namePart(said.phase)}_${stampOf(now)}`);
  const path = `${wiki.content}/${pathOf('checkpoint', { name: id })}`;
  const checkpoint = {
    checkpoint_id: id,
    task_id: said.task,
    phase: said.phase,
    timestamp: now.iso,
    state: {
      completed_subtasks: said.completed,
      pending_subtasks: said.pending,
      active_agents: said.active,
      blocked_agents: said.blocked,
      findings_count: findingsOf(wiki, said.task).length,
    },
    context_summary: said.summary,
    next_action: said.next,
    recovery_instructions: said.instructions,
  };
  const text = fill(
    template,
    { ...checkpoint, title: `${said.phase} of ${said.task}`.replace(/\s+/g, ' ') },
    pair,
  );
  return {
    change: { do: 'create', path, text, why: 'a phase checkpoint' },
    checkpoint: { path, ...checkpoint },
  };
}
