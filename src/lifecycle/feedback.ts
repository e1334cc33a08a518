import { CATEGORIES, CATEGORY_NAMES, type Category, SEVERITIES, type Severity } from '../kinds/feedback.js';
import { likeness } from '../recall/likeness/likeness.js';
import { bearingOn } from '../recall/matching/bears.js';
import { formatBlock, parseBlock } from '../wiki/block.js';
import type { Located } from '../wiki/entries.js';
import { BARE, formatLine } from '../wiki/line.js';
import type { Note } from '../wiki/note.js';

/** A mistake with all that its record says (Mutable §Entry Schema), and how often it was made and heeded. */
export interface Feedback {
  /** `FB-20260607-001`; links go by the entry's own id. */
  readonly label: string;
  readonly entry: Located;
  readonly mistake: string;
  readonly correction: string;
  readonly trigger: string;
  readonly prevention: string;
  readonly category: Category;
  readonly severity: Severity;
  /** True since it was last applied without making the mistake again. */
  readonly verified: boolean;
  /** How often it was made, how often heeded, and how often not. */
  readonly seen: number;
  /** How often an agent was told of it before a call. */
  readonly hits: number;
  readonly clean: number;
  readonly violated: number;
}

/** The feedback of a note from top to bottom; what is missing is empty, medium, or told by the mistake. */
export const feedbackIn = (note: Note, entries: readonly Located[]): readonly Feedback[] =>
  entries.filter(({ type }) => type === 'feedback').map((entry) => read(entry, note));

function read(entry: Located, { text }: Note): Feedback {
  const { heading, fields } = parseBlock(text.slice(entry.start, entry.end));
  const of = (name: string): string => fields.get(name) ?? '';
  const count = (name: string, least: number): number => Math.max(least, Math.floor(Number(of(name)) || 0));
  const mistake = entry.text.split('\n')[0] ?? '';
  const category = CATEGORY_NAMES.find((one) => one === of('category').toLowerCase());
  return {
    label: /^[A-Za-z]+-\d{8}-\d+/.exec(heading)?.[0].toUpperCase() ?? '',
    entry,
    mistake,
    correction: of('correction'),
    trigger: of('trigger'),
    prevention: of('prevention'),
    category: category ?? categoryOf(mistake),
    severity: SEVERITIES.find((one) => one === of('severity').toLowerCase()) ?? 'medium',
    verified: entry.verified !== null,
    seen: count('seen', 1),
    hits: count('hits', 0),
    clean: count('clean', 0),
    violated: count('violated', 0),
  };
}

/** The category that a mistake tells by its words. */
export const categoryOf = (mistake: string): Category =>
  CATEGORY_NAMES.find((name) => CATEGORIES[name].test(mistake)) ?? 'workflow';

/** What a new record says. */
export type FeedbackDraft = Pick<
  Feedback,
  'label' | 'mistake' | 'correction' | 'trigger' | 'prevention' | 'category' | 'severity'
> & {
  readonly id: string;
  /** ISO 8601 with offset. */
  readonly at: string;
  readonly by: string | null;
};

/** A record as it is written: the seed's schema as fields; what nobody said is left out. */
export function feedbackLines(draft: FeedbackDraft): string[] {
  const { label, mistake, id, at, by, category, severity, correction, trigger, prevention } = draft;
  const said = { correction, trigger, prevention };
  const fields = [
    ['timestamp', at],
    ...(by === null ? [] : [['by', by] as const]),
    ['category', category],
    ['severity', severity],
    ...Object.entries(said).filter(([, value]) => value !== ''),
    ['verified', 'false'],
    ['seen', '1'],
    ['clean', '0'],
    ['violated', '0'],
  ] as const;
  const heading = `${label} — ${formatLine({ ...BARE, text: mistake }, '')}`;
  return formatBlock({
    depth: 2,
    heading,
    id,
    fields: fields as readonly (readonly [string, string])[],
    body: [],
  });
}

/** What is still to be learned: neither applied without making it again, nor done with. */
export const unresolved = (all: readonly Feedback[]): readonly Feedback[] =>
  all.filter(({ verified, entry }) => !verified && entry.status !== 'done' && entry.status !== 'dropped');

/** The same mistake in other words, or in the same. */
const SAME = 0.9;

/** The record of this very mistake, the newest first. */
export const sameMistake = (mistake: string, all: readonly Feedback[]): Feedback | undefined =>
  all.findLast((one) => likeness(one.mistake, mistake) > SAME);

/**
 * What bears on a tool, a skill or something one is about to do (Mutable §Loop Prevention): records that name it, or speak
 * of the same; what is unresolved and worse comes first, of equals the newest.
 */
export function bearing(words: string, all: readonly Feedback[]): readonly Feedback[] {
  const bears = bearingOn(words);
  const name = words.trim().toLowerCase();
  const found = all.filter((one) => {
    const said = [one.mistake, one.trigger, one.prevention, one.correction].filter(Boolean).join('. ');
    return named(said.toLowerCase(), name) || bears(said);
  });
  const rank = ({ verified, severity }: Feedback) =>
    Number(verified) * SEVERITIES.length + SEVERITIES.indexOf(severity);
  return found.toReversed().toSorted((a, b) => rank(a) - rank(b));
}

/** True where a text holds a name as a word of its own. */
function named(text: string, name: string): boolean {
  if (name.length < 2) return false;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!/[\p{L}\p{N}_]/u.test((text[at - 1] ?? ' ') + (text[at + name.length] ?? ' '))) return true;
  return false;
}
