import type { KindName } from '../../notes/kinds/index.js';
import type { ImportFile } from './mind.js';
import { isMadeList, readOkfEntry, restoreOkf } from './okf.js';
import {
  type ForeignEntry,
  formatKnowledgeGraph,
  type ReadAsMemory,
  type ReadFrontMatter,
  readBasicMemory,
  readClaudeMemory,
  readObservations,
} from './read-native-memory.js';

/** Files of a memory that become notes of one kind. */
export interface Branch {
  /** The folder, with a `/` at its end. */
  readonly folder: string;
  /** `.md` is copied byte for byte; the fields of a `.json` file become front matter. */
  readonly ends: '.md' | '.json';
  readonly kind: KindName;
}

/** Describes a memory that is a tree of files. */
export interface Layout {
  readonly title: string;
  /** Prefix of the names of its pages. */
  readonly slug: string;
  readonly branches: readonly Branch[];
  /** Files with failures. */
  readonly failures: RegExp;
  /** Its pages and entries go to private/, which git ignores. */
  readonly isPrivate?: true;
  /** Its pages keep their folders, so that the links between them work. */
  readonly isTree?: true;
  /** Reads the entries of a file; the file itself becomes a page too. */
  readonly entries?: (
    file: ImportFile,
    read: ReadFrontMatter,
    readAsMemory: ReadAsMemory,
    now: number,
  ) => readonly ForeignEntry[];
  /** Returns true for a file that an export of Daybook made from the others. */
  readonly isMade?: (file: ImportFile) => boolean;
  /** Reads a file as an export of Daybook wrote it, to put it back where it was. */
  readonly restore?: typeof restoreOkf;
  /** Formats the page for a file; null keeps the file verbatim, fenced if it is no Markdown. */
  readonly page?: (file: ImportFile) => string | null;
}

const NATIVE = {
  branches: [],
  failures: /(?!)/,
  isPrivate: true,
  entries: (file, _, readAsMemory) => readAsMemory(file),
} as const satisfies Partial<Layout>;

/** `.mindsave/` (MindSave §Storage Structure); of `global/` every file may hold failures. */
export const MINDSAVE: Layout = {
  title: 'MindSave',
  slug: 'mindsave',
  branches: [{ folder: 'snapshots/', ends: '.md', kind: 'snapshot' }],
  failures: /^(?:(?:failure_graph|global)\/(?:.*\/)?)?[^/]+\.(?:json|ya?ml)$/i,
};

/** `~/.chimera/` (Mink §Persistence): files other than sessions become pages. */
export const CHIMERA: Layout = { title: 'Chimera', slug: 'chimera', branches: [], failures: /(?!)/ };

/** `.temp/memory/` (External Memory §Directory Structure). */
export const EXTERNAL: Layout = {
  title: 'External Memory',
  slug: 'external-memory',
  branches: [
    { folder: 'research_plans/', ends: '.md', kind: 'plan' },
    { folder: 'findings/', ends: '.md', kind: 'finding' },
    { folder: 'checkpoints/', ends: '.json', kind: 'checkpoint' },
    { folder: 'checkpoints/', ends: '.md', kind: 'checkpoint' },
    { folder: 'context_snapshots/', ends: '.md', kind: 'context-snapshot' },
  ],
  failures: /(?!)/,
};

/** `~/.claude/projects/NAME/memory/`: one note for each memory, and an index. */
export const CLAUDE_MEMORY: Layout = {
  ...NATIVE,
  title: 'Claude Code memory',
  slug: 'claude-memory',
  entries: (file, read, readAsMemory) => readClaudeMemory(file, read) ?? readAsMemory(file),
};

/** Rules files that agents read when they start, such as AGENTS.md. */
export const AGENTS_FILES: Layout = {
  ...NATIVE,
  title: 'files of rules for agents',
  slug: 'agents-files',
  page: ({ path, text }) => (path.endsWith('.md') || !/\.(json|ya?ml)$/.test(path) ? text : null),
};

/** `.serena/memories/`: one note for each memory. */
export const SERENA: Layout = { ...NATIVE, title: 'Serena', slug: 'serena' };

/** `memory-bank/`: six notes on the project and the current work. */
export const CLINE: Layout = { ...NATIVE, title: 'Cline’s memory bank', slug: 'cline' };

/** The workspace of OpenClaw: MEMORY.md, and a note for each day. */
export const OPENCLAW: Layout = { ...NATIVE, title: 'OpenClaw', slug: 'openclaw' };

/** A project of basic-memory: notes with observations and relations. */
export const BASIC_MEMORY: Layout = {
  ...NATIVE,
  title: 'basic-memory',
  slug: 'basic-memory',
  entries: (file, _, readAsMemory) => [...readBasicMemory(file), ...readAsMemory(file)],
};

/** A bundle of the Open Knowledge Format: one document for each concept. */
export const OKF: Layout = {
  ...NATIVE,
  title: 'the Open Knowledge Format',
  slug: 'okf',
  isTree: true,
  isMade: isMadeList,
  restore: restoreOkf,
  entries: (file, read, _, now) => readOkfEntry(file, read, now),
};

/** The file of the reference memory server: a knowledge graph, one JSON object a line. */
export const SERVER_MEMORY: Layout = {
  ...NATIVE,
  title: 'the reference memory server',
  slug: 'server-memory',
  page: formatKnowledgeGraph,
  entries: readObservations,
};
