// What a trap is made of: tool calls, the steps of an earlier session, and lines that a person writes into a note.

export const bash = (command) => ({ tool: 'Bash', input: { command } });

export const read = (path) => ({ tool: 'Read', input: { file_path: path } });

export const write = (path, content) => ({ tool: 'Write', input: { file_path: path, content } });

export const edit = (path, before, after) => ({
  tool: 'Edit',
  input: { file_path: path, old_string: before, new_string: after },
});

/** One session of an agent, on a day counted from the first, at a time of that day. */
export const session = (day, time, ...steps) => ({ kind: 'session', day, time, steps });

/** Lines that a person adds to a note with an editor, below a heading, or at the end of the note without one. */
export const byHand = (day, time, note, heading, text) => ({ kind: 'hand', day, time, note, heading, text });

/** The user writes a prompt. */
export const says = (text) => ({ kind: 'prompt', text });

/** The agent calls a tool, and it goes well. */
export const does = (call, output = '') => ({ kind: 'call', call, output });

/** The agent calls a tool, and it fails. */
export const fails = (call, error) => ({ kind: 'call', call, error });

/** The agent's last message of a turn. */
export const answers = (text) => ({ kind: 'answer', text });

/** What a call would do, as one text: the command, or the path and what is written into it. */
export const formatCall = ({ input }) => Object.values(input).join('\n');
