import {
  type AgentName,
  CLAUDE,
  CODEX,
  commandLine,
  execution,
  HOOKS,
  type Launch,
  RULES_MARKS,
  TOML_MARKS,
} from '../kinds/agents.js';
import {
  isJsonObject,
  type JsonPath,
  valueIn,
  withItem,
  withoutValue,
  withValue,
} from '../wiki/json-edit.js';
import { isMarked, type Marks, withMarked, withoutMarked } from '../wiki/marked.js';
import { Refusal } from '../wiki/refusal.js';

/** What Daybook has in one file of an agent. Texts are whole files; null is no file. */
export interface Piece {
  readonly path: string;
  /** The text with what is ours as it should be; every other byte stays. */
  put(text: string | null): string;
  /** The text without what is ours; null where nothing else is left. */
  take(text: string): string | null;
  /** True where something of ours stands in it. */
  isIn(text: string): boolean;
}

/** How an agent is to be set up. */
export interface Setting {
  readonly launch: Launch;
  /** For everybody who has the repository: no path of this machine. */
  readonly shared: boolean;
  /** True where there is an MCP server to name. */
  readonly server: boolean;
  readonly template: (name: string) => string;
}

/** Every piece of an agent. */
export const piecesOf = (agent: AgentName, setting: Setting): readonly Piece[] =>
  agent === 'claude' ? claude(setting) : codex(setting);

function claude({ launch, shared, server, template }: Setting): readonly Piece[] {
  const how = shared ? null : launch;
  const hook = (event: string) => ({
    type: 'command',
    ...(shared ? { command: commandLine(['hook', event], null) } : execution(['hook', event], launch)),
  });
  const approved = {
    at: ['enabledMcpjsonServers'],
    item: 'daybook',
    isOurs: (one: unknown) => one === 'daybook',
  };
  const hooks = hookEntries(hook);
  return [
    jsonPiece(shared ? CLAUDE.settings : CLAUDE.local, server && !shared ? [...hooks, approved] : hooks),
    ...(server
      ? [jsonPiece(CLAUDE.servers, [{ at: ['mcpServers', 'daybook'], value: execution(['mcp'], how) }])]
      : []),
    ...CLAUDE.commands.map(({ path, template: name }) => wholePiece(path, template(name))),
  ];
}

function codex({ launch, shared, server, template }: Setting): readonly Piece[] {
  const how = shared ? null : launch;
  const hook = (event: string) => ({ type: 'command', command: commandLine(['hook', event, 'codex'], how) });
  const { command, args } = execution(['mcp'], how);
  const list = `[${args.map((one) => JSON.stringify(one)).join(', ')}]`;
  const table = ['[mcp_servers.daybook]', `command = ${JSON.stringify(command)}`, `args = ${list}`];
  return [
    jsonPiece(CODEX.hooks, hookEntries(hook)),
    ...(server ? [tomlPiece(CODEX.config, table)] : []),
    markedPiece(CODEX.rules, RULES_MARKS, template('agents/rules').trimEnd().split('\n')),
  ];
}

/** A value of ours at a path, or in a list among others. */
type JsonEntry =
  | { readonly at: JsonPath; readonly value: unknown }
  | { readonly at: JsonPath; readonly item: unknown; readonly isOurs: (one: unknown) => boolean };

function hookEntries(hook: (event: string) => object): readonly JsonEntry[] {
  return Object.entries(HOOKS).map(([event, { timeout, matcher }]) => ({
    at: ['hooks', event],
    item: { ...(matcher ? { matcher } : {}), hooks: [{ ...hook(event), timeout }] },
    isOurs: isHookOfOurs,
  }));
}

/** A group with one hook, and that starts `daybook … hook`. */
function isHookOfOurs(group: unknown): boolean {
  const hooks = (group as { hooks?: unknown } | null)?.hooks;
  if (!Array.isArray(hooks) || hooks.length !== 1) return false;
  const { command = '', args = [] } = hooks[0] as { command?: unknown; args?: unknown };
  return /daybook(?:\.cjs)?['"]? hook \w/.test([command, ...(Array.isArray(args) ? args : [])].join(' '));
}

function jsonPiece(path: string, entries: readonly JsonEntry[]): Piece {
  return {
    path,
    put(text) {
      const before = text ?? '';
      if (!isJsonObject(before))
        throw new Refusal(
          'bad-json',
          `${path} is no JSON object`,
          'mend it there, then say it again; nothing was changed',
          {
            path,
          },
        );
      return entries.reduce(withEntry, before);
    },
    take(text) {
      if (!isJsonObject(text)) return text;
      const left = entries.reduce(withoutEntry, text);
      return isEmpty(valueIn(left, [])) && !/\/[/*]/.test(left) ? null : left;
    },
    isIn: (text) => isJsonObject(text) && entries.some((entry) => indexOf(text, entry) !== null),
  };
}

/** The path at which an entry of ours stands, or null. */
function indexOf(text: string, entry: JsonEntry): JsonPath | null {
  const found = valueIn(text, entry.at);
  if ('value' in entry) return found === undefined ? null : entry.at;
  const index = Array.isArray(found) ? found.findIndex(entry.isOurs) : -1;
  return index < 0 ? null : [...entry.at, index];
}

function withEntry(text: string, entry: JsonEntry): string {
  const wanted = 'value' in entry ? entry.value : entry.item;
  const at = indexOf(text, entry);
  if (at && isEqual(valueIn(text, at), wanted)) return text;
  if (at || 'value' in entry) return withValue(text, at ?? entry.at, wanted);
  return withItem(text, entry.at, wanted);
}

/** Without the entry, and without what holds nothing any more. */
function withoutEntry(text: string, entry: JsonEntry): string {
  const at = indexOf(text, entry);
  if (!at) return text;
  let left = withoutValue(text, at);
  for (
    let above = at.slice(0, -1);
    above.length > 0 && isEmpty(valueIn(left, above));
    above = above.slice(0, -1)
  )
    left = withoutValue(left, above);
  return left;
}

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** A table of TOML at the end of the file, where a table may always stand. */
function tomlPiece(path: string, lines: readonly string[]): Piece {
  const piece = markedPiece(path, TOML_MARKS, lines);
  return {
    ...piece,
    put(text) {
      const rest = withoutMarked(text ?? '', TOML_MARKS);
      if (
        !/^[ \t]*(?:\[\s*mcp_servers\s*\.\s*"?daybook"?\s*[\].]|mcp_servers\s*(?:=|\.\s*"?daybook))/m.test(
          rest,
        )
      )
        return piece.put(text);
      const hint = `take it out, or keep it and leave Codex out of --agent; nothing was changed`;
      throw new Refusal('taken', `${path} has a server \`daybook\` that is not ours`, hint, { path });
    },
  };
}

const markedPiece = (path: string, marks: Marks, lines: readonly string[]): Piece => ({
  path,
  put: (text) => withMarked(text ?? '', marks, lines),
  take(text) {
    const left = withoutMarked(text, marks);
    return left === '' ? null : left;
  },
  isIn: (text) => isMarked(text, marks),
});

/** A file that is ours as a whole: one that somebody changed stays theirs. */
const wholePiece = (path: string, content: string): Piece => ({
  path,
  put: (text) => text ?? content,
  take: (text) => (text === content ? null : text),
  isIn: (text) => text === content,
});
