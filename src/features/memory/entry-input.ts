import { UserError } from '../../command/define-command.js';
import { formatEntryText } from '../../notes/entries/entry.js';
import { EMPTY_LINE, type LineParts, normalizeLine, parseLine } from '../../notes/entries/entry-line.js';
import type { FactCheck } from '../../notes/entries/fact-check.js';
import { isSource, isTag } from '../../notes/entries/line-metadata.js';
import type { Proof } from '../../notes/entries/proof.js';
import { type EntryType, LOGGABLE_TYPES } from '../../notes/entry-types.js';
import { findFreeformDate } from '../../notes/freeform/freeform-date.js';
import { findDroppedWords } from '../../notes/freeform/kept-words.js';
import { parseFreeform } from '../../notes/freeform/parse-freeform.js';
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
    throw new UserError(
      'empty',
      'there is nothing to log',
      'write: daybook log "decided X because Y"',
      {},
      2,
    );
  if (text.includes('\0')) throw new UserError('nul', 'the text has a NUL byte', 'log plain text', {}, 2);
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
      throw new UserError(
        'bad-tag',
        `\`${tag}\` is not a tag`,
        'letters, digits, - and _: --tag release-2',
        {},
        2,
      );
  }
  if (from !== null && !isSource(from)) {
    throw new UserError(
      'bad-link',
      `\`${from}\` is not a link to an entry`,
      'write: --from "[[2026-06-07#^id]]"',
      {},
      2,
    );
  }
}

/** Parses a text by its type if there is one, else as freeform text. */
function readParts(source: string, type: string | undefined, why: string | undefined): ParsedInput {
  if (type !== undefined) return { ...plainParts(source, why), type: knownType(type), confidence: null };
  const found = parseFreeform(source);
  if (!found) return { ...plainParts(source, why), type: 'experience', confidence: 0 };
  const text = formatEntryText(found);
  const at = found.on !== null && findFreeformDate(text)?.date !== found.on ? found.on : null;
  const confidence = found.type === 'experience' ? 0 : found.confidence;
  if (findDroppedWords(source, `${text} ${why ?? found.why ?? ''} ${found.tags.join(' ')}`, at).length > 0)
    return { ...plainParts(source, why), type: found.type, confidence };
  const isOpenEnded = found.type === 'problem' || found.type === 'blocker';
  const status = isOpenEnded && found.status !== 'open' ? found.status : null;
  const fields = { ...(at === null ? {} : { at }), ...(status === null ? {} : { status }) };
  if (!LOGGABLE_TYPES.includes(found.type))
    return { ...plainParts(source, why), type: 'experience', confidence: 0 };
  const parts = normalizeLine({
    ...EMPTY_LINE,
    text,
    why: why ?? found.why,
    tags: found.tags,
    fields,
  });
  return { ...parts, type: found.type, confidence };
}

/** `what because why #tag`: the reason and the tags are split off, the rest is stored verbatim. */
function plainParts(source: string, why: string | undefined): LineParts {
  const parts = parseLine(source);
  const literal =
    parts.id !== null || parts.from !== null || parts.box !== null || Object.keys(parts.fields).length > 0;
  if (literal) return normalizeLine({ ...EMPTY_LINE, text: source, why: why ?? null });
  return normalizeLine({
    ...EMPTY_LINE,
    text: why === undefined ? parts.text : source,
    why: why ?? parts.why,
    tags: why === undefined ? parts.tags : [],
  });
}

function knownType(type: string): EntryType {
  const found = LOGGABLE_TYPES.find((one) => one === type.toLowerCase());
  if (found) return found;
  const [near] = suggestNames(type, LOGGABLE_TYPES);
  throw new UserError(
    'unknown-type',
    `no type \`${type}\``,
    near ? `did you mean: --type ${near}` : `one of: ${LOGGABLE_TYPES.join(', ')}`,
    {},
    2,
  );
}
