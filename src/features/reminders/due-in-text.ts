import { parseReminderTopic } from '../../matching/topics/reminder-condition.js';
import { findFreeformDate } from '../../notes/freeform/freeform-date.js';

/** The columns DUE and TYPE of a reminder. */
export interface DueColumns {
  readonly due: string;
  readonly when: string;
}

/** The columns of a line without columns: a date, a topic or the next session that its text names; null for none. */
export function findDueInText(text: string): DueColumns | null {
  const date = findFreeformDate(text)?.date;
  if (date) return { due: date, when: 'absolute' };
  const session = /\b(?:at )?(?:the )?next session\b|下次会话/i.exec(text)?.[0];
  if (session) return { due: '-', when: 'next session' };
  const [, about] = /^(?:about|on|re) (\p{L}[\p{L}\p{N} ._/-]{0,60}): /iu.exec(text) ?? [];
  if (about !== undefined) return { due: about, when: 'context' };
  const condition = /\b(?:when|whenever|next time|if|once)\b.+$|(?:当|下次|提到).+$/iu.exec(text)?.[0];
  const topic = condition ? parseReminderTopic(condition.replace(/(?<![)\].])[)\].]+$/, '')) : null;
  return topic ? { due: topic, when: 'context' } : null;
}
