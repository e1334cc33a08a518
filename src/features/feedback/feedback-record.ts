import { rateSimilarity } from '../../matching/similarity/similarity.js';
import { formatBlock, parseBlock } from '../../notes/entries/block.js';
import { EMPTY_LINE, formatLine } from '../../notes/entries/entry-line.js';
import { listProofFields, type Proof } from '../../notes/entries/proof.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import type { Note } from '../../notes/note.js';

/** The five categories (Mutable §Categories) and their words; the last takes the rest. */
export const FEEDBACK_CATEGORIES = {
  tool_usage:
    /\s-{1,2}\w|\b(?:flags?|tools?|command|commands|option|argument|terminal|background|cli)\b|工具|命令|参数/i,
  config:
    /\b(?:config\w*|env|environment|variable|settings?|schedule|cron|model|credentials?|version)\b|配置|环境变量/i,
  communication:
    /\b(?:verbose|tone|wording|answer\w*|explain\w*|clarif\w*|asked|rude|reply|language)\b|语气|啰嗦/i,
  logic: /\b(?:assum\w*|edge case|circular|off by one|wrong conclusion|misread|false)\b|假设|逻辑/i,
  workflow: /(?:)/,
} as const satisfies Record<string, RegExp>;

export type FeedbackCategory = keyof typeof FEEDBACK_CATEGORIES;
export const CATEGORY_NAMES = Object.keys(FEEDBACK_CATEGORIES) as FeedbackCategory[];

/** The four severities, the worst first (Mutable §Entry Schema). */
export const FEEDBACK_SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;
export type FeedbackSeverity = (typeof FEEDBACK_SEVERITIES)[number];

/** A recorded mistake with its correction and counts (Mutable §Entry Schema). */
export interface Feedback {
  /** `FB-20260607-001`; links go by the entry's own id. */
  readonly label: string;
  readonly entry: LocatedEntry;
  readonly mistake: string;
  readonly correction: string;
  readonly trigger: string;
  readonly prevention: string;
  readonly category: FeedbackCategory;
  readonly severity: FeedbackSeverity;
  /** True since it was last applied without making the mistake again. */
  readonly verified: boolean;
  /** True if a rule in memory replaces it. */
  readonly resolved: boolean;
  /** How often the mistake was made. */
  readonly seen: number;
  /** How often the guard warned of it before a call. */
  readonly hits: number;
  /** How often the correction was followed, and how often it was not. */
  readonly clean: number;
  readonly violated: number;
}

/** The feedback of a note from top to bottom; what is missing is empty, medium, or derived from the mistake. */
export const parseFeedback = (note: Note, entries: readonly LocatedEntry[]): readonly Feedback[] =>
  entries.filter(({ type }) => type === 'feedback').map((entry) => read(entry, note));

function read(entry: LocatedEntry, { text }: Note): Feedback {
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
    category: category ?? guessCategory(mistake),
    severity: FEEDBACK_SEVERITIES.find((one) => one === of('severity').toLowerCase()) ?? 'medium',
    verified: entry.verified !== null,
    resolved: of('resolved') !== '',
    seen: count('seen', 1),
    hits: count('hits', 0),
    clean: count('clean', 0),
    violated: count('violated', 0),
  };
}

/** The category of a mistake by its words. */
export const guessCategory = (mistake: string): FeedbackCategory =>
  CATEGORY_NAMES.find((name) => FEEDBACK_CATEGORIES[name].test(mistake)) ?? 'workflow';

/** The values of a new record. */
type FeedbackDraft = Pick<
  Feedback,
  'label' | 'mistake' | 'correction' | 'trigger' | 'prevention' | 'category' | 'severity'
> & {
  readonly id: string;
  /** ISO 8601 with offset. */
  readonly at: string;
  readonly by: string | null;
  readonly proof?: Proof | null;
};

/** A record as it is written: the seed's schema as fields, without empty ones. */
export function formatFeedback(draft: FeedbackDraft): string[] {
  const { label, mistake, id, at, by, category, severity, correction, trigger, prevention } = draft;
  const said = { correction, trigger, prevention };
  const fields = [
    ['timestamp', at],
    ...(by === null ? [] : [['by', by] as const]),
    ['category', category],
    ['severity', severity],
    ...Object.entries(said).filter(([, value]) => value !== ''),
    ...(draft.proof ? listProofFields(draft.proof) : []),
    ['verified', 'false'],
    ['seen', '1'],
    ['clean', '0'],
    ['violated', '0'],
  ] as const;
  const heading = `${label} — ${formatLine({ ...EMPTY_LINE, text: mistake }, '')}`;
  return formatBlock({
    depth: 2,
    heading,
    id,
    fields: fields as readonly (readonly [string, string])[],
    body: [],
  });
}

/** What is still to be learned: neither applied without making it again, nor done with. */
export const isUnresolved = (all: readonly Feedback[]): readonly Feedback[] =>
  all.filter(
    ({ verified, resolved, entry }) =>
      !verified && !resolved && entry.status !== 'done' && entry.status !== 'dropped',
  );

/** The same mistake in other words, or in the same. */
const SAME = 0.9;

/** The record of this very mistake, the newest first. */
export const findSameMistake = (mistake: string, all: readonly Feedback[]): Feedback | undefined =>
  all.findLast((one) => rateSimilarity(one.mistake, mistake) > SAME);

/**
 * Records about a tool, a skill or a planned action (Mutable §Loop Prevention): those that name it, or are
 * of the same; what is unresolved and worse comes first, of equals the newest.
 */
export function findRelevantFeedback(
  words: string,
  all: readonly Feedback[],
  isRelevant: (text: string) => boolean,
): readonly Feedback[] {
  const name = words.trim().toLowerCase();
  const found = all.filter((one) => {
    const text = [one.mistake, one.trigger, one.prevention, one.correction].filter(Boolean).join('. ');
    return named(text.toLowerCase(), name) || isRelevant(text);
  });
  const rank = ({ verified, severity }: Feedback) =>
    Number(verified) * FEEDBACK_SEVERITIES.length + FEEDBACK_SEVERITIES.indexOf(severity);
  return found.toReversed().toSorted((a, b) => rank(a) - rank(b));
}

/** True where a text has a name as a separate word. */
function named(text: string, name: string): boolean {
  if (name.length < 2) return false;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!/[\p{L}\p{N}_]/u.test((text[at - 1] ?? ' ') + (text[at + name.length] ?? ' '))) return true;
  return false;
}
