import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import { offeredPrompts, promptText } from './prompts.js';

/** Offers the commands that a person gives by name. */
export function offerPrompts(server: Server): void {
  server.setRequestHandler('prompts/list', async () => ({
    prompts: Object.entries(await offeredPrompts()).map(([name, { title, about, args }]) => ({
      name,
      title,
      description: about,
      arguments: args.map((arg) => ({ name: arg.name, description: arg.about, required: false })),
    })),
  }));
  server.setRequestHandler('prompts/get', async ({ params }) => {
    const offered = await offeredPrompts();
    const row = Object.hasOwn(offered, params.name) ? offered[params.name] : undefined;
    if (!row)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `there is no prompt ${params.name.slice(0, 60)}; there are: ${Object.keys(offered).join(', ') || 'none yet'}`,
      );
    const text = promptText(row, params.arguments ?? {});
    return { description: row.about, messages: [{ role: 'user', content: { type: 'text', text } }] };
  });
}
