import {
  type CommandContext,
  defineCommand,
  type Notice,
  type ResultItem,
  type SessionAppend,
  UserError,
} from '../../command/define-command.js';
import type { ExternalFolder } from '../../command/queries.js';
import type { TimeContext } from '../../dates/due-date.js';
import { GLOBAL_CONTENT } from '../../notes/entries/read-entries.js';
import { isGlobalWorkspace, planGlobalMarker } from '../workspace/global-marker.js';
import { type ImportedLocation, importSummary } from './import-page.js';
import { importSessionFiles, isSessionFile, type SkippedSession } from './import-sessions.js';
import { CHIMERA, EXTERNAL, type Layout, MINDSAVE } from './layouts.js';
import { type ImportFile, importMind, type MindImport, type UndatedReminder } from './mind.js';
import { importTree } from './tree.js';

/** What comes over: notes, sessions that are kept here from now on, and what is left there. */
type Brought = MindImport & {
  readonly sessions?: readonly SessionAppend[];
  readonly left?: readonly SkippedSession[];
};

/** A memory that can be brought in. */
interface Foreign {
  readonly tool: string;
  /** Where its tool keeps it, within a project. */
  readonly folder: string;
  /** True for the folder that it is. */
  readonly tells: (found: ExternalFolder) => boolean;
  readonly holds: string;
  readonly bring: (found: ExternalFolder, ctx: CommandContext) => Brought;
}

/** The notes of Mind, in the order in which they are told. */
const MIND_NOTES = ['MEMORY.md', 'SESSION.md', 'REMINDERS.md'];

const hasAny =
  (...starts: string[]) =>
  ({ files }: ExternalFolder) =>
    files.some(({ path }) => starts.some((start) => path.startsWith(start)));

/** What MindSave keeps for all projects. */
const isForAll = ({ path }: ExternalFolder): boolean => path.endsWith('/.mindsave/global');

const SOURCES = {
  mind: {
    tool: 'Mind',
    folder: '.mind',
    tells: ({ files }) => files.some(({ path }) => MIND_NOTES.includes(path)),
    holds: MIND_NOTES.join(', '),
    bring: (found, ctx) => importMind(mindFirst(found), ctx.notebook, deskOf(ctx)),
  },
  mindsave: {
    tool: 'MindSave',
    folder: '.mindsave',
    tells: (found) =>
      isForAll(found) || hasAny('snapshots/', 'failure_graph/', 'global/', 'index.json')(found),
    holds: 'snapshots/, failure_graph/, index.json',
    bring: (found, ctx) => plant(MINDSAVE, found, ctx),
  },
  external: {
    tool: 'External Memory',
    folder: '.temp/memory',
    tells: hasAny('research_plans/', 'findings/', 'checkpoints/', 'context_snapshots/'),
    holds: 'research_plans/, findings/, checkpoints/, context_snapshots/',
    bring: (found, ctx) => plant(EXTERNAL, found, ctx),
  },
  chimera: {
    tool: 'Chimera',
    folder: '.chimera',
    tells: hasAny('sessions/', 'eventlog/'),
    holds: 'sessions/, eventlog/',
    bring: (found, ctx) => {
      const { own, landed, sessions, left } = importSessionFiles(ctx, found.path);
      const others = found.files.filter(({ path }) => !own.has(path));
      return { ...plant(CHIMERA, { ...found, files: others }, ctx, landed), sessions, left };
    },
  },
} as const satisfies Readonly<Record<string, Foreign>>;

const NAMES = Object.keys(SOURCES) as (keyof typeof SOURCES)[];

/** Brings the memory of another tool into this workspace, without loss, and once however often it is asked (FEATURES E8). */
export const import_ = defineCommand({
  name: 'import',
  description: 'import the memory of another tool; nothing is lost, and a second import changes nothing',
  group: 'Share',
  params: {
    source: {
      kind: 'text',
      positional: 'one',
      required: true,
      description: 'whose memory it is',
      choices: NAMES,
    },
    path: {
      kind: 'text',
      reaches: 'outside',
      positional: 'rest',
      required: true,
      description: 'its folder, or the folder that holds it',
      placeholder: 'PATH',
    },
  },
  examples: [
    'daybook import mind .mind',
    'daybook import mindsave .mindsave',
    'daybook import external .temp/memory',
    'daybook import chimera .chimera',
  ],
  surfaces: ['cli'],
  requires: 'workspace',
  onLocked: 'refuse',
  countsAsActivity: () => true,
  plan(ctx, { source, path }) {
    const foreign = sourceNamed(source);
    const found = folderOf(ctx, path, source, foreign);
    const brought = foreign.bring(found, ctx);
    const { changes, landed, before, page, sessions = [], left = [] } = brought;
    const skipped = found.skipped.filter(({ path: one }) => !(sessions.length > 0 && isSessionFile(one)));
    return {
      message: summary(found.path.slice(found.path.lastIndexOf('/') + 1), brought),
      items: rowsOf(landed),
      data: {
        imported: {
          page,
          before,
          items: landed.map(({ mark: _, ...item }) => item),
          skipped: [...skipped, ...left],
        },
      },
      changes,
      ...(sessions.length > 0 ? { sessions } : {}),
      notices: [
        ...[...skipped, ...left].map((one) => leftThere(`${path}/${one.path}`, one.why)),
        ...(brought.undated ?? []).map((one) => undated(path, one)),
      ],
    };
  },
});

