// daybook: written by `daybook init`, taken out by `daybook uninstall`; what is changed here is lost.
// Tells Daybook what happens in a session of OpenCode, and gives the model what it answers.
import { spawn } from 'node:child_process';

const DAYBOOK = ['{{program}}'];
const LONGEST_MS = 10_000;
/** Tools that the guard knows something about. */
const GUARDED = new Set(['bash', 'edit', 'write', 'apply_patch', 'task', 'skill']);

export const Daybook = async ({ client, directory }) => {
  /** What memory said at the beginning of each session, or is about to say. */
  const briefs = new Map();
  const fresh = new Set();
  const children = new Set();
  /** Advice on a call, for the agent to read with what came of it. */
  const advice = new Map();

  const tell = async (event, session, more) => {
    const input = { session_id: session, cwd: directory, hook_event_name: event, ...more };
    const { systemMessage, hookSpecificOutput: told = {} } = await ask(event, input);
    if (systemMessage) await notify(client, systemMessage);
    if (told.permissionDecision === 'deny') throw new Error(told.permissionDecisionReason);
    return told.additionalContext ?? '';
  };

  return {
    async event({ event: { type, properties } }) {
      const session = properties?.info?.id ?? properties?.sessionID;
      if (type === 'session.created') (properties.info.parentID ? children : fresh).add(session);
      if (type === 'session.compacted' && briefs.has(session))
        briefs.set(session, tell('SessionStart', session, { source: 'compact' }));
    },

    async 'chat.message'({ sessionID }, { message, parts }) {
      if (children.has(sessionID)) return; // what one agent tells another is no prompt of the user
      const source = fresh.has(sessionID) ? 'startup' : 'resume';
      if (!briefs.has(sessionID)) briefs.set(sessionID, tell('SessionStart', sessionID, { source }));
      await briefs.get(sessionID);
      const said = parts.filter(({ type, synthetic }) => type === 'text' && !synthetic);
      const prompt = said.map(({ text }) => unquoted(text)).join('\n');
      const text = await tell('UserPromptSubmit', sessionID, { prompt });
      if (text === '') return;
      const id = `${parts.at(-1)?.id ?? 'prt_0'}d`; // parts stand in the order of their ids
      parts.push({ id, sessionID, messageID: message.id, type: 'text', text, synthetic: true });
    },

    async 'experimental.chat.system.transform'({ sessionID }, { system }) {
      const brief = await briefs.get(sessionID);
      if (brief) system.push(brief);
    },

    async 'experimental.session.compacting'({ sessionID }, { context }) {
      const kept = await tell('PreCompact', sessionID, { trigger: 'auto' });
      if (kept) context.push(kept);
    },

    async 'tool.execute.before'({ tool, sessionID, callID }, { args }) {
      if (!GUARDED.has(tool)) return;
      const call = { tool_name: tool, tool_use_id: callID, tool_input: inSnakeCase(args) };
      const told = await tell('PreToolUse', sessionID, call);
      if (told) advice.set(callID, told);
    },

    async 'tool.execute.after'({ tool, sessionID, callID, args }, result) {
      const call = { tool_name: tool, tool_use_id: callID, tool_input: inSnakeCase(args) };
      const failed = (result?.metadata?.exit ?? 0) !== 0;
      const after = failed
        ? await tell('PostToolUseFailure', sessionID, { ...call, error: result.output })
        : await tell('PostToolUse', sessionID, call);
      const told = [advice.get(callID), after].filter(Boolean).join('\n\n');
      advice.delete(callID);
      if (told && typeof result?.output === 'string') result.output += `\n\n${told}`;
    },

    async 'shell.env'({ sessionID }, { env }) {
      env.DAYBOOK_BY = 'opencode';
      if (sessionID) env.DAYBOOK_SESSION = sessionID;
    },

    async dispose() {
      await Promise.all([...briefs.keys()].map((session) => tell('SessionEnd', session, { reason: 'other' })));
    },
  };
};

/** What Daybook answers to an event; nothing where it cannot be asked: no turn fails for it. */
function ask(event, input) {
  return new Promise((done) => {
    const [command, ...args] = DAYBOOK;
    const child = spawn(command, [...args, 'hook', event, 'opencode'], {
      cwd: input.cwd,
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: LONGEST_MS,
    });
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.on('error', () => done({}));
    child.on('close', () => done(read(out)));
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify(input));
  });
}

/** What a tool is asked for, by the names that hooks know: `filePath` is `file_path`. */
const inSnakeCase = (args) =>
  Object.fromEntries(
    Object.entries(args ?? {}).map(([key, value]) => [
      key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );

/** `opencode run` puts quotes around words that were given as one. */
const unquoted = (text) => /^"([^"]*)"\s*$/.exec(text)?.[1] ?? text;

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** To the person who watches, where there is a screen. */
const notify = (client, message) =>
  client?.tui?.showToast?.({ body: { message, variant: 'info' } }).catch(() => undefined);
