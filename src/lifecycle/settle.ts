import { pathOf } from '../kinds/index.js';
import { MARKERS } from '../kinds/tells.js';
import { LOG_TYPES } from '../kinds/types.js';
import type { Block } from '../markdown/outline.js';
import { appendToSection, removeBlocks } from '../markdown/place.js';
import type { Change } from '../wiki/change.js';
import type { Located } from '../wiki/entries.js';
import { fingerprint, type Ids, mintedAt } from '../wiki/ids.js';
import { BARE, normal, parseBox } from '../wiki/line.js';
import { readLoosely } from '../wiki/loose/loose.js';
import type { Note } from '../wiki/note.js';
import { parseTail } from '../wiki/tail.js';
import type { Local } from '../wiki/time.js';
import type { Wiki } from '../wiki/wiki.js';
import { categoryOf, type Feedback, feedbackIn, feedbackLines, sameMistake } from './feedback.js';
import { type Draft, keep } from './keep.js';
import type { Linking } from './leave.js';
import { settledPath } from './propose.js';
import { addRecord, nextNumber, placesOf } from './record.js';
import { inTurn, revise, withField, withId } from './revise.js';
import { type Limit, shed, sheddingOf } from './shed.js';

/** What settling takes besides the notes. */
export interface Settling {
  readonly ids: Ids;
  readonly entries: (note: Note) => readonly Located[];
  readonly local: (ms: number) => Local;
  readonly template: (name: string) => string;
  readonly linking: Linking;
  /** The local day. */
  readonly today: string;
}

/** What became of a proposal. */
export interface Settlement {
  readonly proposal: Located;
  /** Its words as they stand in the inbox, without box and id. */
  readonly words: string;
  readonly how: 'applied' | 'declined' | 'stale' | 'unknown';
  /** What was done, or why nothing was. */
  readonly said: string;
  /** The note that the answer takes something out of, where it does. */
  readonly outOf?: string;
}

/**
 * Settles the inbox: what a person ticked is done, what they struck is forgotten, and both move
 * into the archive. A target that changed since is left alone; so is a line that is no proposal of ours.
 */
export function settle(
  wiki: Wiki,
  settling: Settling,
): { readonly changes: readonly Change[]; readonly settled: readonly Settlement[] } {
  const inbox = wiki.note(`${wiki.content}/${pathOf('inbox')}`);
  const answered = inbox
    ? settling.entries(inbox).filter(({ status }) => status === 'done' || status === 'dropped')
    : [];
  if (!inbox || answered.length === 0) return { changes: [], settled: [] };
  const changes: Change[] = [];
  const settled: Settlement[] = [];
  let now = wiki;
  for (const proposal of answered) {
    const words = wordsOf(proposal, inbox);
    const { change = [], ...answered } = answer(proposal, words, now, settling);
    changes.push(...change);
    now = now.after(change);
    settled.push({ proposal, words, ...answered });
  }
  const moved = settled.filter(({ how }) => how !== 'unknown');
  return { changes: [...changes, ...filed(moved, inbox, now)], settled };
}

/** All that a proposal says on its first line: a `because` within it parts nothing. */
function wordsOf({ start, end }: Located, { text }: Note): string {
  const [line = ''] = text.slice(start, end).split(/\r\n|\n|\r/);
  return parseTail(parseBox(line.replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+/, '')).rest).head;
}

interface Answer extends Pick<Settlement, 'how' | 'said' | 'outOf'> {
  readonly change?: readonly Change[];
}

const SUPERSEDE =
  /^supersede ~([0-9a-f]{8}) in (.+?):(\d+) «(.*)» by \^([A-Za-z0-9-]+) «(.*)»(?: — [^«»]*)?$/s;
