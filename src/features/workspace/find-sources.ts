import type { CommandContext, ResultItem, SessionAppend } from '../../command/define-command.js';
import type { FilePlace } from '../../command/external-files.js';
import { type Change, listChangedPaths } from '../../notes/changes/change.js';

import type { Notebook } from '../../notes/notebook.js';
import { pluralize } from '../../text/pluralize.js';
import { isSessionHere } from '../agent-sessions/find-session.js';
import { countDaysLeft } from '../agent-sessions/soon-deleted.js';
import { importSummary } from '../import/import-page.js';
import {
  type BroughtMemory,
  MEMORY_SOURCES,
  type MemoryName,
  stripOwnText,
} from '../import/memory-sources.js';

/** A memory, rules file or history that Daybook can import. */
export interface FoundSource {
  readonly source: string;
  readonly what: string;
  readonly path: string | null;
  readonly count: number;
  /** Local days of the first and the last change. */
  readonly oldest: string;
  readonly newest: string;
  /** Days until the client deletes the oldest; null if it keeps them or is unknown. */
  readonly deletedInDays: number | null;
  /** The command that imports it. */
  readonly command: string;
  /** What `init --yes` imported; null if it is only offered. */
  readonly imported: string | null;
  /** `init --yes` would import it. */
  readonly isOffered: boolean;
}

interface Candidate extends FilePlace {
  readonly source: MemoryName;
  readonly what: string;
  readonly unit: string;
}

const candidate = (source: MemoryName, { base, what, unit = 'note' }: Partial<Candidate> = {}): Candidate => {
  const { tool, folder, patterns = ['**/*'] } = MEMORY_SOURCES[source];
  return { source, base: base ?? folder, what: what ?? tool, unit, patterns };
};

/** Where to look for memories, in the order of the rows. */
const listCandidates = (root: string): readonly Candidate[] => [
  candidate('claude-memory', { base: MEMORY_SOURCES['claude-memory'].findHome?.(root) ?? '' }),
  candidate('mind', { unit: 'file' }),
  candidate('mindsave', { unit: 'file' }),
  candidate('external', { unit: 'file' }),
  candidate('serena'),
  candidate('cline'),
  candidate('openclaw', { base: '.', what: 'OpenClaw’s MEMORY.md, memory/, LEARNINGS.md' }),
  candidate('chimera', { unit: 'file' }),
  candidate('agents-files', { what: 'rules for agents', unit: 'file' }),
  candidate('mindsave', { base: '~/.mindsave/global', what: 'MindSave, all projects', unit: 'file' }),
  candidate('basic-memory', { base: '~/basic-memory' }),
  candidate('openclaw', { base: '~/.openclaw/workspace' }),
];

/**
 * Finds the memories, rules and transcripts of a project. With `brings`, memories of this project alone are imported;
 * the rest is only offered.
 */
export function findSources(ctx: CommandContext, notebook: Notebook, dir: string, brings: boolean) {
  const candidates = listCandidates(dir).map((one) => withoutOwnFiles(ctx, one));
  const places = ctx.query(
    'placeFiles',
    candidates.map(({ base, patterns }) => ({ base, patterns })),
  );
  const found: FoundSource[] = [];
  const changes: Change[] = [];
  const sessions: SessionAppend[] = [];
  let now = notebook;
  for (const [at, one] of candidates.entries()) {
    const place = places[at];
    if (!place) continue;
    const isOwn = isOwnOfUser(ctx, one, place.path);
    const brought = brings && isOwn ? bring(ctx, one, place.path, now) : null;
    sessions.push(...(brought?.sessions ?? []));
    changes.push(...(brought?.changes ?? []));
    now = now.after(brought?.changes ?? []);
    found.push({
      source: one.source,
      what: `${one.what}: ${pluralize(place.count, one.unit)}`,
      path: one.base,
      count: place.count,
      ...getAges(ctx, place),
      deletedInDays: null,
      command: `daybook import ${one.source} ${MEMORY_SOURCES[one.source].findHome ? '.' : one.base}`,
      imported: brought && summarizeImport(brought),
      isOffered: isOwn && brought === null,
    });
  }
  const imported = [...new Set(changes.flatMap(listChangedPaths))];
  return { found: [...found, ...findTranscripts(ctx)], changes, sessions, notebook: now, imported };
}

