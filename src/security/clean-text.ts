import { mapStrings } from '../text/json-value.js';
import { stripHidden } from '../text/sanitize.js';
import { redactAll } from './secrets.js';

/** The kind in `found` for hidden characters. */
export const HIDDEN = 'hidden characters';

/** Removes hidden characters from every string of a value, then its secrets, which they may split; says what was removed. */
export function cleanAll<T>(value: T): { readonly value: T; readonly found: readonly string[] } {
  let isHidden = false;
  const plain = mapStrings(value, (text) => {
    const seen = stripHidden(text);
    isHidden ||= seen !== text;
    return seen;
  });
  const redacted = redactAll(isHidden ? plain : value);
  return isHidden ? { value: redacted.value, found: [HIDDEN, ...redacted.found] } : redacted;
}
