import { addHandDates } from '../../command/add-hand-dates.js';
import {
  type CommandContext,
  defineCommand,
  type ResultItem,
  UserError,
} from '../../command/define-command.js';
import { describeReading } from '../../command/describe-reading.js';
import { toEntryJson, toResultItem } from '../../command/entry-format.js';
import { defineWords } from '../../command/params.js';
import { createUsageError } from '../../errors.js';
import { isStanding } from '../../notes/entries/entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { isFileName } from '../../notes/entries/references.js';
import type { PathCommit, PathHistory } from '../../notes/reference-status.js';
import { pluralize } from '../../text/pluralize.js';
import type { SessionHeader } from '../../transcripts/session-header.js';
import type { SessionSummary } from '../../transcripts/session-summary.js';
import { isSessionHere } from '../agent-sessions/find-session.js';
import {
  type AboutSubject,
  createNoteTest,
  hasWholeWord,
  isSubjectPath,
  listCodeNames,
  rateMention,
} from './name-match.js';

/** Shows what is known of a file, folder or symbol under all names it had (FEATURES K12). */
export const about = defineCommand({
  name: 'about',
  description: 'show what is known of a file or symbol, under all its names',
  group: 'Wiki',
  params: {
    subject: defineWords(
      'a file or folder, also by an old name or the end of its path; a symbol in it after a colon',
      { required: true, placeholder: 'PATH[:SYMBOL]' },
    ),
  },
  examples: ['daybook about src/auth/token.ts', 'daybook about src/auth/token.ts:readToken'],
  isTool: true,
  countsAsActivity: () => true,
  slow: true,
  plan(ctx, { subject: typed }) {
    const { path, symbol, owner, isSymbolAlone, history } = findSubject(ctx, typed);
    refuseSeveral(path, history);
    const names = [...history.names, ...history.cameFrom];
    const texts = ctx.notebook.list().flatMap((note) => ctx.notebook.note(note)?.text ?? []);
    const codeNames = listCodeNames(names, (word) => texts.some((text) => hasWholeWord(text, word)));
    const subject: AboutSubject = { ...history, names, symbol, owner, isSymbolAlone, codeNames };
    const entries = findEntries(ctx, subject, history.reused);
    const sessions = findSessions(ctx, subject);
    const counts = [
      entries.length === 1 ? '1 entry' : `${entries.length} entries`,
      pluralize(sessions.length, 'session'),
      pluralize(history.commits.length, 'commit'),
    ];
    const isKnown = history.isPresent || entries.length + sessions.length + history.commits.length > 0;
    return {
      message: isKnown
        ? `${describeSubject(history, symbol)}: ${counts.join(', ')}`
        : `Nothing is known of ${typed}: git never saw a file of this name, and no note names it; ${describeReading(ctx)}. Other words: daybook search "${typed}"`,
      items: [
        ...entries.map((entry) => toResultItem(entry, 'Entries')),
        ...sessions.map((one) => formatSession(ctx, one)),
        ...history.commits.map((commit) => formatCommit(ctx, commit)),
      ],
      data: {
        path: history.path,
        names: history.names,
        entries: entries.map((entry) => toEntryJson(ctx, entry)),
        sessions: sessions.map(({ head, files }) => ({
          id: head.id,
          agent: head.origin,
          last: head.last,
          goal: head.goal,
          files,
        })),
        commits: history.commits.map((commit) => ({ ...commit, at: ctx.local(Date.parse(commit.at)).iso })),
      },
    };
  },
});

