import { createUsageError } from '../../../errors.js';
import { type EntryType, LOGGABLE_TYPES } from '../../../notes/entry-types.js';
import { suggestNames } from '../../../text/did-you-mean.js';

/** The answer about one waiting line. */
export interface WaitingAnswer {
  readonly id: string;
  readonly act: 'keep' | 'drop';
  readonly type: EntryType | null;
  /** The entry that the line replaces. */
  readonly replaces: string | null;
  /** The problem, blocker, question or reminder that the line settles. */
  readonly closes: string | null;
}

const FORM = 'ID=keep, ID=type:TYPE, ID=drop, ID=replaces:ID or ID=closes:ID';

/** Parses answers such as `61k0y5k9xfs=type:rule,replaces:61k0y5g2cwz`; one text may have several, separated by spaces. */
export const parseAnswers = (texts: readonly string[]): readonly WaitingAnswer[] =>
  texts.flatMap((text) => text.split(/\s+/).filter(Boolean).map(parseAnswer));

function parseAnswer(text: string): WaitingAnswer {
  const [, id = '', phrase = ''] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  const parts = phrase.split(',').filter(Boolean);
  const read = (name: string) =>
    parts.find((part) => part.startsWith(`${name}:`))?.slice(name.length + 1) || null;
  const strange = parts.find((part) => !/^(?:keep|drop)$|^(?:type|replaces|closes):./.test(part));
  if (id === '' || parts.length === 0 || strange !== undefined)
    throw createUsageError(`\`${text.slice(0, 80)}\` is not an answer`, `write: ${FORM}`);
  if (parts.includes('drop') && parts.length > 1)
    throw createUsageError(`\`${text.slice(0, 80)}\` drops a line and keeps it`, `write: ${FORM}`);
  return {
    id,
    act: parts.includes('drop') ? 'drop' : 'keep',
    type: parseType(read('type')),
    replaces: read('replaces'),
    closes: read('closes'),
  };
}

function parseType(name: string | null): EntryType | null {
  if (name === null) return null;
  const found = LOGGABLE_TYPES.find((one) => one === name.toLowerCase());
  if (found) return found;
  const [near] = suggestNames(name, LOGGABLE_TYPES);
  throw createUsageError(
    `no type \`${name.slice(0, 40)}\``,
    near ? `did you mean: type:${near}` : `one of: ${LOGGABLE_TYPES.join(', ')}`,
  );
}

/** The properties of an answer in a call of an agent. */
export const ANSWER_PROPERTIES = {
  id: 'text',
  type: 'text',
  keep: 'flag',
  drop: 'flag',
  replaces: 'text',
  closes: 'text',
} as const;

/** Formats an answer that an agent gave as an object, e.g. `{ id, type: 'rule' }`; null if it is none. */
export function formatAnswer(answer: Readonly<Record<string, unknown>>): string | null {
  const names = Object.keys(answer);
  const isStrange = names.some(
    (name) => !Object.hasOwn(ANSWER_PROPERTIES, name) || /[\s,=]/.test(String(answer[name])),
  );
  if (isStrange || typeof answer.id !== 'string') return null;
  const flags = (['keep', 'drop'] as const).filter((name) => /^true$/i.test(String(answer[name])));
  const values = (['type', 'replaces', 'closes'] as const).flatMap((name) =>
    typeof answer[name] === 'string' ? [`${name}:${answer[name]}`] : [],
  );
  return `${answer.id}=${[...flags, ...values].join(',')}`;
}
