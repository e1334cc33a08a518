import { CLIENTS } from './sessions/clients/index.js';
import type { SessionEntry, Sink } from './sessions/entry.js';
import { eachOnce, type SessionHead } from './sessions/head.js';
import { gistOf, parsed } from './sessions/message.js';
import { createTreeFold, type SessionTree } from './sessions/tree.js';
import { clientSessions, eachSessionLine } from './store/client-files.js';
import type { Fsync } from './store/file.js';
import { layoutOf } from './store/layout.js';
import { thisMachine } from './store/machine.js';
import { realPort } from './store/port.js';
import type { Root } from './store/root.js';
import { type Kept, openSessions, type Sessions } from './store/sessions/sessions.js';

export { createTranscriptFold } from './sessions/look.js';
export { summarise } from './store/sessions/summarise.js';

/** The sessions that are kept in a workspace. */
export function sessionsOf(root: Root, fsync: Fsync): Sessions {
  const ground = { port: realPort, machine: thisMachine(realPort), root, at: layoutOf(root.root), fsync };
  return openSessions({ ...ground, command: 'sessions' });
}

/** A session that is kept here, as a list shows it. */
export function keptHead(id: string, { state }: Kept): SessionHead {
  const prompt = [...state.entries.values()].find((entry) => entry.type === 'message' && entry.isPrompt);
  return {
    id,
    client: 'daybook',
    origin: 'daybook',
    files: [],
    bytes: 0,
    cwd: state.about.cwd,
    branch: state.about.branch,
    started: state.about.started,
    last: state.about.last,
    goal: prompt?.type === 'message' ? gistOf(prompt.message).slice(0, 200) : null,
  };
}

/** The sessions that are kept here and those of every agent on this machine, each once, the last used first. */
export function sessionsHere(
  env: Readonly<Record<string, string | undefined>>,
  own: Sessions | null = null,
): readonly SessionHead[] {
  const kept = (own?.ids() ?? []).flatMap((id) => {
    const found = own?.read(id);
    return found ? keptHead(id, found) : [];
  });
  return eachOnce([...kept, ...clientSessions(realPort, env)]);
}

/** A session as a tree, read in place as a stream; its messages are cut to a line. */
export function readSession(head: SessionHead): SessionTree {
  const fold = createTreeFold();
  readInto(head, fold);
  const tree = fold.end();
  return { ...tree, about: { ...tree.about, id: head.id } };
}

/** These entries of a session, whole. */
export function readEntries(head: SessionHead, ids: ReadonlySet<string>): ReadonlyMap<string, SessionEntry> {
  const found = new Map<string, SessionEntry>();
  const entry = (one: SessionEntry) => {
    if (ids.has(one.id)) found.set(one.id, one);
  };
  const nothing = () => undefined;
  readInto(head, { entry, usage: nothing, context: nothing, about: nothing, leaf: nothing });
  return found;
}

function readInto({ client, files, id }: SessionHead, sink: Sink): void {
  if (client === 'daybook') throw new RangeError(`the session ${id} lies in no transcript`);
  const read = CLIENTS[client](sink);
  let number = 0;
  eachSessionLine(realPort, files, (text) => {
    const line = parsed(text);
    if (line) read(line, number++);
  });
}
