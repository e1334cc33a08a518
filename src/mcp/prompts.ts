import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import { SLASH_COMMANDS, type SlashCommand } from '../features/agent-setup/slash-commands.data.js';

/** Returns the text for the agent when a person uses the prompt. */
const renderPrompt = ({ text }: SlashCommand, promptArgs: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => promptArgs[name]?.trim() ?? '').replace(/ +(?=[`.])/g, '');

/** Registers the prompts. */
export function registerPrompts(server: Server): void {
  server.setRequestHandler('prompts/list', async () => ({
    prompts: Object.entries(SLASH_COMMANDS).map(([name, { title, about, args }]) => ({
      name,
      title,
      description: about,
      arguments: args.map((arg) => ({ name: arg.name, description: arg.about, required: false })),
    })),
  }));
  server.setRequestHandler('prompts/get', async ({ params }) => {
    const row = Object.hasOwn(SLASH_COMMANDS, params.name) ? SLASH_COMMANDS[params.name] : undefined;
    if (!row)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `there is no prompt ${params.name.slice(0, 60)}; there are: ${Object.keys(SLASH_COMMANDS).join(', ')}`,
      );
    const text = renderPrompt(row, params.arguments ?? {});
    return { description: row.about, messages: [{ role: 'user', content: { type: 'text', text } }] };
  });
}
