import { pathOf } from '../kinds/index.js';
import type { EntryType } from '../kinds/types.js';
import { projectFailures } from '../lifecycle/failures-note.js';
import type { Given, Known, Told } from '../lifecycle/snapshot/extract.js';
import { topicName, topicOf } from '../lifecycle/snapshot/name.js';
import type { Shelved } from '../lifecycle/snapshot/retire.js';
import { listOf, type Snapshot, textOf } from '../lifecycle/snapshot/snapshot.js';
import type { Archive } from '../lifecycle/snapshot/write.js';
import { correctionIn, toRemember } from '../lifecycle/spoken.js';
import { isDone } from '../lifecycle/task/plan.js';
import { itemsOf, sectionOf, sheetsOf, titled } from '../lifecycle/task/sheet.js';
import { callText } from '../lifecycle/tool-graph.js';
import { filesTouched } from '../lifecycle/trail/files.js';
import type { TreeChange } from '../wiki/fate.js';
import type { ToolCall } from '../wiki/tool-call.js';
import { entriesAt } from './entries.js';
import type { World } from './verb.js';

/** What a snapshot is made of, beside what was said. */
interface Sources {
  readonly given: Given;
  readonly topic: string | undefined;
  readonly shelf: readonly Shelved[];
  readonly changes: readonly TreeChange[];
  readonly transcript: string | undefined;
  /** How much of it is read: what is saved unasked takes its ends, at once however long it is. */
  readonly read: 'whole' | 'ends';
  /** The layers that it has: what layer 1 does not ask for is not read. */
  readonly layers: readonly string[];
}

/** All that is known when a snapshot is made (FEATURES B2): session, memory, failures, the plan, the transcript, the tree. */
export function knownOf(
  world: World,
  { given, topic, shelf, changes, transcript, layers, read }: Sources,
): Known {
  const { wiki } = world;
  const at = (kind: string, only?: EntryType) =>
    entriesAt(world, wiki, `${wiki.content}/${pathOf(kind)}`, only);
  const [asksFiles, second] = [given.active_files === undefined, layers.includes('2')];
  return {
    session: at('session'),
    memory: second ? OF_MEMORY.flatMap((type) => at('memory', type)).toSorted((a, b) => a.line - b.line) : [],
    failures: given.failure_graph || !second ? {} : projectFailures(wiki, world.entries),
    plan: planFor(world, given, topic),
    told: transcript === undefined ? null : toldIn(world, transcript, read),
    last: openOne(shelf, given, topic),
    touched: asksFiles ? filesTouched(world.ask('lately', world.who.session).calls) : [],
    changed: asksFiles ? changes.filter(({ path }) => !OWN.includes(path)).map(({ path }) => path) : [],
  };
}

/** What layer 2 takes from memory; the rest of that note is not even parsed. */
const OF_MEMORY = ['preference', 'constraint', 'rule', 'decision'] as const satisfies readonly EntryType[];

/** What Daybook writes itself is not what the task is about. */
const OWN: readonly string[] = ['daybook.yaml', 'CLAUDE.md', 'AGENTS.md'];

/** The open plan of the topic; without topic and goal the only one that is open. */
function planFor({ wiki }: World, { goal }: Given, topic: string | undefined): Known['plan'] {
  if (topic === undefined && goal !== undefined) return null;
  const open = sheetsOf(wiki, 'plan').filter((sheet) => !isDone(sheet));
  const fits = open.filter((sheet) => topic === undefined || topicName(titled(sheet)) === topicName(topic));
  const [plan] = fits;
  if (!plan || fits.length > 1) return null;
  return {
    goal: sectionOf(plan, 'Objective').replace(/\s+/g, ' '),
    next: itemsOf(plan, 'Next Actions')[0] ?? '',
    constraints: itemsOf(plan, 'Constraints'),
  };
}

/** The open snapshot that a save without a goal goes on from: of its topic, else the newest. */
function openOne(shelf: readonly Shelved[], { goal }: Given, topic: string | undefined): Snapshot | null {
  if (goal !== undefined) return null;
  const open = shelf.filter(({ snapshot }) => snapshot.status === 'in_progress');
  const name = topic === undefined ? null : topicName(topic);
  return (
    open.find(({ snapshot }) => name === null || topicOf(snapshot.snapshot_id) === name)?.snapshot ?? null
  );
}

/** What the user began with, touched, and insisted on. */
function toldIn(world: World, transcript: string, read: Sources['read']): Told {
  const { firstPrompt, files, prompts } = world.ask(
    read === 'whole' ? 'transcript' : 'transcriptEnd',
    transcript,
  );
  const { worktree } = world.ask('root');
  const below = files.map((file) =>
    file.startsWith(`${worktree}/`) ? file.slice(worktree.length + 1) : file,
  );
  const insisted = prompts.flatMap((prompt) => {
    const [asked, wrong] = [toRemember(prompt), correctionIn(prompt)];
    if (asked !== null && asked !== 'all') return asked.text;
    return wrong ? wrong.correction || wrong.mistake : [];
  });
  return { firstPrompt, files: [...new Set(below)], insisted: [...new Set(insisted)] };
}

/** Layer 3: the steps, what git sees changed, and the last calls, as said, else as they are known (MindSave §/save). */
export function archiveOf(
  world: World,
  said: ReadonlyMap<string, unknown>,
  tree: readonly TreeChange[],
): Archive {
  const steps = said.has('completed_steps')
    ? listOf(said.get('completed_steps'))
    : entriesAt(world, world.wiki, `${world.wiki.content}/${pathOf('session')}`)
        .filter(({ type }) => type === 'experience')
        .map(({ text }) => text);
  const calls = said.has('recent_tool_calls')
    ? listOf(said.get('recent_tool_calls'))
    : lastCalls(world).map((call) => callText(call, world.local));
  return { steps, changes: textOf(said.get('file_changes')) ?? tree.map(changeLine).join('\n'), calls };
}

/** Tool calls that layer 3 shows (MindSave §/save). */
const RECENT_CALLS = 5;
/** More than anybody calls between two saves. */
const MANY_CALLS = 200;

/** The last calls of this session; of any, where nobody says which it is. */
function lastCalls({ ask, who: { session } }: World): readonly ToolCall[] {
  const calls = ask('toolCalls', { last: session === null ? RECENT_CALLS : MANY_CALLS });
  return calls.filter((call) => session === null || call.session === session).slice(-RECENT_CALLS);
}

const changeLine = ({ path, added, deleted, isNew }: TreeChange): string =>
  `${path} | ${isNew ? 'new' : `+${added} -${deleted}`}`;
