import { GOES_ON } from '../../kinds/agents.js';
import type { Call } from '../../recall/guard/deed.js';
import type { HookEvent } from './event.js';
import type { VerbName } from './verbs.js';

/** The one verb that an event is, and what it is asked; `later` leaves it to whoever comes next. */
export interface Mapping {
  readonly verb: VerbName;
  readonly input: Readonly<Record<string, unknown>>;
  readonly when: 'now' | 'later';
  /** Its answer is given even where nothing can be written, with one line that says so. */
  readonly isBrief?: true;
}

/** What an event maps to that tells nothing. */
export const NONE = 'none';

/** The longest text that a client takes whole from a hook is 10,000 characters; a brief has these at most. */
export const MOST_CHARACTERS = 8000;

/** What each event of a session maps to. A hook decides nothing: what becomes of it is the verb's business. */
export const EVENTS: Readonly<Record<string, (event: HookEvent) => Mapping | typeof NONE>> = {
  SessionStart: ({ source }) => ({
    verb: 'recall',
    input: { characters: MOST_CHARACTERS, 'no-promote': GOES_ON.has(source ?? '') },
    when: 'now',
    isBrief: true,
  }),
  UserPromptSubmit: ({ prompt, transcript }) => ({
    verb: 'prompt',
    input: { text: prompt ?? '', ...written(transcript) },
    when: 'now',
  }),
  PreToolUse: ({ about }) => ({ verb: 'guard', input: guarded(about ?? NOTHING), when: 'now' }),
  PostToolUse: afterTool,
  PostToolUseFailure: afterTool,
  SubagentStart: (event) => after('spawn', event),
  SubagentStop: ({ said, helper, helperId }) =>
    said === null || helper === ''
      ? NONE
      : { verb: 'finding', input: found(said, helper ?? 'agent', helperId), when: 'now' },
  TaskCompleted: (event) => after('task', event),
  Stop: (event) => after('turn', event),
  PreCompact: ({ transcript }) => ({
    verb: 'retain',
    input: { characters: MOST_CHARACTERS, ...written(transcript) },
    when: 'now',
  }),
  PostCompact: ({ summary }) =>
    summary === null ? NONE : { verb: 'snap', input: { reason: 'token_limit', summary }, when: 'now' },
  SessionEnd: ({ transcript }) => ({ verb: 'checkpoint', input: written(transcript), when: 'later' }),
};

/** What is asked of the guard: its list of what to look out for comes back with the answer. */
const guarded = ({ tool, words, files, text, before }: Call) => ({
  tool,
  words,
  file: files,
  text,
  before,
  traps: true,
});
const NOTHING: Call = { tool: '', words: '', files: [], text: '', before: '' };

/** What a sub-agent found, in its last words. */
const found = (said: string, agent: string, of: string | null) => ({
  agent,
  said,
  discovery: [],
  file: [],
  question: [],
  recommend: [],
  ...(of === null ? {} : { of }),
});

function afterTool(event: HookEvent): Mapping | typeof NONE {
  return event.call === null ? NONE : after('tool', event);
}

function after(what: string, { said, transcript }: HookEvent): Mapping {
  return {
    verb: 'attend',
    input: { after: what, ...(said === null ? {} : { said }), ...written(transcript) },
    when: 'now',
  };
}

const written = (transcript: string | null) => (transcript === null ? {} : { transcript });
