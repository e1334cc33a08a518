// daybook: written by `daybook init`, taken out by `daybook uninstall`; what is changed here is lost.
// Passes the events of an OpenCode session to Daybook, and its replies to the model.
import { spawn } from 'node:child_process';

const DAYBOOK = ['{{program}}'];
const LONGEST_MS = 10_000;
/** Tools that the guard checks. */
const GUARDED = new Set(['bash', 'edit', 'write', 'apply_patch', 'task', 'skill']);

export const Daybook = async ({ client, directory }) => {
  /** The brief of each session, or its promise. */
  const briefs = new Map();
  const fresh = new Set();
  const children = new Set();
  /** Advice on a call, which is added to its result. */
  const advice = new Map();

  const tell = async (event, session, more) => {
    const input = { session_id: session, cwd: directory, hook_event_name: event, ...more };
    const { systemMessage, hookSpecificOutput: reply = {} } = await ask(event, input);
    if (systemMessage) await notify(client, systemMessage);
    if (reply.permissionDecision === 'deny') throw new Error(reply.permissionDecisionReason);
    return reply.additionalContext ?? '';
  };

  return {
    async event({ event: { type, properties } }) {
      const session = properties?.info?.id ?? properties?.sessionID;
      if (type === 'session.created') (properties.info.parentID ? children : fresh).add(session);
      if (type === 'session.compacted' && briefs.has(session))
        briefs.set(session, tell('SessionStart', session, { source: 'compact' }));
    },

    async 'chat.message'({ sessionID }, { message, parts }) {
      if (children.has(sessionID)) return; // a message between agents is not a prompt of the user
      const source = fresh.has(sessionID) ? 'startup' : 'resume';
      if (!briefs.has(sessionID)) briefs.set(sessionID, tell('SessionStart', sessionID, { source }));
      await briefs.get(sessionID);
      const typed = parts.filter(({ type, synthetic }) => type === 'text' && !synthetic);
      const prompt = typed.map(({ text }) => unquoted(text)).join('\n');
      const text = await tell('UserPromptSubmit', sessionID, { prompt });
      if (text === '') return;
      const id = `${parts.at(-1)?.id ?? 'prt_0'}d`; // parts are sorted by id
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
      const warning = await tell('PreToolUse', sessionID, call);
      if (warning) advice.set(callID, warning);
    },

    async 'tool.execute.after'({ tool, sessionID, callID, args }, result) {
      const call = { tool_name: tool, tool_use_id: callID, tool_input: inSnakeCase(args) };
      const failed = (result?.metadata?.exit ?? 0) !== 0;
      const after = failed
        ? await tell('PostToolUseFailure', sessionID, { ...call, error: result.output })
        : await tell('PostToolUse', sessionID, call);
      const added = [advice.get(callID), after].filter(Boolean).join('\n\n');
      advice.delete(callID);
      if (added && typeof result?.output === 'string') result.output += `\n\n${added}`;
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

/** Returns Daybook's reply to an event; an empty one if it cannot be started, so that no turn fails. */
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

/** Renames arguments as hooks expect them: `filePath` is `file_path`. */
const inSnakeCase = (args) =>
  Object.fromEntries(
    Object.entries(args ?? {}).map(([key, value]) => [
      key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );

/** Removes the quotes that `opencode run` puts around its argument. */
const unquoted = (text) => /^"([^"]*)"\s*$/.exec(text)?.[1] ?? text;

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** Shows a message to the user, if there is a screen. */
const notify = (client, message) =>
  client?.tui?.showToast?.({ body: { message, variant: 'info' } }).catch(() => undefined);
