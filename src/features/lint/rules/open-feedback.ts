import { countDaysBetween } from '../../../dates/local-time.js';
import { parseBlock } from '../../../notes/entries/block.js';
import { notePath } from '../../../notes/kinds/index.js';
import {
  CATEGORY_NAMES,
  FEEDBACK_SEVERITIES,
  type Feedback,
  isUnresolved,
  parseFeedback,
} from '../../feedback/feedback-record.js';
import type { LintFinding, LintRule } from '../rule.js';

export const feedbackOpen: LintRule = {
  name: 'feedback',
  level: 'info',
  why: 'an unresolved mistake is likely to be repeated',
  find({ wiki: notebook, entries, clock }) {
    const note = notebook.note(`${notebook.content}/${notePath('feedback')}`);
    if (!note) return [];
    const all = parseFeedback(note, entries(note));
    const today = clock.local(clock.now).date;
    return [
      ...doubled(all),
      ...all.flatMap((one) => misnamed(one, note.text)),
      ...isUnresolved(all).map((one) => open(one, today)),
    ];
  },
};

/** A month without a clean application is no longer news. */
const LONG = 30;

function open({ entry, label, mistake, violated, seen }: Feedback, today: string): LintFinding {
  const { path, line, at } = entry;
  const times = seen + violated;
  const isOld = at !== null && countDaysBetween(at.slice(0, 10), today) > LONG;
  const since = at === null ? '' : ` since ${at.slice(0, 10)}`;
  const message = `${label} is unresolved${since}${times > 1 ? `, made ${times} times` : ''}: «${mistake}»`;
  return isOld || times > 1 ? { path, line, message, level: 'warning' } : { path, line, message };
}

/** A label is one record's. */
const doubled = (all: readonly Feedback[]): LintFinding[] =>
  all.flatMap(({ label, entry }, i): LintFinding[] => {
    const first = all.findIndex((one) => one.label === label);
    if (first === i || label === '') return [];
    const message = `${label} is the label of line ${all[first]?.entry.line} too; after a merge: daybook sync --resolve; else give one of them the next number`;
    return [{ path: entry.path, line: entry.line, message, level: 'error' }];
  });

/** A category or severity that the schema does not know. */
function misnamed({ entry }: Feedback, text: string): LintFinding[] {
  const { fields } = parseBlock(text.slice(entry.start, entry.end));
  const known = { category: CATEGORY_NAMES, severity: FEEDBACK_SEVERITIES } as const;
  return (['category', 'severity'] as const).flatMap((name): LintFinding[] => {
    const phrase = fields.get(name)?.toLowerCase();
    if (phrase === undefined || phrase === '' || (known[name] as readonly string[]).includes(phrase))
      return [];
    const message = `no ${name} \`${phrase}\`; one of: ${known[name].join(', ')}`;
    return [{ path: entry.path, line: entry.line, message, level: 'warning' }];
  });
}