/** Finds the history of what is typed: of a path, or of a symbol if git never saw a file of this name. */
function findSubject(ctx: CommandContext, typed: string) {
  const parsed = parseSubject(ctx, typed);
  const history = ctx.query('pathHistory', parsed.path, parsed.symbol);
  const [, owner = null, alone] = isFileName(typed.trim()) ? [] : (BARE_SYMBOL.exec(typed.trim()) ?? []);
  const name = parsed.symbol ?? alone;
  const isPath = history.isPresent || history.commits.length + history.others.length > 0;
  if (name === undefined || (isPath && parsed.symbol === null))
    return { ...parsed, owner: null, isSymbolAlone: false, history };
  const defining = ctx.query('filesContaining', name).filter(({ text }) => isDefinedIn(text, name));
  if (parsed.symbol !== null)
    return { ...parsed, owner: null, isSymbolAlone: defining.length === 1, history };
  const ofOwner = owner === null ? [] : defining.filter(({ text }) => isDefinedIn(text, owner));
  const [first, ...others] = ofOwner.length > 0 ? ofOwner : defining;
  const path = first && others.length === 0 ? first.path : '';
  return {
    owner,
    path: path || name,
    symbol: name,
    isSymbolAlone: true,
    history: ctx.query('pathHistory', path, name),
  };
}

/** A symbol alone: `readToken`, `Store.read()`; the last name is looked for, and the one before it. */
const BARE_SYMBOL =
  /^`?(?:[A-Za-z_$][\w$]*(?:\.|::|#))*?(?:([A-Za-z_$][\w$]*)(?:\.|::|#))?([A-Za-z_$][\w$]*)[?!]?(?:\([^)]*\))?`?$/;

const DEFINES =
  /\b(?:class|const|def|defn?|enum|fn|func|function|interface|let|macro|module|record|struct|trait|type|var)\s+(?:\([^)]{0,80}\)\s*)?([A-Za-z_$][\w$]*)/g;

function isDefinedIn(text: string, name: string): boolean {
  for (const [, defined] of text.matchAll(DEFINES)) if (defined === name) return true;
  return false;
}

/** Parses what is typed: a path below the worktree, and a symbol after the last colon. A line number is left out. */
function parseSubject(ctx: CommandContext, typed: string) {
  const { root, worktree } = ctx.query('root');
  const text = typed.trim().replaceAll('\\', '/');
  const [, before = text, after = ''] = /^(.+?):([^/]*)$/.exec(text) ?? [];
  const symbol = /(?<![\w$])([A-Za-z_$][\w$]*)[?!]?$/.exec(after.split('(', 1)[0] ?? '')?.[1] ?? null;
  const folder = [worktree, root].find((one) => before === one || before.startsWith(`${one}/`));
  const below = folder === undefined ? before : before.slice(folder.length + 1);
  const path = below.replace(/^(?:\.\/+)+/, '').replace(/(?<!\/)\/+$/, '');
  if (path !== '' && path !== '.' && !path.startsWith('/') && !path.split('/').includes('..'))
    return { path, symbol };
  throw createUsageError(
    `\`${typed}\` names nothing below this folder`,
    'name a file or folder of the project: daybook about src/token.ts',
    'bad-path',
  );
}

function refuseSeveral(path: string, { others }: PathHistory): void {
  if (others.length === 0) return;
  const shown = others.slice(0, MOST_SHOWN).join(', ');
  throw new UserError(
    'ambiguous-path',
    `${others.length} files or folders are called ${path}: ${shown}${others.length > MOST_SHOWN ? ' …' : ''}`,
    `name one of them: daybook about ${others[0]}`,
  );
}

const MOST_SHOWN = 6;

/** Entries of these types list calls; the list of sessions has them already. */
const CALLS: ReadonlySet<string> = new Set(['tool']);

/** Finds the entries that name the subject: current ones first, then the clearer mention, then the newest. */
function findEntries(
  ctx: CommandContext,
  subject: AboutSubject,
  reused: PathHistory['reused'],
): readonly LocatedEntry[] {
  const mayName = createNoteTest(subject);
  const found = ctx.notebook
    .list()
    .flatMap((path) => ctx.notebook.note(path) ?? [])
    .filter(({ text }) => mayName(text))
    .flatMap((note) => ctx.entries(note))
    .filter(({ type }) => !CALLS.has(type))
    .map((entry) => ({ entry, rate: rateMention(entry, subject) }))
    .filter(({ rate }) => rate > 0)
    .toSorted(
      (a, b) =>
        Number(isStanding(b.entry)) - Number(isStanding(a.entry)) ||
        b.rate - a.rate ||
        ((a.entry.at ?? '') < (b.entry.at ?? '') ? 1 : -1),
    )
    .map(({ entry }) => entry);
  return reused.length === 0 ? found : leaveOutOthers(ctx, found, { subject, reused });
}

