import type { Block, Outline } from '../markdown/outline.js';
import { createFingerprint } from './entries/ids.js';

/** A list that Daybook writes between two comments of a note, and writes again when it changes. */
export interface LiveList {
  /** What it lists, as written: `decisions 5`, `tag auth`. */
  readonly query: string;
  /** Offsets from the opening comment to the end of the closing one. */
  readonly start: number;
  readonly end: number;
  /** The opening comment as written. */
  readonly open: string;
  /** The line of the opening comment, from 1. */
  readonly line: number;
  /** The lines between the comments. */
  readonly body: readonly string[];
  /** True if the lines are those that Daybook wrote. Targets of links do not count, since they follow a rename. */
  readonly isUnchanged: boolean;
}

const OPENING = '<!-- daybook:list';
const CLOSING = '<!-- daybook:end';

/** Returns true if a text may have a live list. */
export const mayHaveLiveList = (text: string): boolean => text.includes(OPENING);

/** Returns true for the comment that opens a live list, or closes one. */
export const isLiveListStart = (text: string, { kind, start }: Block): boolean =>
  kind === 'html' && text.startsWith(OPENING, start);
export const isLiveListEnd = (text: string, { kind, start }: Block): boolean =>
  kind === 'html' && text.startsWith(CLOSING, start);

/** Finds the live lists of a note. A comment without a closing one begins an empty list. */
export function findLiveLists(text: string, { blocks }: Outline): readonly LiveList[] {
  if (!mayHaveLiveList(text)) return [];
  return blocks.flatMap((block, at) => {
    if (!isLiveListStart(text, block)) return [];
    const next = blocks.slice(at + 1).find((one) => isLiveListStart(text, one) || isLiveListEnd(text, one));
    const close = next && isLiveListEnd(text, next) ? next : null;
    const open = text.slice(block.start, block.end).trimEnd();
    const [, query = ''] = /^<!-- daybook:list\s+([^>]*?)\s*-->$/.exec(open) ?? [];
    const body = close
      ? text
          .slice(block.end, close.start)
          .split(/\r?\n/)
          .filter((line) => line.trim() !== '')
      : [];
    const hash = close && /([0-9a-f]{8})\s*-->/.exec(text.slice(close.start, close.end))?.[1];
    return [
      {
        query,
        start: block.start,
        end: close ? close.end : block.end,
        open,
        line: block.line,
        body,
        isUnchanged: body.length === 0 || hash === hashLines(body),
      },
    ];
  });
}

/** Formats a live list with its comments, as lines. */
export const formatLiveList = (open: string, body: readonly string[]): readonly string[] => [
  open,
  ...body,
  `${CLOSING} ${hashLines(body)} -->`,
];

const hashLines = (lines: readonly string[]): string =>
  createFingerprint(lines.map((line) => line.trim().replace(/\[\[[^[\]|#]*/g, '[[')).join('\n'));