/** A cloned folder may bring memories of another author: they need a command of their own. */
function isOwnOfUser(ctx: CommandContext, { source, base, patterns }: Candidate, path: string): boolean {
  if (base.startsWith('~/')) return true;
  if (source === 'agents-files') return false; // agents read them already
  const files = ctx.query('folder', path, patterns)?.files ?? [];
  return ctx.query(
    'isOwnOfUser',
    files.map((file) => (base === '.' ? file.path : `${base}/${file.path}`)),
  );
}

/** Leaves out the files that Daybook itself writes: the target with no other text, and notes in the root. */
function withoutOwnFiles({ notebook }: CommandContext, one: Candidate): Candidate {
  const isOurs = (pattern: string) =>
    (pattern === 'CLAUDE.md' && stripOwnText(notebook.note(pattern)?.text ?? '') === '') ||
    (one.source === 'openclaw' && one.base === '.' && `${pattern}/`.startsWith(contentFolder(notebook)));
  return { ...one, patterns: one.patterns.filter((pattern) => !isOurs(pattern)) };
}

const contentFolder = ({ content }: Notebook): string => (content === '.' ? '' : `${content}/`);

/** A memory without any known form gives nothing. */
function bring(
  ctx: CommandContext,
  { source, patterns }: Candidate,
  path: string,
  notebook: Notebook,
): BroughtMemory | null {
  const memory = MEMORY_SOURCES[source];
  const folder = ctx.query('folder', path, memory.patterns && patterns);
  return folder && memory.tells(folder) ? memory.bring(folder, { ...ctx, notebook }) : null;
}

const summarizeImport = ({ landed, before }: BroughtMemory): string =>
  landed.length > 0
    ? `imported ${importSummary(landed)}`
    : before > 0
      ? 'imported before'
      : 'nothing to import';

/** Local days. A future time counts as now. */
const getAges = ({ local, now }: CommandContext, { oldest, newest }: { oldest: number; newest: number }) => ({
  oldest: local(Math.min(oldest, now)).date,
  newest: local(Math.min(newest, now)).date,
});

const CLIENTS: Readonly<Record<string, string>> = {
  claude: 'Claude Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  opencode: 'OpenCode',
  copilot: 'Copilot CLI',
  cursor: 'Cursor',
  antigravity: 'Antigravity',
};

/** The transcripts of this project, by client. They are read in place. */
function findTranscripts(ctx: CommandContext): readonly FoundSource[] {
  const own = ctx.query('sessions').filter((head) => head.client in CLIENTS && isSessionHere(ctx, head));
  return Object.entries(CLIENTS).flatMap(([client, name]): FoundSource[] => {
    const heads = own.filter((head) => head.client === client);
    if (heads.length === 0) return [];
    const times = heads.map(({ last }) => Date.parse(last ?? '')).filter(Number.isFinite);
    const ages = getAges(ctx, { oldest: Math.min(...times), newest: Math.max(...times) });
    return [
      {
        source: 'transcripts',
        what: `${name} transcripts: ${pluralize(heads.length, 'session')}`,
        path: null,
        count: heads.length,
        ...ages,
        deletedInDays: client === 'claude' ? countDaysLeft(ctx, ages.oldest) : null,
        command: 'daybook search --sessions WORDS',
        imported: null,
        isOffered: false,
      },
    ];
  });
}

const MOST_ROWS = 6;

/** At most six rows, those deleted soon and the imported ones first; then the number of other rows. */
export function formatFoundRows(found: readonly FoundSource[]): readonly ResultItem[] {
  const rank = (one: FoundSource) => (one.imported !== null ? 0 : one.deletedInDays !== null ? 1 : 2);
  const sorted = [...found.entries()]
    .toSorted(([i, a], [j, b]) => rank(a) - rank(b) || i - j)
    .map(([, one]) => one);
  const isCut = sorted.length > MOST_ROWS;
  const rows = sorted.slice(0, MOST_ROWS).map(
    (one): ResultItem => ({
      group: 'Found here',
      what: `${one.what}, ${one.oldest === one.newest ? one.newest : `${one.oldest} to ${one.newest}`}`,
      why:
        one.imported ??
        (one.source === 'agents-files'
          ? `agents read them already; to search them: ${one.command}`
          : one.command),
      state: one.deletedInDays === null ? null : formatDeletion(one.deletedInDays),
    }),
  );
  return isCut ? [...rows, { group: 'Found here', what: `${sorted.length - MOST_ROWS} more: --json` }] : rows;
}

const formatDeletion = (days: number): string =>
  days === 0
    ? 'the client deletes the oldest today'
    : `the client deletes the oldest in ${pluralize(days, 'day')}`;
