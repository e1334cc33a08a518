import type { Notebook } from '../../../notes/notebook.js';
import { FINDING_STATUSES, isSynthesis, parseFinding } from '../../../records/finding-record.js';
import { readSectionText, readTaskNotes } from '../../../records/note-sections.js';
import { parseCheckpoint } from '../../../records/resume-point.js';
import type { LintContext, LintFinding, LintRule } from '../rule.js';

export const taskNote: LintRule = {
  name: 'task',
  level: 'warning',
  why: 'a plan needs an objective, a checkpoint a next action, and a finding a summary',
  find: ({ wiki: notebook, properties }) => [
    ...plansWithout(notebook),
    ...checkpointsWithout(notebook, properties),
    ...findingsWithout(notebook),
  ],
};

const plansWithout = (notebook: Notebook): LintFinding[] =>
  readTaskNotes(notebook, 'plan')
    .filter((sheet) => readSectionText(sheet, 'Objective') === '')
    .map(({ path }) => ({ path, line: 1, message: 'it has no objective; write: ## Objective' }));

const checkpointsWithout = (notebook: Notebook, read: LintContext['properties']): LintFinding[] =>
  readTaskNotes(notebook, 'checkpoint').flatMap((sheet) => {
    const found = parseCheckpoint(sheet, read);
    const missing = [found?.task ? '' : 'task_id', found?.next ? '' : 'next_action'].filter(Boolean);
    if (missing.length === 0) return [];
    return [{ path: sheet.path, line: 1, message: `it has no ${missing.join(', no ')}` }];
  });

const findingsWithout = (notebook: Notebook): LintFinding[] =>
  readTaskNotes(notebook, 'finding')
    .filter(({ path }) => !isSynthesis(path))
    .map(parseFinding)
    .flatMap(({ path, summary, discoveries, status }) => [
      ...(summary === '' && discoveries.length === 0
        ? [{ path, line: 1, message: 'it has no finding; write: ## Summary' }]
        : []),
      ...(FINDING_STATUSES.some((one) => one === status)
        ? []
        : [{ path, line: 1, message: `no status \`${status}\`; one of: ${FINDING_STATUSES.join(', ')}` }]),
    ]);
