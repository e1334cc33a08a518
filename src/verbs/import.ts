import { CHIMERA, EXTERNAL, type Layout, MINDSAVE } from '../lifecycle/import/layouts.js';
import { type Import, importMind, type Source, type Undated } from '../lifecycle/import/mind.js';
import { type Landed, told } from '../lifecycle/import/page.js';
import { importTree } from '../lifecycle/import/tree.js';
import type { Clock } from '../lifecycle/when/due.js';
import { GLOBAL_CONTENT } from '../wiki/entries.js';
import type { Outside } from './facts.js';
import { globalMarker, isHome } from './global.js';
import { bringSessions, isOfSessions, type Left } from './import-sessions.js';
import { type Notice, Refusal, type Row, type SessionStep, verb, type World } from './verb.js';

/** What comes over: notes, sessions that are kept here from now on, and what is left there. */
type Brought = Import & { readonly sessions?: readonly SessionStep[]; readonly left?: readonly Left[] };

/** A memory that can be brought in. */
interface Foreign {
  readonly tool: string;
  /** Where its tool keeps it, within a project. */
  readonly folder: string;
  /** True for the folder that it is. */
  readonly tells: (found: Outside) => boolean;
  readonly holds: string;
  readonly bring: (found: Outside, world: World) => Brought;
}

/** The notes of Mind, in the order in which they are told. */
const MIND_NOTES = ['MEMORY.md', 'SESSION.md', 'REMINDERS.md'];

const hasAny =
  (...starts: string[]) =>
  ({ files }: Outside) =>
    files.some(({ path }) => starts.some((start) => path.startsWith(start)));

/** What MindSave keeps for all projects. */
const isForAll = ({ path }: Outside): boolean => path.endsWith('/.mindsave/global');

const SOURCES = {
  mind: {
    tool: 'Mind',
    folder: '.mind',
    tells: ({ files }) => files.some(({ path }) => MIND_NOTES.includes(path)),
    holds: MIND_NOTES.join(', '),
    bring: (found, world) => importMind(mindFirst(found), world.wiki, deskOf(world)),
  },
  mindsave: {
    tool: 'MindSave',
    folder: '.mindsave',
    tells: (found) =>
      isForAll(found) || hasAny('snapshots/', 'failure_graph/', 'global/', 'index.json')(found),
    holds: 'snapshots/, failure_graph/, index.json',
    bring: (found, world) => plant(MINDSAVE, found, world),
  },
  external: {
    tool: 'External Memory',
    folder: '.temp/memory',
    tells: hasAny('research_plans/', 'findings/', 'checkpoints/', 'context_snapshots/'),
    holds: 'research_plans/, findings/, checkpoints/, context_snapshots/',
    bring: (found, world) => plant(EXTERNAL, found, world),
  },
  chimera: {
    tool: 'Chimera',
    folder: '.chimera',
    tells: hasAny('sessions/', 'eventlog/'),
    holds: 'sessions/, eventlog/',
    bring: (found, world) => {
      const { own, landed, sessions, left } = bringSessions(world, found.path);
      const others = found.files.filter(({ path }) => !own.has(path));
      return { ...plant(CHIMERA, { ...found, files: others }, world, landed), sessions, left };
    },
  },
} as const satisfies Readonly<Record<string, Foreign>>;

const NAMES = Object.keys(SOURCES) as (keyof typeof SOURCES)[];

