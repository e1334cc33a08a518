import type { LineReader, Sink } from '../entry.js';
import { type Fields, fieldsOf, type Message, textOf, wordsOf } from '../message.js';

/**
 * Reads what Gemini CLI writes: a log in which a message is told again in full whenever it grows. `$rewindTo` goes back before a
 * message, so that what follows is another branch; `$set.messages` says what is in the context from now on.
 */
export function readGemini(sink: Sink): LineReader {
  const parents = new Map<string, string | null>();
  const ends = new Map<string, string>();
  let last: string | null = null;
  const take = (record: Fields, number: number): void => {
    const id = textOf(record.id);
    if (!parents.has(id)) parents.set(id, last);
    const parent = parents.get(id) ?? null;
    const at = textOf(record.timestamp) || null;
    const [said, answered] = messagesOf(record);
    if (!said) return;
    const isPrompt = record.type === 'user' && /^(?!<|\/|\?)\S/.test(wordsOf(said));
    sink.entry({ type: 'message', id, parent, at, side: null, message: said, isPrompt, line: number });
    const results = `${id}/results`;
    if (answered)
      sink.entry({
        type: 'message',
        id: results,
        parent: id,
        at,
        side: null,
        message: answered,
        isPrompt: false,
        line: number,
      });
    const end = answered ? results : id;
    if (last === parent || last === ends.get(id) || last === null) last = end;
    ends.set(id, end);
    sink.leaf(last);
    tellUsage(record, sink);
  };
  const back = (to: string | null): void => {
    last = to;
    sink.leaf(to);
  };
  const reset = (records: readonly Fields[], number: number): void => {
    const kept = new Set(records.map(({ id }) => textOf(id)));
    const dropped = [...trail(last, parents)].filter((id) => !kept.has(id));
    const fresh = records.filter(({ id }) => !parents.has(textOf(id)));
    const end = records.at(-1);
    if (dropped.length > 0 && fresh.length === 0 && end) {
      back(ends.get(textOf(end.id)) ?? null);
      return;
    }
    if (dropped.length > 0) {
      const id = `line-${number}`;
      const replaces = dropped.flatMap((one) => [one, `${one}/results`]);
      sink.entry({
        type: 'compaction',
        id,
        parent: last,
        at: null,
        side: null,
        summary: '',
        replaces,
        memory: [],
        line: number,
      });
      parents.set(id, last);
      last = id;
    }
    for (const record of fresh) take(record, number);
  };
  return (line, number) => {
    const patch = line.$set === undefined ? line : fieldsOf(line.$set);
    if (typeof line.$rewindTo === 'string') back(parents.get(line.$rewindTo) ?? null);
    else if (typeof line.id === 'string' && typeof line.type === 'string') take(line, number);
    else {
      tell(patch, sink);
      if (Array.isArray(patch.messages)) reset(patch.messages.map(fieldsOf), number);
    }
  };
}

/** The records from this one back to the first. */
function* trail(from: string | null, parents: ReadonlyMap<string, string | null>): Generator<string> {
  for (let id = from; id !== null; id = parents.get(id) ?? null) {
    id = id.replace(/\/results$/, '');
    yield id;
  }
}

/** What a record says, and what its tools gave back. What the program itself remarks is no message. */
function messagesOf(record: Fields): readonly Message[] {
  if (record.type === 'user') return [{ role: 'user', content: record.content }];
  if (record.type !== 'gemini') return [];
  const calls = Array.isArray(record.toolCalls) ? record.toolCalls.map(fieldsOf) : [];
  const said = typeof record.content === 'string' ? [{ type: 'text', text: record.content }] : record.content;
  const uses = calls.map(({ id, name, args }) => ({ type: 'tool_use', id, name, input: args }));
  const results = calls.flatMap((call) => resultOf(call));
  const content = [...(Array.isArray(said) ? said : []), ...uses];
  const answer: Message = { role: 'assistant', id: record.id, content };
  return results.length === 0 ? [answer] : [answer, { role: 'tool', content: results }];
}

function resultOf({ id, result, resultDisplay, status }: Fields): readonly Fields[] {
  if (result === undefined || result === null) return [];
  const given = (Array.isArray(result) ? result : [result]).map((part) =>
    fieldsOf(fieldsOf(fieldsOf(part).functionResponse).response),
  );
  const told = given.map(({ output, error }) => textOf(output) || textOf(error)).join('\n');
  const content = told || textOf(resultDisplay) || textOf(result);
  return [{ type: 'tool_result', tool_use_id: id, content, is_error: status === 'error' }];
}

function tellUsage({ id, tokens, model }: Fields, sink: Sink): void {
  const { total, input, output } = fieldsOf(tokens);
  const used = Number(total) || (Number(input) || 0) + (Number(output) || 0);
  if (used > 0) sink.usage({ message: textOf(id), tokens: used });
  if (typeof model === 'string') sink.about({ model });
}

function tell({ sessionId, startTime, directories, summary }: Fields, sink: Sink): void {
  if (typeof sessionId === 'string') sink.about({ id: sessionId });
  if (typeof startTime === 'string') sink.about({ started: startTime });
  if (typeof summary === 'string') sink.about({ title: summary });
  if (Array.isArray(directories) && typeof directories[0] === 'string') sink.about({ cwd: directories[0] });
}
