import type { LocalTime } from '../../dates/local-time.js';
import type { Change } from '../../notes/changes/change.js';
import { notePath } from '../../notes/kinds/index.js';
import type { Notebook } from '../../notes/notebook.js';
import { fillTemplate, type WritePair } from '../../notes/template.js';
import { createUniqueNoteName, formatFileNamePart, formatFileTimestamp } from '../snapshots/file-name.js';
import { listFindings } from './finding-record.js';

/** A phase checkpoint, by the seed's names (External Memory §Checkpoints). */
interface PhaseCheckpointInput {
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
export function planPhaseCheckpoint(
  input: PhaseCheckpointInput,
  notebook: Notebook,
  { now, template, pair }: { readonly now: LocalTime; readonly template: string; readonly pair: WritePair },
): { readonly change: Change; readonly checkpoint: Readonly<Record<string, unknown>> } {
  const id = createUniqueNoteName(
    notebook,
    'checkpoint',
    `cp_${formatFileNamePart(input.phase)}_${formatFileTimestamp(now)}`,
  );
  const path = `${notebook.content}/${notePath('checkpoint', { name: id })}`;
  const checkpoint = {
    checkpoint_id: id,
    task_id: input.task,
    phase: input.phase,
    timestamp: now.iso,
    state: {
      completed_subtasks: input.completed,
      pending_subtasks: input.pending,
      active_agents: input.active,
      blocked_agents: input.blocked,
      findings_count: listFindings(notebook, input.task).length,
    },
    context_summary: input.summary,
    next_action: input.next,
    recovery_instructions: input.instructions,
  };
  const text = fillTemplate(
    template,
    { ...checkpoint, title: `${input.phase} of ${input.task}`.replace(/\s+/g, ' ') },
    pair,
  );
  return {
    change: { kind: 'create', path, text, why: 'a phase checkpoint' },
    checkpoint: { path, ...checkpoint },
  };
}
