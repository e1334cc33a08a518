import { contextBlock } from './context-block.js';
import { contradiction } from './contradiction.js';
import { deadLink } from './dead-link.js';
import { duplicate } from './duplicate.js';
import { duplicateId } from './duplicate-id.js';
import { failureFields } from './failure.js';
import { feedbackOpen } from './feedback.js';
import { frontMatter } from './front-matter.js';
import { handoffRecord } from './handoff.js';
import { hugo } from './hugo.js';
import { linked } from './linked.js';
import { notUnderstood } from './not-understood.js';
import { orphanMarker } from './orphan-marker.js';
import { overdue } from './overdue.js';
import { reminderLine } from './reminder-line.js';
import type { Rule } from './rule.js';
import { secret } from './secret.js';
import { snapshotFields } from './snapshot.js';
import { stale } from './stale.js';
import { taskNote } from './task.js';
import { unjudged } from './unjudged.js';
import { unreadable } from './unreadable.js';

/** Every rule (FEATURES F4), in the order in which notices of one line are told. */
export const RULES: readonly Rule[] = [
  unreadable,
  linked,
  unjudged,
  frontMatter,
  secret,
  duplicateId,
  deadLink,
  orphanMarker,
  reminderLine,
  overdue,
  stale,
  contextBlock,
  duplicate,
  contradiction,
  feedbackOpen,
  handoffRecord,
  snapshotFields,
  failureFields,
  taskNote,
  notUnderstood,
  hugo,
];
