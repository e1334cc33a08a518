import { createTimeContext } from '../../dates/due-date.js';
import { countDaysBetween } from '../../dates/local-time.js';
import { replaceLine } from '../../markdown/section-edits.js';
import type { Change } from '../../notes/changes/change.js';
import { parseBlock } from '../../notes/entries/block.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { formatReminder, parseReminder } from '../../notes/entries/reminder-line.js';
import { listNotePaths } from '../../notes/kinds/note-paths.js';
import type { Note } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';
import { CONFIDENCES, listFailures, REJECTED_BY } from '../../records/failure.js';
import { FINDING_STATUSES, isSynthesis, parseFinding } from '../../records/finding-record.js';
import { parseHandoffs } from '../../records/handoff.js';
import { readSectionText, readTaskNotes } from '../../records/note-sections.js';
import { parseCheckpoint } from '../../records/resume-point.js';
import { REQUIRED, readSnapshot, STATUSES } from '../../records/snapshot.js';
import {
  CATEGORY_NAMES,
  FEEDBACK_SEVERITIES,
  type Feedback,
  isUnresolved,
  parseFeedback,
} from '../feedback/feedback-record.js';
import { convertReminder } from '../import/reminder.js';
import { describeDue, parseReminderDue, sortPendingReminders } from '../reminders/due-reminders.js';
import { checkChoice, findKindNote, type LintFinding, type LintRule } from './rule.js';

export const REMINDER_RULES: readonly LintRule[] = [
  {
    name: 'reminder-line',
    level: 'error',
    why: 'a reminder without a due date never comes up',
    find(lint) {
      const note = findKindNote(lint, 'reminders');
      if (!note) return [];
      return lint.ctx
        .entries(note)
        .filter(({ type, status }) => type === 'reminder' && status !== 'done' && status !== 'dropped')
        .filter((entry) => parseReminderDue(entry) === null)
        .map((entry): LintFinding => {
          const { line, due, when } = entry;
          const says = due === null ? 'it says no DUE | TYPE' : `\`${due} | ${when}\` is not DUE | TYPE`;
          const message = `${says}; write: - [ ] 2026-12-20 | absolute | MESSAGE`;
          const fix = moveToColumns(entry, note, lint.notebook);
          return { path: note.path, line, message, ...(fix && { fix }) };
        });
    },
  },
  {
    name: 'overdue',
    level: 'warning',
    why: 'an overdue reminder hides those that come after it',
    find(lint) {
      const { ctx, today } = lint;
      const note = findKindNote(lint, 'reminders');
      if (!note) return [];
      return sortPendingReminders(ctx.entries(note), createTimeContext(ctx)).due.flatMap((entry) => {
        const due = parseReminderDue(entry);
        const day = due && 'due' in due ? due.due.slice(0, 10) : today;
        if (!due || day >= today) return [];
        return [{ path: note.path, line: entry.line, message: `due ${describeDue(due)}: «${entry.text}»` }];
      });
    },
  },
];

