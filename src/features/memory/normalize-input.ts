import type { Notice } from '../../command/define-command.js';
import { isTag } from '../../notes/entries/line-metadata.js';
import { type EntryType, LOGGABLE_TYPES } from '../../notes/entry-types.js';
import { parseFreeform } from '../../notes/freeform/parse-freeform.js';
import { suggestNames } from '../../text/did-you-mean.js';
import type { EntryInput } from './entry-input.js';

interface NormalizedInput {
  readonly input: EntryInput;
  readonly notices: readonly Notice[];
}

/**
 * Replaces an unknown type and tags with invalid characters by what they mean, with a warning for each, so that the text
 * is not lost. A type that means nothing becomes a tag, and the type is read from the text.
 */
export function normalizeEntryInput(typed: EntryInput): NormalizedInput {
  const input = unwrapArguments(typed);
  const notices: Notice[] = [];
  const warn = (message: string) => notices.push({ level: 'warning', message });
  const tag = (input.tag ?? [])
    .flatMap((list) => list.split(/,\s*/).filter(Boolean))
    .map((word) => {
      const fixed = toTag(word);
      if (fixed === null || fixed === word.replace(/^#/, '')) return word;
      warn(`\`${word}\` is not a valid tag: #${fixed} is used`);
      return fixed;
    });
  const { type } = input;
  if (type === undefined || LOGGABLE_TYPES.some((one) => one === type.toLowerCase()))
    return { input: { ...input, tag }, notices };
  const meant = findMeantType(type);
  if (meant !== null) {
    warn(`no type \`${type}\`: ${meant} is used`);
    return { input: { ...input, tag, type: meant }, notices };
  }
  const label = toTag(type);
  warn(
    `no type \`${type}\`: the type is read from the text${label === null ? '' : `, and the tag #${label} is added`}; types: daybook log --help`,
  );
  return { input: { ...input, tag: label === null ? tag : [...tag, label], type: undefined }, notices };
}

/** The names under which clients pass the text. */
const TEXT_NAMES = ['msg', 'text', 'message', 'desc', 'description'];

/**
 * A client may pass all arguments as the JSON of one text: these are read as meant. JSON with anything else in it is a
 * text, so that nothing of it is lost.
 */
function unwrapArguments(input: EntryInput): EntryInput {
  if (!/^\s*\{.*\}\s*$/s.test(input.text)) return input;
  const { type, why, tags = [], ...others } = parseObject(input.text);
  const [[name, text] = ['', ''], ...more] = Object.entries(others);
  const words = [tags].flat();
  const isRead = [type, why].every((value) => value === undefined || typeof value === 'string');
  if (!TEXT_NAMES.includes(name) || typeof text !== 'string' || more.length > 0 || !isRead) return input;
  if (!words.every((word) => typeof word === 'string')) return input;
  return {
    ...input,
    text,
    type: input.type ?? type,
    why: input.why ?? why,
    tag: [...(input.tag ?? []), ...words],
  } as EntryInput;
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Returns the type with the nearest name, or the type of a label, e.g. `bug`. */
function findMeantType(name: string): EntryType | null {
  const known = parseFreeform(`${name}: ${PROBE}`);
  if (known && known.text === PROBE && LOGGABLE_TYPES.includes(known.type)) return known.type;
  const [near] = suggestNames(name, LOGGABLE_TYPES);
  return (near as EntryType | undefined) ?? null;
}

/** A text without a type. */
const PROBE = 'the blue house';

/** Converts text to a tag: other characters become `-`. Null if nothing is left. */
function toTag(text: string): string | null {
  const bare = text.replace(/^#/, '');
  if (isTag(bare)) return bare;
  const tag = bare.replace(/[^\p{L}\p{N}_-]+/gu, '-').replace(/^-+|-+$/g, '');
  return isTag(tag) ? tag : null;
}
