import { UserError } from '../../errors.js';
import {
  appendItem,
  findValue,
  isJsonObject,
  type JsonPath,
  removeValue,
  setValue,
} from '../../text/json-edit.js';
import {
  hasMarkedSection,
  removeMarkedSection,
  type SectionMarkers,
  upsertMarkedSection,
} from '../../text/marked-section.js';
import type { HookProgram } from './hook-registrations.js';

/** Daybook's part of one file of an agent. Texts are whole files; null means no file. */
export interface ManagedFile {
  readonly path: string;
  /** Returns the text with our part up to date; every other byte is unchanged. */
  put(text: string | null): string;
  /** Returns the text without our part; null if nothing else is left. */
  take(text: string): string | null;
  /** Returns true if the text contains our part. */
  isIn(text: string): boolean;
  /** Returns the program that a text starts for an event, or as the server; null if none is ours. */
  program(text: string, of: string): HookProgram | null;
}

/** The name of the MCP server's program, beside those of events. */
export const MCP_SERVER = 'server';

/**
 * One of our values at a path, or in a list with others. `starts` is its event, or `SERVER`. If only one value can be
 * there, the user's stays; `yields` leaves the place to a value elsewhere.
 */
export type ManagedJsonEntry = Single | Listed;
interface Single extends Entry {
  readonly value: unknown;
  readonly isOurs?: IsOurs;
  readonly yields?: () => boolean;
}
interface Listed extends Entry {
  readonly item: unknown;
  readonly isOurs: IsOurs;
}
interface Entry {
  readonly at: JsonPath;
  readonly starts?: string;
}
type IsOurs = (one: unknown) => boolean;

/** A value that a file needs, such as its version; it stays as long as the file has other content. */
type RequiredHeader = Readonly<Record<string, unknown>>;

/**
 * Manages entries in a JSON file, where comments and trailing commas are allowed. Throws for a text that is not JSON.
 */
export function createManagedJson(
  path: string,
  entries: readonly ManagedJsonEntry[],
  heading: RequiredHeader = {},
): ManagedFile {
  return {
    path,
    put(text) {
      const before = text ?? '';
      if (!isJsonObject(before))
        throw new UserError(
          'bad-json',
          `${path} is not a JSON object`,
          'fix it there, then retry; nothing was changed',
          {
            path,
          },
        );
      const headed = Object.entries(heading).reduce(withHeading, before);
      return entries.reduce(withEntry, headed);
    },
    take(text) {
      if (!isJsonObject(text)) return text;
      const left = entries.reduce(withoutEntry, text);
      return says(left, heading) && !/\/[/*]/.test(left) ? null : left;
    },
    isIn: (text) => isJsonObject(text) && entries.some((entry) => placeOf(text, entry) !== null),
    program(text, of) {
      const entry = entries.find(({ starts }) => starts === of);
      const at = entry && isJsonObject(text) ? placeOf(text, entry) : null;
      return at && parseProgramSetting(findValue(text, at));
    },
  };
}

const withHeading = (text: string, [key, value]: readonly [string, unknown]): string =>
  findValue(text, [key]) === undefined ? setValue(text, [key], value) : text;

/** Returns true if a file has nothing but that value. */
const says = (text: string, heading: RequiredHeader): boolean =>
  Object.entries(findValue(text, []) ?? {}).every(([key, value]) => isEqual(value, heading[key]));

/** Returns the program that a value of a client's settings starts: its command, or that of its only hook. */
export function parseProgramSetting(value: unknown): HookProgram | null {
  if (typeof value !== 'object' || value === null) return null;
  const { hooks, command, args } = value as { hooks?: unknown; command?: unknown; args?: unknown };
  if (Array.isArray(hooks)) return hooks.length === 1 ? parseProgramSetting(hooks[0]) : null;
  if (Array.isArray(command)) return parseProgramSetting({ command: command[0], args: command.slice(1) });
  if (typeof command !== 'string') return null;
  return Array.isArray(args) ? { command, args: args.map(String) } : { command };
}

/** Returns the path of our entry, or null. */
function placeOf(text: string, entry: ManagedJsonEntry): JsonPath | null {
  const found = findValue(text, entry.at);
  if ('value' in entry) return found === undefined || entry.isOurs?.(found) === false ? null : entry.at;
  const index = Array.isArray(found) ? found.findIndex(entry.isOurs) : -1;
  return index < 0 ? null : [...entry.at, index];
}

function withEntry(text: string, entry: ManagedJsonEntry): string {
  const wanted = 'value' in entry ? entry.value : entry.item;
  const at = placeOf(text, entry);
  if (at && isEqual(findValue(text, at), wanted)) return text;
  if (!at && 'value' in entry && isTheirs(text, entry)) return text;
  if (at || 'value' in entry) return setValue(text, at ?? entry.at, wanted);
  return appendItem(text, entry.at, wanted);
}

/** Returns true if only one value can be there and the user has one, here or elsewhere. */
const isTheirs = (text: string, entry: Single): boolean =>
  entry.isOurs !== undefined && (findValue(text, entry.at) !== undefined || entry.yields?.() === true);

/** Removes the entry, and containers that are empty then. */
function withoutEntry(text: string, entry: ManagedJsonEntry): string {
  const at = placeOf(text, entry);
  if (!at) return text;
  let left = removeValue(text, at);
  for (
    let above = at.slice(0, -1);
    above.length > 0 && isEmpty(findValue(left, above));
    above = above.slice(0, -1)
  )
    left = removeValue(left, above);
  return left;
}

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** Manages lines between two marks, in a file of any format. */
export const createManagedSection = (
  path: string,
  marks: SectionMarkers,
  lines: readonly string[],
): ManagedFile => ({
  path,
  put: (text) => upsertMarkedSection(text ?? '', marks, lines),
  take(text) {
    const left = removeMarkedSection(text, marks);
    return left === '' ? null : left;
  },
  isIn: (text) => hasMarkedSection(text, marks),
  program: () => null,
});

/** Manages a file that we write completely, as its first line says: changes there are overwritten. */
export const createGeneratedFile = (path: string, content: string): ManagedFile => {
  const [first = ''] = content.split('\n');
  const isIn = (text: string) => text.startsWith(first);
  return {
    path,
    put(text) {
      if (text === null || isIn(text)) return content;
      const hint = 'move it, then retry; nothing was changed';
      throw new UserError('taken', `${path} is not ours`, hint, { path });
    },
    take: (text) => (isIn(text) ? null : text),
    isIn,
    program: () => null,
  };
};

/** Manages a file that we write completely, unless the user changed it. */
export const createOwnedFile = (path: string, content: string): ManagedFile => ({
  path,
  put: (text) => text ?? content,
  take: (text) => (text === content ? null : text),
  isIn: (text) => text === content,
  program: () => null,
});
