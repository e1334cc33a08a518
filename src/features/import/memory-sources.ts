import type { CommandContext, SessionAppend } from '../../command/define-command.js';
import type { ExternalFolder } from '../../command/external-files.js';
import { createEntryDeps } from '../../command/planning-deps.js';
import type { TimeContext } from '../../dates/due-date.js';
import { GLOBAL_CONTENT } from '../../notes/kinds/note-kind.js';
import { isGlobalWorkspace, planGlobalMarker } from '../workspace/global-marker.js';
import type { ImportedLocation } from './import-page.js';
import { importSessionFiles, type SkippedSession } from './import-sessions.js';
import { type ImportFile, importMind, type MindImport } from './mind.js';
import { isMadeList, readOkfEntry, restoreOkf } from './okf.js';
import {
  formatKnowledgeGraph,
  isKnowledgeGraph,
  readBasicMemory,
  readClaudeMemory,
  readObservations,
} from './read-native-memory.js';
import { importTree, type Layout } from './tree.js';

/** The result of an import: changes to notes, sessions that are copied, and what is not imported. */
export type BroughtMemory = MindImport & {
  readonly sessions?: readonly SessionAppend[];
  readonly left?: readonly SkippedSession[];
};

/** A memory of another tool that can be imported. */
export interface ForeignMemory {
  readonly tool: string;
  /** Where the tool stores it, within a project. */
  readonly folder: string;
  /** Returns true if a folder is this memory. */
  readonly tells: (found: ExternalFolder) => boolean;
  readonly holds: string;
  /** Where the tool stores it for a project with this root, below the user's home folder. */
  readonly findHome?: (root: string) => string;
  /** Where the tool stores the memory of all projects. */
  readonly usualPlace?: string;
  /** The files to read; missing means all. */
  readonly patterns?: readonly string[];
  readonly bring: (found: ExternalFolder, ctx: CommandContext) => BroughtMemory;
}

/** A memory of Markdown notes: each file becomes a private page, and each statement a line of private memory. */
function native(layout: Layout, folder: string, patterns: readonly string[], holds: string): ForeignMemory {
  return {
    tool: layout.title,
    folder,
    patterns,
    holds,
    tells: ({ files }) => files.length > 0,
    bring: (found, ctx) => plant(layout, withoutBlocks(found), ctx),
  };
}

/** Returns the files without Daybook's context block, so that generated text is not imported. */
const withoutBlocks = (found: ExternalFolder): ExternalFolder => ({
  ...found,
  files: found.files.map((file) => ({
    ...file,
    text: stripOwnText(file.text),
  })),
});

/** Returns a file of rules without the block and the line that imports AGENTS.md; '' if nothing else remains. */
export function stripOwnText(text: string): string {
  const rest = text.replace(/^<!-- MIND:CONTEXT[\s\S]*?<!-- MIND:END -->\n?/gm, '');
  return rest.replace(/^@AGENTS\.md$/m, '').trim() === '' ? '' : rest;
}

const graphsOf = (found: ExternalFolder): ExternalFolder => ({
  ...found,
  files: found.files.filter(({ text }) => isKnowledgeGraph(text)),
});

/** The notes of Mind, in the order in which they are read. */
const MIND_NOTES = ['MEMORY.md', 'SESSION.md', 'REMINDERS.md'];

const hasAny =
  (...starts: string[]) =>
  ({ files }: ExternalFolder) =>
    files.some(({ path }) => starts.some((start) => path.startsWith(start)));

/** The memory of MindSave for all projects. */
const isForAll = ({ path }: ExternalFolder): boolean => path.endsWith('/.mindsave/global');

/** A memory of Markdown notes: each file becomes a private page, and its statements entries. */
const NATIVE = {
  isPrivate: true,
  entries: (file, _, readAsMemory) => readAsMemory(file),
} as const satisfies Partial<Layout>;

