import { frameMemory, frameOverhead } from '../security/memory-frame.js';
import { toAgentText } from '../text/sanitize.js';
import { MAX_HOOK_CHARS } from './event-to-command.js';
import type { HookEvent } from './parse-event.js';

/** The answer of a hook: for the agent, and for the person. */
interface HookOutput {
  readonly context: string;
  readonly notice: string;
  /** True if the call is denied, with the context as the reason. */
  readonly denied: boolean;
}

type Shape = (output: HookOutput, event: HookEvent) => string;

/** The JSON object that these clients read; empty if there is nothing to show. */
const object: Shape = ({ context, notice, denied }, { name }) => {
  if (context === '' && notice === '') return '';
  return `${JSON.stringify({
    ...(notice === '' ? {} : { systemMessage: notice }),
    ...(context === '' ? {} : { hookSpecificOutput: { hookEventName: name, ...said(context, denied) } }),
  })}\n`;
};

const said = (context: string, denied: boolean) =>
  denied ? { permissionDecision: 'deny', permissionDecisionReason: context } : { additionalContext: context };

/** Claude Code appends plain text to its compaction prompt, and no JSON. */
const plain: Shape = ({ context }) => (context === '' ? '' : `${context}\n`);

/** Cursor shows a notice only when it stops the prompt, so the agent gets it. */
const inCursor: Shape = ({ context, denied }, { name }) => {
  if (context === '') return '';
  const goesOn = name === 'UserPromptSubmit' ? { continue: true } : {};
  const output = denied
    ? { permission: 'deny', agent_message: context }
    : { ...goesOn, additional_context: context };
  return `${JSON.stringify(output)}\n`;
};

/** Before a tool, Gemini CLI passes only a denial to its agent; advice is shown to the person. */
const beforeTool: Shape = ({ context, notice, denied }) => {
  if (denied) return `${JSON.stringify({ decision: 'deny', reason: context })}\n`;
  const output = [notice, context].filter(Boolean).join('\n');
  return output === '' ? '' : `${JSON.stringify({ systemMessage: output })}\n`;
};

/** Antigravity reads only a decision. */
const inAntigravity: Shape = ({ context, denied }) =>
  denied ? `${JSON.stringify({ decision: 'deny', reason: context })}\n` : '';

/** Shown to the person only: text for the agent at the end of a turn would start another one. */
const notice: Shape = (output, event) => object({ ...output, context: '' }, event);

const silent: Shape = () => '';

/** The shapes that clients share: only Claude Code lets a hook add to its summary; the others get the brief after it. */
const EVERY: Readonly<Record<string, Shape>> = {
  SessionStart: object,
  UserPromptSubmit: object,
  PreToolUse: object,
  PostToolUse: object,
  PostToolUseFailure: object,
  PreCompact: silent,
  SessionEnd: silent,
};

/** The shape of each event's answer, by client. */
const SHAPES: Readonly<Record<string, Readonly<Record<string, Shape>>>> = {
  claude: {
    ...EVERY,
    SubagentStart: notice,
    SubagentStop: notice,
    TaskCompleted: notice,
    Stop: notice,
    PreCompact: plain,
    PostCompact: notice,
  },
  codex: EVERY,
  gemini: { ...EVERY, PreToolUse: beforeTool },
  opencode: { ...EVERY, PreCompact: object },
  antigravity: { PreToolUse: inAntigravity },
  cursor: {
    ...EVERY,
    SessionStart: inCursor,
    UserPromptSubmit: inCursor,
    PreToolUse: inCursor,
    PostToolUse: inCursor,
    PostToolUseFailure: inCursor,
  },
};

/** Formats standard output for a client. */
export const formatHookResponse = (output: HookOutput, event: HookEvent): string =>
  (SHAPES[event.agent]?.[event.name] ?? silent)(output, event);

/** Marked as memory with its origin, within the client's limit. */
export function frameContext(text: string, workspace: string, { name, source }: HookEvent): string {
  if (text.trim() === '') return '';
  const origin = { source: 'daybook', workspace, event: source ? `${name} ${source}` : name };
  return frameMemory(clipped(toAgentText(text).trim(), MAX_HOOK_CHARS - frameOverhead(origin)), origin);
}

/** Keeps whole lines up to a limit. */
function clipped(text: string, room: number): string {
  if (text.length <= room) return text;
  const end = text.lastIndexOf('\n', room - MORE.length);
  return `${text.slice(0, Math.max(0, end))}${MORE}`;
}

const MORE = '\n(more: daybook recall)';
