// The scripted agents, the arms, and the test whether a text has the right fact.
import { createRepository, readOwnWords } from './repository.mjs';
import { formatCall } from './steps.mjs';

/**
 * An arm is what of Daybook reaches the agent: nothing; the start (the block in CLAUDE.md, what SessionStart and
 * UserPromptSubmit say); the action (what the hooks around a call say); both. In each arm the agent is the one that can
 * use it. A naive agent repeats in every arm by its construction, so it is run in the first alone.
 */
export const ARMS = [
  { name: 'none', agent: 'naive', hasStart: false, hasAction: false },
  { name: 'start', agent: 'reads the start', hasStart: true, hasAction: false },
  { name: 'action', agent: 'follows warnings', hasStart: false, hasAction: true },
  { name: 'both', agent: 'reads and follows', hasStart: true, hasAction: true },
];

/** Harmless calls of a session, and how many of them come before the mistake. */
const IDLE_CALLS = 3;
const IDLE_BEFORE = 2;
/** How many lines one statement may take: an entry, and its reason on the next line. */
const WINDOW_LINES = 2;

/** True if the text has the fact that the agent needs, and does not state the opposite as current in another line. */
export function tellsRight(text, { right, contradicts = null }) {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const isTold = lines.some((_, at) => {
    const statement = lines.slice(at, at + WINDOW_LINES).join('\n');
    return right.every((pattern) => pattern.test(statement));
  });
  const isDenied = (line) => contradicts?.test(line) && !right.every((pattern) => pattern.test(line));
  return isTold && !lines.some(isDenied);
}

/** Plays all sessions of a trap, of every arm; each begins where the earlier days ended. */
export async function playTrap(trap, amount) {
  const repository = await createRepository(trap);
  try {
    const sessions = [];
    for (const arm of ARMS)
      for (let turn = 0; turn < amount; turn++) sessions.push(await playSession(repository, trap, arm, turn));
    return sessions;
  } finally {
    repository.remove();
  }
}

async function playSession(repository, trap, arm, turn) {
  const call = trap.calls[turn % trap.calls.length];
  const task = trap.tasks[turn % trap.tasks.length];
  const session = { trap, arm, call, isRepeated: false, texts: [], ms: [], idle: 0, idleWarned: [] };
  // Without Daybook no hook is asked. The call can repeat the mistake only if neither the task nor the repository has the fact.
  if (!arm.hasStart && !arm.hasAction) {
    session.isRepeated = !tellsRight(`${readOwnWords(trap)}\n${task}`, trap) && isMistake(call, trap);
    session.idle = IDLE_CALLS;
    return session;
  }
  const client = repository.openGraded(`graded ${arm.name} ${turn}`);
  if (arm.hasStart) {
    session.texts.push({ when: 'start', text: (await client.open()).text });
    session.texts.push({ when: 'prompt', text: (await client.prompt(task)).text });
  }
  const knows = tellsRight(session.texts.map(({ text }) => text).join('\n'), trap);
  for (let n = 0; n < IDLE_CALLS; n++) {
    if (n === IDLE_BEFORE && !knows) await tryMistake(client, session);
    await doIdle(client, session, trap.idle[(turn * IDLE_CALLS + n) % trap.idle.length]);
  }
  return session;
}

/** The call that repeats the mistake: it is made unless the hook before it has the fact or stops it. */
async function tryMistake(client, session) {
  const { trap, arm, call } = session;
  if (arm.hasAction) {
    const { text, denied, ms } = await client.askBefore(call);
    note(session, 'mistake', call, text, ms);
    if (denied || tellsRight(text, trap)) return;
  }
  session.isRepeated = isMistake(call, trap);
  if (arm.hasAction) note(session, 'after', call, (await client.tellAfter(call, {})).text, null);
}

async function doIdle(client, session, call) {
  session.idle++;
  if (!session.arm.hasAction) return;
  const { text, denied, ms } = await client.askBefore(call);
  note(session, 'idle', call, text, ms);
  if (text !== '') session.idleWarned.push(formatCall(call));
  if (!denied) note(session, 'after', call, (await client.tellAfter(call, {})).text, null);
}

function note(session, when, call, text, ms) {
  if (text !== '') session.texts.push({ when, call: formatCall(call), text });
  if (ms !== null) session.ms.push(ms);
}

/** True if the call is what must not be done again, by the trap's own pattern. */
export const isMistake = (call, { mistake }) => mistake.test(formatCall(call));
