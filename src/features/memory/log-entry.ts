import { type CommandContext, type CommandPlan, UserError } from '../../command/define-command.js';
import { readEntriesAt, toEntryJson } from '../../command/entry-format.js';
import { requireWritable } from '../../command/require-writable.js';
import { rateSimilarity } from '../../matching/similarity/similarity.js';
import { type Entry, formatEntryText } from '../../notes/entries/entry.js';
import { EMPTY_LINE, type LineParts, normalizeLine, parseLine } from '../../notes/entries/entry-line.js';
import { isSource, isTag } from '../../notes/entries/line-metadata.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { ENTRY_TYPES, type EntryType, LOGGABLE_TYPES } from '../../notes/entry-types.js';
import { parseFreeform } from '../../notes/freeform/parse-freeform.js';
import { listAlternatives, splitWorkaround } from '../../notes/freeform/split-reason.js';
import { type KindName, notePath } from '../../notes/kinds/index.js';
import type { Notebook } from '../../notes/notebook.js';
import { isWordSequenceIn } from '../../text/contains-words.js';
import { suggestNames } from '../../text/did-you-mean.js';
import { repeatWarningLevel } from '../failures/failure.js';
import { listFailures } from '../failures/failure-note.js';
import { suggestRecognizableName } from '../guard/ask-for-name.js';
import { addEntry } from './add-entry.js';

/** The longest entry: what is longer is a page, not a line (guide/store.md › What is read). */
const LONGEST = 8 * 1024;

/** One thing to remember, as `log` is given it. */
interface EntryInput {
  readonly text: string;
  readonly type?: string | undefined;
  readonly why?: string | undefined;
  readonly tag?: readonly string[];
  readonly file?: readonly string[];
  /** A link to the entry that it comes from. */
  readonly from?: string | undefined;
  /** Notes the git branch that is checked out. */
  readonly branch?: boolean;
}

