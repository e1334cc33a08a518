import type { LocatedEntry } from '../../../notes/entries/read-entries.js';
import { LABEL_CUES } from '../../../notes/freeform/line-prefix.js';
import { suggestNames } from '../../../text/did-you-mean.js';
import type { LintContext, LintFinding, LintRule } from '../rule.js';

export const notUnderstood: LintRule = {
  name: 'not-understood',
  level: 'info',
  why: 'a line that is not understood is searched as prose, but the brief does not show it',
  find: ({ notes, entries }: LintContext) =>
    notes
      .flatMap((note) => entries(note))
      .filter(({ kind, type }) => (kind === 'memory' || kind === 'session') && type === 'prose')
      .map(finding),
};

/** A word before a colon at the beginning: probably meant as a label. */
const LABEL = /^[*_]{0,3}(\p{L}[\p{L}'’ ]{1,22}?)[*_]{0,3}\s?[:：][*_]{0,3}\s/u;

function finding({ path, line, text }: LocatedEntry): LintFinding {
  const label = LABEL.exec(text)?.[1]?.trim();
  const [near] = label ? suggestNames(label.toLowerCase(), [...LABEL_CUES.keys()]) : [];
  const begins = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  const quoted = `«${begins.replace(/\s+/g, ' ')}»`;
  if (!label || near === undefined) return { path, line, message: `stays prose: ${quoted}` };
  return {
    path,
    line,
    message: `stays prose: ${quoted}; \`${label}:\` is not a label, did you mean \`${near}:\`?`,
    level: 'warning',
  };
}

/** Characters of a line that a notice shows. */
const LONGEST = 60;
