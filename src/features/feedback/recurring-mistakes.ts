import type { CommandContext, CommandPlan } from '../../command/define-command.js';
import { rateSimilarity } from '../../matching/similarity/similarity.js';
import type { Change } from '../../notes/changes/change.js';
import { editBlock } from '../../notes/edit/edit-block.js';
import type { IdGenerator } from '../../notes/entries/ids.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { notePath } from '../../notes/kinds/index.js';
import type { Notebook } from '../../notes/notebook.js';
import { isAlreadyProposed, propose } from '../inbox/propose.js';
import { KnownLines } from '../promotion/known-lines.js';
import { type Feedback, isUnresolved } from './feedback-record.js';
import { readAllFeedback, toFeedbackItem, toFeedbackJson } from './list-feedback.js';

/** What is unresolved, and what of it was made three times or more proposed as a rule (Mutable §Loop Prevention). */
export function auditFeedback(ctx: CommandContext): CommandPlan {
  const known = readAllFeedback(ctx, ctx.notebook);
  const open = isUnresolved(known);
  const found = findRecurringMistakes(known);
  const deps = {
    ids: ctx.ids,
    template: (name: string) => ctx.query('template', name),
    entries: ctx.entries,
  };
  const { changes, proposed } = proposeRules(found, ctx.notebook, deps);
  const request =
    proposed.length === 0
      ? ''
      : ` ${proposed.length === 1 ? 'One is' : `${proposed.length} are`} proposed as ${proposed.length === 1 ? 'a rule' : 'rules'} in ${notePath('inbox')}.`;
  return {
    message: `${open.length} of ${known.length} unresolved; ${found.length} made three times or more.${request}`,
    items: [
      ...open.map(toFeedbackItem),
      ...found.map(({ records, times, rule }) => ({
        group: 'Again and again',
        what: `made ${times} times: ${rule}`,
        why: records.map(({ label }) => label).join(', '),
      })),
    ],
    data: {
      feedback: open.map((one) => toFeedbackJson(ctx, one)),
      patterns: found.map(({ records, times, rule }) => ({
        times,
        rule,
        feedback: records.map(({ label }) => label),
      })),
      proposed: proposed.map(({ rule }) => rule),
    },
    changes,
    ...(proposed.length > 0 ? { location: `${ctx.notebook.content}/${notePath('inbox')}` } : {}),
  };
}

/** A mistake made so often becomes a rule, if a person agrees (Mutable §Loop Prevention; FEATURES C9). */
const PATTERN_THRESHOLD = 3;

/** Records of one mistake, oldest first, and how often it was made in all. */
interface RecurringMistake {
  readonly records: readonly Feedback[];
  readonly times: number;
  /** What would prevent it, as a rule. */
  readonly rule: string;
}

/** From this similarity on two mistakes, or two corrections, count as one. */
const ALIKE = { mistake: 0.5, correction: 0.7 } as const;

/** The mistakes among unresolved feedback that were made three times or more. */
function findRecurringMistakes(all: readonly Feedback[]): readonly RecurringMistake[] {
  const groups: Feedback[][] = [];
  for (const one of isUnresolved(all)) {
    const group = groups.find((records) => records.some((other) => isAlike(one, other)));
    if (group) group.push(one);
    else groups.push([one]);
  }
  return groups
    .map((records) => ({
      records,
      times: records.reduce((sum, { seen, violated }) => sum + seen + violated, 0),
    }))
    .filter(({ times }) => times >= PATTERN_THRESHOLD)
    .map((group) => ({ ...group, rule: ruleOf(group.records) }));
}

const isAlike = (a: Feedback, b: Feedback): boolean =>
  rateSimilarity(a.mistake, b.mistake) >= ALIKE.mistake ||
  (a.prevention !== '' && rateSimilarity(a.prevention, b.prevention) >= ALIKE.correction) ||
  (a.correction !== '' && rateSimilarity(a.correction, b.correction) >= ALIKE.correction);

/** The newest prevention, else the newest correction, else the mistake itself. */
function ruleOf(records: readonly Feedback[]): string {
  const newest = (of: (one: Feedback) => string) => records.map(of).findLast((text) => text !== '');
  return (
    newest(({ prevention }) => prevention) ??
    newest(({ correction }) => correction) ??
    `never again: ${records[0]?.mistake}`
  );
}

interface Desk {
  readonly ids: IdGenerator;
  readonly template: (name: string) => string;
  readonly entries: (note: {
    readonly path: string;
    readonly text: string;
    readonly bom: boolean;
    readonly hash: string;
  }) => readonly LocatedEntry[];
}

/** Plans to propose each pattern as a rule, once; a rule that memory has is not proposed. */
function proposeRules(
  found: readonly RecurringMistake[],
  notebook: Notebook,
  { ids, template, entries }: Desk,
): { readonly changes: readonly Change[]; readonly proposed: readonly RecurringMistake[] } {
  const memory = notebook.note(`${notebook.content}/${notePath('memory')}`);
  const rules = new KnownLines(
    (memory ? entries(memory) : []).filter(({ type, superseded }) => type === 'rule' && superseded === null),
  );
  const changes: Change[] = [];
  const proposed: RecurringMistake[] = [];
  let now = notebook;
  for (const pattern of found) {
    const [first] = pattern.records;
    if (!first || rules.findRepeated(pattern.rule) !== null) continue;
    if (
      pattern.records.some(
        ({ entry }) => entry.hasId && isAlreadyProposed(`rule from ${linkTo(entry.id)}`, now),
      )
    )
      continue;
    const id = first.entry.hasId ? first.entry.id : ids.mint();
    const labels = pattern.records.map(({ label }) => label).join(', ');
    const note = now.note(first.entry.path);
    const named =
      first.entry.hasId || !note
        ? []
        : editBlock(first.entry, note, now.outline(note), { id }, 'a proposal links to it');
    const request = propose(
      { act: 'rule', from: linkTo(id), text: pattern.rule, seen: `made ${pattern.times} times: ${labels}` },
      now.after(named),
      { ids, template },
    );
    if (request.length === 0) continue;
    changes.push(...named, ...request);
    now = now.after([...named, ...request]);
    proposed.push(pattern);
  }
  return { changes, proposed };
}

const linkTo = (id: string): string => `[[${notePath('feedback').replace(/\.md$/, '')}#^${id}]]`;
