import { GROWTH_MS } from '../pressure.js';

/** What a transcript of an agent tells of its context. */
export interface TranscriptLook {
  readonly client: 'claude' | 'codex' | null;
  /** Tokens in the context at its end; null where it does not say. */
  readonly tokens: number | null;
  /** Tokens that the model takes; null where the transcript does not say. */
  readonly window: number | null;
  /** Tokens of all turns, each message counted once. */
  readonly spent: number;
  /** Tool calls in all, and in the five minutes before the last line. */
  readonly toolCalls: number;
  readonly recentToolCalls: number;
  /** Files that tools were given, each once, in the order in which they came. */
  readonly files: readonly string[];
  /** The user's first words; null for none. */
  readonly firstPrompt: string | null;
  readonly turns: number;
}

/** Takes a transcript line by line and keeps only what it counts: a file of any size passes in little memory. */
export interface TranscriptFold {
  line(text: string): void;
  end(): TranscriptLook;
}

/** Words of which a line that counts holds at least one; most lines are passed over unparsed. */
const TELLING =
  /"usage"|"tool_use"|"compact_boundary"|"token_count"|"function_call"|"custom_tool_call"|"local_shell_call"|"model_context_window"|"type":\s?"user"|"user_message"/;

/** Reads what Claude Code and Codex write. */
export function createTranscriptFold(): TranscriptFold {
  const tally = new Tally();
  return {
    line(text) {
      if (!TELLING.test(text)) return;
      const found = parsed(text);
      if (!found) return;
      if (typeof found.payload === 'object' && found.payload !== null) codexLine(found, tally);
      else claudeLine(found, tally);
    },
    end: () => tally.look(),
  };
}

type Fields = Readonly<Record<string, unknown>>;

class Tally {
  client: TranscriptLook['client'] = null;
  tokens: number | null = null;
  window: number | null = null;
  private readonly spentBy = new Map<string, number>();
  private spentElse = 0;
  private readonly calls = new Set<string>();
  private times: number[] = [];
  private latest = 0;
  private readonly files = new Set<string>();
  private firstPrompt: string | null = null;
  private turns = 0;

  /** The usage of a message; a message that is written on several lines counts once, as it stands last. */
  spend(id: string | null, tokens: number): void {
    if (id === null) this.spentElse += tokens;
    else this.spentBy.set(id, tokens);
  }

  call(id: string, at: number, files: readonly string[]): void {
    for (const file of files) this.files.add(file);
    if (this.calls.has(id)) return;
    this.calls.add(id);
    if (!Number.isFinite(at)) return;
    this.seen(at);
    this.times.push(at);
    if (this.times.length > 1000) this.times = this.recent();
  }

  seen(at: number): void {
    if (Number.isFinite(at)) this.latest = Math.max(this.latest, at);
  }

  prompt(text: string): void {
    this.turns++;
    this.firstPrompt ??= text.slice(0, 500);
  }

  look(): TranscriptLook {
    return {
      client: this.client,
      tokens: this.tokens,
      window: this.window,
      spent: [...this.spentBy.values()].reduce((sum, one) => sum + one, this.spentElse),
      toolCalls: this.calls.size,
      recentToolCalls: this.recent().length,
      files: [...this.files],
      firstPrompt: this.firstPrompt,
      turns: this.turns,
    };
  }

  private recent(): number[] {
    return this.times.filter((at) => at > this.latest - GROWTH_MS);
  }
}

/** A line of Claude Code: usage stands with each part of a message, so the last one of its id counts. */
function claudeLine(line: Fields, tally: Tally): void {
  if (line.isSidechain === true) return;
  const at = Date.parse(String(line.timestamp));
  const message = fieldsOf(line.message);
  if (line.subtype === 'compact_boundary') {
    const { postTokens } = fieldsOf(line.compactMetadata);
    if (typeof postTokens === 'number') tally.tokens = postTokens;
  } else if (line.type === 'assistant') {
    tally.client = 'claude';
    tally.seen(at);
    const usage = fieldsOf(message.usage);
    const context = [
      'input_tokens',
      'cache_creation_input_tokens',
      'cache_read_input_tokens',
      'output_tokens',
    ];
    const tokens = context.reduce((sum, key) => sum + numberOf(usage[key]), 0);
    if (tokens > 0) {
      tally.tokens = tokens;
      tally.spend(typeof message.id === 'string' ? message.id : null, tokens);
    }
    for (const part of partsOf(message.content))
      if (part.type === 'tool_use') tally.call(String(part.id), at, filesIn(part.input));
  } else if (line.type === 'user' && line.isMeta !== true && line.toolUseResult === undefined) {
    const text = wordsOf(message.content);
    if (text !== '' && !text.startsWith('<')) tally.prompt(text);
  }
}

/** A line of Codex: `token_count` tells the context and the model's window. */
function codexLine(line: Fields, tally: Tally): void {
  const payload = fieldsOf(line.payload);
  const at = Date.parse(String(line.timestamp));
  tally.client = 'codex';
  tally.seen(at);
  if (typeof payload.model_context_window === 'number') tally.window = payload.model_context_window;
  if (payload.type === 'token_count') {
    const info = fieldsOf(payload.info);
    const last = numberOf(fieldsOf(info.last_token_usage).total_tokens);
    if (last > 0) tally.tokens = last;
    if (last > 0) tally.spend(null, last);
    if (typeof info.model_context_window === 'number') tally.window = info.model_context_window;
  } else if (['function_call', 'custom_tool_call', 'local_shell_call'].includes(String(payload.type))) {
    tally.call(
      String(payload.call_id ?? payload.id),
      at,
      filesIn(parsed(String(payload.arguments ?? '')) ?? payload.action),
    );
  } else if (payload.type === 'user_message' && typeof payload.message === 'string')
    tally.prompt(payload.message);
  else if (payload.type === 'message' && payload.role === 'user') {
    const text = wordsOf(payload.content);
    if (text !== '' && !/^(?:<|# AGENTS\.md)/.test(text)) tally.prompt(text);
  }
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const numberOf = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0);
const partsOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

function wordsOf(content: unknown): string {
  if (typeof content === 'string') return content.trim();
  const parts = partsOf(content);
  if (parts.some(({ type }) => type === 'tool_result')) return '';
  return parts
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('\n')
    .trim();
}

const FILE_KEYS = ['file_path', 'path', 'notebook_path', 'filename'];

const filesIn = (input: unknown): readonly string[] => {
  const fields = fieldsOf(input);
  return FILE_KEYS.flatMap((key) => (typeof fields[key] === 'string' ? [fields[key]] : []));
};

function parsed(text: string): Fields | null {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return null;
  }
}
