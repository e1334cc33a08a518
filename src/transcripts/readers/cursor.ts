import type { TranscriptReader, TranscriptSink } from '../entry.js';
import { getMessageText, listMessageParts, type Message, toFields, toText } from '../message.js';

/**
 * Reads Cursor’s agent transcripts: messages in order, without ids, and with the time of a prompt only in its text. Cursor
 * records no results of tools.
 */
export function readCursor(sink: TranscriptSink): TranscriptReader {
  let last: string | null = null;
  return (line, number) => {
    const role = toText(line.role);
    if (role !== 'user' && role !== 'assistant') return;
    const said: Message = { role, content: toFields(line.message).content };
    const text = getMessageText(said);
    const [, query] = /<user_query>\s*([\s\S]*?)\s*<\/user_query>/.exec(text) ?? [];
    const message = role === 'user' && query !== undefined ? { role, content: query } : said;
    const parts = listMessageParts(message);
    if (parts.length === 0) return;
    // Calls have no ids, and a line is read alone at times.
    const content = Array.isArray(message.content)
      ? message.content.map((block, place) => ({ id: `line-${number}/${place}`, ...toFields(block) }))
      : message.content;
    const id = `line-${number}`;
    const at = readTime(
      toText(line.timestamp) || (/<timestamp>(.{8,60})<\/timestamp>/.exec(text)?.[1] ?? ''),
    );
    const isPrompt = role === 'user' && /^[^<]/.test(getMessageText(message));
    sink.entry({
      type: 'message',
      id,
      parent: last,
      at,
      side: null,
      message: { ...message, content },
      isPrompt,
      line: number,
    });
    last = id;
  };
}

/** Reads ISO 8601, or `Tuesday, Sep 15, 2026, 8:53 PM (UTC+8)`. */
function readTime(text: string): string | null {
  const [, day = text, hours = '', minutes = '00'] =
    /^(.*) \(UTC([+-]\d{1,2})?(?::(\d\d))?\)$/.exec(text) ?? [];
  const isIso = /^\d{4}-\d\d-\d\dT/.test(text);
  const [sign, digits] = [hours.slice(0, 1) || '+', hours.slice(1).padStart(2, '0')];
  const ms = Date.parse(isIso ? text : `${day} GMT${sign}${digits}${minutes}`);
  return Number.isFinite(ms) && (isIso || day !== text) ? new Date(ms).toISOString() : null;
}
