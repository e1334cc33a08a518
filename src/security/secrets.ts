import { createFingerprint } from '../notes/entries/ids.js';
import { mapStrings } from '../text/json-value.js';
import { removeDisguise } from './disguise.js';
import { PASSWORD_CUES } from './secret-forms.data.js';
import { SECRET_PATTERNS, type SecretPattern } from './secret-pattern.js';
import { findSeedPhrases } from './seed-phrase.js';
import { findTableSecrets } from './table-secrets.js';

/** A text without its secrets, and which kinds were in it, each once. */
interface Redacted {
  readonly text: string;
  readonly found: readonly string[];
}

/** The kind in `found` for text between `<private>` and `</private>`. */
export const PRIVATE = 'private';

/**
 * Takes secrets out of a text (guide/store.md › Untrusted text): each leaves `[redacted:KIND:ab12]`, the same for the same secret.
 * Text between `<private>` and `</private>` is removed, up to the end of the text if the end tag is missing. Idempotent.
 * Fast for a short text without any cue.
 */
export function redact(text: string): Redacted {
  if (!isSuspicious(text)) return { text, found: [] };
  const found = new Set<string>();
  let clean = withoutPrivate(text);
  if (clean !== text) found.add(PRIVATE);
  const take = (spans: readonly Span[]) => {
    for (const { kind } of spans) found.add(kind);
    clean = withMarks(clean, spans);
  };
  const shown = clean;
  take(disguisedIn(shown, () => plainlyIn(shown)));
  // before a pattern takes one of its lines
  take(encodedIn(clean).filter(({ secret }) => secret.includes('\n')));
  // After the removal, since text around a private part is joined.
  for (const row of SECRET_PATTERNS.filter(createCueTest(clean.toLowerCase()))) {
    clean = clean.replace(row.pattern, (...match) => {
      const redacted = replacement(row, match);
      if (redacted !== match[0]) found.add(row.kind);
      return redacted;
    });
  }
  take(encodedIn(clean));
  take(seedsIn(clean));
  take(cellsIn(clean));
  return { text: clean, found: [...found] };
}

/** A position in a text with a possible secret, and its kind. */
export interface SecretMatch {
  readonly at: number;
  readonly kind: string;
}

/** Finds the secrets that `redact` would remove from a text, except private parts. */
export function findSecrets(text: string): readonly SecretMatch[] {
  if (!isSuspicious(text)) return [];
  const plain = plainlyIn(text);
  const others = [...disguisedIn(text, () => plain), ...encodedIn(text), ...seedsIn(text), ...cellsIn(text)];
  return [...plain, ...others].map(({ from, kind }) => ({ at: from, kind }));
}

/** A secret and its range in a text. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly kind: string;
  readonly secret: string;
}

/** Secrets that match a pattern in the text, with the words before them that identify them. */
function plainlyIn(text: string): readonly (Span & { readonly row: SecretPattern; readonly lead: string })[] {
  return SECRET_PATTERNS.filter(createCueTest(text.toLowerCase())).flatMap((row) =>
    Array.from(text.matchAll(row.pattern), (match) => {
      const { lead, secret } = secretOf(match[0], match.groups);
      const from = match.index + lead.length;
      return { from, to: from + secret.length, kind: row.kind, secret, row, lead };
    }).filter(({ secret }) => !isPlaceholder(row, secret)),
  );
}

/** Secrets found only after character references, hidden characters and line breaks are removed. */
function disguisedIn(text: string, findPlain: () => readonly Span[]): readonly Span[] {
  const plain = removeDisguise(text);
  if (!plain) return [];
  let whole: readonly Span[] | undefined;
  return plainlyIn(plain.text).flatMap(({ from: start, to: end, kind, secret, row, lead }) => {
    const [from, to] = plain.sourceRange(start, end);
    const [first] = plain.sourceRange(start - lead.length, end);
    if (text.slice(first, to) === lead + secret) return []; // nothing hides it
    const breaks = plain.breaksIn(start, end);
    if (breaks.length > 0) {
      whole ??= findPlain();
      if (lead !== '' || breaks.some((one) => isBetweenTokens(text, { from, to, row }, one, whole ?? [])))
        return [];
    }
    return [{ from, to, kind, secret }];
  });
}

