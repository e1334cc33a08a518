import type { Block, Outline } from '../markdown/outline.js';
import { neutralise } from '../text/neutralize.js';
import { stripHtmlComments } from '../text/sanitize.js';
import { createFingerprint } from './entries/ids.js';

/** The context block of a file, from the opening marker to the closing one, both included. */
export interface ContextBlock {
  readonly start: number;
  readonly end: number;
  /** First and last line, counted from 1. */
  readonly line: number;
  readonly lastLine: number;
  /** The opening marker as written. */
  readonly open: string;
  /** The hash in the opening marker, or null. */
  readonly hash: string | null;
  /** The text between the markers, LF-normalised, without blank lines at the ends. */
  readonly body: string;
}

/** Unpaired markers. Daybook leaves the file unchanged and reports the line. */
interface BlockProblem {
  readonly problem: string;
  readonly line: number;
}

/** How the first line of the block begins. */
export const BLOCK_OPENING = '<!-- MIND:CONTEXT';
const CLOSES = '<!-- MIND:END -->';

/**
 * Finds the one pair of markers that are HTML blocks at the top level (guide/where.md). Markers in a fence, list, quote
 * or other HTML do not count. Returns null if there is no marker.
 */
export function findBlock(outline: Outline, text: string): ContextBlock | BlockProblem | null {
  const markers = outline.blocks.flatMap((block) => markerIn(block, text));
  const [open, close, third] = markers;
  if (!open) return null;
  if (!open.opens) return { problem: 'MIND:END without a MIND:CONTEXT before it', line: open.block.line };
  if (!close) return { problem: 'MIND:CONTEXT without a MIND:END behind it', line: open.block.line };
  if (close.opens) return { problem: 'a second MIND:CONTEXT', line: close.block.line };
  if (third) return { problem: `a second MIND:${third.opens ? 'CONTEXT' : 'END'}`, line: third.block.line };
  const { start, end: inner, line } = open.block;
  const { end, lastLine } = close.block;
  const body = normalBody(text.slice(inner, close.block.start));
  return { start, end, line, lastLine, open: open.value, hash: hashIn(open.value), body };
}

/**
 * Returns a text with nothing between the markers, and no hash in the first: what git carries of it. Unchanged where there
 * is no block, or the markers are no pair.
 */
export function clearContextBlock(text: string, outline: Outline): string {
  const found = findBlock(outline, text);
  if (!found || 'problem' in found) return text;
  const source = text.slice(found.start, found.end);
  const [eol = '\n'] = /\r\n|\n|\r/.exec(source) ?? [];
  const [end = ''] = /(?:\r\n|\n|\r)*$/.exec(source) ?? [];
  return `${text.slice(0, found.start)}${BLOCK_OPENING} -->${eol}${CLOSES}${end}${text.slice(found.end)}`;
}

/** Returns true if the text between the markers was edited after Daybook wrote it. */
export const isBlockEdited = ({ hash, body }: ContextBlock): boolean =>
  hash !== null && hash !== createFingerprint(body);

/**
 * Formats the whole block as lines: the markers, with the hash of the body in the first, the line that imports other rules,
 * and the body with anything like a marker, an import or a tag neutralised.
 */
export function formatContextBlock(body: string, rulesImport = ''): string[] {
  const safe = normalBody(stripHtmlComments(neutralise(body)));
  const whole = rulesImport === '' ? safe : `${rulesImport}\n\n${safe}`;
  return [`${BLOCK_OPENING} ${createFingerprint(whole)} -->`, ...whole.split('\n'), CLOSES];
}

/** Returns the marker if a top-level HTML block consists of exactly one. */
function markerIn(block: Block, text: string) {
  if (block.kind !== 'html') return [];
  const value = text.slice(block.start, block.end).trim();
  if (value === CLOSES) return [{ block, opens: false, value }];
  const opens = value.startsWith(BLOCK_OPENING) && /^[\s-]/.test(value.slice(BLOCK_OPENING.length));
  return opens && value.indexOf('-->') === value.length - 3 ? [{ block, opens, value }] : [];
}

const hashIn = (marker: string): string | null => /[\s=]([0-9a-f]{8})\s*-->$/.exec(marker)?.[1] ?? null;

const normalBody = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
