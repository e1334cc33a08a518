import { splitLines } from '../../markdown/whole-lines.js';
import { parseLine } from '../entries/line.js';
import { parseReminder } from '../entries/reminder-line.js';
import { IMPORTING, ORIGINS, type Origin } from '../origin.js';
import type { HistoryRecord, TouchedFile } from './history-record.js';

/** Where a line comes from, as far as the journal knows. */
export type LineTrace =
  /** A record wrote its words. */
  | { readonly how: 'record'; readonly origin: Origin; readonly record: HistoryRecord }
  /** A record that is forgotten by now wrote it. */
  | { readonly how: 'forgotten'; readonly origin: Origin }
  /** Somebody wrote it with an editor: git may know who. */
  | ({ readonly how: 'hand' } & HandLine)
  /** It was promoted from the entry with this id, whose words no record is known to have written. */
  | { readonly how: 'source'; readonly id: string };

/** A line that no record of the journal wrote, and the names that its note had, the newest first. */
export interface HandLine {
  readonly line: string;
  readonly stood: readonly string[];
  /** True where the line no longer stands there as it was: Daybook has moved or marked it since. */
  readonly gone: boolean;
}

/** The origin of the one who asked for a change, for the note at a path: what the record says, else by its command. */
function originOfRecord({ origins, verb: command, by }: HistoryRecord, path: string): Origin {
  const noted = origins?.[path];
  if (noted !== undefined && ORIGINS.includes(noted)) return noted;
  if (IMPORTING.has(command)) return 'import';
  return by === null ? 'user' : 'agent';
}

/** Commands that bring back words which stood before; nobody who asks for them is the author. */
const RESTORING: ReadonlySet<string> = new Set(['undo', 'redo', 'restore', 'scrub']);

/** Commands that promote entries, and carry out answered proposals. They say which in the reason of the change. */
const PROMOTING: ReadonlySet<string> = new Set(['recall', 'checkpoint', 'cleanup']);
const PROMOTED = 'rose from';
const ACCEPTED = 'as you accepted';

/** No entry passes through more changes than this. */
const LONGEST_TRACE = 1000;

export interface Tracer {
  /**
   * Traces the lines of one entry, in their order, but for a line with its id alone. Of an entry with several lines, a line that stands in other entries
   * too is looked for first in the changes that wrote the line with the id, or the first line.
   */
  trace(path: string, lines: readonly string[]): readonly LineTrace[];
}

/** One record, its lines found once. */
interface Step {
  readonly record: HistoryRecord;
  readonly added: readonly Placed[];
  readonly removed: readonly Placed[];
}

interface Placed {
  readonly line: string;
  readonly touched: TouchedFile;
}

/**
 * Traces lines through the journal (records oldest first), by their bytes, wherever they stand now.
 *
 * | the newest record that wrote the line | its origin |
 * | --- | --- |
 * | took a line with the same words away (moved, marked, rolled over, archived, given an id) | that of the line before |
 * | brought back what stood before (undo, redo, restore, scrub) | that of the line before |
 * | promoted it from another entry | that of the source, found by its id in the journal |
 * | carried out a proposal that the user accepted | the user |
 * | anything else: the words are new | whoever asked for the change |
 * | there is none: the bytes are not what Daybook wrote | the author of the line, as git says; else the user |
 *
 * Fields of the note (`by::` and others) are never looked at, and a source link counts only where Daybook itself wrote
 * it while promoting.
 */
