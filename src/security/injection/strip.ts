import { applyEdits } from '../../markdown/text-edit.js';
import type { Change } from '../../notes/changes/change.js';
import type { Notebook } from '../../notes/notebook.js';
import { isInstruction } from './classifier.js';

/** A change without the words that read like an instruction, and those words. */
interface FilteredChange {
  readonly change: Change;
  readonly held: readonly string[];
}

/** The parts of a text to remove: none, all, or these. */
export type HeldParts = 'none' | 'all' | readonly string[];

/** Decides which parts of an added text to remove; `lines` are its lines as written. */
type FindHeld = (words: string, lines: readonly string[]) => HeldParts;

/**
 * Removes added text that reads like an instruction from a change (FEATURES H7). Existing text, and text that is `exempt`,
 * stays.
 */
export const withholdInstructions = (
  change: Change,
  notebook: Notebook,
  exempt: (words: string) => boolean,
  isOrder: (words: string) => boolean = isInstruction,
): FilteredChange =>
  withholdTexts(
    change,
    notebook,
    (words) => (isOrder(words) && !exempt(words) ? 'all' : 'none'),
    'held back, see INBOX.md',
  );

/**
 * Removes texts from what a change adds: an item with its continuation, a heading with its section. In other places the
 * words are replaced by `placeholder`, so that the note keeps its structure. Existing text stays.
 */
export function withholdTexts(
  change: Change,
  notebook: Notebook,
  findHeld: FindHeld,
  placeholder: string,
): FilteredChange {
  const held = { findHeld, placeholder };
  if (change.kind === 'create') {
    const { text, held: tx } = withoutHeld({ at: 0, old: '', new: change.text }, '', held);
    return tx.length === 0 ? { change, held: tx } : { change: { ...change, text }, held: tx };
  }
  const before = change.kind === 'edit' ? notebook.note(change.path)?.text : undefined;
  if (change.kind !== 'edit' || before === undefined) return { change, held: [] };
  const made = inLines(before, change.splices).map((one) => ({ one, ...withoutHeld(one, before, held) }));
  const tx = made.flatMap((one) => one.held);
  if (tx.length === 0) return { change, held: tx };
  const splices = made.map(({ one, text }) => ({ ...one, new: text })).filter((one) => one.old !== one.new);
  return { change: { ...change, splices }, held: tx };
}

/** A removed range, and its replacement. */
interface Withholding {
  readonly findHeld: FindHeld;
  readonly placeholder: string;
}

/** True if a change does nothing, or would create an empty note. */
export const isEmptyChange = (change: Change, notebook: Notebook): boolean =>
  (change.kind === 'create' && change.text.replace(/^---\n[\s\S]*?\n---/, '').trim() === '') ||
  (change.kind === 'edit' &&
    applyEdits(notebook.note(change.path)?.text ?? '', change.splices) === notebook.note(change.path)?.text);

type Splices = Extract<Change, { kind: 'edit' }>['splices'];
type Hunk = Splices[number];

/** Extends splices to whole lines; those that share a line are merged. */
function inLines(text: string, splices: Splices): readonly Hunk[] {
  const spans: { from: number; to: number; splices: Hunk[] }[] = [];
  for (const one of splices) {
    const end = one.at + one.old.length;
    const from = text.lastIndexOf('\n', one.at - 1) + 1;
    const startsLine = end === 0 || text[end - 1] === '\n';
    const next = text.indexOf('\n', end);
    const isWhole = startsLine && (one.new === '' || one.new.endsWith('\n'));
    const to = isWhole ? end : next < 0 ? text.length : next + 1;
    const last = spans.at(-1);
    if (last && from < last.to) {
      last.to = Math.max(to, last.to);
      last.splices.push(one);
    } else spans.push({ from, to, splices: [one] });
  }
  return spans.map(({ from, to, splices: own }) => {
    const old = text.slice(from, to);
    return {
      at: from,
      old,
      new: applyEdits(
        old,
        own.map((one) => ({ ...one, at: one.at - from })),
      ),
    };
  });
}

/** Lines that belong together: an item, a heading, a field, or a paragraph, each with its continuation lines. */
interface Saying {
  readonly lines: string[];
  readonly what: 'item' | 'heading' | 'words';
  /** The depth of a heading; 0 for anything else. */
  readonly depth: number;
  /** True in front matter, or in a YAML fence. */
  readonly isYaml: boolean;
}

