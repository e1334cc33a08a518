import { type Notice, UserError } from '../../command/define-command.js';
import { createUsageError } from '../../errors.js';
import { formatEntryText } from '../../notes/entries/entry.js';
import { EMPTY_LINE, type LineParts, normalizeLine, parseWords } from '../../notes/entries/entry-line.js';
import { isSource, isTag } from '../../notes/entries/line-metadata.js';
import type { FactCheck, Proof } from '../../notes/entries/proof.js';
import { type EntryType, LOGGABLE_TYPES } from '../../notes/entry-types.js';
import { findFreeformDate } from '../../notes/freeform/freeform-date.js';
import { findDroppedWords } from '../../notes/freeform/kept-words.js';
import { type FreeformEntry, parseFreeform } from '../../notes/freeform/parse-freeform.js';
import { suggestNames } from '../../text/did-you-mean.js';
import { checkProof, type ProofInput } from '../guard/check-proof.js';
import { type FactCheckInput, readFactCheck } from '../proofs/proved-entries.js';

/** The longest entry: what is longer is a page, not a line (guide/store.md › What is read). */
const MAX_LENGTH = 8 * 1024;

/** One entry as input of `log`. */
export interface EntryInput extends ProofInput, FactCheckInput {
  readonly text: string;
  readonly type?: string | undefined;
  readonly why?: string | undefined;
  readonly tag?: readonly string[];
  readonly file?: readonly string[];
  /** A link to the entry that it comes from. */
  readonly from?: string | undefined;
  /** Notes the git branch that is checked out. */
  readonly branch?: boolean;
  /** Ids of the entries that it replaces, and of those that it closes. */
  readonly replaces?: readonly string[];
  readonly closes?: readonly string[];
}

/** One thing to remember, taken apart; its text names the files that it is about. */
export interface ParsedInput extends LineParts {
  readonly type: EntryType;
  /** Confidence in the type, 0–1; null if the caller named it. */
  readonly confidence: number | null;
  readonly proof?: Proof | null;
  readonly check?: FactCheck | null;
}