/** Brings the memory of another tool into this workspace, without loss, and once however often it is asked (FEATURES E8). */
export const import_ = verb({
  name: 'import',
  about: 'bring the memory of another tool into this workspace; nothing is lost, twice is once',
  params: {
    source: { kind: 'text', word: 'one', required: true, about: 'whose memory it is', choices: NAMES },
    path: {
      kind: 'text',
      reaches: 'outside',
      word: 'rest',
      required: true,
      about: 'its folder, or the folder that holds it',
      holder: 'PATH',
    },
  },
  examples: [
    'daybook import mind .mind',
    'daybook import mindsave .mindsave',
    'daybook import external .temp/memory',
    'daybook import chimera .chimera',
  ],
  faces: ['cli'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => true,
  think(world, { source, path }) {
    const foreign = sourceNamed(source);
    const found = folderOf(world, path, source, foreign);
    const brought = foreign.bring(found, world);
    const { changes, landed, before, page, sessions = [], left = [] } = brought;
    const skipped = found.skipped.filter(({ path: one }) => !(sessions.length > 0 && isOfSessions(one)));
    return {
      say: summary(found.path.slice(found.path.lastIndexOf('/') + 1), brought),
      rows: rowsOf(landed),
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
  throw new Refusal('unknown-source', `no memory \`${name}\` is known`, `one of: ${NAMES.join(', ')}`, {}, 2);
}

function folderOf(
  world: World,
  path: string,
  source: string,
  { tool, folder, tells, holds }: Foreign,
): Outside {
  const found = world.ask('folder', `${path}/${folder}`) ?? world.ask('folder', path);
  const hint = `name the folder that ${tool} writes to: daybook import ${source} ${folder}`;
  if (!found) throw new Refusal('no-folder', `${path} is no folder`, hint);
  const { root, content } = world.ask('root');
  if (`${found.path}/`.startsWith(`${root}/${content}/`))
    throw new Refusal('own-folder', `${path} is the content of this workspace`, hint);
  if (tells(found)) return found;
  throw new Refusal('no-memory', `${path} holds none of ${holds}`, hint);
}

const deskOf = (world: World) => ({
  now: world.now,
  local: world.local,
  ids: world.ids,
  entries: world.entries,
  template: (name: string) => world.ask('template', name),
  natural: (said: string, clock: Clock) => world.ask('naturalDate', said, clock),
});

const undated = (path: string, { file, line, words }: Undated): Notice => ({
  level: 'warning',
  path: `${path}/${file}`,
  line,
  message: `nobody knows the day from which «${words}» counts: the reminder is kept without a date`,
});

/** The notes of Mind first, in their order; then what else lies there. */
function mindFirst({ files }: Outside): Source[] {
  const notes = MIND_NOTES.flatMap((name) => files.find(({ path }) => path === name) ?? []);
  return [...notes, ...files.filter(({ path }) => !MIND_NOTES.includes(path))];
}

/** A tree of notes; what MindSave keeps for all projects comes into the notes for all workspaces. */
function plant(layout: Layout, found: Outside, world: World, beside: readonly Landed[] = []): Import {
  const { parseYaml, yamlPair } = world.ask('yaml');
  const elsewhere = isForAll(found) && !isHome(world);
  const desk = {
    ...deskOf(world),
    content: elsewhere ? GLOBAL_CONTENT : world.wiki.content,
    pair: yamlPair,
    read: (text: string) => world.ask('properties', text),
    parse: (text: string) => parsed(text, parseYaml),
  };
  const brought = importTree(found.files, layout, world.wiki, desk, beside);
  return elsewhere && brought.changes.length > 0
    ? { ...brought, changes: [...brought.changes, ...globalMarker(world)] }
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

function summary(path: string, { landed, before, page }: Import): string {
  if (page === null)
    return before === 0
      ? `${path} holds nothing to import.`
      : `All of ${path} was imported before: nothing to do.`;
  const earlier = before === 0 ? '' : ` ${before} pieces were imported before.`;
  return `Imported ${told(landed)} from ${path}.${earlier}\nWhat came from where: ${page}`;
}

/** One row for each file and the place that its pieces went to. */
function rowsOf(landed: readonly Landed[]): Row[] {
  const key = ({ file, path, section, what }: Landed) => `${file}\n${path}\n${section}\n${what === 'known'}`;
  return [...new Set(landed.map(key))].map((one) => {
    const own = landed.filter((item) => key(item) === one);
    const { file, path, section, what } = own[0] as Landed;
    return {
      group: file,
      what: `${file}: ${told(own)} → ${path}${section ? ` › ${section}` : ''}`,
      why: what === 'known' ? 'not written again' : null,
    };
  });
}
