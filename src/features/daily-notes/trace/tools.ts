import { pluralize } from '../../../text/pluralize.js';
import type { ActivityEvent } from '../../../transcripts/activity-event.js';
import { createAttemptKey } from '../../tool-log/attempt.js';
import { countOccurrences, formatCode, getFirstLine, quoteText } from './format-day-trace.js';
import type { Known } from './types.js';
import { callEffect } from './workflow-stage.js';

/** One input of a tool on a day, with its count (Mutable §Content Types). */
export interface ToolUse {
  /** `Bash → npm test`, as in the heading of its entry. */
  readonly what: string;
  /** How often it was called, when, and what failed; null for one call that went well. */
  readonly calls: string | null;
}

/** The most tool entries of a day; the rest are counted. */
const MAX_COUNT = 12;

/** The inputs of tools on a day, by first use; those that the day's note names already are left out. */
export function listToolUses(calls: readonly ActivityEvent[], { noted, time }: Known): readonly ToolUse[] {
  const known = new Set(
    noted.filter(({ type }) => type === 'tool').map(({ text }) => plain(getFirstLine(text))),
  );
  const uses = usesOf(calls).filter(({ what }) => !known.has(plain(what)));
  const shown = new Set(uses.toSorted((a, b) => weightOf(b) - weightOf(a)).slice(0, MAX_COUNT));
  const rest = uses.filter((use) => !shown.has(use)).flatMap((use) => use.calls);
  return [
    ...uses
      .filter((use) => shown.has(use))
      .map(({ what, calls: own }) => ({ what, calls: callsIn(own, time) })),
    ...(rest.length === 0 ? [] : [{ what: left(rest), calls: null }]),
  ];
}

interface Use {
  readonly what: string;
  readonly calls: readonly ActivityEvent[];
}

/** Calls that attempted the same, together. */
function usesOf(calls: readonly ActivityEvent[]): readonly Use[] {
  const found = new Map<string, ActivityEvent[]>();
  for (const call of calls) {
    const what = whatOf(call);
    const own = found.get(what);
    if (own) own.push(call);
    else found.set(what, [call]);
  }
  return [...found].map(([what, own]) => ({ what, calls: own }));
}

/** `Bash → npm test`: the tool, and its input or its file. */
function whatOf(call: ActivityEvent): string {
  const isWords = call.input !== '' && !call.input.startsWith('{');
  const key = isWords ? createAttemptKey(call) : (call.files[0] ?? '');
  return key === '' ? quoteText(call.tool ?? '') : `${quoteText(call.tool ?? '')} → ${formatCode(key)}`;
}

/** Failures first, then changes, then reads; among equals the most frequent. */
function weightOf({ calls }: Use): number {
  const does = callEffect(calls[0] ?? { tool: null });
  const isLook = does === 'reads' || does === 'looks up';
  return (calls.some(({ ok }) => !ok) ? 2 * MANY : isLook ? 0 : MANY) + Math.min(calls.length, MANY - 1);
}

/** More calls than one day has. */
const MANY = 100_000;

function callsIn(calls: readonly ActivityEvent[], time: Known['time']): string | null {
  const failed = calls.filter(({ ok }) => !ok).length;
  if (calls.length === 1 && failed === 0) return null;
  const [from, to] = [calls[0], calls.at(-1)].map((call) => (call ? time(call.at) : ''));
  const when = from === to ? `at ${from}` : `from ${from} to ${to}`;
  const amiss = failed === 0 ? '' : `, ${calls.length === 1 ? '' : `${failed} `}failed`;
  return `${calls.length} ${when}${amiss}`;
}

/** `38 calls more → Read (30), Grep (8)`. */
const left = (calls: readonly ActivityEvent[]): string =>
  `${pluralize(calls.length, 'call')} more → ${countOccurrences(
    calls.map(({ tool }) => quoteText(tool ?? '')),
    MAX_COUNT,
  )}`;

/** Words alone, to recognize what was noted already. */
const plain = (text: string): string => text.replaceAll('`', '').replace(/\s+/g, ' ').trim().toLowerCase();
