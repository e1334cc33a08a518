import { wrapInFence } from '../../markdown/code-fence.js';
import { joinLines } from '../../notes/entries/entry-line.js';
import { fillTemplate, type WritePair } from '../../notes/template.js';
import type { Snapshot } from './snapshot-record.js';

/** The contents of the cold archive: for debugging, never restored automatically. */
export interface Archive {
  readonly steps: readonly string[];
  /** In the form of `git diff --stat`. */
  readonly changes: string;
  readonly calls: readonly string[];
}

/** The note of a snapshot, in the layout of the seed (MindSave §Snapshot template). */
export function writeSnapshot(
  snapshot: Snapshot,
  layers: readonly string[],
  archive: Archive | null,
  { template, pair }: { readonly template: string; readonly pair: WritePair },
): string {
  const { constraints, groups, decisions, failure_graph, auto_trigger, session, file_notes, ...first } =
    snapshot;
  const second = layers.includes('2')
    ? { constraints: groups?.rest ?? constraints, decisions, failure_graph }
    : {};
  const holes = {
    ...first,
    file_notes: Object.keys(file_notes).length === 0 ? undefined : file_notes,
    ...second,
    ...(groups && layers.includes('2')
      ? {
          constraint_groups: groups.symbolic,
          raw_constraints: wrapInFence(pair('constraints', constraints), 'yaml'),
        }
      : {}),
    session: session ?? undefined,
    auto_trigger: auto_trigger ?? undefined,
    ...(archive ? archiveHoles(archive) : {}),
  };
  return fillTemplate(template, holes, pair);
}

const archiveHoles = ({ steps, changes, calls }: Archive) => ({
  completed_steps: numbered(steps),
  file_changes: changes.trim() === '' ? 'none' : wrapInFence(changes),
  recent_tool_calls: numbered(calls),
});

const numbered = (texts: readonly string[]): string =>
  texts.length === 0 ? 'none' : texts.map((text, at) => `${at + 1}. ${joinLines(text)}`).join('\n');
