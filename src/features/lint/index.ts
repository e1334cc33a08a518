import type { LintRule } from './rule.js';
import { contextBlock } from './rules/context-block.js';
import { contradiction } from './rules/contradiction.js';
import { deadLink } from './rules/dead-link.js';
import { duplicate } from './rules/duplicate-entry.js';
import { duplicateId } from './rules/duplicate-id.js';
import { failureFields } from './rules/failure-fields.js';
import { frontMatter } from './rules/front-matter.js';
import { handoffRecord } from './rules/handoff-record.js';
import { hugo } from './rules/hugo.js';
import { linked } from './rules/linked-notes.js';
import { feedbackOpen } from './rules/open-feedback.js';
import { orphanMarker } from './rules/orphan-marker.js';
import { overdue } from './rules/overdue-reminder.js';
import { reminderLine } from './rules/reminder-line.js';
import { sameName } from './rules/same-name.js';
import { secret } from './rules/secret.js';
import { snapshotFields } from './rules/snapshot-fields.js';
import { stale } from './rules/stale-entry.js';
import { taskNote } from './rules/task-note.js';
import { twoVersions } from './rules/two-versions.js';
import { unmerged } from './rules/unmerged-note.js';
import { notUnderstood } from './rules/unparsed-line.js';
import { unreadable } from './rules/unreadable-note.js';
import { unjudged } from './rules/unverifiable-structure.js';

/** Every rule (FEATURES F4), in the order of notices about one line. */
export const LINT_RULES: readonly LintRule[] = [
  unreadable,
  unmerged,
  linked,
  unjudged,
  frontMatter,
  contextBlock,
  secret,
  duplicateId,
  deadLink,
  sameName,
  orphanMarker,
  reminderLine,
  overdue,
  stale,
  duplicate,
  twoVersions,
  contradiction,
  feedbackOpen,
  handoffRecord,
  snapshotFields,
  failureFields,
  taskNote,
  notUnderstood,
  hugo,
];
