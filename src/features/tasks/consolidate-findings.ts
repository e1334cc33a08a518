import type { LocalTime } from '../../dates/local-time.js';
import type { Change } from '../../notes/changes/change.js';
import { notePath } from '../../notes/kinds/index.js';
import type { Notebook } from '../../notes/notebook.js';
import { createUniqueNoteName, formatFileTimestamp } from '../snapshots/file-name.js';
import {
  type Finding,
  findFindingTask,
  isSameTask,
  isSynthesis,
  listAllFindings,
  listFindings,
  SYNTHESIS_AGENT,
} from './finding-record.js';
import {
  findLatestSynthesis,
  listSynthesisSources,
  mergeFindings,
  type Synthesis,
} from './merge-findings.js';
import { readTaskNotes } from './note-sections.js';
import { renderSynthesis } from './render-finding.js';

/** A synthesis to write. */
interface ConsolidationResult {
  readonly path: string;
  readonly findings: readonly Finding[];
  readonly found: Synthesis;
  readonly change: Change;
}

/** Plans to join all findings of a task (FEATURES E2); null if it has none. */
export function consolidateFindings(
  task: string,
  notebook: Notebook,
  { now, template }: { readonly now: LocalTime; readonly template: string },
): ConsolidationResult | null {
  const findings = listAllFindings(notebook, task);
  if (findings.length === 0) return null;
  const found = mergeFindings(findings);
  const name = createUniqueNoteName(notebook, 'finding', `${SYNTHESIS_AGENT}_${formatFileTimestamp(now)}`);
  const path = `${notebook.content}/${notePath('finding', { name })}`;
  const text = renderSynthesis(found, findings, { task, timestamp: now.iso, template });
  return { path, findings, found, change: { kind: 'create', path, text, why: 'a synthesis' } };
}

/** The tasks with two or more findings that no synthesis joins, all at least a day old. */
export function findTasksToConsolidate(notebook: Notebook, now: number): readonly string[] {
  const sheets = readTaskNotes(notebook, 'finding').filter(({ path }) => !isSynthesis(path));
  const tasks = sheets.map(findFindingTask).filter((task) => task !== '' && task !== 'none');
  const each = tasks.filter((task, at) => tasks.findIndex((one) => isSameTask(one, task)) === at);
  return each.filter((task) => {
    const synthesis = findLatestSynthesis(notebook, task);
    const tx = synthesis ? listSynthesisSources(synthesis) : [];
    const rest = listFindings(notebook, task).filter(({ name }) => !tx.includes(name));
    return rest.length > 1 && rest.every(({ timestamp }) => Date.parse(timestamp) < now - DAY_MS);
  });
}

const DAY_MS = 86_400_000;
