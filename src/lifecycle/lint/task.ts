import type { Wiki } from '../../wiki/wiki.js';
import { FINDING_STATUSES, findingIn, isMerged } from '../task/finding.js';
import { ofCheckpoint } from '../task/resumable.js';
import { sectionOf, sheetsOf } from '../task/sheet.js';
import type { Finding, Inspection, Rule } from './rule.js';

export const taskNote: Rule = {
  name: 'task',
  level: 'warning',
  why: 'nobody can go on from a plan without an objective, a checkpoint without a next action, a finding that found nothing',
  find: ({ wiki, properties }) => [
    ...plansWithout(wiki),
    ...checkpointsWithout(wiki, properties),
    ...findingsWithout(wiki),
  ],
};

const plansWithout = (wiki: Wiki): Finding[] =>
  sheetsOf(wiki, 'plan')
    .filter((sheet) => sectionOf(sheet, 'Objective') === '')
    .map(({ path }) => ({ path, line: 1, message: 'it has no objective; write: ## Objective' }));

const checkpointsWithout = (wiki: Wiki, read: Inspection['properties']): Finding[] =>
  sheetsOf(wiki, 'checkpoint').flatMap((sheet) => {
    const found = ofCheckpoint(sheet, read);
    const missing = [found?.task ? '' : 'task_id', found?.next ? '' : 'next_action'].filter(Boolean);
    if (missing.length === 0) return [];
    return [{ path: sheet.path, line: 1, message: `it has no ${missing.join(', no ')}` }];
  });

const findingsWithout = (wiki: Wiki): Finding[] =>
  sheetsOf(wiki, 'finding')
    .filter(({ path }) => !isMerged(path))
    .map(findingIn)
    .flatMap(({ path, summary, discoveries, status }) => [
      ...(summary === '' && discoveries.length === 0
        ? [{ path, line: 1, message: 'it says nothing that was found; write: ## Summary' }]
        : []),
      ...(FINDING_STATUSES.some((one) => one === status)
        ? []
        : [{ path, line: 1, message: `no status \`${status}\`; one of: ${FINDING_STATUSES.join(', ')}` }]),
    ]);
