import type { Tool as Shown } from '@modelcontextprotocol/server';
import { COMMANDS, type CommandName } from '../app/command-registry.js';
import type { Command } from '../command/define-command.js';
import type { Profile } from '../features/agent-setup/mcp.command.js';
import { getOutputSchema } from '../output/schemas/index.js';
import { condenseSchema, type ObjectSchema } from '../output/schemas/schema.js';
import { createInputSchema, type ToolInput } from './json-schema.js';
import { DEFAULT_TOOLS, type ToolDefinition } from './tool-definitions.js';

/** A tool with its schema and its handler. */
export interface Tool {
  readonly name: string;
  readonly row: ToolDefinition;
  readonly command: Command;
  readonly form: ToolInput;
}

/** The tools of a profile, in the order of their definitions. Commands are loaded on demand. */
export interface Toolset {
  /** Returns the tool with a name, or undefined. */
  tool(name: string): Promise<Tool | undefined>;
  names(): Promise<readonly string[]>;
  /** The tools that `tools/list` names; a client may call each of `names`. */
  listed(): Promise<readonly Tool[]>;
}

export function createToolset(profile: Profile): Toolset {
  let rows: Promise<Readonly<Record<string, ToolDefinition>>> | null = null;
  const table = (): Promise<Readonly<Record<string, ToolDefinition>>> =>
    (rows ??= profile === 'mind' ? Promise.resolve(DEFAULT_TOOLS) : fullTable());
  const tool = async (name: string) => {
    const found = await table();
    return Object.hasOwn(found, name) ? toolOf(name, found[name]!) : undefined;
  };
  const names = async () => Object.keys(await table());
  return {
    tool,
    names,
    async listed() {
      const all = await names();
      const shown = profile === 'mind' ? all : all.filter((await import('./full-profile.js')).isListedTool);
      return (await Promise.all(shown.map(tool))) as readonly Tool[];
    },
  };
}

/** The first revision of the protocol with titles of tools and schemas of their results. */
const OUTPUT_REVISION = '2025-06-18';

/** Returns a tool as `tools/list` shows it to a client of a revision of the protocol; without one, to a new client. */
export function toMcpTool({ name, row, form }: Tool, revision = OUTPUT_REVISION): Shown {
  const reads = row.reads === true;
  const inputSchema = createInputSchema(form) as Shown['inputSchema'];
  const hints = { idempotentHint: reads || Object.hasOwn(DEFAULT_TOOLS, name), destructiveHint: false };
  const base = { name, description: row.when, inputSchema };
  if (revision < OUTPUT_REVISION)
    return { ...base, annotations: { ...(reads ? { readOnlyHint: true } : hints), openWorldHint: false } };
  return {
    ...base,
    title: row.title,
    outputSchema: toolOutputSchema(row) as Shown['outputSchema'],
    annotations: { title: row.title, readOnlyHint: reads, ...hints, openWorldHint: false },
  };
}

/** Keys that only the command has, or few replies: each listed key costs bytes in the first request. */
const UNLISTED_KEYS = ['message', 'say', 'effects', 'diff', 'queued', 'workspace'];

/** Returns the schema of the structured result. */
function toolOutputSchema({ command, act }: ToolDefinition): ObjectSchema {
  const schema = getOutputSchema(command, act);
  if (!schema) throw new RangeError(`\`${command}\` has no output schema`);
  const properties = { ...schema.properties };
  for (const key of UNLISTED_KEYS) delete properties[key];
  const required = schema.required?.filter((key) => Object.hasOwn(properties, key)) ?? [];
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).map(([key, value]) => [key, condenseSchema(value)]),
    ),
    required,
  };
}

async function fullTable(): Promise<Readonly<Record<string, ToolDefinition>>> {
  const { buildFullProfile: fullProfile } = await import('./full-profile.js');
  const names = Object.keys(COMMANDS) as CommandName[];
  return fullProfile(await Promise.all(names.map((name) => COMMANDS[name]())));
}

async function toolOf(name: string, row: ToolDefinition): Promise<Tool> {
  const command = await COMMANDS[row.command]();
  return {
    name,
    row,
    command,
    form: { tool: name, args: row.args, params: command.params, fixed: row.fixed ?? {} },
  };
}
