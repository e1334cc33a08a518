import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type Implementation,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { isNoWorkspaceError, type RequestClient } from './dispatcher.js';

/** The client of one connection. */
export interface McpClient {
  /** Handles a request for its client; asks for the client's root folders if no workspace is found without them. */
  serve<T>(ctx: ServerContext, act: (client: RequestClient) => Promise<T>): Promise<T | InputRequiredResult>;
  /** Returns the client of a request without asking it for anything. */
  client(ctx: ServerContext): RequestClient;
}

const ASKED = 'roots';

/** The metadata of a request of the modern era, for which the SDK has no type. */
interface Envelope {
  readonly [CLIENT_INFO_META_KEY]?: Implementation;
  readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities;
}

const envelopeOf = ({ mcpReq }: ServerContext): Envelope => mcpReq.envelope ?? {};

/**
 * Reports progress to a client that requests it, once per percent. Each report is written at once, while the operation
 * continues; a failure to write is ignored.
 */
function progressOf({ mcpReq }: ServerContext): RequestClient['progress'] {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let reported = -1;
  return (message, done) => {
    const progress = Math.floor(done * 100);
    if (progress <= reported) return;
    reported = progress;
    const params = { progressToken, progress, total: 100, message };
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

/** Identifies the client of a connection in both eras: by its handshake, or by the metadata of each request. */
export function createClientTracker(server: Server): McpClient {
  let roots: readonly string[] | null = null;
  server.setNotificationHandler('notifications/roots/list_changed', () => {
    roots = null;
  });
  const client = (ctx: ServerContext): RequestClient => {
    const response = inputResponse(ctx.mcpReq.inputResponses, ASKED);
    if (response.kind === 'roots') roots = response.roots.map(({ uri }) => uri);
    const { name } = envelopeOf(ctx)[CLIENT_INFO_META_KEY] ?? server.getClientVersion() ?? {};
    const progress = progressOf(ctx);
    return { name, roots: roots ?? [], signal: ctx.mcpReq.signal, ...(progress ? { progress } : {}) };
  };
  const tellsRoots = (ctx: ServerContext): boolean =>
    (envelopeOf(ctx)[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities())?.roots !== undefined;
  return {
    client,
    async serve(ctx, act) {
      const request = client(ctx);
      try {
        return await act(request);
      } catch (error) {
        if (!isNoWorkspaceError(error) || roots !== null || !tellsRoots(ctx)) throw error;
        return inputRequired({ inputRequests: { [ASKED]: inputRequired.listRoots() } });
      }
    },
  };
}
