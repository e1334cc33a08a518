import { pathOf } from '../kinds/index.js';
import { likeness } from '../recall/likeness/likeness.js';
import type { Change } from '../wiki/change.js';
import type { Located } from '../wiki/entries.js';
import type { Ids } from '../wiki/ids.js';
import type { Wiki } from '../wiki/wiki.js';
import { type Feedback, unresolved } from './feedback.js';
import { Known } from './known.js';
import { novelty } from './novelty.js';
import { propose, wasProposed } from './propose.js';
import { reviseBlock } from './revise-block.js';

/** A mistake made so often becomes a rule, if a person agrees (Mutable §Loop Prevention; FEATURES C9). */
export const PATTERN = 3;

/** Records of one mistake, oldest first, and how often it was made in all. */
export interface Pattern {
  readonly records: readonly Feedback[];
  readonly times: number;
  /** What would prevent it, as a rule. */
  readonly rule: string;
}

/** From here on two mistakes are about one thing, and two corrections say one. */
const ALIKE = { mistake: 0.5, correction: 0.7 } as const;

/** The mistakes among unresolved feedback that were made three times or more. */
export function patterns(all: readonly Feedback[]): readonly Pattern[] {
  const groups: Feedback[][] = [];
  for (const one of unresolved(all)) {
    const group = groups.find((records) => records.some((other) => isAlike(one, other)));
    if (group) group.push(one);
    else groups.push([one]);
  }
  return groups
    .map((records) => ({
      records,
      times: records.reduce((sum, { seen, violated }) => sum + seen + violated, 0),
    }))
    .filter(({ times }) => times >= PATTERN)
    .map((group) => ({ ...group, rule: ruleOf(group.records) }));
}

const isAlike = (a: Feedback, b: Feedback): boolean =>
  likeness(a.mistake, b.mistake) >= ALIKE.mistake ||
  (a.prevention !== '' && likeness(a.prevention, b.prevention) >= ALIKE.correction) ||
  (a.correction !== '' && likeness(a.correction, b.correction) >= ALIKE.correction);

/** The newest prevention that somebody wrote, else the newest correction, else the mistake itself. */
function ruleOf(records: readonly Feedback[]): string {
  const newest = (of: (one: Feedback) => string) => records.map(of).findLast((text) => text !== '');
  return (
    newest(({ prevention }) => prevention) ??
    newest(({ correction }) => correction) ??
    `never again: ${records[0]?.mistake}`
  );
}

interface Desk {
  readonly ids: Ids;
  readonly template: (name: string) => string;
  readonly entries: (note: {
    readonly path: string;
    readonly text: string;
    readonly bom: boolean;
    readonly hash: string;
  }) => readonly Located[];
}

/** Plans to propose each pattern as a rule, once; what memory knows as a rule is not proposed. */
export function escalate(
  found: readonly Pattern[],
  wiki: Wiki,
  { ids, template, entries }: Desk,
): { readonly changes: readonly Change[]; readonly proposed: readonly Pattern[] } {
  const memory = wiki.note(`${wiki.content}/${pathOf('memory')}`);
  const rules = new Known(
    (memory ? entries(memory) : []).filter(({ type, superseded }) => type === 'rule' && superseded === null),
  );
  const changes: Change[] = [];
  const proposed: Pattern[] = [];
  let now = wiki;
  for (const pattern of found) {
    const [first] = pattern.records;
    if (!first || novelty(pattern.rule, rules).kind === 'skip') continue;
    if (pattern.records.some(({ entry }) => entry.hasId && wasProposed(`rule from ${linkTo(entry.id)}`, now)))
      continue;
    const id = first.entry.hasId ? first.entry.id : ids.mint();
    const labels = pattern.records.map(({ label }) => label).join(', ');
    const note = now.note(first.entry.path);
    const named =
      first.entry.hasId || !note
        ? []
        : reviseBlock(first.entry, note, now.outline(note), { id }, 'a proposal links to it');
    const asked = propose(
      { act: 'rule', from: linkTo(id), text: pattern.rule, seen: `made ${pattern.times} times: ${labels}` },
      now.after(named),
      { ids, template },
    );
    if (asked.length === 0) continue;
    changes.push(...named, ...asked);
    now = now.after([...named, ...asked]);
    proposed.push(pattern);
  }
  return { changes, proposed };
}

const linkTo = (id: string): string => `[[${pathOf('feedback').replace(/\.md$/, '')}#^${id}]]`;
