import { type KindName, pathOf } from '../kinds/index.js';
import { type EntryType, LOG_TYPES, TYPES } from '../kinds/types.js';
import { keptFailures } from '../lifecycle/failures-note.js';
import { keep } from '../lifecycle/keep.js';
import { loopLevel } from '../lifecycle/loop.js';
import { likeness } from '../recall/likeness/likeness.js';
import { nearest } from '../recall/nearest.js';
import type { Located } from '../wiki/entries.js';
import type { Entry } from '../wiki/entry.js';
import { standInARow } from '../wiki/in-a-row.js';
import { BARE, type LineParts, normal, parseLine } from '../wiki/line.js';
import { readLoosely } from '../wiki/loose/loose.js';
import { isSource, isTag } from '../wiki/tail.js';
import type { Wiki } from '../wiki/wiki.js';
import { asEntry, entriesAt } from './entries.js';
import { askForName } from './known-again.js';
import { type Outcome, Refusal, verb, type World } from './verb.js';
import { requireWritable } from './writable.js';

/** The longest entry: what is longer is a page, not a line (guide/store.md › What is read). */
const LONGEST = 8 * 1024;

/** Remembers one thing where its type is at home; without a type the text tells it, with a confidence (Mind). */
export const log = verb({
  name: 'log',
  about: 'remember one thing, where its type is at home; without --type the text tells',
  params: {
    text: {
      kind: 'text',
      word: 'rest',
      required: true,
      about: 'what to remember: "decided X because Y", "TIL: X", "gotcha: X -> Y"',
    },
    type: { kind: 'text', choices: LOG_TYPES, about: `one of: ${LOG_TYPES.join(', ')}`, holder: 'TYPE' },
    why: { kind: 'text', about: 'the reason', holder: 'WHY' },
    tag: { kind: 'text', many: true, about: 'a tag; #key never fades', holder: 'TAG' },
    file: { kind: 'text', many: true, about: 'a file that it is about', holder: 'FILE' },
    from: { kind: 'text', about: 'where it comes from, as a link: [[2026-06-07#^id]]', holder: 'LINK' },
    branch: { kind: 'flag', about: 'note the git branch that is checked out' },
  },
  examples: [
    'daybook log "decided to keep sessions in Postgres because Redis lost them on restart"',
    'daybook log "the staging box rejects TLS 1.1" --type gotcha --tag key',
  ],
  faces: ['cli', 'mcp'],
  needs: 'workspace',
  whenLocked: 'queue',
  quick: true,
  activity: () => true,
  whenUnknown: 'write',
  think(world, input) {
    refuseBad(input.text, input.tag, input.from);
    const { type, confidence, ...parts } = readParts(input.text, input.type, input.why);
    const text = [
      parts.text,
      ...input.file.map((file) => `\`${file}\``).filter((file) => !parts.text.includes(file)),
    ].join(' ');
    const path = homePath(world, type);
    requireWritable(world, path);
    const known = knownAt(world, path, type, text);
    if (known) return alreadyKnown(world, known);

    const id = world.ids.mint((taken) => world.wiki.note(path)?.text.includes(`^${taken}`) ?? false);
    const branch = input.branch ? world.ask('branch') : null;
    const fields = {
      ...parts.fields,
      ...(world.who.by ? { by: world.who.by } : {}),
      ...(branch ? { branch } : {}),
    };
    const tags = [...new Set([...parts.tags, ...input.tag.map((tag) => tag.replace(/^#/, ''))])];
    const draft = { ...parts, type, text, tags, fields, from: input.from ?? null, id };
    const { change, section } = keep(draft, world.wiki, (name) => world.ask('template', name), `log ${type}`);
    const line = lineOf(world.wiki.after([change]), path, id);
    const entry = {
      ...draft,
      id,
      kind: kindAt(type),
      at: world.local(world.now).iso,
      path,
      line,
      confidence,
      ...ABSENT,
      ...fields,
    };
    const isRejected = type === 'rejected';
    const warning = isRejected ? loopWarning(world, text, path) : null;
    const ask = isRejected ? askForName(world, { what: text, instead: [], kind: 'rejected' }) : '';
    return {
      say: [`Logged to ${pathOf(kindAt(type))} › ${section}: ${opening(entry)}`, warning ?? '', ask]
        .filter(Boolean)
        .join('\n'),
      did: `${type}: ${entry.text}`,
      data: { entry: asEntry(world, entry), warning },
      changes: [change],
      place: `${path}:${line} › ${section} ^${id}`,
    };
  },
});

function refuseBad(text: string, tags: readonly string[], from: string | undefined): void {
  if (text.trim() === '')
    throw new Refusal('empty', 'there is nothing to log', 'write: daybook log "decided X because Y"', {}, 2);
  if (text.includes('\0')) throw new Refusal('nul', 'the text holds a NUL byte', 'log plain text', {}, 2);
  if (text.length > LONGEST) {
    const found = `found ${text.length} characters; an entry has at most ${LONGEST}`;
    throw new Refusal(
      'too-long',
      'the text is too long for one entry',
      'put it into a note below the content folder and log one line about it',
      { found },
    );
  }
  for (const tag of tags) {
    if (!isTag(tag.replace(/^#/, '')))
      throw new Refusal(
        'bad-tag',
        `\`${tag}\` is no tag`,
        'letters, digits, - and _: --tag release-2',
        {},
        2,
      );
  }
  if (from !== undefined && !isSource(from)) {
    throw new Refusal(
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
  const found = readLoosely(source);
  if (!found) return { ...plainParts(source, why), type: 'experience', confidence: 0 };
  const isOpenEnded = found.type === 'problem' || found.type === 'blocker';
  const fields =
    isOpenEnded && found.status !== null && found.status !== 'open' ? { status: found.status } : {};
  const parts = normal({ ...BARE, text: found.text, why: why ?? found.why, tags: found.tags, fields });
  return {
    ...parts,
    type: LOG_TYPES.includes(found.type) ? found.type : 'experience',
    confidence: found.confidence,
  };
}

/** `what because why #tag`: the reason and the tags are parted, all else is taken as it was said. */
function plainParts(source: string, why: string | undefined): LineParts {
  const parts = parseLine(source);
  const literal =
    parts.id !== null || parts.from !== null || parts.box !== null || Object.keys(parts.fields).length > 0;
  if (literal) return normal({ ...BARE, text: source, why: why ?? null });
  return normal({
    ...BARE,
    text: why === undefined ? parts.text : source,
    why: why ?? parts.why,
    tags: why === undefined ? parts.tags : [],
  });
}

function knownType(type: string): EntryType {
  const found = LOG_TYPES.find((one) => one === type.toLowerCase());
  if (found) return found;
  const [near] = nearest(type, LOG_TYPES);
  throw new Refusal(
    'unknown-type',
    `no type \`${type}\``,
    near ? `did you mean: --type ${near}` : `one of: ${LOG_TYPES.join(', ')}`,
    {},
    2,
  );
}

/** The beginning of an entry, as a reply repeats it. */
function opening({ text, why }: Pick<Entry, 'text' | 'why'>): string {
  const line = why === null ? text : `${text} — ${why}`;
  return line.length <= SHOWN ? line : `${line.slice(0, SHOWN - 1)}…`;
}

const SHOWN = 120;

const kindAt = (type: EntryType): KindName => (TYPES[type].home?.kind ?? 'session') as KindName;

const homePath = ({ wiki }: World, type: EntryType): string => `${wiki.content}/${pathOf(kindAt(type))}`;

const ABSENT = { by: null, branch: null, status: null, verified: null, superseded: null };

/** The line on which an entry stands; refuses where its text did not become one list item. */
function lineOf(wiki: Wiki, path: string, id: string): number {
  const note = wiki.note(path);
  const at = note?.text.indexOf(`^${id}`) ?? -1;
  const block = note && at >= 0 ? wiki.outline(note).blocks.find(({ end }) => at < end) : undefined;
  if (block?.kind === 'item' && parseLine(block.text).id === id) return block.line;
  throw new Refusal(
    'unwritable',
    'this text does not read back as one line',
    'write it shorter, or put it into a page',
  );
}

/** The entry that says the same already. A note is read for it only where it holds the same words one after another. */
function knownAt(world: World, path: string, type: EntryType, text: string): Located | undefined {
  const words = plain(text).split(/[\s\\]+/);
  if (!standInARow(words, world.wiki.note(path)?.text ?? '')) return undefined;
  return entriesAt(world, world.wiki, path, type).find(
    (entry) => entry.superseded === null && isSame(entry.text, text),
  );
}

const isSame = (a: string, b: string): boolean => bare(a) === bare(b);
const bare = (text: string): string => plain(text).toLowerCase();
const plain = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[.。]$/, '')
    .trim();

function alreadyKnown(world: World, known: Located): Outcome {
  const since = known.at === null ? '' : ` since ${known.at.slice(0, 10)}`;
  return {
    say: `Known${since} (${known.path}:${known.line}).`,
    data: { entry: asEntry(world, known), warning: null },
    changes: [],
  };
}

/** How strongly a warning is worded (FEATURES A8). */
const WORDS = { caution: 'Caution', warning: 'Warning', stop: 'Stop' } as const;

function loopWarning(world: World, text: string, path: string): string | null {
  const session = entriesAt(world, world.wiki, path, 'rejected');
  const kept = keptFailures(world.wiki, world.entries).map(({ what, failure, entry }) => ({
    ...entry,
    text: what,
    why: failure.reason,
  }));
  const [nearestOne] = [...session, ...kept]
    .map((entry) => ({ entry, like: likeness(text, entry.text) }))
    .toSorted((a, b) => b.like - a.like);
  const level = loopLevel(nearestOne?.like ?? 0);
  if (!nearestOne || !level) return null;
  const { entry } = nearestOne;
  return `${WORDS[level]}: this was rejected before: «${entry.text}»${entry.why ? ` — ${entry.why}` : ''} (${entry.path}:${entry.line}).`;
}
