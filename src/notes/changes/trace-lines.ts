import { splitLines } from '../../markdown/text-edit.js';
import { parseLine } from '../entries/entry-line.js';
import { parseReminder } from '../entries/reminder-line.js';
import { notePath } from '../kinds/index.js';
import { IMPORTING, ORIGINS, type Origin } from '../origin.js';
import type { HistoryRecord, TouchedFile } from './history-record.js';

/** The origin of a line, as far as the journal has it. */
export type LineTrace =
  /** A journal record wrote it. */
  | { readonly how: 'record'; readonly origin: Origin; readonly record: HistoryRecord }
  /** A record that was pruned since wrote it. */
  | { readonly how: 'forgotten'; readonly origin: Origin }
  /** It was written in an editor. Git may know the author. */
  | ({ readonly how: 'hand' } & HandLine)
  /** It was promoted from the entry with this id, and no record wrote that entry's text. */
  | { readonly how: 'source'; readonly id: string };

/** A line that no journal record wrote, and the names of its note, newest first. */
export interface HandLine {
  readonly line: string;
  readonly stood: readonly string[];
  /** True if the line has changed since: Daybook moved or marked it. */
  readonly gone: boolean;
}

/** Returns the origin of a change for the note at a path: the one recorded, else derived from the command. */
function originOfRecord({ origins, verb: command, by }: HistoryRecord, path: string): Origin {
  const noted = origins?.[path];
  if (noted !== undefined && ORIGINS.includes(noted)) return noted;
  if (IMPORTING.has(command)) return 'import';
  return by === null ? 'user' : 'agent';
}

/** Commands that restore earlier text; their caller is not its author. */
const RESTORING: ReadonlySet<string> = new Set(['undo', 'redo', 'restore', 'scrub']);

/** Commands that promote entries and apply answered proposals; the reason of the change names which. */
const PROMOTING: ReadonlySet<string> = new Set(['recall', 'checkpoint', 'cleanup']);
/** The second form is that of builds before 2026-11-26. */
const PROMOTED = /\b(?:promoted|rose) from the /;
const ACCEPTED = 'as you accepted';

/** Limit for the changes followed per entry. */
const LONGEST_TRACE = 1000;

export interface Tracer {
  /**
   * Traces the lines of one entry, in order, except a line with only its id. For an entry of several lines, a line that
   * also occurs in other entries is looked up first in the changes that wrote the line with the id, or the first line.
   */
  trace(path: string, lines: readonly string[]): readonly LineTrace[];
}

/** One record with its lines. */
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
 * Creates a tracer over journal records (oldest first). Lines are compared by their bytes, wherever they are now.
 *
 * | the newest record that wrote the line | its origin |
 * | --- | --- |
 * | removed a line with the same words (moved, marked, rolled over, archived, added an id) | that of the removed line |
 * | restored earlier text (undo, redo, restore, scrub) | that of the earlier line |
 * | promoted it from another entry | that of the source, found by its id in the journal |
 * | applied a proposal that the user accepted | the user |
 * | anything else: the words are new | the author of the request |
 * | there is none: Daybook did not write these bytes | the author of the line in git, else the user |
 *
 * Fields of the note (`by::` and others) are ignored, and a source link counts only if Daybook wrote it while promoting.
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

  /** Traces a line as it was before step `until`. */
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
      const previous = keptFrom(step, own);
      const isRestored = step.record.undoes !== undefined || RESTORING.has(step.record.verb);
      if (previous === null && !isRestored) return authorOf(step, at, own);
      line = previous?.line ?? line;
      path = previous?.touched.path ?? own.touched.path;
      before = at;
    }
    return { how: 'hand', line, stood: [path], gone: true };
  };

  /** Finds the author of text that is new in a step. */
  const authorOf = ({ record }: Step, at: number, { line, touched }: Placed): LineTrace => {
    const byRecord = (origin: Origin): LineTrace => ({ how: 'record', origin, record });
    if (!PROMOTING.has(record.verb)) return byRecord(originOfRecord(record, touched.path));
    if (isIdAlone(line)) return { how: 'source', id: idOf(line) ?? '' };
    const source = PROMOTED.test(touched.why) ? idOf(fromOf(line) ?? '') : null;
    if (source !== null) return traceSource(source, at);
    if (touched.why.includes(ACCEPTED)) return byRecord('user');
    return byRecord(originOfRecord(record, touched.path));
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

/** Returns the last of some ascending numbers before a limit, preferring a near one. */
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

/** Returns the earlier line whose text a step preserved: the same line if moved, else one with the same words. */
function keptFrom({ removed }: Step, { line, touched }: Placed): Placed | null {
  const same = removed.find((one) => one.line === line);
  if (same) return same;
  const words = wordsOf(line, touched.path);
  return words === '' ? null : (removed.find((one) => wordsOf(one.line, one.touched.path) === words) ?? null);
}

/** Returns the words of a line, without bullet, checkbox, tags, fields, source, id and link targets. */
function wordsOf(line: string, path: string): string {
  const phrase = line.replace(/^\s*(?:(?:[-*+]|\d{1,9}[.)]|#{1,6})\s+)?/, '');
  if (path.endsWith(notePath('reminders'))) return parseReminder(phrase).message;
  const { text, why } = parseLine(phrase);
  return [text, why ?? '']
    .join('\n')
    .replace(/\[\[[^[\]]*\]\]/g, '[[]]')
    .replace(/\]\((?!\w+:)[^()]*\)/g, ']()')
    .trim();
}

/** Returns true for a line with nothing but the id of the lines above it. */
const isIdAlone = (line: string): boolean => /^\s*\^[A-Za-z0-9-]+\s*$/.test(line);

/** Returns the id at the end of a line or link. */
const idOf = (text: string): string | null =>
  /(?:^|[\s#])\^([A-Za-z0-9-]+)(?:\]\])?\s*$/.exec(text)?.[1] ?? null;

const fromOf = (line: string): string | null => parseLine(line.replace(/^\s*[-*+]\s+/, '')).from;
