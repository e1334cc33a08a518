/** What an automatic save writes: layer 1, or layers 1 and 2 (MindSave §Signal-Based Triggers). */
type AutoSaveLayers = '1' | '1,2';

/** What the triggers are checked against, after a tool call or a turn. */
export interface TriggerSignals {
  readonly toolCallsSinceSave: number;
  /** Tool calls of the task that has just ended; 0 while it runs. */
  readonly toolCallsOfTask: number;
  readonly subTaskCompleted: boolean;
  /** How many attempts failed before one succeeded just now; 0 if none did. */
  readonly failuresBeforeSuccess: number;
  /** The user's last prompt; null between turns. */
  readonly prompt: string | null;
  /** The agent's last words; null while it works. */
  readonly answer: string | null;
  readonly decided: boolean;
  /** True if constraints, decisions or failures were added since the last save. */
  readonly newLayer2: boolean;
  readonly phaseEnded: boolean;
  readonly agentReturned: boolean;
  readonly spawning: boolean;
  /** True if this session did any work. */
  readonly worked: boolean;
  /** True if the user wants no automatic saves. */
  readonly refused: boolean;
}

/** One trigger: when it fires, what it saves, where its signal comes from. */
interface Row {
  readonly layers: AutoSaveLayers;
  /** The event that it comes from (FEATURES B9, E5). */
  readonly from: string;
  readonly fires: (signals: TriggerSignals) => boolean;
  /** True if it ignores the cooldown. */
  readonly atOnce?: true;
}

/** Tool calls after which a context has grown (MindSave §Signal-Based Triggers, §Self-Monitoring Loop). */
const MANY_CALLS = 10;
const MULTI_STEP = 8;
const FAILED_TWICE = 2;

const said =
  (test: (prompt: string) => boolean) =>
  ({ prompt }: TriggerSignals) =>
    prompt !== null && test(prompt);

/** All triggers, the most specific first. */
const ROWS = {
  'user-ending': {
    layers: '1,2',
    from: 'the prompt, or the end of the session',
    fires: said(isEnding),
    atOnce: true,
  },
  'user-asked': { layers: '1,2', from: 'the prompt: “save progress”', fires: said(asksToSave), atOnce: true },
  'user-corrected': { layers: '1,2', from: 'the prompt', fires: said(isCorrection) },
  'key-decision': { layers: '1,2', from: 'a logged decision', fires: ({ decided }) => decided },
  uncertainty: {
    layers: '1,2',
    from: 'the prompt or the answer',
    fires: ({ prompt, answer }) => isUncertain(prompt ?? '') || isUncertain(answer ?? ''),
  },
  'phase-transition': {
    layers: '1,2',
    from: 'checkpoint --phase, the end of planning',
    fires: ({ phaseEnded }) => phaseEnded,
  },
  'agent-completion': {
    layers: '1',
    from: 'the end of a sub-agent',
    fires: ({ agentReturned }) => agentReturned,
  },
  'before-spawning': { layers: '1', from: 'a tool that starts agents', fires: ({ spawning }) => spawning },
  'sub-task-completed': {
    layers: '1',
    from: 'TaskCompleted, a commit, a green test run',
    fires: ({ subTaskCompleted }) => subTaskCompleted,
  },
  'error-recovered': {
    layers: '1',
    from: 'failed tool calls, then one that succeeds',
    fires: ({ failuresBeforeSuccess }) => failuresBeforeSuccess >= FAILED_TWICE,
  },
  'multi-step': {
    layers: '1',
    from: 'the end of a task',
    fires: ({ toolCallsOfTask, newLayer2 }) => toolCallsOfTask >= MULTI_STEP && newLayer2,
  },
  'tool-threshold': {
    layers: '1',
    from: 'the count of tool calls',
    fires: ({ toolCallsSinceSave }) => toolCallsSinceSave >= MANY_CALLS,
  },
  pressure: { layers: '1', from: 'the command pressure', fires: () => false },
  'token-threshold': { layers: '1,2', from: 'the command pressure, 150K', fires: () => false, atOnce: true },
} as const satisfies Readonly<Record<string, Row>>;

export type SaveTrigger = keyof typeof ROWS;
export const SAVE_TRIGGERS = Object.keys(ROWS) as SaveTrigger[];

/** The table itself. */
export const getTrigger = (trigger: SaveTrigger): Row => ROWS[trigger];

/** Returns the trigger that fires; null if nothing was done yet, or the user does not want a save. */
export function selectTrigger(signals: TriggerSignals): SaveTrigger | null {
  if (!signals.worked || (signals.prompt !== null && isSaveDeclined(signals.prompt))) return null;
  const fires = SAVE_TRIGGERS.find((trigger) => ROWS[trigger].fires(signals)) ?? null;
  return signals.refused && fires !== 'user-asked' ? null : fires;
}

