import { SCHEDULER_USER } from '../config/jobs.js';
import { splitLines } from '../markdown/text-edit.js';
import type { HistoryRecord } from '../notes/changes/history-record.js';
import type { LineTrace } from '../notes/changes/trace-lines.js';
import type { LocatedEntry } from '../notes/entries/read-entries.js';
import { findEntryBlock } from '../notes/entries/statement-blocks.js';
import type { Notebook } from '../notes/notebook.js';
import { type Author, findLowestOrigin, IMPORTING, type Origin } from '../notes/origin.js';
import { sanitizeLine } from '../text/sanitize.js';
import type { CommandContext } from './define-command.js';

/** The origin of an entry's text and the evidence for it. */
export interface FoundOrigin {
  readonly origin: Origin;
  /** The change that wrote the text; null if there is none, or if it was pruned from history. */
  readonly record: HistoryRecord | null;
  /** The author of the commit, if another person committed the line. */
  readonly author: Author | null;
}

/**
 * Finds the origin of an entry's text from the journal, then from git, never from what its note claims
 * (guide/origin.md). An entry of several lines gets the lowest origin among them. This is slow: it reads the journal,
 * and starts git for lines that a person wrote.
 */
export function findOrigin(
  ctx: CommandContext,
  entry: LocatedEntry,
  notebook: Notebook = ctx.notebook,
): FoundOrigin {
  return originOf(ctx, entry, notebook, MOST_SOURCES);
}

/** Limit for following source links from entry to entry. */
const MOST_SOURCES = 8;

function originOf(
  ctx: CommandContext,
  entry: LocatedEntry,
  notebook: Notebook,
  sources: number,
): FoundOrigin {
  const traces = ctx.query('trace', entry.path, linesOf(entry, notebook));
  const found = traces.map((trace) => resolve(ctx, trace, sources));
  const origin = findLowestOrigin(found.map((one) => one.origin));
  return found.find((one) => one.origin === origin) ?? BY_USER;
}

/** Returns the lines of an entry; for a list item its first paragraph, because nested items are separate; with a proof, all. */
function linesOf(entry: LocatedEntry, notebook: Notebook): readonly string[] {
  const note = notebook.note(entry.path);
  if (!note) return [];
  const block = findEntryBlock(note.text, notebook.outline(note), entry) ?? undefined;
  const lines = splitLines(note.text.slice(entry.start, entry.end));
  const most =
    block === undefined
      ? 1
      : block.kind === 'item' && entry.proof === null && entry.check === null
        ? splitLines(block.text).length
        : lines.length;
  return lines.slice(0, most).filter((line) => line.trim() !== '');
}

/** Returns the lowest origin of any line in some notes. Text merged from them gets this origin. */
export function findNotesOrigin(ctx: CommandContext, paths: readonly string[]): Origin {
  return findLowestOrigin(
    paths.flatMap((path) => {
      const lines = splitLines(ctx.notebook.note(path)?.text ?? '').filter((line) => line.trim() !== '');
      return ctx.query('trace', path, lines).map((trace) => resolve(ctx, trace).origin);
    }),
  );
}

/** Formats an origin: `agent claude in session s1`, `teammate Ada 1a2b3c4`. */
export function describeOrigin({ origin, record, author }: FoundOrigin): string {
  const by = record?.by ?? null;
  const agent = by === SCHEDULER_USER ? 'a job' : by === null ? 'an agent' : `agent ${by}`;
  const session = record?.session && by !== SCHEDULER_USER ? ` in session ${record.session}` : '';
  if (origin === 'user') return 'you';
  if (origin === 'teammate')
    return author ? `teammate ${sanitizeLine(author.name)} ${author.commit}` : 'a teammate';
  if (origin === 'agent') return `${agent}${session}`;
  if (record === null) return 'imported';
  if (IMPORTING.has(record.verb))
    return /^imported /i.test(record.say)
      ? `i${record.say.slice(1).replace(/\.$/, '')}`
      : `imported with \`${record.verb}\``;
  return `imported: ${agent}${session}, which had used the web or the server of another tool`;
}

const BY_USER: FoundOrigin = { origin: 'user', record: null, author: null };

function resolve(ctx: CommandContext, trace: LineTrace, sources = MOST_SOURCES): FoundOrigin {
  if (trace.how === 'record') return { ...BY_USER, origin: trace.origin, record: trace.record };
  if (trace.how === 'forgotten') return { ...BY_USER, origin: trace.origin };
  if (trace.how === 'hand') {
    const author = ctx.query('author', trace);
    return author === null || author.isUser ? BY_USER : { ...BY_USER, origin: 'teammate', author };
  }
  const [source] = ctx.query('entriesById', trace.id);
  return source && sources > 0 ? originOf(ctx, source, ctx.notebook, sources - 1) : BY_USER;
}

/** Returns the origin of the current request: a person, an agent, or an agent that read foreign text. */
export function findRequestOrigin(ctx: CommandContext): Origin {
  const { by } = ctx.actor;
  if (by === null) return 'user';
  return isAgentWithForeignText(ctx) ? 'import' : 'agent';
}

/** Returns true if an agent sent the request and its session used the web or an MCP server other than Daybook. */
export const isAgentWithForeignText = ({ actor: who, query: ask }: CommandContext): boolean =>
  who.by !== null && who.by !== SCHEDULER_USER && ask('sawForeignText', who.session);

export function createOrigins(ctx: CommandContext): OriginLookup {
  const sources = new Map<string, { readonly entry: LocatedEntry; readonly notebook: Notebook }>();
  const of: OriginLookup['of'] = (entry, notebook) => {
    const source = sources.get(entry.id);
    return source ? of(source.entry, source.notebook) : findOrigin(ctx, entry, notebook).origin;
  };
  return { of, promoted: (id, entry, notebook) => void sources.set(id, { entry, notebook }) };
}

/** Origins during promotion: a line promoted a moment ago is not in the journal yet. */
export interface OriginLookup {
  /** Returns the origin of an entry in a notebook. */
  of(entry: LocatedEntry, notebook: Notebook): Origin;
  /** Records that an entry was promoted to a line with this id. */
  promoted(id: string, from: LocatedEntry, notebook: Notebook): void;
}
