import { CLIENTS } from './sessions/clients/index.js';
import type { SessionEntry } from './sessions/entry.js';
import { eachOnce, type SessionHead } from './sessions/head.js';
import { gistOf, parsed } from './sessions/message.js';
import { createTreeFold, type SessionTree, type Wanted } from './sessions/tree.js';
import { clientSessions, eachSessionLine } from './store/client-files.js';
import type { Fsync } from './store/file.js';
import { layoutOf } from './store/layout.js';
import { thisMachine } from './store/machine.js';
import { realPort } from './store/port.js';
import type { Root } from './store/root.js';
import { type Kept, openSessions, type Sessions } from './store/sessions/sessions.js';

export { createTranscriptFold } from './sessions/look.js';
export { stateOf } from './sessions/state.js';

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

/** Reads a session in place, as a stream; what is kept of it goes through `clean`. */
export function readSession(
  { client, files, id }: SessionHead,
  wanted: Wanted,
  clean: (entry: SessionEntry) => SessionEntry,
): SessionTree {
  const fold = createTreeFold(wanted, clean);
  if (client === 'daybook') throw new RangeError(`the session ${id} lies in no transcript`);
  const read = CLIENTS[client](fold);
  let number = 0;
  eachSessionLine(realPort, files, (text) => {
    const line = parsed(text);
    if (line) read(line, number++);
  });
  const tree = fold.end();
  return { ...tree, about: { ...tree.about, id } };
}
