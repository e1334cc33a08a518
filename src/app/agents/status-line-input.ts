import { join } from 'node:path';
import type { Settings } from '../../config/settings.js';
import { createTimeContext, isDue, type TimeContext } from '../../dates/due-date.js';
import { DOCTOR_SESSION } from '../../features/agent-setup/hook-registrations.js';
import {
  COMPLEXITY,
  classifyGrowth,
  classifyPressure,
  countRecentCalls,
  getThresholds,
  type TaskComplexity,
} from '../../features/context-pressure/pressure.js';
import { formatStatusLine, type Status } from '../../features/status-line/status-line.js';
import { scanFrontMatter } from '../../markdown/front-matter-scanner.js';
import { noteFolder, notePath } from '../../notes/kinds/index.js';
import { openClock } from '../../platform/clock.js';
import { decode } from '../../platform/encoding.js';
import { readFile, statAt } from '../../platform/file-io.js';
import { nodeFileSystem } from '../../platform/file-system.js';
import { linkOnWay } from '../../platform/no-links.js';
import { catchErrors } from '../../platform/system-errors.js';
import { isBlocked, NOT_STATED, parseSnapshot, type Snapshot } from '../../records/snapshot.js';
import { readSettings } from '../../store/settings-file.js';
import type { Store } from '../../store/store.js';
import { readRecentActivity, TOOL_LOG_TAIL_BYTES } from '../record-activity.js';
import { openStampedCache } from './stamped-cache.js';

/** What a client reports about a session. */
export interface ClientStatus {
  readonly session: string | null;
  /** Tokens in its context, null before the first answer, and the model's limit; null if the client reports neither. */
  readonly filled: { readonly tokens: number | null; readonly window: number } | null;
}

/** The process that prints the status line. */
interface Asker {
  readonly env: Parameters<typeof openClock>[0];
  /** Saves V8's compiled code for the next start. */
  readonly keep: () => void;
}

/**
 * Builds the status line of a session: context usage, goal and due reminders. It runs after every turn, so it takes no
 * lock, loads no index and flushes nothing. The client's report goes to the tool log, where the prompt hook and
 * `pressure` read it.
 */
export async function buildStatusLine(
  store: Store,
  client: ClientStatus,
  { env, keep }: Asker,
): Promise<string> {
  const { settings } = await readSettings(store.root);
  const clock = createTimeContext(openClock(env, settings.timezone));
  return formatStatusLine({
    pressure: pressureOf(store, client, settings, clock.now),
    goal: goalOf(store, client.session),
    due: await countDue(store, clock, keep),
  });
}

/** Returns the pressure level from the client's figures, the growth of the session and the complexity of its task. */
function pressureOf(store: Store, client: ClientStatus, settings: Settings, now: number): Status['pressure'] {
  const { session, filled } = client;
  if (filled === null) return null;
  const { calls, marks } = readRecentActivity(store, session, TOOL_LOG_TAIL_BYTES);
  const last = marks.findLast(({ mark }) => mark === 'filled');
  const { tokens, window } = filled;
  const isKnown = last?.window === window && (last.tokens ?? null) === tokens;
  if (session !== null && session !== DOCTOR_SESSION && !isKnown)
    store.addToTrail('tools', {
      at: new Date(now).toISOString(),
      session,
      mark: 'filled',
      window,
      ...(tokens === null ? {} : { tokens }),
    });
  if (tokens === null) return null;
  const base = { warning: settings['pressure.warning'], critical: settings['pressure.critical'] };
  const growth = classifyGrowth(countRecentCalls(calls, now) ?? 0);
  const ratio = tokens / window;
  return { level: classifyPressure(ratio, getThresholds(base, growth, complexityKnown(store))), ratio };
}

/** Returns the complexity of the task at its last evaluation. */
function complexityKnown(store: Store): TaskComplexity {
  const { complexity } = store.readSignal();
  return isComplexity(complexity) ? complexity : 'low';
}

const isComplexity = (value: unknown): value is TaskComplexity =>
  typeof value === 'string' && Object.hasOwn(COMPLEXITY, value);

/** How many of the latest snapshots are read. */
const MOST_LOOKS = 3;
const MAX_LENGTH = 256 * 1024;

/** Returns the goal of the session's open snapshot, else of the latest open one; '' if there is none. */
function goalOf({ root }: Store, session: string | null): string {
  const inner = `${root.content}/${noteFolder('snapshot').replace(/\/$/, '')}`;
  const folder = join(root.root, inner);
  const isLinked = linkOnWay(nodeFileSystem, root.root, inner) !== null;
  const names = isLinked
    ? []
    : catchErrors(['ENOENT', 'ENOTDIR', 'EACCES'], [], () => nodeFileSystem.list(folder));
  const open = names
    .filter(({ name }) => name.endsWith('.md'))
    .map(({ name }) => ({ name, at: statAt(nodeFileSystem, join(folder, name))?.mtimeMs ?? 0 }))
    .toSorted((a, b) => b.at - a.at)
    .slice(0, MOST_LOOKS)
    .flatMap(({ name }) => snapshotAt(join(folder, name), name) ?? [])
    .filter((one) => one.status === 'in_progress' || isBlocked(one));
  const goal = (open.find((one) => one.session === session) ?? open[0])?.goal ?? '';
  return goal === NOT_STATED ? '' : goal;
}

function snapshotAt(path: string, name: string): Snapshot | null {
  const data = scanFrontMatter(textAt(path));
  return data && parseSnapshot(data, name);
}

/** Counts due reminders; the note is read only if it has changed. */
async function countDue(store: Store, clock: TimeContext, keep: Asker['keep']): Promise<number> {
  const { root, content } = store.root;
  const path = `${content}/${notePath('reminders')}`;
  if (linkOnWay(nodeFileSystem, root, path) !== null) return 0;
  const cache = openStampedCache<readonly string[]>(store, 'dues.json', [join(root, path)]);
  if (!cache.hasFiles) return 0;
  const dues = cache.read() ?? (await readDues());
  return dues.filter((due) => isDue({ type: 'absolute', due }, clock)).length;

  async function readDues(): Promise<readonly string[]> {
    keep(); // the reader of the note is rarely needed and would make every start slower
    const { listPendingDueDates: duesIn } = await import('../../features/status-line/status-line.js');
    const found = duesIn({ path, text: textAt(join(root, path)), bom: false, hash: '' }, content, clock);
    cache.write(found);
    return found;
  }
}

/** Returns the text of a note; '' if it is not readable. */
function textAt(path: string): string {
  try {
    const read = readFile(nodeFileSystem, path, MAX_LENGTH);
    return (read && decode(read.bytes)?.text) ?? '';
  } catch {
    return '';
  }
}
