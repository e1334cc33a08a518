import { pathOf } from '../../kinds/index.js';
import type { Change } from '../../wiki/change.js';
import type { Local } from '../../wiki/time.js';
import type { Wiki } from '../../wiki/wiki.js';
import { freeName, stampOf } from '../snapshot/name.js';
import {
  allFindingsOf,
  type Finding,
  findingsOf,
  isMerged,
  MERGED,
  sameTask,
  taskOfFinding,
} from './finding.js';
import { sheetsOf } from './sheet.js';
import { type Synthesis, synthesis } from './synthesis.js';
import { latestSynthesis, sourcesOf } from './synthesis-note.js';
import { writeSynthesis } from './write-finding.js';

/** A synthesis that is written. */
export interface Consolidated {
  readonly path: string;
  readonly findings: readonly Finding[];
  readonly found: Synthesis;
  readonly change: Change;
}

/** Plans to join all findings of a task (FEATURES E2); null where it has none. */
export function consolidated(
  task: string,
  wiki: Wiki,
  { now, template }: { readonly now: Local; readonly template: string },
): Consolidated | null {
  const findings = allFindingsOf(wiki, task);
  if (findings.length === 0) return null;
  const found = synthesis(findings);
  const name = freeName(wiki, 'finding', `${MERGED}_${stampOf(now)}`);
  const path = `${wiki.content}/${pathOf('finding', { name })}`;
  const text = writeSynthesis(found, findings, { task, timestamp: now.iso, template });
  return { path, findings, found, change: { do: 'create', path, text, why: 'a synthesis' } };
}

/** The tasks of which two findings or more are in no synthesis yet, and none of those came within a day. */
export function tasksToConsolidate(wiki: Wiki, now: number): readonly string[] {
  const sheets = sheetsOf(wiki, 'finding').filter(({ path }) => !isMerged(path));
  const tasks = sheets.map(taskOfFinding).filter((task) => task !== '' && task !== 'none');
  const each = tasks.filter((task, at) => tasks.findIndex((one) => sameTask(one, task)) === at);
  return each.filter((task) => {
    const synthesis = latestSynthesis(wiki, task);
    const held = synthesis ? sourcesOf(synthesis) : [];
    const rest = findingsOf(wiki, task).filter(({ name }) => !held.includes(name));
    return rest.length > 1 && rest.every(({ timestamp }) => Date.parse(timestamp) < now - DAY_MS);
  });
}

const DAY_MS = 86_400_000;