/** The least time in ms, or turns of the user, between two automatic saves (MindSave §Auto-Save Cooldown). */
const COOLDOWN_MINUTES = 5;
const COOLDOWN_TURNS = 10;

/** When the last automatic save was. */
interface LastSave {
  /** In ms; null for none. */
  readonly at: number | null;
  readonly turn: number | null;
}

/** True while another automatic save would be too soon; ends when either the time or the turns have passed. */
export function isInCooldown(
  last: LastSave,
  now: { readonly at: number; readonly turn: number | null },
): boolean {
  if (last.at === null || now.at < last.at) return false;
  if (now.at - last.at >= COOLDOWN_MINUTES * 60_000) return false;
  return last.turn === null || now.turn === null || now.turn - last.turn < COOLDOWN_TURNS;
}

/** Removes questions: a question ends nothing and corrects nothing. */
const statements = (prompt: string): string[] =>
  (prompt.slice(0, 2000).match(/[^.!?。！？\n]+[.!?。！？]?/g) ?? [])
    .map((one) => one.trim())
    .filter((one) => !/[?？]$|吗[。！]?$/.test(one))
    .map((one) => one.replace(/(?<![\s.!。！,，])[\s.!。！,，]+$/, ''));

const ENDING =
  /^(?:(?:ok(?:ay)?|great|perfect|good|thanks|thank you|all right|alright|well|so)[,\s]+)*(?:(?:i am|i['’]m|we are|we['’]re|that is|that['’]s|it['’]s|everything is)\s+)?(?:(?:all\s+)?(?:done|finished)|(?<=\b(?:is|['’]s)\s)(?:all|it)|let['’]?s call it a day|(?:das war['’]?s|wir sind fertig|fertig|schluss)(?: für heute)?)(?:[,\s]+(?:for (?:now|today)|here|then|thanks|thank you|bye))*$/i;
const ENDING_HAN =
  /^(?:好[了的]?[，,\s]*)?(?:结束(?:了|吧)?|先这样(?:吧|了)?|到此为止|(?:今天)?(?:就|先)?到这(?:里|儿)?(?:吧|了)?|今日は(?:ここまで|終わり)(?:です|にします)?)$/;

/** "done", "结束", "先这样" as a sentence of its own: not "undone", not "done with coffee", not a question. */
export function isEnding(prompt: string): boolean {
  return statements(prompt).some((one) => {
    const clauses = one.split(/[,，;；]\s*/);
    const ends = clauses.filter(endsWork).length > 0;
    return endsWork(one) || (ends && clauses.every((clause) => endsWork(clause) || POLITE.test(clause)));
  });
}

const endsWork = (clause: string): boolean => ENDING.test(clause) || ENDING_HAN.test(clause);

/** A clause beside one that ends the work. */
const POLITE =
  /^(?:ok(?:ay)?|great|perfect|good(?: night)?|thanks?(?: you)?|bye|see you(?: \w+)?|for (?:now|today)|谢谢|再见|好[了的]?)$/i;

const CORRECTION =
  /^(?:no[,\s]+(?:i (?:meant|said|mean)|that['’]?s (?:not|wrong)|not that)|that['’]?s (?:wrong|not (?:what i|right|it))|not what i (?:meant|said|asked)|i (?:meant|said)\b)/i;
const CORRECTION_HAN = /^(?:不[，,]?\s*)?(?:不对(?![称齐等应抗])|不是这样|我说的是|我的意思是)/;

/** "不对", "不是这样", "我说的是", "no, I meant": how a correction begins. */
function isCorrection(prompt: string): boolean {
  return statements(prompt).some((one) => CORRECTION.test(one) || CORRECTION_HAN.test(one));
}

const REFUSAL =
  /\b(?:don['’]?t|do not|no need to|never) (?:auto-?)?save\b|(?:不需要|不要|不用|别|无需)(?:自动)?保存/i;

/** A quick check: every refusal contains one of these. */
const MAY_REFUSE = /save|保存/i;

/** "don't save", "不需要保存". */
export function isSaveDeclined(prompt: string): boolean {
  return MAY_REFUSE.test(prompt) && REFUSAL.test(prompt);
}

const ASKS =
  /^(?:please\s+)?save (?:(?:my|your|the|our) )?(?:progress|state|work so far)\b|^(?:请)?保存(?:一下)?进度/i;

/** "save progress" (External Memory §Manual Triggers). */
function asksToSave(prompt: string): boolean {
  return statements(prompt).some((one) => ASKS.test(one));
}

const UNCERTAIN =
  /\b(?:not sure|unsure|uncertain) (?:about |of )?(?:what|how|which|whether|the next)\b|不确定(?:下一步|怎么|如何|该)/i;

/** Uncertainty about next steps (External Memory §Manual Triggers). */
function isUncertain(prompt: string): boolean {
  return statements(prompt).some((one) => UNCERTAIN.test(one));
}