/** Rules about what a record must have to be of use. */
export const RECORD_RULES: readonly LintRule[] = [
  {
    name: 'feedback',
    level: 'info',
    why: 'an unresolved mistake is likely to be repeated',
    find(lint) {
      const note = findKindNote(lint, 'feedback');
      if (!note) return [];
      const all = parseFeedback(note, lint.ctx.entries(note));
      return [
        ...findDoubleLabels(all),
        ...all.flatMap((one) => checkFields(one, note.text)),
        ...isUnresolved(all).map((one) => describeOpen(one, lint.today)),
      ];
    },
  },
  {
    name: 'handoff',
    level: 'warning',
    why: 'the next session cannot use a hand-off without a goal or an outcome',
    find(lint) {
      const note = findKindNote(lint, 'handoff');
      if (!note) return [];
      return parseHandoffs(note, lint.ctx.entries(note)).flatMap(({ label, goal, outcome, entry }) => {
        const missing = [goal === '' ? 'goal' : '', outcome === null ? 'outcome' : ''].filter(Boolean);
        const message = `${label} names no ${missing.join(' and no ')}; write: **Goal**: …, **Outcome**: ✅ Complete`;
        return missing.length === 0 ? [] : [{ path: entry.path, line: entry.line, message }];
      });
    },
  },
  {
    name: 'snapshot',
    level: 'warning',
    why: 'a snapshot without goal, state or next step cannot be continued, and one of unknown status is never archived',
    find: ({ ctx, notebook }) =>
      listNotePaths('snapshot', notebook).flatMap((path): LintFinding[] => {
        const note = notebook.note(path);
        const snapshot = note && readSnapshot(note, (text) => ctx.query('properties', text));
        if (!snapshot) return [];
        return [
          ...reportMissing(
            path,
            REQUIRED.filter((key) => snapshot[key].trim() === ''),
          ),
          ...checkChoice({ path, line: 1 }, 'status', snapshot.status, STATUSES),
        ];
      }),
  },
  {
    name: 'failure',
    level: 'warning',
    why: 'a rejection without a reason is tried again; `by` and `confidence` take fixed values',
    find: ({ ctx, notebook }) =>
      listFailures(notebook, ctx.entries)
        .filter(({ note }) => !note.path.startsWith('~/'))
        .flatMap(({ what, failure: { reason, rejected_by: by, confidence }, entry: { path, line } }) => [
          ...(reason.trim() === ''
            ? [{ path, line, message: `${what} has no reason; write: **reason**: …` }]
            : []),
          ...checkChoice({ path, line }, 'rejected_by', by, REJECTED_BY),
          ...checkChoice({ path, line }, 'confidence', confidence, CONFIDENCES),
        ]),
  },
  {
    name: 'task',
    level: 'warning',
    why: 'a plan needs an objective, a checkpoint a next action, and a finding a summary',
    find: ({ ctx, notebook }) => [
      ...readTaskNotes(notebook, 'plan')
        .filter((sheet) => readSectionText(sheet, 'Objective') === '')
        .map(({ path }) => ({ path, line: 1, message: 'it has no objective; write: ## Objective' })),
      ...readTaskNotes(notebook, 'checkpoint').flatMap((sheet) => {
        const found = parseCheckpoint(sheet, (text) => ctx.query('properties', text));
        return reportMissing(
          sheet.path,
          [found?.task ? '' : 'task_id', found?.next ? '' : 'next_action'].filter(Boolean),
        );
      }),
      ...readTaskNotes(notebook, 'finding')
        .filter(({ path }) => !isSynthesis(path))
        .map(parseFinding)
        .flatMap(({ path, summary, discoveries, status }) => [
          ...(summary === '' && discoveries.length === 0
            ? [{ path, line: 1, message: 'it has no finding; write: ## Summary' }]
            : []),
          ...checkChoice({ path, line: 1 }, 'status', status, FINDING_STATUSES),
        ]),
    ],
  },
];

const reportMissing = (path: string, missing: readonly string[]): LintFinding[] =>
  missing.length === 0 ? [] : [{ path, line: 1, message: `it has no ${missing.join(', no ')}` }];

/** Moves what the words state into the columns; no word is lost. */
function moveToColumns(entry: LocatedEntry, note: Note, notebook: Notebook): Change | null {
  const outline = notebook.outline(note);
  const block = outline.blocks.find(({ start }) => start === entry.start);
  const read = convertReminder(entry);
  if (block?.kind !== 'item' || read.due === null || /[\r\n]/.test(block.text)) return null;
  const { tail } = parseReminder(block.text);
  const line = formatReminder({ ...read, tail }, block.marker);
  const end = note.text.indexOf(block.text, block.start) + block.text.length;
  const splices = replaceLine(note.text, outline, { ...block, end }, [line]);
  return { kind: 'edit', path: note.path, base: note.hash, splices, why: 'a reminder in columns' };
}

/** A month without a clean application is no longer news. */
const LONG_DAYS = 30;

function describeOpen({ entry, label, mistake, violated, seen }: Feedback, today: string): LintFinding {
  const { path, line, at } = entry;
  const times = seen + violated;
  const isOld = at !== null && countDaysBetween(at.slice(0, 10), today) > LONG_DAYS;
  const since = at === null ? '' : ` since ${at.slice(0, 10)}`;
  const message = `${label} is unresolved${since}${times > 1 ? `, made ${times} times` : ''}: «${mistake}»`;
  return { path, line, message, ...(isOld || times > 1 ? { level: 'warning' } : {}) };
}

/** A label is one record's. */
const findDoubleLabels = (all: readonly Feedback[]): LintFinding[] =>
  all.flatMap(({ label, entry }, i): LintFinding[] => {
    const first = all.findIndex((one) => one.label === label);
    if (first === i || label === '') return [];
    const message = `${label} is the label of line ${all[first]?.entry.line} too; after a merge: daybook sync --resolve; else give one of them the next number`;
    return [{ path: entry.path, line: entry.line, message, level: 'error' }];
  });

/** Finds a category or severity that the schema does not know. */
function checkFields({ entry }: Feedback, text: string): LintFinding[] {
  const { fields } = parseBlock(text.slice(entry.start, entry.end));
  return Object.entries({ category: CATEGORY_NAMES, severity: FEEDBACK_SEVERITIES }).flatMap(
    ([name, known]) => {
      const value = fields.get(name)?.toLowerCase();
      return value ? checkChoice(entry, name, value, known) : [];
    },
  );
}