const ITEM = /^\s*(?:[-*+]|\d+[.)])\s+(?:\[.\]\s+)?/;
const HEADING = /^(#{1,6})\s+/;
/** A field of a block, and a field of YAML. */
const FIELD = /^\s*(?:[-*+]\s+)?\*\*[^*\n]+\*\*:?\s*/;
const KEY = /^\s*(?:-\s+)*(?:[\w.-]+:(?:\s+|$))?/;

function withoutHeld(
  { at, old, new: fresh }: Hunk,
  before: string,
  { findHeld, placeholder }: Withholding,
): { readonly text: string; readonly held: readonly string[] } {
  const stood = new Set(old.split('\n'));
  const tx: string[] = [];
  const remaining: string[] = [];
  let under = 0;
  for (const one of sayingsIn(fresh, at > 0 && at < frontEnd(before))) {
    const words = wordsOf(one);
    if (one.what === 'heading' && one.depth <= under) under = 0;
    if (under > 0) {
      if (/[^\s^]/.test(words) && !/^\^\w+$/.test(words)) tx.push(`${tx.pop()}; ${words}`);
      continue;
    }
    const held = one.lines.every((line) => stood.has(line)) ? 'none' : findHeld(words, one.lines);
    if (held === 'none') for (const line of one.lines) remaining.push(line);
    else if (held !== 'all') {
      tx.push(...held);
      remaining.push(...cutParts(one.lines, held));
    } else {
      tx.push(words);
      remaining.push(...standIn(one, stood, placeholder));
      if (one.what === 'heading' && !remaining.at(-1)?.startsWith('#')) under = one.depth;
    }
  }
  return { text: remaining.join('\n'), held: tx };
}

/** Removes parts from lines, with the blanks after them. */
function cutParts(lines: readonly string[], parts: readonly string[]): readonly string[] {
  const text = parts.reduce((rest, part) => {
    const pattern = part.split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return rest.replace(new RegExp(`${pattern.join('\\s+')}[ \\t]*`), '');
  }, lines.join('\n'));
  return text.split('\n').filter((line, at) => at === 0 || line.trim() !== '' || lines[at]?.trim() === '');
}

/** The replacement for withheld words: the earlier line, nothing for an item or a heading, else a placeholder. */
function standIn(one: Saying, stood: ReadonlySet<string>, placeholder: string): readonly string[] {
  const [first = ''] = one.lines;
  const was = [...stood].find((line) => isSame(line, first, one.isYaml));
  if (was !== undefined) return [was];
  if (!one.isYaml && one.what !== 'words') return [];
  return [leadOf(first, one.isYaml) + (one.isYaml ? `"${placeholder}"` : placeholder) + findTail(first)];
}

/** Returns the id at the end of a line and the blanks around it; only the blanks if there is no id. */
function findTail(line: string): string {
  const body = line.trimEnd();
  const words = body.slice(0, /\^[\w-]+$/.exec(body)?.index ?? body.length).trimEnd();
  return line.slice(/^\s/.test(line.slice(words.length)) ? words.length : body.length);
}

/** The end of a note's front matter; 0 if there is none. */
const frontEnd = (text: string): number => (/^---\r?\n/.test(text) ? text.indexOf('\n---', 3) + 1 : 0);

/** Matches a line that begins or ends front matter or a fence. */
const MARK = /^(?:---(?=\r?$)|```)/;

function sayingsIn(text: string, inFront: boolean): readonly Saying[] {
  const found: Saying[] = [];
  let [isFront, isFence, isYaml] = [inFront, false, inFront];
  for (const [i, line] of text.split('\n').entries()) {
    const mark = MARK.exec(line)?.[0] ?? '';
    const last = found.at(-1);
    if (mark === '' && last && goesOn(line, last)) last.lines.push(line);
    else found.push({ ...formOf(line, isYaml), lines: [line], isYaml: isYaml && mark === '' });
    if (mark === '---' && !isFence) isFront = i === 0;
    if (mark === '```') isFence = !isFence;
    if (mark !== '') isYaml = isFront || (isFence && (isYaml || /^```ya?ml\b/.test(line)));
  }
  return found;
}

function formOf(line: string, isYaml: boolean): Pick<Saying, 'what' | 'depth'> {
  const depth = isYaml ? 0 : (HEADING.exec(line)?.[1]?.length ?? 0);
  if (depth > 0) return { what: 'heading', depth };
  return { what: ITEM.test(line) && !FIELD.test(line) ? 'item' : 'words', depth };
}

/** True for a line that continues the lines before it. */
function goesOn(line: string, { lines, what, isYaml }: Saying): boolean {
  const [first = ''] = lines;
  if (line.trim() === '' || first.trim() === '' || MARK.test(first) || what === 'heading') return false;
  if (isYaml) return /^\s/.test(line) && !/^\s*(?:-\s|[\w.-]+:(?:\s|$))/.test(line);
  return !ITEM.test(line) && !HEADING.test(line) && !FIELD.test(line) && !/^\^\w+\s*$/.test(line);
}

/** The text of an item, without its markers and its tail. */
const wordsOf = ({ lines, isYaml }: Saying): string =>
  lines
    .map((line, i) => (i === 0 ? line.slice(leadOf(line, isYaml).length) : line).trim())
    .join(' ')
    .replace(TAIL, '')
    .replace(/^(?:"(.*)"|'(.*)')$/, (_, double?: string, single?: string) => double ?? single ?? '')
    .trim();

const leadOf = (line: string, isYaml: boolean): string =>
  ((isYaml ? KEY.exec(line) : (FIELD.exec(line) ?? ITEM.exec(line) ?? HEADING.exec(line))) ?? [''])[0];

/** The fields, source and id at the end of a line. */
const TAIL =
  /(?:\s{1,40}(?:\{#[^}]{0,200}\}|\[\w{1,40}::[^\]]{0,400}\]|\[\[[^\]]{0,400}\]\]|\^[\w-]{1,60})){0,20}\s{0,40}$/;

/** True if one line replaces the other: it has the same id, or is the same field. */
function isSame(old: string, fresh: string, isYaml: boolean): boolean {
  const id = /\s\^[\w-]+\s*$/.exec(fresh)?.[0].trim();
  if (id !== undefined) return old.trimEnd().endsWith(` ${id}`);
  const lead = leadOf(fresh, isYaml);
  return /[:*]\s*$/.test(lead) && old.startsWith(lead);
}