/** Leaves out entries of a time in which the only name that they use was that of another file. */
function leaveOutOthers(
  ctx: CommandContext,
  entries: readonly LocatedEntry[],
  { subject, reused }: { readonly subject: AboutSubject; readonly reused: PathHistory['reused'] },
): readonly LocatedEntry[] {
  const dated = addHandDates(ctx, ctx.notebook, entries);
  return entries.filter((entry, at) => {
    const day = dated[at]?.at?.slice(0, DAY) ?? null;
    if (day === null) return true;
    const isOther = ({ from, until }: PathHistory['reused'][number]) =>
      (from !== null && day < from.slice(0, DAY)) || (until !== null && day > until.slice(0, DAY));
    const gone = new Set(reused.filter(isOther).map(({ name }) => name));
    const names = subject.names.filter((name) => !gone.has(name));
    return names.length === subject.names.length || rateMention(entry, { ...subject, names }) > 0;
  });
}

/** The length of a day in ISO 8601. */
const DAY = 10;

interface FoundSession {
  readonly head: SessionHeader;
  /** Names of the subject that the session used. */
  readonly files: readonly string[];
}

/** Finds the sessions of this workspace that read or wrote the subject, last used first. */
function findSessions(ctx: CommandContext, subject: AboutSubject): readonly FoundSession[] {
  const heads = ctx.query('sessions').filter((head) => isSessionHere(ctx, head));
  const summaries = ctx.query('sessionSummaries', heads);
  return heads.flatMap((head) => {
    const files = listSessionFiles(ctx, head, summaries.get(head.id)).filter((path) =>
      isSubjectPath(path, subject),
    );
    return files.length === 0 ? [] : [{ head, files: [...new Set(files)] }];
  });
}

/** Lists the files of a session by their paths below the worktree. */
function listSessionFiles(
  ctx: CommandContext,
  { cwd }: SessionHeader,
  summary: SessionSummary | undefined,
): readonly string[] {
  const { root, worktree } = ctx.query('root');
  const folder = summary?.about.cwd ?? cwd ?? worktree;
  return (summary?.calls ?? []).flatMap(({ files }) =>
    files.map((file) => {
      const whole = file.startsWith('/') ? file : `${folder}/${file.replace(/^\.\//, '')}`;
      const top = [worktree, root].find((one) => whole.startsWith(`${one}/`));
      return top === undefined ? whole : whole.slice(top.length + 1);
    }),
  );
}

function describeSubject({ path, names, isPresent, commits }: PathHistory, symbol: string | null): string {
  const [, ...before] = names;
  const subject = symbol === null ? path : path === '' ? `\`${symbol}\`` : `\`${symbol}\` in ${path}`;
  return [
    subject,
    ...(before.length > 0 ? [`before ${before.join(', ')}`] : []),
    ...(isPresent || path === '' ? [] : [commits.length > 0 ? 'now gone' : 'not in this project']),
  ].join(', ');
}

const formatSession = (ctx: CommandContext, { head }: FoundSession): ResultItem => ({
  group: 'Sessions',
  what: `session: ${head.origin} ${head.last === null ? '' : ctx.local(Date.parse(head.last)).date} ${head.goal ?? '(nothing was asked)'}`,
  why: `daybook sessions show ${head.id.slice(0, SHORT_ID)}`,
});

const SHORT_ID = 13;
const SHORT_HASH = 7;

const formatCommit = (ctx: CommandContext, { hash, at, author, subject }: PathCommit): ResultItem => ({
  group: 'Commits',
  what: `commit: ${hash.slice(0, SHORT_HASH)} ${ctx.local(Date.parse(at)).date} ${subject}`,
  why: author,
});
