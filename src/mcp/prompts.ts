import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import { COMMANDS, type CommandName } from '../app/command-registry.js';
import type { Command } from '../command/define-command.js';
import { SLASH_COMMANDS, type SlashCommand } from '../features/agent-setup/slash-commands.data.js';

/** The prompts whose commands exist. */
async function availablePrompts(): Promise<Readonly<Record<string, SlashCommand>>> {
  const rows = await Promise.all(
    Object.entries(SLASH_COMMANDS).map(async ([name, row]) =>
      (await isThere(row)) ? [[name, row] as const] : [],
    ),
  );
  return Object.fromEntries(rows.flat());
}

async function isThere({ command, option }: SlashCommand): Promise<boolean> {
  if (!Object.hasOwn(COMMANDS, command)) return false;
  if (option === undefined) return true;
  const found: Command = await COMMANDS[command as CommandName]();
  return Object.hasOwn(found.params, option);
}

/** Returns the text for the agent when a person uses the prompt. */
const renderPrompt = ({ text }: SlashCommand, promptArgs: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => promptArgs[name]?.trim() ?? '').replace(/ +(?=[`.])/g, '');

/** Registers the prompts. */
export function registerPrompts(server: Server): void {
  server.setRequestHandler('prompts/list', async () => ({
    prompts: Object.entries(await availablePrompts()).map(([name, { title, about, args }]) => ({
      name,
      title,
      description: about,
      arguments: args.map((arg) => ({ name: arg.name, description: arg.about, required: false })),
    })),
  }));
  server.setRequestHandler('prompts/get', async ({ params }) => {
    const offered = await availablePrompts();
    const row = Object.hasOwn(offered, params.name) ? offered[params.name] : undefined;
    if (!row)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `there is no prompt ${params.name.slice(0, 60)}; there are: ${Object.keys(offered).join(', ') || 'none yet'}`,
      );
    const text = renderPrompt(row, params.arguments ?? {});
    return { description: row.about, messages: [{ role: 'user', content: { type: 'text', text } }] };
  });
}
