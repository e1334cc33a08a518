import type { GuardLiteral, Stance } from './guard-literal.js';

const NAME = /(@?[A-Za-z][\w./+-]+)/;
const IS = /(?:is|are|was|were|has been|have been)/;
const OUT =
  /(?:turned down|rejected|declined|ruled out|refused|dropped|abandoned|banned|forbidden|prohibited|taboo|unwelcome|deprecated|obsolete|retired|off limits|(?:not|never) (?:allowed|permitted|welcome|wanted|acceptable|ok|okay))/;
const STRICTLY = /\s(?:strictly\s)?/;

/** Joins pieces of a pattern. */
const join = (...parts: readonly RegExp[]): RegExp =>
  new RegExp(parts.map(({ source }) => source).join(''), 'i');

/** What is behind a thing that is out: `is forbidden`, `was rejected`. */
export const REFUSED = new RegExp(
  ['^\\W*(?:', IS.source, STRICTLY.source, ')?(?:', OUT.source, '|out\\b)'].join(''),
  'i',
);

/** What may be behind a name that is denied: the end of the clause, or where code may be. */
const END =
  /(?=\s*$|\s*[(.;]|\s(?:in|on) (?:the )?(?:commits?|code|repo\w*|tests?|prod\w*|main|releases?|frontend|backend|app|client|server|components?)\b|\s(for|in|on|as|any more|anymore)\b)/;
/** A name behind a negation; group 2 is what follows it. */
const DENIED = join(
  /(?:^|\s)(?:no|not|never|against|instead of|rather than|avoid|不用|弃用)\s+(?:(?:an?|the|use|using|run|with)\s+)?/,
  NAME,
  END,
);
const REFUSED_NAME = join(/(?:^|\s)/, NAME, /\s/, IS, STRICTLY, OUT);
/** `FastAPI` in `Litestar over FastAPI because of msgspec`. */
const OVER = /\sover\s([A-Za-z@][\w./+-]+)(?=\s*$|\s(?:because|since|for|as)\b)/;
/** `logrus` in `switching from logrus to slog`. */
const LEFT =
  /\b(?:switch|mov|migrat|chang|port)\w*\s+(?:\w+\s+)?(?:away\s+)?from\s+(@?[A-Za-z][\w./+-]+)\s+to\s/i;
/** `AdministratorAccess` in `AdministratorAccess is never attached`. */
const NEVER = /^(@?[A-Za-z][\w./+-]+)\s(?:is|are|must|may|should|can)\s(?:never|not)\b/;
const DROPPED =
  /^(?:we\s+)?(?:have\s+)?(?:dropped|removed|abandoned|retired|gave up(?: on)?|got rid of)\s+(@?[A-Za-z][\w./+-]+)(?=\s*$|\s(?:for|in|because|since)\b)/i;

/** Finds the names that a decision or rule rejects: `no pip`, `not Mongo`, `GraphQL has been turned down`, `v-html is forbidden`. */
export function findRejectedNames(text: string, stance: Stance): readonly GuardLiteral[] {
  const match = DENIED.exec(text);
  const [, denied] = stance === 'remark' && match?.index !== 0 ? [] : (match ?? []);
  const refused = REFUSED_NAME.exec(text);
  const [, dropped] = stance !== 'law' ? (DROPPED.exec(text) ?? []) : [];
  const names = [
    ...(denied !== undefined && (stance !== 'law' || isSigned(denied) || /^[A-Z]/.test(denied))
      ? [denied]
      : []),
    ...(refused?.[1] !== undefined && (refused.index === 0 || /^[A-Z@]/.test(refused[1]))
      ? [refused[1]]
      : []),
    ...(dropped === undefined ? [] : [dropped]),
    ...(stance === 'law' ? [] : (LEFT.exec(text)?.slice(1) ?? [])),
    ...(stance === 'choice'
      ? (OVER.exec(text)?.slice(1) ?? [])
      : (NEVER.exec(text)?.slice(1).filter(isSigned) ?? [])),
  ];
  return [...new Set(names)].map((name) => ({ how: 'name', name: name.replace(/[.]$/, ''), starts: true }));
}

/** True if a name has a sign or a digit that a plain word has not. */
const isSigned = (name: string): boolean => /[\w)][_./:-]\w|[a-z][A-Z]|\d/.test(name);

/** A command outside code that only some may run: `terraform apply only from CI`. */
const ONLY =
  /^([a-z][\w.-]*(?:\s[\w./:=-]+){1,5}?)\s(?:(?:is|are|runs?|allowed)\s)?only\s(?:from|in|by|via|on|through|during|when|after)\b/;
/** Words that are forbidden: `PermitRootLogin yes is not allowed`, `Log.d must not be in release code`. */
const SUBJECT = /^((?:[A-Za-z][\w./:=-]*)(?:\s[\w./:=-]+){1,5}?)\s/;
const IS_OUT = join(SUBJECT, IS, STRICTLY, OUT);
const MUST_NOT = join(SUBJECT, /(?:must|may) (?:not|never)\b/);

/** Finds a command outside code that a rule forbids. */
export function findRejectedCommand(text: string): readonly GuardLiteral[] {
  const only = ONLY.exec(text)?.[1];
  if (only !== undefined) return [{ how: 'command', words: only.split(' '), runs: true }];
  const words = (IS_OUT.exec(text) ?? MUST_NOT.exec(text))?.[1]?.split(' ') ?? [];
  if (words.length === 0 || /^(?:the|an?|all|our|any)$/i.test(words[0] ?? '')) return [];
  const isCode = words.some((word) => /^-|[a-z][A-Z]|[\w)][_./:=]\w/.test(word));
  return [{ how: 'command', words, ...(isCode ? {} : { runs: true }) }];
}