/** Parses a text to remember. Throws `UserError` for a text that no entry can have. */
export function parseEntryInput(input: EntryInput): ParsedInput {
  const { tag: ownTags = [], file: files = [], from = null } = input;
  refuseBad(input.text, ownTags, from);
  const parts = readParts(input.text, input.type, input.why);
  const sentence = `${parts.text} ${parts.why ?? ''}`;
  const named = files.map((file) => `\`${file}\``).filter((file) => !sentence.includes(file));
  const tags = [...new Set([...parts.tags, ...ownTags.map((tag) => tag.replace(/^#/, ''))])];
  const proof = checkProof(input);
  return { ...joinTodo(addFiles(parts, named)), tags, from, proof, check: readFactCheck(input) };
}

/** The reason of a todo is a part of its text: a line of REMINDERS.md has no other place for it. */
const joinTodo = (parts: ParsedInput): ParsedInput =>
  parts.type !== 'todo' || parts.why === null
    ? parts
    : { ...parts, text: `${parts.text} — ${parts.why}`, why: null };

/** Adds the files behind the whole sentence: behind the reason, if it has one. */
function addFiles(parts: ParsedInput, files: readonly string[]): ParsedInput {
  if (files.length === 0) return parts;
  if (parts.why === null) return { ...parts, text: [parts.text, ...files].join(' ') };
  return { ...parts, why: `${parts.why} (${files.join(', ')})` };
}

function refuseBad(text: string, tags: readonly string[], from: string | null): void {
  if (text.trim() === '')
    throw createUsageError('there is nothing to log', 'write: daybook log "decided X because Y"', 'empty');
  if (text.includes('\0')) throw createUsageError('the text has a NUL byte', 'log plain text', 'nul');
  if (text.length > MAX_LENGTH) {
    const found = `found ${text.length} characters; an entry has at most ${MAX_LENGTH}`;
    throw new UserError(
      'too-long',
      'the text is too long for one entry',
      'put it into a note below the content folder and log one line about it',
      { found },
    );
  }
  for (const tag of tags) {
    if (!isTag(tag.replace(/^#/, '')))
      throw createUsageError(
        `\`${tag}\` is not a tag`,
        'letters, digits, - and _: --tag release-2',
        'bad-tag',
      );
  }
  if (from !== null && !isSource(from)) {
    throw createUsageError(
      `\`${from}\` is not a link to an entry`,
      'write: --from "[[2026-06-07#^id]]"',
      'bad-link',
    );
  }
}

/** Parses a text by its type if there is one, else as freeform text. A label that repeats the type is left out. */
function readParts(source: string, type: string | undefined, why: string | undefined): ParsedInput {
  const wanted = type === undefined ? null : knownType(type);
  const found = parseLabelled(source);
  const verbatim = (own: EntryType, confidence: number | null): ParsedInput => ({
    ...plainParts(source, why),
    type: own,
    confidence,
  });
  if (wanted !== null && (found?.type !== wanted || found.how !== 'label')) return verbatim(wanted, null);
  if (!found || !LOGGABLE_TYPES.includes(found.type)) return verbatim('experience', 0);
  const text = formatEntryText(found);
  const at = found.on !== null && findFreeformDate(text)?.date !== found.on ? found.on : null;
  const confidence = wanted !== null ? null : found.type === 'experience' ? 0 : found.confidence;
  if (findDroppedWords(source, `${text} ${why ?? found.why ?? ''} ${found.tags.join(' ')}`, at).length > 0)
    return verbatim(found.type, confidence);
  const isOpenEnded = found.type === 'problem' || found.type === 'blocker';
  const status = isOpenEnded && found.status !== 'open' ? found.status : null;
  const fields = { ...(at === null ? {} : { at }), ...(status === null ? {} : { status }) };
  const parts = normalizeLine({
    ...EMPTY_LINE,
    text,
    why: why ?? found.why,
    tags: found.tags,
    fields,
  });
  return { ...parts, type: found.type, confidence };
}

/** Parses freeform text; behind a label the words of the same type say nothing more: `decision: decided to use X`. */
function parseLabelled(source: string): FreeformEntry | null {
  const found = parseFreeform(source);
  const inner = found?.how === 'label' ? parseFreeform(found.text) : null;
  return found && inner?.type === found.type && inner.how !== 'question' && inner.why === null
    ? { ...found, text: inner.text }
    : found;
}

/** `what because why #tag`: the reason and the tags are split off, the rest is stored verbatim. */
const plainParts = (source: string, why: string | undefined): LineParts =>
  normalizeLine({ ...EMPTY_LINE, ...(why === undefined ? parseWords(source) : { text: source, why }) });

function knownType(type: string): EntryType {
  const found = LOGGABLE_TYPES.find((one) => one === type.toLowerCase());
  if (found) return found;
  const [near] = suggestNames(type, LOGGABLE_TYPES);
  throw createUsageError(
    `no type \`${type}\``,
    near ? `did you mean: --type ${near}` : `one of: ${LOGGABLE_TYPES.join(', ')}`,
    'unknown-type',
  );
}

/**
 * Replaces an unknown type and tags with invalid characters by what they mean, with a warning for each, so that the text
 * is not lost. A type that means nothing becomes a tag, and the type is read from the text.
 */
export function normalizeEntryInput(typed: EntryInput) {
  const input = unwrapArguments(typed);
  const notices: Notice[] = [];
  const warn = (message: string) => notices.push({ level: 'warning', message });
  const tag = (input.tag ?? [])
    .flatMap((list) => list.split(/,\s*/).filter(Boolean))
    .map((word) => {
      const fixed = toTag(word);
      if (fixed === null || fixed === word.replace(/^#/, '')) return word;
      warn(`\`${word}\` is not a valid tag: #${fixed} is used`);
      return fixed;
    });
  const { type } = input;
  if (type === undefined || LOGGABLE_TYPES.some((one) => one === type.toLowerCase()))
    return { input: { ...input, tag }, notices };
  const meant = findMeantType(type);
  if (meant !== null) {
    warn(`no type \`${type}\`: ${meant} is used`);
    return { input: { ...input, tag, type: meant }, notices };
  }
  const label = toTag(type);
  warn(
    `no type \`${type}\`: the type is read from the text${label === null ? '' : `, and the tag #${label} is added`}; types: daybook log --help`,
  );
  return { input: { ...input, tag: label === null ? tag : [...tag, label], type: undefined }, notices };
}

/** The names under which clients pass the text. */
const TEXT_NAMES = ['msg', 'text', 'message', 'desc', 'description'];

/**
 * A client may pass all arguments as the JSON of one text: these are read as meant. JSON with anything else in it is a
 * text, so that nothing of it is lost.
 */
function unwrapArguments(input: EntryInput): EntryInput {
  if (!/^\s*\{.*\}\s*$/s.test(input.text)) return input;
  const { type, why, tags = [], ...others } = parseObject(input.text);
  const [[name, text] = ['', ''], ...more] = Object.entries(others);
  const words = [tags].flat();
  const isRead = [type, why].every((value) => value === undefined || typeof value === 'string');
  if (!TEXT_NAMES.includes(name) || typeof text !== 'string' || more.length > 0 || !isRead) return input;
  if (!words.every((word) => typeof word === 'string')) return input;
  return {
    ...input,
    text,
    type: input.type ?? type,
    why: input.why ?? why,
    tag: [...(input.tag ?? []), ...words],
  } as EntryInput;
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Returns the type with the nearest name, or the type of a label, e.g. `bug`. */
function findMeantType(name: string): EntryType | null {
  const known = parseFreeform(`${name}: ${PROBE}`);
  if (known && known.text === PROBE && LOGGABLE_TYPES.includes(known.type)) return known.type;
  const [near] = suggestNames(name, LOGGABLE_TYPES);
  return (near as EntryType | undefined) ?? null;
}

/** A text without a type. */
const PROBE = 'the blue house';

/** Converts text to a tag: other characters become `-`. Null if nothing is left. */
function toTag(text: string): string | null {
  const bare = text.replace(/^#/, '');
  if (isTag(bare)) return bare;
  const tag = bare.replace(/[^\p{L}\p{N}_-]+/gu, '-').replace(/^-+|-+$/g, '');
  return isTag(tag) ? tag : null;
}
