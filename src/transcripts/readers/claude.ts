import { countUsageTokens } from '../context-tokens.js';
import { cutDown, type TranscriptReader, type TranscriptSink } from '../entry.js';
import { type Fields, getMessageText, listMessageParts, type Message, toFields, toText } from '../message.js';
import { RecentKeys } from '../recent-keys.js';

/**
 * Reads Claude Code transcripts. Lines that are no messages are left out of the tree, and their children are attached
 * to the message before. One answer spans several lines: its usage counts once, and parallel calls are put in one row.
 * A subagent is a branch from the call that started it.
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

/** A person's text is no tool result, no note of the harness, and no harness tag. */
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

/** The parent of each line. */
interface Chain {
  add(id: string, parent: string | null, message: Message | null): void;
  /** A line that is no entry is replaced by the one before it. */
  skip(id: string, parent: string | null): void;
  before(parent: string | null, message?: Message): string | null;
  /** Returns the entry that a line is or was replaced by. */
  entry(id: string | null): string | null;
  last(): string | null;
}

/**
 * Results of parallel calls each have their own line of the answer as parent, and the next message follows only one of
 * them. Such a run is put in one row, so that the path to the end holds all its results.
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

/** A run ends long before so many others begin. */
const MOST_RUNS = 2000;

/** Returns the run of a message: its own answer, or the answer whose calls it has results for. */
function runNamed(message: Message, before: string | undefined): string | undefined {
  if (message.role === 'assistant') return toText(message.id) || undefined;
  return listMessageParts(message).some(({ kind }) => kind === 'result') ? before : undefined;
}
