import { CATEGORY_NAMES, SEVERITIES } from '../../kinds/feedback.js';
import { pathOf } from '../../kinds/index.js';
import { parseBlock } from '../../wiki/block.js';
import { daysBetween } from '../../wiki/time.js';
import { type Feedback, feedbackIn, unresolved } from '../feedback.js';
import type { Finding, Rule } from './rule.js';

export const feedbackOpen: Rule = {
  name: 'feedback',
  level: 'info',
  why: 'a mistake that is not resolved will be made again',
  find({ wiki, entries, clock }) {
    const note = wiki.note(`${wiki.content}/${pathOf('feedback')}`);
    if (!note) return [];
    const all = feedbackIn(note, entries(note));
    const today = clock.local(clock.now).date;
    return [
      ...doubled(all),
      ...all.flatMap((one) => misnamed(one, note.text)),
      ...unresolved(all).map((one) => open(one, today)),
    ];
  },
};

/** A month without a clean application is no longer news. */
const LONG = 30;

function open({ entry, label, mistake, violated, seen }: Feedback, today: string): Finding {
  const { path, line, at } = entry;
  const times = seen + violated;
  const isOld = at !== null && daysBetween(at.slice(0, 10), today) > LONG;
  const since = at === null ? '' : ` since ${at.slice(0, 10)}`;
  const message = `${label} is unresolved${since}${times > 1 ? `, made ${times} times` : ''}: «${mistake}»`;
  return isOld || times > 1 ? { path, line, message, level: 'warning' } : { path, line, message };
}

/** A label is one record's. */
const doubled = (all: readonly Feedback[]): Finding[] =>
  all.flatMap(({ label, entry }, i): Finding[] => {
    const first = all.findIndex((one) => one.label === label);
    if (first === i || label === '') return [];
    const message = `${label} is the label of line ${all[first]?.entry.line} too`;
    return [{ path: entry.path, line: entry.line, message, level: 'error' }];
  });

/** A category or severity that the schema does not know. */
function misnamed({ entry }: Feedback, text: string): Finding[] {
  const { fields } = parseBlock(text.slice(entry.start, entry.end));
  const known = { category: CATEGORY_NAMES, severity: SEVERITIES } as const;
  return (['category', 'severity'] as const).flatMap((name): Finding[] => {
    const said = fields.get(name)?.toLowerCase();
    if (said === undefined || said === '' || (known[name] as readonly string[]).includes(said)) return [];
    const message = `no ${name} \`${said}\`; one of: ${known[name].join(', ')}`;
    return [{ path: entry.path, line: entry.line, message, level: 'warning' }];
  });
}