/** A tree of files that become notes and pages. */
const createTreeImport =
  (layout: Layout) =>
  (found: ExternalFolder, ctx: CommandContext): BroughtMemory =>
    plant(layout, found, ctx);

const SERVER_MEMORY: Layout = {
  ...NATIVE,
  title: 'the reference memory server',
  slug: 'server-memory',
  page: formatKnowledgeGraph,
  entries: readObservations,
};

const SOURCES = {
  mind: {
    tool: 'Mind',
    folder: '.mind',
    tells: ({ files }) => files.some(({ path }) => MIND_NOTES.includes(path)),
    holds: MIND_NOTES.join(', '),
    bring: (found, ctx) => importMind(mindFirst(found), ctx.notebook, createImportDeps(ctx)),
  },
  /** Of `global/` every file may hold failures. */
  mindsave: {
    tool: 'MindSave',
    folder: '.mindsave',
    tells: (found) =>
      isForAll(found) || hasAny('snapshots/', 'failure_graph/', 'global/', 'index.json')(found),
    holds: 'snapshots/, failure_graph/, index.json',
    bring: createTreeImport({
      title: 'MindSave',
      slug: 'mindsave',
      branches: [{ folder: 'snapshots/', ends: '.md', kind: 'snapshot' }],
      failures: /^(?:(?:failure_graph|global)\/(?:.*\/)?)?[^/]+\.(?:json|ya?ml)$/i,
    }),
  },
  external: {
    tool: 'External Memory',
    folder: '.temp/memory',
    tells: hasAny('research_plans/', 'findings/', 'checkpoints/', 'context_snapshots/'),
    holds: 'research_plans/, findings/, checkpoints/, context_snapshots/',
    bring: createTreeImport({
      title: 'External Memory',
      slug: 'external-memory',
      branches: [
        { folder: 'research_plans/', ends: '.md', kind: 'plan' },
        { folder: 'findings/', ends: '.md', kind: 'finding' },
        { folder: 'checkpoints/', ends: '.json', kind: 'checkpoint' },
        { folder: 'checkpoints/', ends: '.md', kind: 'checkpoint' },
        { folder: 'context_snapshots/', ends: '.md', kind: 'context-snapshot' },
      ],
    }),
  },
  /** Files other than sessions become pages. */
  chimera: {
    tool: 'Chimera',
    folder: '.chimera',
    tells: hasAny('sessions/', 'eventlog/'),
    holds: 'sessions/, eventlog/',
    bring: (found, ctx) => {
      const { own, landed, sessions, left } = importSessionFiles(ctx, found.path);
      const files = found.files.filter(({ path }) => !own.has(path));
      const layout: Layout = { title: 'Chimera', slug: 'chimera' };
      return { ...plant(layout, { ...found, files }, ctx, landed), sessions, left };
    },
  },
  /** One note for each memory, and an index. */
  'claude-memory': {
    ...native(
      {
        ...NATIVE,
        title: 'Claude Code memory',
        slug: 'claude-memory',
        entries: (file, read, readAsMemory) => readClaudeMemory(file, read) ?? readAsMemory(file),
      },
      'memory',
      ['**/*.md'],
      'MEMORY.md and a note for each memory',
    ),
    findHome: (root) => `~/.claude/projects/${root.replace(/[^A-Za-z0-9]/g, '-')}/memory`,
  },
  'agents-files': native(
    {
      ...NATIVE,
      title: 'files of rules for agents',
      slug: 'agents-files',
      page: ({ path, text }) => (path.endsWith('.md') || !/\.(json|ya?ml)$/.test(path) ? text : null),
    },
    '.',
    [
      'AGENTS.md',
      'CLAUDE.md',
      'GEMINI.md',
      '.cursorrules',
      '.cursor/rules/**/*.mdc',
      '.clinerules',
      '.clinerules/*.md',
      '.github/copilot-instructions.md',
      '.github/instructions/*.md',
    ],
    'AGENTS.md, CLAUDE.md, GEMINI.md, .cursor/rules, .clinerules, .github/copilot-instructions.md',
  ),
  serena: native(
    { ...NATIVE, title: 'Serena', slug: 'serena' },
    '.serena/memories',
    ['**/*.md'],
    'notes, as in .serena/memories',
  ),
  cline: native(
    { ...NATIVE, title: 'Cline’s memory bank', slug: 'cline' },
    'memory-bank',
    ['**/*.md'],
    'notes, as in memory-bank',
  ),
  openclaw: {
    ...native(
      { ...NATIVE, title: 'OpenClaw', slug: 'openclaw' },
      '.openclaw/workspace',
      ['MEMORY.md', 'LEARNINGS.md', 'memory/**/*.md'],
      'MEMORY.md, LEARNINGS.md or memory/ with a note for each day',
    ),
    usualPlace: '~/.openclaw/workspace',
  },
  'basic-memory': {
    ...native(
      {
        ...NATIVE,
        title: 'basic-memory',
        slug: 'basic-memory',
        entries: (file, _, readAsMemory) => [...readBasicMemory(file), ...readAsMemory(file)],
      },
      'basic-memory',
      ['**/*.md'],
      'notes with observations',
    ),
    usualPlace: '~/basic-memory',
  },
  /** A bundle of the Open Knowledge Format: one document for each concept. */
  okf: native(
    {
      ...NATIVE,
      title: 'the Open Knowledge Format',
      slug: 'okf',
      isTree: true,
      isMade: isMadeList,
      restore: restoreOkf,
      entries: (file, read, _, now) => readOkfEntry(file, read, now),
    },
    'okf',
    ['**/*.md'],
    'documents, as in okf/',
  ),
  /** A knowledge graph, one JSON object a line. */
  'server-memory': {
    ...native(SERVER_MEMORY, '.', ['*.json', '*.jsonl'], 'a knowledge graph, as in memory.json'),
    bring: (found, ctx) => plant(SERVER_MEMORY, graphsOf(found), ctx),
    tells: (found) => graphsOf(found).files.length > 0,
  },
} as const satisfies Readonly<Record<string, ForeignMemory>>;