export function createTracer(
  records: readonly HistoryRecord[],
  forgotten: (line: string) => string | undefined = () => undefined,
): Tracer {
  const steps = records.map(stepOf);
  const byLine = new Map<string, number[]>();
  const byId = new Map<string, number[]>();
  const names = new Map<string, string>();
  for (const [at, { added, record }] of steps.entries()) {
    for (const { line } of added) {
      addTo(byLine, line, at);
      const id = idOf(line);
      if (id !== null) addTo(byId, id, at);
    }
    for (const { path, to } of record.touched) if (to !== undefined) names.set(to, path);
  }
  const namesOf = (path: string): string[] => {
    const found = [path];
    for (let name = names.get(path); name !== undefined && !found.includes(name); name = names.get(name))
      found.push(name);
    return found;
  };

  /** Traces a line as it stood before the step `until`. */
  const traceLine = (place: { line: string; path: string }, until: number, near: Near = null): LineTrace => {
    let { line, path } = place;
    let before = until;
    for (let turn = 0; turn < LONGEST_TRACE; turn++) {
      const at = newestOf(byLine.get(line) ?? [], before, turn === 0 ? near : null);
      const step = at === undefined ? undefined : steps[at];
      if (at === undefined || step === undefined) {
        const known = forgotten(line);
        const origin = ORIGINS.find((one) => one === known);
        if (origin !== undefined) return { how: 'forgotten', origin };
        if (known?.startsWith('^')) return { how: 'source', id: known.slice(1) };
        return { how: 'hand', line, stood: namesOf(path), gone: turn > 0 && before < steps.length };
      }
      const own = step.added.find((one) => one.line === line) as Placed;
      const kept = keptFrom(step, own);
      const isRestored = step.record.undoes !== undefined || RESTORING.has(step.record.verb);
      if (kept === null && !isRestored) return authorOf(step, at, own);
      line = kept?.line ?? line;
      path = kept?.touched.path ?? own.touched.path;
      before = at;
    }
    return { how: 'hand', line, stood: [path], gone: true };
  };

  /** Who wrote words that are new in a step. */
  const authorOf = ({ record }: Step, at: number, { line, touched }: Placed): LineTrace => {
    const told = (origin: Origin): LineTrace => ({ how: 'record', origin, record });
    if (!PROMOTING.has(record.verb)) return told(originOfRecord(record, touched.path));
    if (isIdAlone(line)) return { how: 'source', id: idOf(line) ?? '' };
    const source = touched.why.includes(PROMOTED) ? idOf(fromOf(line) ?? '') : null;
    if (source !== null) return traceSource(source, at);
    if (touched.why.includes(ACCEPTED)) return told('user');
    return told(originOfRecord(record, touched.path));
  };

  const traceSource = (id: string, at: number): LineTrace => {
    const found = newestOf(
      (byId.get(id) ?? []).filter((one) => one <= at),
      at + 1,
      null,
    );
    const source =
      found === undefined ? undefined : steps[found]?.added.find(({ line }) => idOf(line) === id);
    if (found === undefined || source === undefined) return { how: 'source', id };
    return traceLine({ line: source.line, path: source.touched.path }, found + 1);
  };

  return {
    trace(path, lines) {
      const anchors = lines.filter((line, at) => at === 0 || idOf(line) !== null);
      const near = lines.length < 2 ? null : new Set(anchors.flatMap((line) => byLine.get(line) ?? []));
      return lines
        .filter((line) => !isIdAlone(line))
        .map((line) => traceLine({ line, path }, steps.length, near));
    },
  };
}

type Near = ReadonlySet<number> | null;

/** The last of some numbers, in rising order, before a limit; one that is near is preferred. */
function newestOf(all: readonly number[], before: number, near: Near): number | undefined {
  const earlier = all.filter((at) => at < before);
  return (near && earlier.findLast((at) => near.has(at))) ?? earlier.at(-1);
}

function addTo(map: Map<string, number[]>, key: string, at: number): void {
  const known = map.get(key);
  if (!known) map.set(key, [at]);
  else if (known.at(-1) !== at) known.push(at);
}

function stepOf(record: HistoryRecord): Step {
  const side = (which: 'old' | 'new') =>
    record.touched.flatMap((touched) =>
      [...touched.splices, ...(touched.lines ?? [])]
        .flatMap((one) => splitLines(one[which]))
        .filter((line) => line.trim() !== '')
        .map((line) => ({ line, touched })),
    );
  return { record, added: side('new'), removed: side('old') };
}

/** The line whose words a step kept: the same one where it moved it, else one that says the same. */
function keptFrom({ removed }: Step, { line, touched }: Placed): Placed | null {
  const same = removed.find((one) => one.line === line);
  if (same) return same;
  const words = wordsOf(line, touched.path);
  return words === '' ? null : (removed.find((one) => wordsOf(one.line, one.touched.path) === words) ?? null);
}

/** What a line says, without bullet, box, tags, fields, source and id, and without where its links to notes lead. */
function wordsOf(line: string, path: string): string {
  const said = line.replace(/^\s*(?:(?:[-*+]|\d{1,9}[.)]|#{1,6})\s+)?/, '');
  if (path.endsWith('REMINDERS.md')) return parseReminder(said).message;
  const { text, why } = parseLine(said);
  return [text, why ?? '']
    .join('\n')
    .replace(/\[\[[^[\]]*\]\]/g, '[[]]')
    .replace(/\]\((?!\w+:)[^()]*\)/g, ']()')
    .trim();
}

/** True for a line that gives the lines above it an id, and holds no words. */
const isIdAlone = (line: string): boolean => /^\s*\^[A-Za-z0-9-]+\s*$/.test(line);

/** The id that a line, or a link, ends with. */
const idOf = (text: string): string | null =>
  /(?:^|[\s#])\^([A-Za-z0-9-]+)(?:\]\])?\s*$/.exec(text)?.[1] ?? null;

const fromOf = (line: string): string | null => parseLine(line.replace(/^\s*[-*+]\s+/, '')).from;
