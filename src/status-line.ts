import { join } from 'node:path';
import { TRIAL } from './kinds/agents.js';
import { folderOf, pathOf } from './kinds/index.js';
import {
  COMPLEXITY,
  type Complexity,
  callsLately,
  growthOf,
  levelOf,
  thresholds,
} from './lifecycle/pressure.js';
import { NOT_STATED } from './lifecycle/snapshot/extract.js';
import { isBlocked, type Snapshot, snapshotIn } from './lifecycle/snapshot/snapshot.js';
import { type Status, statusLine } from './lifecycle/status-line.js';
import { type Clock, clockOf, isDue } from './lifecycle/when/due.js';
import { scanProperties } from './markdown/properties.js';
import { openClock } from './store/clock.js';
import { decode } from './store/decode.js';
import { unless } from './store/failure.js';
import { readFile, statAt } from './store/file.js';
import { linkOnWay } from './store/no-links.js';
import { realPort } from './store/port.js';
import { sealed, unsealed } from './store/seal.js';
import { readSettings } from './store/settings-file.js';
import { stampOf } from './store/stamp.js';
import type { Store } from './store/store.js';
import { AFTER_A_CALL, latelyIn } from './telemetry.js';
import type { Settings } from './wiki/settings.js';

/** What a client tells of a session at a moment. */
export interface Told {
  readonly session: string | null;
  /** Tokens in its context, null before the first answer, and those that the model takes; null where it says neither. */
  readonly filled: { readonly tokens: number | null; readonly window: number } | null;
}

/** The process that asks. */
interface Asker {
  readonly env: Parameters<typeof openClock>[0];
  /** Keeps what is compiled so far for the next start. */
  readonly keep: () => void;
}

/**
 * The status line of a session: how full its context is, what it is for, and what has come due. It is asked after every
 * turn, so it takes no lock, loads no index, and flushes nothing; what the client told is noted in the tool log, where
 * `prompt` and `pressure` find it.
 */
export async function lineFor(store: Store, told: Told, { env, keep }: Asker): Promise<string> {
  const { settings } = await readSettings(
    store.root,
    async () => (await import('./markdown/front-matter.js')).parseYaml,
  );
  const clock = clockOf(openClock(env, settings.timezone));
  return statusLine({
    pressure: pressureOf(store, told, settings, clock.now),
    goal: goalOf(store, told.session),
    due: await countDue(store, clock, keep),
  });
}

/** The level by the client's own figures, and by what is known of how the session grows and what its task carries. */
function pressureOf(store: Store, told: Told, settings: Settings, now: number): Status['pressure'] {
  const { session, filled } = told;
  if (filled === null) return null;
  const { calls, marks } = latelyIn(store, session, AFTER_A_CALL);
  const last = marks.findLast(({ mark }) => mark === 'filled');
  const { tokens, window } = filled;
  const isKnown = last?.window === window && (last.tokens ?? null) === tokens;
  if (session !== null && session !== TRIAL && !isKnown)
    store.addToTrail('tools', {
      at: new Date(now).toISOString(),
      session,
      mark: 'filled',
      window,
      ...(tokens === null ? {} : { tokens }),
    });
  if (tokens === null) return null;
  const base = { warning: settings['pressure.warning'], critical: settings['pressure.critical'] };
  const growth = growthOf(callsLately(calls, now) ?? 0);
  const ratio = tokens / window;
  return { level: levelOf(ratio, thresholds(base, growth, complexityKnown(store))), ratio };
}

/** What the task carries, as it was last judged. */
function complexityKnown(store: Store): Complexity {
  const { complexity } = store.readSignal();
  return isComplexity(complexity) ? complexity : 'low';
}

const isComplexity = (value: unknown): value is Complexity =>
  typeof value === 'string' && Object.hasOwn(COMPLEXITY, value);

/** So many of the youngest snapshots are looked into; nobody's state is larger. */
const MOST_LOOKS = 3;
const LONGEST = 256 * 1024;

/** The goal of the session's open snapshot, else of the youngest that is open; '' for none. */
function goalOf({ root }: Store, session: string | null): string {
  const inner = `${root.content}/${folderOf('snapshot').replace(/\/$/, '')}`;
  const folder = join(root.root, inner);
  const isLinked = linkOnWay(realPort, root.root, inner) !== null;
  const names = isLinked ? [] : unless(['ENOENT', 'ENOTDIR', 'EACCES'], [], () => realPort.list(folder));
  const open = names
    .filter(({ name }) => name.endsWith('.md'))
    .map(({ name }) => ({ name, at: statAt(realPort, join(folder, name))?.mtimeMs ?? 0 }))
    .toSorted((a, b) => b.at - a.at)
    .slice(0, MOST_LOOKS)
    .flatMap(({ name }) => snapshotAt(join(folder, name), name) ?? [])
    .filter((one) => one.status === 'in_progress' || isBlocked(one));
  const goal = (open.find((one) => one.session === session) ?? open[0])?.goal ?? '';
  return goal === NOT_STATED ? '' : goal;
}

function snapshotAt(path: string, name: string): Snapshot | null {
  const data = scanProperties(textAt(path));
  return data && snapshotIn(data, name);
}

/** What waits in REMINDERS.md, and the stamp of that note. */
interface Dues {
  readonly mark: string;
  readonly dues: readonly string[];
}

const CACHE = 'dues.json';

/** A file that is younger may change once more without another time or size to show for it. */
const SETTLED_MS = 2000;

/** How many reminders have come due; the note is read only where it is another one than the last time. */
async function countDue(store: Store, clock: Clock, keep: Asker['keep']): Promise<number> {
  const { root, content } = store.root;
  const path = `${content}/${pathOf('reminders')}`;
  if (linkOnWay(realPort, root, path) !== null) return 0;
  const { mark, written } = stampOf(realPort, [join(root, path)]);
  if (written === 0) return 0;
  const dues = knownDues(store, mark) ?? (await readDues());
  return dues.filter((due) => isDue({ type: 'absolute', due }, clock)).length;

  async function readDues(): Promise<readonly string[]> {
    keep(); // what reads the note is seldom wanted: it would make every start slower
    const { duesIn } = await import('./dues.js');
    const note = { path, text: textAt(join(root, path)), bom: false, hash: '' };
    const found = duesIn(note, content, clock);
    if (Date.now() - written > SETTLED_MS)
      store.writeCache(CACHE, sealed({ mark, dues: found } satisfies Dues));
    return found;
  }
}

function knownDues(store: Store, mark: string): readonly string[] | null {
  const bytes = store.readCache(CACHE);
  try {
    const known = bytes && (unsealed(bytes) as Dues | null);
    return known?.mark === mark ? known.dues : null;
  } catch {
    return null;
  }
}

/** The text of a note; '' where it is none that can be read. */
function textAt(path: string): string {
  try {
    const read = readFile(realPort, path, LONGEST);
    return (read && decode(read.bytes)?.text) ?? '';
  } catch {
    return '';
  }
}