export type MemoryName = keyof typeof SOURCES;

/** All memories that can be imported, by the name that `import` takes. */
export const MEMORY_SOURCES: Readonly<Record<MemoryName, ForeignMemory>> = SOURCES;

export const MEMORY_NAMES = Object.keys(SOURCES) as MemoryName[];

const createImportDeps = (ctx: CommandContext) => ({
  ...createEntryDeps(ctx),
  natural: (text: string, clock: TimeContext) => ctx.query('naturalDate', text, clock),
});

/** Sorts the notes of Mind first, in their order, then the other files. */
function mindFirst({ files }: ExternalFolder): ImportFile[] {
  const notes = MIND_NOTES.flatMap((name) => files.find(({ path }) => path === name) ?? []);
  return [...notes, ...files.filter(({ path }) => !MIND_NOTES.includes(path))];
}

/** Imports a tree of notes; MindSave's memory for all projects goes to the global notes. */
function plant(
  layout: Layout,
  found: ExternalFolder,
  ctx: CommandContext,
  beside: readonly ImportedLocation[] = [],
): MindImport {
  const { parseYaml, formatYamlPair: yamlPair } = ctx.query('yaml');
  const elsewhere = isForAll(found) && !isGlobalWorkspace(ctx);
  const deps = {
    ...createImportDeps(ctx),
    content: elsewhere ? GLOBAL_CONTENT : ctx.notebook.content,
    pair: yamlPair,
    read: (text: string) => ctx.query('properties', text),
    parse: (text: string) => parsed(text, parseYaml),
  };
  const brought = importTree(found.files, layout, ctx.notebook, deps, beside);
  return elsewhere && brought.changes.length > 0
    ? { ...brought, changes: [...brought.changes, ...planGlobalMarker(ctx)] }
    : brought;
}

/** Parses YAML or JSON; undefined if the text is neither. */
function parsed(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
