import type { Tool as Shown } from '@modelcontextprotocol/server';
import { VERBS, type VerbName } from '../../verbs/index.js';
import type { Profile } from '../../verbs/mcp.js';
import type { Verb } from '../../verbs/verb.js';
import { type Form, formSchema } from './form.js';
import { givesOf } from './gives.js';
import { MIND, type ToolRow } from './tools.js';

/** A tool, ready to be shown and called. */
export interface Tool {
  readonly name: string;
  readonly row: ToolRow;
  readonly verb: Verb;
  readonly form: Form;
}

/** The tools of a profile, in the order of their tables; verbs are loaded when they are asked for. */
export interface Toolbox {
  /** The tool of that name; undefined where there is none. */
  tool(name: string): Promise<Tool | undefined>;
  names(): Promise<readonly string[]>;
  all(): Promise<readonly Tool[]>;
}

export function createToolbox(profile: Profile): Toolbox {
  let rows: Promise<Readonly<Record<string, ToolRow>>> | null = null;
  const table = (): Promise<Readonly<Record<string, ToolRow>>> =>
    (rows ??= profile === 'mind' ? Promise.resolve(MIND) : fullTable());
  const tool = async (name: string) => {
    const found = await table();
    return Object.hasOwn(found, name) ? toolOf(name, found[name]!) : undefined;
  };
  const names = async () => Object.keys(await table());
  return {
    tool,
    names,
    all: async () => (await Promise.all((await names()).map(tool))) as readonly Tool[],
  };
}

/** A tool as clients list it. */
export function shown({ name, row, form }: Tool): Shown {
  return {
    name,
    title: row.title,
    description: row.when,
    inputSchema: formSchema(form) as Shown['inputSchema'],
    outputSchema: givesOf(row.verb, row.act) as Shown['outputSchema'],
    annotations: {
      title: row.title,
      readOnlyHint: row.reads === true,
      destructiveHint: false,
      idempotentHint: row.reads === true || Object.hasOwn(MIND, name),
      openWorldHint: false,
    },
  };
}

async function fullTable(): Promise<Readonly<Record<string, ToolRow>>> {
  const { fullProfile } = await import('./full.js');
  const names = Object.keys(VERBS) as VerbName[];
  return fullProfile(await Promise.all(names.map((name) => VERBS[name]())));
}

async function toolOf(name: string, row: ToolRow): Promise<Tool> {
  const verb = await VERBS[row.verb]();
  return {
    name,
    row,
    verb,
    form: { tool: name, args: row.args, params: verb.params, fixed: row.fixed ?? {} },
  };
}
