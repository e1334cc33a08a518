import { frameMemory, frameOverhead } from '../security/memory-frame.js';
import { toAgentText } from '../text/sanitize.js';
import { MAX_HOOK_CHARS } from './event-to-command.js';
import type { HookEvent } from './parse-event.js';

/** What a hook has to say: to the agent, and to the person who watches. */
interface HookOutput {
  readonly context: string;
  readonly notice: string;
  /** True where the context is the reason why a call must not be made. */
  readonly denied: boolean;
}

type Shape = (said: HookOutput, event: HookEvent) => string;

/** One JSON object that these clients take; nothing where there is nothing to say. */
const object: Shape = ({ context, notice, denied }, { name }) => {
  if (context === '' && notice === '') return '';
  return `${JSON.stringify({
    ...(notice === '' ? {} : { systemMessage: notice }),
    ...(context === '' ? {} : { hookSpecificOutput: { hookEventName: name, ...said(context, denied) } }),
  })}\n`;
};

const said = (context: string, denied: boolean) =>
  denied ? { permissionDecision: 'deny', permissionDecisionReason: context } : { additionalContext: context };

/** Claude Code appends plain words to its compaction prompt, and only plain words. */
const plain: Shape = ({ context }) => (context === '' ? '' : `${context}\n`);

/** Cursor shows a notice only where it stops the prompt: there the agent passes it on. */
const inCursor: Shape = ({ context, denied }, { name }) => {
  if (context === '') return '';
  const goesOn = name === 'UserPromptSubmit' ? { continue: true } : {};
  const output = denied
    ? { permission: 'deny', agent_message: context }
    : { ...goesOn, additional_context: context };
  return `${JSON.stringify(output)}\n`;
};

/** Before a tool Gemini CLI tells its agent only why it may not; advice goes to the person who watches. */
const beforeTool: Shape = ({ context, notice, denied }) => {
  if (denied) return `${JSON.stringify({ decision: 'deny', reason: context })}\n`;
  const output = [notice, context].filter(Boolean).join('\n');
  return output === '' ? '' : `${JSON.stringify({ systemMessage: output })}\n`;
};

/** To the person alone: what an agent hears at the end of a turn would begin another one. */
const notice: Shape = (said, event) => object({ ...said, context: '' }, event);

const silent: Shape = () => '';

/** What clients take alike: only Claude Code lets a hook into its summary, elsewhere the brief comes after it. */
const EVERY: Readonly<Record<string, Shape>> = {
  SessionStart: object,
  UserPromptSubmit: object,
  PreToolUse: object,
  PostToolUse: object,
  PostToolUseFailure: object,
  PreCompact: silent,
  SessionEnd: silent,
};

/** How each client takes what an event gives. */
const SHAPES: Readonly<Record<string, Readonly<Record<string, Shape>>>> = {
  claude: { ...EVERY, Stop: notice, PreCompact: plain },
  codex: EVERY,
  gemini: { ...EVERY, PreToolUse: beforeTool },
  opencode: { ...EVERY, PreCompact: object },
  cursor: {
    ...EVERY,
    SessionStart: inCursor,
    UserPromptSubmit: inCursor,
    PreToolUse: inCursor,
    PostToolUse: inCursor,
    PostToolUseFailure: inCursor,
  },
};

/** Standard output for a client, in the shape that it takes. */
export const formatHookResponse = (said: HookOutput, event: HookEvent): string =>
  (SHAPES[event.agent]?.[event.name] ?? silent)(said, event);

/** Framed as memory with its origin, within what a client takes whole. */
export function frameContext(text: string, workspace: string, { name, source }: HookEvent): string {
  if (text.trim() === '') return '';
  const origin = { source: 'daybook', workspace, event: source ? `${name} ${source}` : name };
  return frameMemory(clipped(toAgentText(text).trim(), MAX_HOOK_CHARS - frameOverhead(origin)), origin);
}

/** Whole lines, as many as there is room for. */
function clipped(text: string, room: number): string {
  if (text.length <= room) return text;
  const end = text.lastIndexOf('\n', room - MORE.length);
  return `${text.slice(0, Math.max(0, end))}${MORE}`;
}

const MORE = '\n(more: daybook recall)';
