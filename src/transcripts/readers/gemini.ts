import { cutDown, type TranscriptReader, type TranscriptSink } from '../entry.js';
import { type Fields, getMessageText, type Message, toFields, toText } from '../message.js';

/**
 * Reads Gemini CLI transcripts: a log that repeats a message in full whenever it grows, and writes tool results both
 * with their calls and as a user message. `$rewindTo` goes back before a message and starts a branch; `$set.messages`
 * replaces the context.
 */
export function readGemini(sink: TranscriptSink): TranscriptReader {
  const parents = new Map<string, string | null>();
  const ends = new Map<string, string>();
  /** The record with a call's result. */
  const answers = new Map<string, string>();
  let last: string | null = null;
  const say = (id: string, parent: string | null, record: Fields, message: Message, line: number): void => {
    const at = toText(record.timestamp) || null;
    const isPrompt = message.role === 'user' && /^(?!<|\/|\?)\S/.test(getMessageText(message));
    for (const call of answeredIn(message)) answers.set(call, id);
    sink.entry({ type: 'message', id, parent, at, side: null, message, isPrompt, line });
  };
  const goOn = (id: string | null): void => {
    last = id;
    sink.leaf(id);
  };
  const toldAt = (record: Fields): string | undefined => {
    const [message] = messagesOf(record);
    const [call = ''] = message?.role === 'tool' ? answeredIn(message) : [];
    return answers.get(call);
  };
  const take = (record: Fields, number: number): void => {
    const id = toText(record.id);
    const time = toldAt(record);
    if (!parents.has(id)) parents.set(id, last);
    if (time !== undefined && time !== id) {
      ends.set(id, time);
      return;
    }
    const parent = parents.get(id) ?? null;
    const [answer, answered] = messagesOf(record);
    if (!answer) return;
    say(id, parent, record, answer, number);
    const results = `${id}/results`;
    const isOwn =
      answered && answeredIn(answered).every((call) => (answers.get(call) ?? results) === results);
    if (isOwn) say(results, id, record, answered, number);
    const end = isOwn ? results : id;
    if (last === parent || last === ends.get(id) || last === null) last = end;
    ends.set(id, end);
    sink.leaf(last);
    tellUsage(record, sink);
  };
  const reset = (records: readonly Fields[], number: number): void => {
    const ids = new Set(records.map(({ id }) => toText(id)));
    const dropped = [...trail(last, parents)].filter((id) => !ids.has(id));
    const isKnown = (record: Fields) => parents.has(toText(record.id)) || toldAt(record) !== undefined;
    const fresh = records.filter((record) => !isKnown(record));
    if (dropped.length === 0 || fresh.length === 0) {
      for (const record of records)
        if (isKnown(record)) goOn(ends.get(toText(record.id)) ?? toldAt(record) ?? last);
        else take(record, number);
      return;
    }
    const id = `line-${number}`;
    const replaces = dropped.flatMap((one) => [one, `${one}/results`]);
    sink.entry(cutDown({ id, parent: last, at: null, side: null, line: number }, { replaces }));
    parents.set(id, last);
    last = id;
    for (const record of fresh) take(record, number);
  };
  return (line, number) => {
    const patch = line.$set === undefined ? line : toFields(line.$set);
    if (typeof line.$rewindTo === 'string') goOn(parents.get(line.$rewindTo) ?? null);
    else if (typeof line.id === 'string' && typeof line.type === 'string') take(line, number);
    else {
      tell(patch, sink);
      if (Array.isArray(patch.messages)) reset(patch.messages.map(toFields), number);
    }
  };
}

/** Returns the records from this one back to the first. */
function* trail(from: string | null, parents: ReadonlyMap<string, string | null>): Generator<string> {
  for (let id = from; id !== null; id = parents.get(id) ?? null) {
    id = id.replace(/\/results$/, '');
    yield id;
  }
}

/** Reads a record's text and tool results. Remarks of the program are no messages. */
function messagesOf(record: Fields): readonly Message[] {
  const said = listed(record.content).map(blockOf);
  if (record.type === 'user') {
    const isAnswer = said.length > 0 && said.every(({ type }) => type === 'tool_result');
    return [{ role: isAnswer ? 'tool' : 'user', content: said.map(withoutHookContext) }];
  }
  if (record.type !== 'gemini') return [];
  const calls = listed(record.toolCalls).map(toFields);
  const uses = calls.map(({ id, name, args }) => ({ type: 'tool_use', id, name, input: args }));
  const results = calls.flatMap((call) => resultOf(call));
  const answer: Message = { role: 'assistant', id: record.id, content: [...said, ...uses] };
  return results.length === 0 ? [answer] : [answer, { role: 'tool', content: results }];
}

/** Text of a hook stands before the prompt. */
const withoutHookContext = (block: Fields): Fields =>
  typeof block.text === 'string' ? { ...block, text: block.text.replace(HOOK_CONTEXT, '') } : block;

const HOOK_CONTEXT = /^<hook_context>[\s\S]*?<\/hook_context>\s*/;

const listed = (content: unknown): readonly unknown[] =>
  Array.isArray(content) ? content : content === undefined || content === null ? [] : [content];

/** Converts a part of a message to the common form. */
function blockOf(part: unknown): Fields {
  const { functionCall, functionResponse } = toFields(part);
  if (functionCall !== undefined) {
    const { id, name, args } = toFields(functionCall);
    return { type: 'tool_use', id, name, input: args };
  }
  if (functionResponse !== undefined)
    return { type: 'tool_result', ...givenBack([part]), tool_use_id: toFields(functionResponse).id };
  return typeof part === 'string' ? { type: 'text', text: part } : toFields(part);
}

/** Returns the calls whose results a message contains. */
const answeredIn = ({ content }: Message): readonly string[] =>
  listed(content).flatMap((block) => toText(toFields(block).tool_use_id) || []);

function resultOf({ id, result, resultDisplay, status }: Fields): readonly Fields[] {
  if (result === undefined || result === null) return [];
  const { content, is_error } = givenBack(listed(result));
  const resultText = content || toText(resultDisplay) || toText(result);
  return [
    { type: 'tool_result', tool_use_id: id, content: resultText, is_error: is_error || status === 'error' },
  ];
}

/** Returns a call's result, and whether it failed: by its status, or by an exit status other than 0. */
function givenBack(parts: readonly unknown[]) {
  const responses = parts.map((part) => toFields(toFields(toFields(part).functionResponse).response));
  const content = responses.map(({ output, error }) => toText(output) || toText(error)).join('\n');
  const hasFailed =
    responses.some(({ error }) => typeof error === 'string') || /^Exit Code: [1-9]/m.test(content);
  return { content, is_error: hasFailed };
}

function tellUsage({ id, tokens, model }: Fields, sink: TranscriptSink): void {
  const { total, input, output } = toFields(tokens);
  const used = Number(total) || (Number(input) || 0) + (Number(output) || 0);
  if (used > 0) sink.usage({ message: toText(id), tokens: used });
  if (typeof model === 'string') sink.about({ model });
}

function tell({ sessionId, startTime, directories, summary }: Fields, sink: TranscriptSink): void {
  if (typeof sessionId === 'string') sink.about({ id: sessionId });
  if (typeof startTime === 'string') sink.about({ started: startTime });
  if (typeof summary === 'string') sink.about({ title: summary });
  if (Array.isArray(directories) && typeof directories[0] === 'string') sink.about({ cwd: directories[0] });
}
