import type { Call } from '../../recall/guard/deed.js';
import type { HookEvent } from './event.js';
import type { VerbName } from './verbs.js';

/** The one verb that an event is, and what it is asked; `later` leaves it to whoever comes next. */
export interface Mapping {
  readonly verb: VerbName;
  readonly input: Readonly<Record<string, unknown>>;
  readonly when: 'now' | 'later';
}

/** What an event maps to that tells nothing. */
export const NONE = 'none';

/** The longest text that a client takes whole from a hook is 10,000 characters; a brief has these at most. */
export const MOST_CHARACTERS = 8000;

/** Of these no session begins: what the last one held is still at work. */
const GOES_ON: ReadonlySet<string> = new Set(['resume', 'compact', 'fork']);

/** What each event of a session maps to. A hook decides nothing: what becomes of it is the verb's business. */
export const EVENTS: Readonly<Record<string, (event: HookEvent) => Mapping | typeof NONE>> = {
  SessionStart: ({ source }) => ({
    verb: 'recall',
    input: { characters: MOST_CHARACTERS, 'no-promote': GOES_ON.has(source ?? '') },
    when: 'now',
  }),
  UserPromptSubmit: ({ prompt, transcript }) => ({
    verb: 'prompt',
    input: { text: prompt ?? '', ...written(transcript) },
    when: 'now',
  }),
  PreToolUse: ({ about }) => ({ verb: 'guard', input: guarded(about ?? NOTHING), when: 'now' }),
  PostToolUse: ({ call }) => (call === null ? NONE : AFTER_TOOL),
  PostToolUseFailure: ({ call }) => (call === null ? NONE : AFTER_TOOL),
  PreCompact: ({ transcript }) => ({
    verb: 'retain',
    input: { characters: MOST_CHARACTERS, ...written(transcript) },
    when: 'now',
  }),
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

const AFTER_TOOL: Mapping = { verb: 'attend', input: { after: 'tool' }, when: 'now' };

const written = (transcript: string | null) => (transcript === null ? {} : { transcript });
