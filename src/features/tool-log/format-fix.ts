import type { LocalTime } from '../../dates/local-time.js';
import { toPlainLine } from '../../text/sanitize.js';
import type { Fix } from './find-fixes.js';

/** Characters of an error, a command or a path in a line. */
const MAX_LENGTH = 110;

/** Returns a fix as one line: when, the error in quotes, and what was done before the command passed. */
export function formatFix(fix: Fix, local: (ms: number) => LocalTime): string {
  const day = local(Date.parse(fix.at)).date;
  const did = fix.changes.map(({ call, what }) =>
    call.files.length > 0 ? `a change of \`${formatQuote(what)}\`` : `\`${formatQuote(what)}\``,
  );
  const after = did.length === 0 ? 'when it ran again' : `after ${did.join(', then ')}`;
  const times = fix.times > 1 ? ` (it failed ${fix.times} times)` : '';
  return `${day}: «${formatQuote(fix.error)}» — \`${formatQuote(fix.attempt)}\` passed ${after}${times}`;
}

export function formatQuote(words: string): string {
  const clean = toPlainLine(words).replaceAll('`', "'").replaceAll('«', '‹').replaceAll('»', '›');
  return clean.length > MAX_LENGTH ? `${clean.slice(0, MAX_LENGTH - 1)}…` : clean;
}
