import type { CommandContext, CommandPlan } from '../../command/define-command.js';
import { readEntriesAt } from '../../command/entry-format.js';
import { createEntryDeps } from '../../command/planning-deps.js';
import { rateSimilarity } from '../../matching/similarity/similarity.js';
import { editBlock } from '../../notes/edit/edit-block.js';
import { notePath } from '../../notes/kinds/index.js';
import { collectChanges } from '../../notes/notebook.js';
import { isAlreadyProposed, propose } from '../inbox/propose.js';
import { KnownLines } from '../promotion/known-lines.js';
import { type Feedback, isUnresolved } from './feedback-record.js';
import { readAllFeedback, toFeedbackItem, toFeedbackJson } from './list-feedback.js';

/** What is unresolved, and what of it was made three times or more proposed as a rule (Mutable §Loop Prevention). */
export function auditFeedback(ctx: CommandContext): CommandPlan {
  const known = readAllFeedback(ctx, ctx.notebook);
  const open = isUnresolved(known);
  const found = findRecurringMistakes(known);
  const { changes, proposed } = proposeRules(found, ctx);
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

/** Plans to propose each pattern as a rule, once; a rule that memory has is not proposed. */
function proposeRules(found: readonly RecurringMistake[], ctx: CommandContext) {
  const { ids, template } = createEntryDeps(ctx);
  const memory = readEntriesAt(ctx, ctx.notebook, `${ctx.notebook.content}/${notePath('memory')}`, 'rule');
  const rules = new KnownLines(memory.filter(({ superseded }) => superseded === null));
  const proposed: RecurringMistake[] = [];
  const changes = collectChanges(found, ctx.notebook, (pattern, now) => {
    const { records, rule, times } = pattern;
    const [entry] = records.map((one) => one.entry);
    const isKnown = records.some(
      (one) => one.entry.hasId && isAlreadyProposed(`rule from ${linkTo(one.entry.id)}`, now),
    );
    if (!entry || isKnown || rules.findRepeated(rule) !== null) return [];
    const id = entry.hasId ? entry.id : ids.mint();
    const note = now.note(entry.path);
    const named =
      entry.hasId || !note ? [] : editBlock(entry, note, now.outline(note), { id }, 'a proposal links to it');
    const seen = `made ${times} times: ${records.map(({ label }) => label).join(', ')}`;
    const request = propose({ act: 'rule', from: linkTo(id), text: rule, seen }, now.after(named), {
      ids,
      template,
    });
    if (request.length === 0) return [];
    proposed.push(pattern);
    return [...named, ...request];
  });
  return { changes, proposed };
}

const linkTo = (id: string): string => `[[${notePath('feedback').replace(/\.md$/, '')}#^${id}]]`;