/** True if a line break separates a complete token from unrelated text after it: another token, or a word. */
function isBetweenTokens(
  text: string,
  { from, to, row }: { readonly from: number; readonly to: number; readonly row: SecretPattern },
  { at, next }: { readonly at: number; readonly next: number },
  whole: readonly Span[],
): boolean {
  if (whole.some((span) => span.from >= next && span.from < to)) return true;
  const isWhole = whole.some((span) => span.from === from && span.to === at && span.kind === row.kind);
  if (!isWhole) return false;
  const tail = text.slice(next, to);
  const isChance = /[a-z]/.test(tail) && /[A-Z]/.test(tail) && /\d/.test(tail);
  return !isChance || !/^["'`)\]]?(?:\s*$|\s*\n)/.test(text.slice(to, to + 20));
}

/** Base64 over one or more lines. */
/** Lines and runs are bounded: V8 runs out of stack over a repetition of millions of letters. */
const ENCODED =
  /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{24,16384}(?:\r?\n[ \t]{0,12}[A-Za-z0-9+/_-]{16,16384}){0,4096}={0,2}/g;
const READABLE = /[\t\r\n -~]{20,}/g;

/** Runs of base64 that hold a secret once they are decoded. */
function encodedIn(text: string): readonly Span[] {
  return [...text.matchAll(ENCODED)].flatMap(({ 0: run, index: from }) => {
    const decoded = decodeBase64(run);
    const [secret] = (decoded.match(READABLE) ?? []).flatMap(plainlyIn);
    return secret ? [{ from, to: from + run.length, kind: secret.kind, secret: run }] : [];
  });
}

const decodeBase64 = (text: string): string => Buffer.from(text, 'base64').toString('latin1');

const seedsIn = (text: string): readonly Span[] =>
  findSeedPhrases(text).map(([from, to]) => ({
    from,
    to,
    kind: 'seed-phrase',
    secret: text.slice(from, to),
  }));

const cellsIn = (text: string): readonly Span[] =>
  findTableSecrets(text).map((cell) => ({ ...cell, secret: text.slice(cell.from, cell.to) }));

/** Replaces each span of a text by a mark; of two that overlap, the first counts. */
function withMarks(text: string, spans: readonly Span[]): string {
  let clean = '';
  let read = 0;
  for (const { from, to, kind, secret } of [...spans].sort((a, b) => a.from - b.from)) {
    if (from < read) continue;
    clean += text.slice(read, from) + redactionPlaceholder(kind, secret);
    read = to;
  }
  return clean + text.slice(read);
}

/** The mark for a secret: its kind, and 16 bits of its fingerprint, too few to guess it from. */
const redactionPlaceholder = (kind: string, secret: string): string =>
  `[redacted:${kind}:${createFingerprint(secret).slice(0, 4)}]`;

/** Replaces every match of a pattern by a mark, for `scrub`; the mark names the kind if it is known. */
export const scrubText = (text: string, pattern: RegExp): string =>
  text.replace(pattern, (match) => redactionPlaceholder(redact(match).found[0] ?? 'scrubbed', match));

/** The same for a file name or path: the mark has no character that is special in file systems or links. */
export const scrubName = (name: string, pattern: RegExp): string =>
  name.replace(pattern, (match) => `redacted-${createFingerprint(match).slice(0, 4)}`);

/** A command line without the argument of `daybook scrub`. */
export const removeScrubWords = (command: string): string =>
  command.replace(
    /(\bdaybook(?:\.cjs)?(?:\s{1,3}-\S{1,80}){0,4}\s{1,3}scrub\s{1,3})(?:"[^"\n]{0,2000}"|'[^'\n]{0,2000}'|[^|;&\n"']{1,2000}){1,20}/g,
    '$1…',
  );

/** A value with every string in it redacted, at any depth, and which kinds were in them. */
export function redactAll<T>(value: T): { readonly value: T; readonly found: readonly string[] } {
  const found = new Set<string>();
  const clean = mapStrings(value, (text) => {
    const redacted = redact(text);
    for (const kind of redacted.found) found.add(kind);
    return redacted.text;
  });
  return { value: found.size === 0 ? value : clean, found: [...found] };
}

/** Takes the secrets in the tables of a note out of what was read from it: a row alone does not show the head of its column. */
export function redactCells<T>(value: T, note: string): T {
  const cells = cellsIn(note);
  if (cells.length === 0) return value;
  return mapStrings(value, (text) =>
    cells.reduce(
      (clean, { kind, secret }) => clean.replaceAll(secret, redactionPlaceholder(kind, secret)),
      text,
    ),
  );
}

/** The same with a function done to every key too. */
export function mapNames<T>(value: T, change: (text: string) => string): T {
  if (Array.isArray(value)) return value.map((one) => mapNames(one, change)) as T;
  if (typeof value !== 'object' || value === null) return mapStrings(value, change);
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [change(key), mapNames(one, change)]),
  ) as T;
}

