import { CLIENTS } from './sessions/clients/index.js';
import type { SessionEntry } from './sessions/entry.js';
import { eachOnce, type SessionHead } from './sessions/head.js';
import { parsed } from './sessions/message.js';
import { createTreeFold, type SessionTree, type Wanted } from './sessions/tree.js';
import { clientSessions, eachSessionLine } from './store/client-files.js';
import { realPort } from './store/port.js';

export { createTranscriptFold } from './sessions/look.js';

/** The sessions of every agent on this machine, each once, the last used first. */
export const sessionsHere = (env: Readonly<Record<string, string | undefined>>): readonly SessionHead[] =>
  eachOnce(clientSessions(realPort, env));

/** Reads a session in place, as a stream; what is kept of it goes through `clean`. */
export function readSession(
  { client, files, id }: SessionHead,
  wanted: Wanted,
  clean: (entry: SessionEntry) => SessionEntry,
): SessionTree {
  const fold = createTreeFold(wanted, clean);
  const read = CLIENTS[client](fold);
  let number = 0;
  eachSessionLine(realPort, files, (text) => {
    const line = parsed(text);
    if (line) read(line, number++);
  });
  const tree = fold.end();
  return { ...tree, about: { ...tree.about, id } };
}
