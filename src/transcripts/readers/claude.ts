import { countUsageTokens } from '../context-tokens.js';
import { cutDown, type TranscriptReader, type TranscriptSink } from '../entry.js';
import { type Fields, getMessageText, listMessageParts, type Message, toFields, toText } from '../message.js';
import { RecentKeys } from '../recent-keys.js';

/**
 * Reads what Claude Code writes. Lines that are no messages are left out of the tree, and what follows them goes on from the
 * message before. One answer of the model stands on several lines: usage counts once, and calls side by side are one run. An agent
 * beside is a branch that leaves from the call that began it.
 */
export function readClaude(sink: TranscriptSink): TranscriptReader {
  const chain = createChain();
  const beside = new Map<string, string>();
  let lastCall: string | null = null;
  return (line, number) => {
    const id = toText(line.uuid) || `line-${number}`;
    const at = toText(line.timestamp) || null;
    const side = line.isSidechain === true ? toText(line.agentId) || 'side' : null;
    tell(line, sink);
    const message = messageOf(line);
    if (line.subtype === 'compact_boundary') {
      const parent = chain.before(toText(line.logicalParentUuid) || null) ?? chain.last();
      chain.add(id, parent, null);
      sink.entry(cutDown({ id, parent, at, side, line: number }, {}));
      const { postTokens } = toFields(line.compactMetadata);
      if (typeof postTokens === 'number') sink.context({ tokens: postTokens });
    } else if (message === null) {
      if (line.uuid !== undefined) chain.skip(id, toText(line.parentUuid) || null);
    } else {
      const began = side !== null && !line.parentUuid ? (beside.get(side) ?? lastCall) : null;
      const parent = began ?? chain.before(toText(line.parentUuid) || null, message);
      chain.add(id, parent, message);
      if (side === null && listMessageParts(message).some(({ kind }) => kind === 'call')) lastCall = id;
      const agent = toText(toFields(line.toolUseResult).agentId);
      if (agent !== '' && parent !== null)
        beside.set(agent, chain.entry(toText(line.sourceToolAssistantUUID)) ?? parent);
      sink.entry({
        type: 'message',
        id,
        parent,
        at,
        side,
        message,
        isPrompt: isPrompt(line, message),
        line: number,
      });
      if (side === null) spend(message, sink);
    }
  };
}

function messageOf(line: Fields): Message | null {
  if (line.type !== 'user' && line.type !== 'assistant') return null;
  const message = toFields(line.message);
  return { ...message, role: toText(message.role) || line.type };
}

/** Words of a person are no answer of a tool, no note of the harness, and no tag of its own. */
const isPrompt = (line: Fields, message: Message): boolean =>
  line.type === 'user' &&
  line.isMeta !== true &&
  line.isCompactSummary !== true &&
  line.toolUseResult === undefined &&
  !listMessageParts(message).some(({ kind }) => kind === 'result') &&
  /^[^<]/.test(getMessageText(message));

function spend(message: Message, sink: TranscriptSink): void {
  const tokens = countUsageTokens(message.usage);
  if (tokens > 0) sink.usage({ message: toText(message.id) || null, tokens });
}

function tell(line: Fields, sink: TranscriptSink): void {
  if (line.type === 'custom-title' || line.type === 'ai-title') {
    const title = toText(line.customTitle) || toText(line.aiTitle) || toText(line.title);
    if (title !== '') sink.about({ title });
  }
  if (typeof line.cwd !== 'string') return;
  const model = toText(toFields(line.message).model);
  sink.about({
    id: toText(line.sessionId) || null,
    cwd: line.cwd,
    branch: toText(line.gitBranch) || null,
    ...(model === '' ? {} : { model }),
  });
}

/** Which entry a line goes on from. */
interface Chain {
  add(id: string, parent: string | null, message: Message | null): void;
  /** A line that is no entry stands for the one before it. */
  skip(id: string, parent: string | null): void;
  before(parent: string | null, message?: Message): string | null;
  /** The entry that a line is, or stands for. */
  entry(id: string | null): string | null;
  last(): string | null;
}

/**
 * Calls side by side hang their results each on its own line of the answer, and the next message on only one of them: such a run
 * is put in a row, so that the path to the end holds all its results.
 */
function createChain(): Chain {
  const stands = new Map<string, string | null>();
  const runOf = new RecentKeys<string>(MOST_RUNS);
  const tail = new RecentKeys<string>(MOST_RUNS);
  const followed = new RecentKeys<true>(MOST_RUNS);
  let last: string | null = null;
  const real = (id: string | null): string | null => (id === null ? null : (stands.get(id) ?? null));
  return {
    add(id, parent, message) {
      const run = message && runNamed(message, parent === null ? undefined : runOf.get(parent));
      if (run) {
        runOf.set(id, run);
        tail.set(run, id);
      }
      const before = parent === null ? undefined : runOf.get(parent);
      if (before !== undefined && before !== run) followed.set(before, true);
      stands.set(id, id);
      last = id;
    },
    skip(id, parent) {
      stands.set(id, real(parent));
    },
    before(parent, message) {
      const entry = real(parent);
      const run = entry === null ? undefined : runOf.get(entry);
      if (entry === null || run === undefined) return entry;
      const goesOn = message !== undefined && runNamed(message, run) === run;
      return goesOn || !followed.get(run) ? (tail.get(run) ?? entry) : entry;
    },
    entry: real,
    last: () => last,
  };
}

/** A run is over long before so many others began. */
const MOST_RUNS = 2000;

/** The run that a message belongs to: its own answer of the model, or the answer whose calls it brings results for. */
function runNamed(message: Message, before: string | undefined): string | undefined {
  if (message.role === 'assistant') return toText(message.id) || undefined;
  return listMessageParts(message).some(({ kind }) => kind === 'result') ? before : undefined;
}