/** Matches lower-case text that may contain a secret: a long word, a name before a short secret, or a private tag. */
const SUSPICIOUS = new RegExp(
  `[a-z0-9_~%+/=.-]{16}|<private>|:\\/\\/|pwd|\\b(?:pin|puk)\\b|пин|暗証番号|핀|["'\`]\\s{0,12}[+.&]?\\s{0,12}["'\`]|<\\/|:[56]432:|:\\*:|curl|cred|log[- ]?in|code|basic|mysql|mariadb|mycli|_auth|<<<|sudo|redis-cli|htpasswd| -u|\\|[ :]{0,4}-|-(?:token|secret|api-?key|account-key)|&#|&[a-z]{3,8};|[\u00ad\u180e\u200b-\u200f\u2060-\u2064\ufeff]|${PASSWORD_CUES.replaceAll(' ', '|')}`,
);

const isSuspicious = (text: string): boolean =>
  SUSPICIOUS.test(text.toLowerCase()) || findSeedPhrases(text).length > 0;

/** Returns a test for the patterns that may match in a lower-case text. Only cues whose first two letters are in it are searched for. */
function createCueTest(low: string): (pattern: SecretPattern) => boolean {
  const pairs = new Uint8Array(PAIRS);
  for (let at = 0; at < low.length; at++) pairs[hashPair(low, at)] = 1;
  return ({ cues, near }) =>
    cues.some((cue) => (cue.length < 2 || pairs[hashPair(cue, 0)] === 1) && low.includes(cue)) &&
    (near?.test(low) ?? true);
}

const PAIRS = 8192;
const hashPair = (text: string, at: number): number =>
  (text.charCodeAt(at) * 67 + text.charCodeAt(at + 1)) & (PAIRS - 1);

function replacement(row: SecretPattern, match: readonly unknown[]): string {
  const [whole, groups] = [String(match[0]), match.at(-1)];
  const { lead, secret } = secretOf(whole, typeof groups === 'object' ? groups : null);
  return isPlaceholder(row, secret) ? whole : lead + redactionPlaceholder(row.kind, secret);
}

/** True for a placeholder in the position of a secret: real tokens have no such runs or words. */
const isPlaceholder = ({ except, accepts }: SecretPattern, secret: string): boolean =>
  BLANK.test(secret) ||
  EXAMPLE.test(secret) ||
  (except?.test(secret) ?? false) ||
  accepts?.(secret) === false;

const BLANK = /x{8}|\*{8}|your[-_]|\[redacted:/i;
/** How documentation ends its keys. */
const EXAMPLE = /EXAMPLE(?:KEY)?$/;

/** The part of a match that stays, and the secret after it. */
function secretOf(whole: string, groups: object | null | undefined): { lead: string; secret: string } {
  const lead = (groups as { lead?: string } | null | undefined)?.lead ?? '';
  return { lead, secret: whole.slice(lead.length) };
}

/** Removes private parts, which may be nested; of blanks on both sides, one stays. */
function withoutPrivate(text: string): string {
  let output = '';
  let from = 0;
  let depth = 0;
  for (const { 0: tag, index } of text.matchAll(/<\/?private>/gi)) {
    const opens = tag[1] !== '/';
    if (opens && depth === 0) output += text.slice(from, index);
    if (opens) depth++;
    else if (depth > 0 && --depth === 0) {
      const end = index + tag.length;
      from = /\s$/.test(output) && /[ \t]/.test(text[end] ?? '') ? end + 1 : end;
    }
  }
  return depth === 0 ? output + text.slice(from) : output;
}
