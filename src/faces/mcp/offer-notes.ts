import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type Server,
} from '@modelcontextprotocol/server';
import { Refusal } from '../../verbs/verb.js';
import { agentText } from '../../wiki/harmless.js';
import { mapStrings } from '../../wiki/secrets.js';
import type { Caller } from './client.js';
import { type Client, type Desk, isHomeless } from './desk.js';
import { listNotes, MIME, readNote, TEMPLATES } from './notes.js';

/** Offers the notes of the workspace as resources: to list, to read, and by the patterns of their addresses. */
export function offerNotes(
  server: Server,
  { desk, caller }: { readonly desk: Desk; readonly caller: Caller },
): void {
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [...TEMPLATES] }));
  server.setRequestHandler('resources/list', ({ params }, ctx) =>
    list(desk, caller.client(ctx), params?.cursor),
  );
  server.setRequestHandler('resources/read', ({ params: { uri } }, ctx) =>
    caller.serve(ctx, (client) => read(desk, client, uri)),
  );
}

/** Where there is no workspace there are no notes, which is no error. */
async function list(desk: Desk, client: Client, cursor: string | undefined) {
  const after = cursor === undefined ? undefined : Buffer.from(cursor, 'base64url').toString();
  try {
    const { outcome } = await desk.ask(listNotes, { after }, client);
    const { resources, next } = outcome.data as { resources: Resource[]; next: string | undefined };
    return {
      resources: mapStrings(resources, agentText),
      ...(next === undefined ? {} : { nextCursor: Buffer.from(next).toString('base64url') }),
    };
  } catch (error) {
    if (isHomeless(error)) return { resources: [] };
    throw asError(error);
  }
}

async function read(desk: Desk, client: Client, uri: string): Promise<ReadResourceResult> {
  const { text } = await desk.ask(readNote, { uri }, client).then(
    ({ outcome }) => outcome.data as { text: string | null },
    (error) => {
      throw isHomeless(error) ? error : asError(error);
    },
  );
  if (text === null) throw new ResourceNotFoundError(uri);
  return { contents: [{ uri, mimeType: MIME, text: agentText(text) }] };
}

function asError(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, agentText(`${error.message}; ${error.hint}`));
}