/** Plans to write one entry where its type is at home; without a type the text tells it, with a confidence (Mind). */
export function planLogEntry(ctx: CommandContext, input: EntryInput): CommandPlan {
  const { tag: ownTags = [], file: files = [], from = null } = input;
  refuseBad(input.text, ownTags, from);
  const { type, confidence, ...parts } = readParts(input.text, input.type, input.why);
  const text = [
    parts.text,
    ...files.map((file) => `\`${file}\``).filter((file) => !parts.text.includes(file)),
  ].join(' ');
  const path = homePath(ctx, type);
  requireWritable(ctx, path);
  const known = knownAt(ctx, path, type, text);
  if (known) return alreadyKnown(ctx, known);

  const id = ctx.ids.mint((taken) => ctx.notebook.note(path)?.text.includes(`^${taken}`) ?? false);
  const branch = input.branch ? ctx.query('branch') : null;
  const fields = {
    ...parts.fields,
    ...(ctx.actor.by ? { by: ctx.actor.by } : {}),
    ...(branch ? { branch } : {}),
  };
  const tags = [...new Set([...parts.tags, ...ownTags.map((tag) => tag.replace(/^#/, ''))])];
  const draft = { ...parts, type, text, tags, fields, from, id };
  const { change, section } = addEntry(
    draft,
    ctx.notebook,
    (name) => ctx.query('template', name),
    `log ${type}`,
  );
  const line = lineOf(ctx.notebook.after([change]), path, id);
  const entry = {
    ...draft,
    ...splitText(type, text),
    id,
    kind: kindAt(type),
    at: ctx.local(ctx.now).iso,
    path,
    line,
    confidence,
    ...ABSENT,
    ...fields,
  };
  const isRejected = type === 'rejected';
  const warning = isRejected ? loopWarning(ctx, text, path) : null;
  const ask = isRejected ? suggestRecognizableName(ctx, { what: text, instead: [], kind: 'rejected' }) : '';
  return {
    message: [`Logged to ${notePath(kindAt(type))} › ${section}: ${opening(entry)}`, warning ?? '', ask]
      .filter(Boolean)
      .join('\n'),
    historyMessage: `${type}: ${text}`,
    data: { entry: toEntryJson(ctx, entry), warning },
    changes: [change],
    location: `${path}:${line} › ${section} ^${id}`,
  };
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
  if (text.includes('\0')) throw new UserError('nul', 'the text holds a NUL byte', 'log plain text', {}, 2);
  if (text.length > LONGEST) {
    const found = `found ${text.length} characters; an entry has at most ${LONGEST}`;
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
        `\`${tag}\` is no tag`,
        'letters, digits, - and _: --tag release-2',
        {},
        2,
      );
  }
  if (from !== null && !isSource(from)) {
    throw new UserError(
      'bad-link',
      `\`${from}\` is no link to an entry`,
      'write: --from "[[2026-06-07#^id]]"',
      {},
      2,
    );
  }
}

interface Parts extends LineParts {
  readonly type: EntryType;
  /** How sure the type is, 0–1; null where it was given. */
  readonly confidence: number | null;
}

/** What was said, taken apart: by its type where that is given, else as loosely as people write. */
function readParts(source: string, type: string | undefined, why: string | undefined): Parts {
  if (type !== undefined) return { ...plainParts(source, why), type: knownType(type), confidence: null };
  const found = parseFreeform(source);
  if (!found) return { ...plainParts(source, why), type: 'experience', confidence: 0 };
  const isOpenEnded = found.type === 'problem' || found.type === 'blocker';
  const fields =
    isOpenEnded && found.status !== null && found.status !== 'open' ? { status: found.status } : {};
  if (!LOGGABLE_TYPES.includes(found.type))
    return { ...plainParts(source, why), type: 'experience', confidence: 0 };
  const parts = normalizeLine({
    ...EMPTY_LINE,
    text: formatEntryText(found),
    why: why ?? found.why,
    tags: found.tags,
    fields,
  });
  return { ...parts, type: found.type, confidence: found.type === 'experience' ? 0 : found.confidence };
}

/** The text of an entry apart from what it sets aside and from the way around it, as it is read from its line. */
const splitText = (type: EntryType, source: string): Pick<Entry, 'text' | 'alternatives' | 'workaround'> => {
  const { text, workaround } =
    type === 'gotcha' ? splitWorkaround(source) : { text: source, workaround: null };
  return { text, alternatives: listAlternatives(type, text), workaround };
};

/** `what because why #tag`: the reason and the tags are parted, all else is taken as it was said. */
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

/** The beginning of an entry, as a reply repeats it. */
function opening(entry: Pick<Entry, 'text' | 'workaround' | 'why'>): string {
  const text = formatEntryText(entry);
  const line = entry.why === null ? text : `${text} — ${entry.why}`;
  return line.length <= SHOWN ? line : `${line.slice(0, SHOWN - 1)}…`;
}

const SHOWN = 120;

const kindAt = (type: EntryType): KindName => (ENTRY_TYPES[type].home?.kind ?? 'session') as KindName;

const homePath = ({ notebook }: CommandContext, type: EntryType): string =>
  `${notebook.content}/${notePath(kindAt(type))}`;

const ABSENT = { by: null, branch: null, status: null, verified: null, superseded: null };

/** The line on which an entry stands; refuses where its text did not become one list item. */
function lineOf(notebook: Notebook, path: string, id: string): number {
  const note = notebook.note(path);
  const at = note?.text.indexOf(`^${id}`) ?? -1;
  const block = note && at >= 0 ? notebook.outline(note).blocks.find(({ end }) => at < end) : undefined;
  if (block?.kind === 'item' && parseLine(block.text).id === id) return block.line;
  throw new UserError(
    'unwritable',
    'cannot store this text as a one-line entry',
    'shorten it, or create a page: daybook page new TITLE',
  );
}

/** The entry that says the same already. A note is read for it only where it holds the same words one after another. */
function knownAt(ctx: CommandContext, path: string, type: EntryType, text: string): LocatedEntry | undefined {
  const words = plain(text).split(/[\s\\]+/);
  if (!isWordSequenceIn(words, ctx.notebook.note(path)?.text ?? '')) return undefined;
  return readEntriesAt(ctx, ctx.notebook, path, type).find(
    (entry) => entry.superseded === null && isSame(formatEntryText(entry), text),
  );
}

const isSame = (a: string, b: string): boolean => bare(a) === bare(b);
const bare = (text: string): string => plain(text).toLowerCase();
const plain = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[.。]$/, '')
    .trim();

function alreadyKnown(ctx: CommandContext, known: LocatedEntry): CommandPlan {
  const since = known.at === null ? '' : ` since ${known.at.slice(0, 10)}`;
  return {
    message: `Known${since} (${known.path}:${known.line}).`,
    data: { entry: toEntryJson(ctx, known), warning: null },
    changes: [],
  };
}

/** How strongly a warning is worded (FEATURES A8). */
const WORDS = { caution: 'Caution', warning: 'Warning', stop: 'Stop' } as const;

function loopWarning(ctx: CommandContext, text: string, path: string): string | null {
  const session = readEntriesAt(ctx, ctx.notebook, path, 'rejected');
  const knownFailures = listFailures(ctx.notebook, ctx.entries).map(({ what, failure, entry }) => ({
    ...entry,
    text: what,
    why: failure.reason,
  }));
  const [nearestOne] = [...session, ...knownFailures]
    .map((entry) => ({ entry, like: rateSimilarity(text, entry.text) }))
    .toSorted((a, b) => b.like - a.like);
  const level = repeatWarningLevel(nearestOne?.like ?? 0);
  if (!nearestOne || !level) return null;
  const { entry } = nearestOne;
  return `${WORDS[level]}: this was rejected before: «${entry.text}»${entry.why ? ` — ${entry.why}` : ''} (${entry.path}:${entry.line}).`;
}