function sourceNamed(name: string): Foreign {
  const found = NAMES.find((one) => one === name);
  if (found) return SOURCES[found];
  throw new UserError(
    'unknown-source',
    `no memory \`${name}\` is known`,
    `one of: ${NAMES.join(', ')}`,
    {},
    2,
  );
}

function folderOf(
  ctx: CommandContext,
  path: string,
  source: string,
  { tool, folder, tells, holds }: Foreign,
): ExternalFolder {
  const found = ctx.query('folder', `${path}/${folder}`) ?? ctx.query('folder', path);
  const hint = `name the folder that ${tool} writes to: daybook import ${source} ${folder}`;
  if (!found) throw new UserError('no-folder', `${path} is no folder`, hint);
  const { root, content } = ctx.query('root');
  if (`${found.path}/`.startsWith(`${root}/${content}/`))
    throw new UserError('own-folder', `${path} is the content of this workspace`, hint);
  if (tells(found)) return found;
  throw new UserError('no-memory', `${path} holds none of ${holds}`, hint);
}

const deskOf = (ctx: CommandContext) => ({
  now: ctx.now,
  local: ctx.local,
  ids: ctx.ids,
  entries: ctx.entries,
  template: (name: string) => ctx.query('template', name),
  natural: (said: string, clock: TimeContext) => ctx.query('naturalDate', said, clock),
});

const undated = (path: string, { file, line, words }: UndatedReminder): Notice => ({
  level: 'warning',
  path: `${path}/${file}`,
  line,
  message: `nobody knows the day from which «${words}» counts: the reminder is kept without a date`,
});

/** The notes of Mind first, in their order; then what else lies there. */
function mindFirst({ files }: ExternalFolder): ImportFile[] {
  const notes = MIND_NOTES.flatMap((name) => files.find(({ path }) => path === name) ?? []);
  return [...notes, ...files.filter(({ path }) => !MIND_NOTES.includes(path))];
}

/** A tree of notes; what MindSave keeps for all projects comes into the notes for all workspaces. */
function plant(
  layout: Layout,
  found: ExternalFolder,
  ctx: CommandContext,
  beside: readonly ImportedLocation[] = [],
): MindImport {
  const { parseYaml, formatYamlPair: yamlPair } = ctx.query('yaml');
  const elsewhere = isForAll(found) && !isGlobalWorkspace(ctx);
  const deps = {
    ...deskOf(ctx),
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

/** What a text of YAML or JSON says; undefined where it is neither. */
function parsed(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

const leftThere = (path: string, why: string): Notice => ({
  level: 'warning',
  path,
  message: `is left where it is: ${why}`,
});

function summary(path: string, { landed, before, page }: MindImport): string {
  if (page === null)
    return before === 0
      ? `${path} holds nothing to import.`
      : `All of ${path} was imported before: nothing to do.`;
  const earlier = before === 0 ? '' : ` ${before} pieces were imported before.`;
  return `Imported ${importSummary(landed)} from ${path}.${earlier}\nWhat came from where: ${page}`;
}

/** One row for each file and the place that its pieces went to. */
function rowsOf(landed: readonly ImportedLocation[]): ResultItem[] {
  const key = ({ file, path, section, what }: ImportedLocation) =>
    `${file}\n${path}\n${section}\n${what === 'known'}`;
  return [...new Set(landed.map(key))].map((one) => {
    const own = landed.filter((item) => key(item) === one);
    const { file, path, section, what } = own[0] as ImportedLocation;
    return {
      group: file,
      what: `${file}: ${importSummary(own)} → ${path}${section ? ` › ${section}` : ''}`,
      why: what === 'known' ? 'not written again' : null,
    };
  });
}
