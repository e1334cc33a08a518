// A client that does what Claude Code does around its hooks: it writes a transcript, and sends the events that
// `daybook init` registered to the built command, `dist/daybook.cjs hook EVENT`.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { COMMAND, createEnvironment } from './command.mjs';

/** Claude Code ends a hook after the registered time; all of ours say ten seconds. */
const TIMEOUT_MS = 10_000;
const STEP_MS = 20_000;

/** Opens a session. Each answer of a hook has `text` (what the agent reads), `denied`, `warned` and `ms`. */
export function createClient({ root, home, name, at }) {
  const session = createUuid(`${root} ${name}`);
  const transcript = join(home, '.claude/projects', root.replace(/[^a-zA-Z0-9]/g, '-'), `${session}.jsonl`);
  const registered = readRegistered(root);
  let [now, parent, counter] = [at, null, 0];
  mkdirSync(dirname(transcript), { recursive: true });

  const send = async (event, matched, fields) => {
    now += STEP_MS;
    const isAsked = (registered[event] ?? []).some(
      ({ matcher = '' }) => matcher === '' || matcher === '*' || new RegExp(`^(?:${matcher})$`).test(matched),
    );
    if (!isAsked) return { text: '', denied: false, ms: null };
    const input = {
      session_id: session,
      transcript_path: transcript,
      cwd: root,
      permission_mode: 'acceptEdits',
      hook_event_name: event,
      ...fields,
    };
    return runHook(event, input, root, createEnvironment({ home, root }, now, `${name} ${now}`));
  };

  const record = (type, message, more = {}) => {
    const uuid = createUuid(`${session} ${counter++}`);
    const line = {
      parentUuid: parent,
      isSidechain: false,
      type,
      message: { role: type, ...message },
      uuid,
      timestamp: new Date(now).toISOString(),
      ...more,
      userType: 'external',
      entrypoint: 'cli',
      cwd: root,
      sessionId: session,
      version: '2.1.330',
      gitBranch: 'main',
    };
    appendFileSync(transcript, `${JSON.stringify(line)}\n`);
    parent = uuid;
  };

  const recordAnswer = (content, stop) =>
    record('assistant', {
      id: `msg_${counter}`,
      type: 'message',
      model: 'claude-opus-5-5',
      content: [content],
      stop_reason: stop,
      usage: { input_tokens: 1200, cache_read_input_tokens: 9000 + 300 * counter, output_tokens: 40 },
    });

  const toCall = ({ tool, input }) => {
    const absolute = input.file_path === undefined ? {} : { file_path: join(root, input.file_path) };
    return { tool_name: tool, tool_input: { ...input, ...absolute }, tool_use_id: `toolu_${counter}` };
  };
  let call = null;

  return {
    /** Begins the session: what the client has loaded of CLAUDE.md is read before the hook may write it. */
    async open() {
      const block = readBlock(root);
      const answer = await send('SessionStart', 'startup', { source: 'startup' });
      return { ...answer, text: `${block}\n${answer.text}`.trim() };
    },
    prompt(text) {
      record('user', { content: text });
      return send('UserPromptSubmit', '', { prompt: text });
    },
    askBefore(asked) {
      call = toCall(asked);
      recordAnswer(
        { type: 'tool_use', id: call.tool_use_id, name: call.tool_name, input: call.tool_input },
        'tool_use',
      );
      return send('PreToolUse', call.tool_name, call);
    },
    tellAfter(_asked, { output = '', error = null }) {
      const isError = error !== null;
      const content = isError ? error : output;
      const given = { type: 'tool_result', tool_use_id: call.tool_use_id, content, is_error: isError };
      const result = { stdout: output, stderr: '', interrupted: false, isImage: false };
      record('user', { content: [given] }, { toolUseResult: isError ? `Error: ${error}` : result });
      return isError
        ? send('PostToolUseFailure', call.tool_name, {
            ...call,
            error,
            is_interrupt: false,
            duration_ms: 900,
          })
        : send('PostToolUse', call.tool_name, { ...call, tool_response: result, duration_ms: 80 });
    },
    async answer(text) {
      recordAnswer({ type: 'text', text }, 'end_turn');
      return send('Stop', '', { stop_hook_active: false, last_assistant_message: text });
    },
    close: () => send('SessionEnd', 'other', { reason: 'other' }),
  };
}

/** Returns the hooks that `daybook init` registered, by event. */
function readRegistered(root) {
  return JSON.parse(readFileSync(join(root, '.claude/settings.local.json'), 'utf8')).hooks;
}

/** Returns what the client loads of Daybook's block in CLAUDE.md, without its markers. */
function readBlock(root) {
  const path = join(root, 'CLAUDE.md');
  if (!existsSync(path)) return '';
  return /<!-- MIND:CONTEXT.*-->\n([\s\S]*?)<!-- MIND:END -->/.exec(readFileSync(path, 'utf8'))?.[1] ?? '';
}

function runHook(event, input, cwd, env) {
  return new Promise((done, fail) => {
    const start = performance.now();
    const child = spawn(process.execPath, [COMMAND, 'hook', event], { cwd, env, timeout: TIMEOUT_MS });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify(input));
    child.on('error', fail);
    child.on('close', (status) => {
      if (status !== 0) fail(new Error(`hook ${event} ended with ${status}: ${err}`));
      else done({ ...parseAnswer(out), ms: performance.now() - start });
    });
  });
}

/** Parses the answer of a hook: plain text is context, `systemMessage` reaches the user only. */
function parseAnswer(out) {
  if (!out.trimStart().startsWith('{')) return { text: out.trim(), denied: false };
  const { hookSpecificOutput: told = {}, decision, reason } = JSON.parse(out);
  const denied = told.permissionDecision === 'deny' || decision === 'block';
  const words = [told.additionalContext, denied ? (told.permissionDecisionReason ?? reason) : ''];
  return { text: words.filter(Boolean).join('\n').trim(), denied };
}

function createUuid(text) {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
