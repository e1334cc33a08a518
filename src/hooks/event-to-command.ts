import type { CommandName } from '../app/command-registry.js';
import { CONTINUING_SOURCES } from '../features/agent-setup/hook-registrations.js';
import type { GuardedCall } from '../features/guard/tool-action.js';
import type { HookEvent } from './parse-event.js';

/** The command of an event, and its input; `later` queues it. */
export interface HookAction {
  readonly command: CommandName;
  readonly input: Readonly<Record<string, unknown>>;
  readonly when: 'now' | 'later';
  /** It is answered even if nothing can be written, with one line that says so. */
  readonly isBrief?: true;
}

/** For an event that needs no command. */
export const NO_ACTION = 'none';

/** Most characters of a brief; clients accept up to 10,000 from a hook. */
export const MAX_HOOK_CHARS = 8000;

/** Maps each event of a session to a command. */
export const EVENT_ACTIONS: Readonly<Record<string, (event: HookEvent) => HookAction | typeof NO_ACTION>> = {
  SessionStart: ({ source, agent }) => ({
    command: 'recall',
    input: { characters: MAX_HOOK_CHARS, client: agent, 'no-promote': CONTINUING_SOURCES.has(source ?? '') },
    when: 'now',
    isBrief: true,
  }),
  UserPromptSubmit: ({ prompt, transcript }) => ({
    command: 'before-prompt',
    input: { text: prompt ?? '', ...written(transcript) },
    when: 'now',
  }),
  PreToolUse: ({ about }) => ({ command: 'guard', input: guarded(about ?? EMPTY), when: 'now' }),
  PostToolUse: afterTool,
  PostToolUseFailure: afterTool,
  SubagentStart: (event) => after('spawn', event),
  SubagentStop: ({ said: text, helper, helperId }) =>
    text === null || helper === ''
      ? NO_ACTION
      : { command: 'finding', input: found(text, helper ?? 'agent', helperId), when: 'now' },
  TaskCompleted: (event) => after('task', event),
  Stop: (event) => after('turn', event),
  PreCompact: ({ transcript }) => ({
    command: 'before-compact',
    input: { characters: MAX_HOOK_CHARS, ...written(transcript) },
    when: 'now',
  }),
  PostCompact: ({ summary }) =>
    summary === null
      ? NO_ACTION
      : { command: 'snap', input: { reason: 'token_limit', summary }, when: 'now' },
  SessionEnd: ({ transcript }) => ({ command: 'checkpoint', input: written(transcript), when: 'later' }),
};

/** The input of the guard; its list of watched entries comes back with the answer. */
const guarded = ({ tool, words, files, text, before }: GuardedCall) => ({
  tool,
  words,
  file: files,
  text,
  before,
  traps: true,
});
const EMPTY: GuardedCall = { tool: '', words: '', files: [], text: '', before: '' };

/** The last words of a sub-agent as a finding. */
const found = (text: string, agent: string, of: string | null) => ({
  agent,
  said: text,
  discovery: [],
  file: [],
  question: [],
  recommend: [],
  ...(of === null ? {} : { of }),
});

function afterTool(event: HookEvent): HookAction | typeof NO_ACTION {
  return event.call === null ? NO_ACTION : after('tool', event);
}

function after(what: string, { said: text, transcript }: HookEvent): HookAction {
  return {
    command: 'after-activity',
    input: { after: what, ...(text === null ? {} : { said: text }), ...written(transcript) },
    when: 'now',
  };
}

const written = (transcript: string | null) => (transcript === null ? {} : { transcript });
