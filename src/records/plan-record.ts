import type { Outline } from '../markdown/outline.js';
import { appendToSection, indexOfHeading, replaceSpan } from '../markdown/section-edits.js';
import { applyEdits, type TextEdit } from '../markdown/text-edit.js';
import {
  formatItem,
  formatPassage,
  listBlocksBelow,
  type ParsedText,
  parseTitleAndFields,
  readSectionItems,
} from './note-sections.js';

/** The parameters of a plan; none of them only writes its progress again. */
export interface PlanUpdate {
  readonly objective?: string | undefined;
  readonly strategy?: string | undefined;
  readonly ask?: readonly string[];
  readonly answer?: readonly string[];
  readonly constraint?: readonly string[];
  readonly next?: readonly string[];
  readonly done?: boolean;
}

const ORDER = ['Objective', 'Strategy', 'Key Questions', 'Progress', 'Constraints', 'Next Actions'];

/**
 * Applies an update to the text of a plan (External Memory §Research Plans), with its progress written again
 * by its checkboxes and next actions. Everything else is unchanged.
 */
export function updatePlan(text: string, input: PlanUpdate, look: (text: string) => Outline): string {
  const { ask = [], answer = [], constraint = [], next = [] } = input;
  const steps: Step[] = [
    ...bodies(input),
    ...ask.map((one) => toSection('Key Questions', (bullet) => boxed(bullet, one))),
    ...answer.map((one) => (now: ParsedText) => answered(now, one)),
    ...constraint.map((one) => toSection('Constraints', (bullet) => formatItem(one, bullet.trimEnd()))),
    ...next.map((one) => toSection('Next Actions', (bullet) => formatItem(one, numbered(bullet)))),
    ...(input.done ? [completed] : []),
    progressed,
  ];
  return steps.reduce((now, step) => applyEdits(now, step({ text: now, outline: look(now) })), text);
}

type Step = (leaf: ParsedText) => readonly TextEdit[];

const bodies = ({ objective, strategy }: PlanUpdate): Step[] => [
  ...(objective === undefined
    ? []
    : [(leaf: ParsedText) => withBody(leaf, 'Objective', formatPassage(objective))]),
  ...(strategy === undefined
    ? []
    : [(leaf: ParsedText) => withBody(leaf, 'Strategy', formatPassage(strategy))]),
];

const toSection =
  (heading: string, line: (bullet: string) => string): Step =>
  ({ text, outline }) =>
    appendToSection(text, outline, heading, ORDER, line);

const boxed = (bullet: string, question: string): string =>
  formatItem(question, bullet.trimEnd()).replace(/^(\S+ )/, '$1[ ] ');

const numbered = (bullet: string): string => (/\d/.test(bullet) ? bullet.trimEnd() : '1.');

/** Ticks the question that has these words, and adds `(answered)`. */
function answered({ text, outline }: ParsedText, answer: string): readonly TextEdit[] {
  const block = questionWith(outline, answer);
  if (!block) return [];
  const line = text.slice(block.start, block.end).trimEnd();
  const fresh = `${line.replace('[ ]', '[x]')} (answered)`;
  return replaceSpan(text, block.start, block.start + line.length, fresh);
}

/** True if a plan has an open question with these words. */
export const hasOpenQuestion = (outline: Outline, answer: string): boolean =>
  questionWith(outline, answer) !== undefined;

function questionWith({ blocks }: Outline, answer: string) {
  const wanted = answer.toLowerCase().trim();
  const open = blocks.filter(({ kind, text }) => kind === 'item' && text.startsWith('[ ] '));
  const words = ({ text }: (typeof open)[number]) => text.slice(4).toLowerCase().trim();
  return open.find((one) => words(one) === wanted) ?? open.find((one) => words(one).includes(wanted));
}

/** Replaces the text below a heading, up to the next one; adds the heading if it is missing. */
function withBody({ text, outline }: ParsedText, heading: string, body: string): readonly TextEdit[] {
  const at = indexOfHeading(outline, heading);
  if (at < 0) return appendToSection(text, outline, heading, ORDER, () => body);
  const next = outline.blocks.slice(at + 1).find(({ kind }) => kind === 'heading');
  const [start, end] = [outline.blocks[at]?.end ?? 0, next?.start ?? text.length];
  const length = text.slice(start, end).trimEnd().length;
  const fresh = length > 0 ? body : `${body}\n${next ? '\n' : ''}`;
  return replaceSpan(text, start, length > 0 ? start + length : end, fresh.replaceAll('\n', outline.eol));
}

const STATUS = /^\*\*Status\*\*:.*$/m;

function completed({ text, outline }: ParsedText): readonly TextEdit[] {
  const [title, next] = outline.blocks.filter(({ kind }) => kind === 'heading');
  const head = text.slice(0, next?.start ?? text.length);
  if (STATUS.test(head))
    return replaceSpan(text, 0, head.length, head.replace(STATUS, '**Status**: completed'));
  const at = title?.depth === 1 ? title.end : 0;
  return [{ at, old: '', new: `${outline.eol}**Status**: completed${outline.eol}` }];
}

/** True if a plan's task is done. */
export const isPlanComplete = (leaf: ParsedText): boolean =>
  parseTitleAndFields(leaf).fields.get('status') === 'completed';

/** Completed, current and pending items of a plan: by the boxes of its questions, then its next actions. */
export function listProgress(leaf: ParsedText) {
  const boxes = leaf.outline.blocks.filter(
    ({ kind, text: own }) => kind === 'item' && /^\[[ xX]\] /.test(own),
  );
  const isOpen = ({ text: own }: (typeof boxes)[number]) => own.startsWith('[ ]');
  const names = (some: typeof boxes) => some.map(({ text: own }) => plain(own));
  const done = names(boxes.filter((one) => !isOpen(one)));
  const questions = names(boxes.filter(isOpen));
  const actions = readSectionItems(leaf, 'Next Actions').filter(
    (one) => ![...done, ...questions].includes(one),
  );
  const [current, ...pending] = isPlanComplete(leaf) ? [] : [...questions, ...actions];
  return { completed: done, current: current === undefined ? [] : [current], pending };
}

/** Writes the three lines of progress. */
function progressed(leaf: ParsedText): readonly TextEdit[] {
  const { text } = leaf;
  const { completed: done, current, pending } = listProgress(leaf);
  const join = (items: readonly string[]) => items.join('; ') || 'none';
  const provided = { Completed: join(done), 'In Progress': join(current), Pending: join(pending) };
  return listBlocksBelow(leaf, 'Progress').flatMap((block) => {
    const [, name] = /^(Completed|In Progress|Pending):/.exec(block.text) ?? [];
    if (block.kind !== 'item' || name === undefined) return [];
    const line = text.slice(block.start, block.end).trimEnd();
    const fresh = `${block.marker}${name}: ${provided[name as keyof typeof provided]}`;
    return replaceSpan(text, block.start, block.start + line.length, fresh);
  });
}

const plain = (text: string): string =>
  text
    .slice(4)
    .replace(/ \(answered\)$/, '')
    .replace(/(?<!\s)\s*\n\s*/g, ' ');