const RULE = /^rule from (\[\[[^[\]|]*#\^[A-Za-z0-9-]+\]\]) «(.*)», /s;
const SHED =
  /^move \d+ of \d+ entries of (.+?), settled before (\d{4}-\d{2}-\d{2}), to the archive until it has (\d+) KB/;
const LET = /^let (\S+) take entries out of (.+) in (\d{4}-\d{2})\b/s;
const KEEP = /^keep «(.*)», found in (.+)$/s;
const FEEDBACK = /^feedback «(.*?)»(?: -> «(.*)»)?, found in (.+)$/s;

function answer(proposal: Located, words: string, wiki: Wiki, settling: Settling): Answer {
  if (proposal.status === 'dropped') return { how: 'declined', said: 'forgotten' };
  const [, mark = '', path = '', line = '', , by = ''] = SUPERSEDE.exec(words) ?? [];
  if (mark !== '') return superseded({ mark, path, line: Number(line), by }, wiki, settling);
  const [, from, rule] = RULE.exec(words) ?? [];
  if (from !== undefined && rule !== undefined)
    return remembered({ ...normal({ ...BARE, text: rule, from }), type: 'rule' }, wiki, settling);
  const [, heavy, before = '', kb] = SHED.exec(words) ?? [];
  if (heavy !== undefined) return lightened(heavy, { kb: Number(kb), before }, wiki, settling);
  const [, job, freed, month] = LET.exec(words) ?? [];
  if (job !== undefined)
    return { how: 'applied', said: `${job} may take entries out of ${freed} in ${month}` };
  const [, mistake, correction = '', trigger = ''] = FEEDBACK.exec(words) ?? [];
  if (mistake !== undefined) return logged({ mistake, correction, trigger, at: proposal.at }, wiki, settling);
  const [, kept] = KEEP.exec(words) ?? [];
  if (kept !== undefined) return remembered(draftOf(kept), wiki, settling);
  return { how: 'unknown', said: 'is no proposal that Daybook can carry out; it stays' };
}

/** The target of a proposal: by what it said then, nearest to where it stood. */
interface Target {
  readonly mark: string;
  readonly path: string;
  readonly line: number;
  readonly by: string;
}

function superseded({ mark, path, line, by }: Target, wiki: Wiki, { entries, ids }: Settling): Answer {
  const note = wiki.note(path);
  const [target] = (note ? entries(note) : [])
    .filter((entry) => fingerprint(entry.text) === mark)
    .toSorted((a, b) => Math.abs(a.line - line) - Math.abs(b.line - line));
  if (!note || !target) return { how: 'stale', said: `left alone: the line in ${path} changed meanwhile` };
  if (!hasEntry(by, note, wiki, entries))
    return { how: 'stale', said: `left alone: ^${by}, which was to take its place, is gone` };
  const id = ids.mint((taken) => note.text.includes(`^${taken}`));
  const edit = inTurn(withField('superseded', `^${by}`), withId(id));
  const change = revise(target, note, wiki.outline(note), edit, `superseded by ^${by}, as you accepted`);
  return { how: 'applied', said: `${path}:${target.line} is superseded by ^${by}`, change };
}

/** Lets go what a job would not take out unasked, as the note stands by now. */
function lightened(path: string, limit: Limit, wiki: Wiki, { entries, linking, today }: Settling): Answer {
  const note = wiki.note(path);
  const shedding = note && sheddingOf(note, entries(note), limit);
  if (!shedding) return { how: 'applied', said: `nothing has to leave ${path} any more` };
  const said = `${shedding.going.length} entries of ${path} moved into the archive`;
  return { how: 'applied', said, change: shed(shedding, wiki, linking, today), outOf: path };
}

/** What takes the place of a line stands beside it, or in the permanent memory. */
function hasEntry(id: string, beside: Note, wiki: Wiki, entries: Settling['entries']): boolean {
  const memory = wiki.note(`${wiki.content}/${pathOf('memory')}`);
  return [beside, memory].some((note) => note && entries(note).some((entry) => entry.id === id));
}

function remembered(line: Draft, wiki: Wiki, { ids, entries, template }: Settling): Answer {
  const draft = { ...line, id: ids.mint() };
  const { change, path, section } = keep(draft, wiki, template, 'kept, as you accepted');
  const note = wiki.note(path);
  const known = note
    ? entries(note).find(({ type, text }) => type === draft.type && text === draft.text)
    : null;
  if (known) return { how: 'applied', said: `known already: ${path}:${known.line}` };
  return { how: 'applied', said: `kept in ${path} › ${section}`, change: [change] };
}

/** A correction that holds beyond this once becomes a record of the correction log (Mutable §Procedural Corrections). */
function logged(said: Corrected, wiki: Wiki, settling: Settling): Answer {
  const { ids, local, template, today } = settling;
  const known = knownFeedback(wiki, settling);
  const same = sameMistake(said.mistake, known);
  if (same)
    return { how: 'applied', said: `known already: ${same.label} (${same.entry.path}:${same.entry.line})` };
  const id = ids.mint();
  const at = said.at ?? local(mintedAt(id, Date.parse(today)) ?? 0).iso;
  const label = `FB-${nextNumber(
    at.slice(0, 10),
    known.map((one) => one.label),
  )}`;
  const draft = { prevention: '', category: categoryOf(said.mistake), severity: 'medium' as const, by: null };
  const lines = feedbackLines({ ...draft, ...said, label, id, at });
  const change = addRecord({ kind: 'feedback', lines, why: 'logged, as you accepted' }, wiki, template);
  return { how: 'applied', said: `logged as ${label} in ${change.path}`, change: [change] };
}

interface Corrected {
  readonly mistake: string;
  readonly correction: string;
  readonly trigger: string;
  readonly at: string | null;
}

/** Every mistake that was ever logged: numbers are given once. */
const knownFeedback = (wiki: Wiki, { entries }: Settling): readonly Feedback[] =>
  placesOf('feedback', wiki).flatMap((path) => {
    const note = wiki.note(path);
    return note ? feedbackIn(note, entries(note)) : [];
  });

/** A line that somebody wrote for good; where nothing tells its type it is something learned (Mind). */
function draftOf(line: string): Draft {
  const found = readLoosely(line);
  const type = found && LOG_TYPES.includes(found.type) ? found.type : MARKERS.memory;
  return {
    ...normal({ ...BARE, text: found?.text ?? line, why: found?.why ?? null, tags: found?.tags ?? [] }),
    type,
  };
}

/** Settled lines move from the inbox into the archive, whole, with whatever a person wrote below them. */
function filed(settled: readonly Settlement[], inbox: Note, wiki: Wiki): readonly Change[] {
  if (settled.length === 0) return [];
  const outline = wiki.outline(inbox);
  const starts = new Map(settled.map((one) => [one.proposal.start, one]));
  const blocks = outline.blocks.filter(({ start }) => starts.has(start));
  const lines = blocks.map((block) => archived(inbox.text, block, starts.get(block.start)?.how === 'stale'));
  const why = 'settled proposals leave the inbox';
  const splices = removeBlocks(inbox.text, outline, blocks);
  return [...archive(lines, wiki, why), { do: 'edit', path: inbox.path, base: inbox.hash, splices, why }];
}

/** A proposal as it lies in the archive; one that could not be carried out says so. */
function archived(text: string, { start, end, marker }: Block, isStale: boolean): string {
  const [first = '', ...rest] = text
    .slice(start + marker.length, end)
    .replace(/(?<![\r\n])[\r\n]+$/, '')
    .split(/\r\n|\n|\r/);
  return [isStale ? withField('status', 'stale')(first) : first, ...rest].join('\n');
}

function archive(lines: readonly string[], wiki: Wiki, why: string): readonly Change[] {
  const path = settledPath(wiki);
  const changes: Change[] = [];
  let now = wiki;
  for (const line of lines) {
    const note = now.note(path);
    const item = (bullet: string) => `${/\s$/.test(bullet) ? bullet : `${bullet} `}${line}`;
    const made: Change = note
      ? {
          do: 'edit',
          path,
          base: note.hash,
          splices: appendToSection(note.text, now.outline(note), SECTION, [SECTION], item),
          why,
        }
      : { do: 'create', path, text: `# Inbox, settled\n\n## ${SECTION}\n\n${item('-')}\n`, why };
    changes.push(made);
    now = now.after([made]);
  }
  return changes;
}

const SECTION = 'Proposals';
