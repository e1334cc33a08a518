import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type Server,
} from '@modelcontextprotocol/server';
import { type Command, type CommandContext, defineCommand, UserError } from '../command/define-command.js';
import { findEntryById } from '../command/find-entry.js';
import { getNoteKind } from '../notes/kinds/note-kind.js';
import { dayNotePath, joinFolder, trimFolder } from '../notes/kinds/note-paths.js';
import type { Notebook } from '../notes/notebook.js';
import { mapStrings } from '../text/json-value.js';
import { toAgentText } from '../text/sanitize.js';
import type { McpClient } from './client.js';
import { type Dispatcher, isNoWorkspaceError, type RequestClient } from './dispatcher.js';

const MIME = 'text/markdown';
const NOTES = 'daybook://notes/';
const DAYS = 'daybook://day/';
const ENTRIES = 'daybook://entry/';

const template = (uriTemplate: string, name: string, description: string) => ({
  uriTemplate,
  name,
  description,
  mimeType: MIME,
});

/** URIs of resources: notes by their path below the content folder, days by date, entries by id. */
const RESOURCE_TEMPLATES = [
  template(`${NOTES}{+path}`, 'note', 'a note by its path below the content folder: MEMORY.md, SESSION.md'),
  template(`${DAYS}{date}`, 'day', 'what happened on one day: 2026-06-07'),
  template(`${ENTRIES}{id}`, 'entry', 'one entry by its id, as written in its note'),
];

/** The number of notes on a page of the list. */
const PAGE = 100;

/** The settings of both read requests: they change nothing. */
const LOOK = {
  group: 'hidden',
  examples: [],
  isTool: true,
} as const satisfies Partial<Command>;

/** Lists the notes page by page, the most important first; `after` is the last path of the previous page. */
const listNoteResources = defineCommand({
  ...LOOK,
  name: 'notes',
  description: 'list the notes',
  params: { after: { kind: 'text', description: 'the path after which to continue' } },
  plan({ notebook }, { after }) {
    const weight = (path: string) => getNoteKind(path, notebook.content).weight;
    const paths = notebook.list().toSorted((a, b) => weight(b) - weight(a) || (a < b ? -1 : 1));
    const from = after === undefined ? 0 : paths.indexOf(after) + 1;
    const page = paths.slice(from, from + PAGE);
    const next = from + PAGE < paths.length ? page.at(-1) : undefined;
    return {
      message: '',
      data: { resources: page.map((path) => listed(path, notebook)), next },
      changes: [],
    };
  },
});

/** Reads a note, a day or an entry by its URI; null if there is none. Only listed notes can be read. */
const readNoteResource = defineCommand({
  ...LOOK,
  name: 'note',
  description: 'read a note',
  params: { uri: { kind: 'text', required: true, description: 'its address' } },
  plan: (ctx, { uri }) => ({ message: '', data: { text: textAt(ctx, uri) }, changes: [] }),
});

function listed(path: string, { content, notes }: Notebook) {
  const { about, weight } = getNoteKind(path, content);
  const below = trimFolder(path, notes);
  return {
    uri: NOTES + below.split('/').map(encodeURIComponent).join('/'),
    name: below,
    description: about,
    mimeType: MIME,
    annotations: { priority: Math.min(1, weight) },
  };
}

function textAt(ctx: CommandContext, uri: string): string | null {
  const address = decoded(uri);
  if (address?.startsWith(ENTRIES)) {
    const { entry, note } = findEntryById(ctx, address.slice(ENTRIES.length));
    return note.text.slice(entry.start, entry.end);
  }
  const full = address === null ? '' : pathAt(address, ctx.notebook);
  return ctx.notebook.list().includes(full) ? (ctx.notebook.note(full)?.text ?? null) : null;
}

function pathAt(address: string, notebook: Notebook): string {
  if (address.startsWith(NOTES)) return joinFolder(notebook.notes, address.slice(NOTES.length));
  return address.startsWith(DAYS) ? dayNotePath(address.slice(DAYS.length), notebook) : '';
}

function decoded(uri: string): string | null {
  try {
    return decodeURIComponent(uri);
  } catch {
    return null;
  }
}

/** Registers the notes of the workspace as resources: list, read, and URI templates. */
export function registerResources(
  server: Server,
  { desk: deps, caller }: { readonly desk: Dispatcher; readonly caller: McpClient },
): void {
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [...RESOURCE_TEMPLATES],
  }));
  server.setRequestHandler('resources/list', ({ params }, ctx) =>
    list(deps, caller.client(ctx), params?.cursor),
  );
  server.setRequestHandler('resources/read', ({ params: { uri } }, ctx) =>
    caller.serve(ctx, (client) => read(deps, client, uri)),
  );
}

/** Returns an empty result without a workspace, which is not an error. */
async function list(deps: Dispatcher, client: RequestClient, cursor: string | undefined) {
  const after = cursor === undefined ? undefined : Buffer.from(cursor, 'base64url').toString();
  try {
    const { plan } = await deps.dispatch(listNoteResources, { after }, client);
    const { resources, next } = plan.data as { resources: Resource[]; next: string | undefined };
    return {
      resources: mapStrings(resources, toAgentText),
      ...(next === undefined ? {} : { nextCursor: Buffer.from(next).toString('base64url') }),
    };
  } catch (error) {
    if (isNoWorkspaceError(error)) return { resources: [] };
    throw asError(error);
  }
}

async function read(deps: Dispatcher, client: RequestClient, uri: string): Promise<ReadResourceResult> {
  const { text } = await deps.dispatch(readNoteResource, { uri }, client).then(
    ({ plan }) => plan.data as { text: string | null },
    (error) => {
      throw isNoWorkspaceError(error) ? error : asError(error);
    },
  );
  if (text === null) throw new ResourceNotFoundError(uri);
  return { contents: [{ uri, mimeType: MIME, text: toAgentText(text) }] };
}

function asError(error: unknown): unknown {
  if (!(error instanceof UserError)) return error;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `${error.message}; ${error.hint}`);
}
