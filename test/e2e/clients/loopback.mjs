// For clients that speak MCP over HTTP only: carries each POST to a server on standard input and output, and its answer
// back. Only for tests, and only on loopback. A connection of the older era has a server of its own, named by its session.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

/** Starts the adapter; gives its address, and how to end it with all that it started. */
export async function loopback(command, options) {
  const servers = new Map();
  const serverOf = (session) => {
    const known = servers.get(session) ?? carrier(command, options);
    servers.set(session, known);
    return known;
  };
  const http = createServer(async (request, response) => {
    if (!isLocal(request.headers.host) || !isLocal(hostOf(request.headers.origin)))
      return response.writeHead(403).end();
    if (request.method === 'DELETE') return response.writeHead(200).end();
    if (request.method !== 'POST') return response.writeHead(405, { allow: 'POST, DELETE' }).end();
    const message = JSON.parse(await textOf(request));
    const isNew = message.method === 'initialize';
    const session = isNew ? randomUUID() : (request.headers['mcp-session-id'] ?? 'none');
    const answer = await serverOf(session).carry(message);
    const headers = { 'content-type': 'application/json', ...(isNew ? { 'mcp-session-id': session } : {}) };
    if (answer === null) return response.writeHead(202).end();
    response.writeHead(200, headers).end(JSON.stringify(answer));
  });
  await new Promise((ready) => http.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${http.address().port}/mcp`,
    async close() {
      http.closeAllConnections();
      http.close();
      await Promise.all([...servers.values()].map((server) => server.end()));
    },
  };
}

/** One server, and the answers that are waited for; ids are its own, since several clients may count alike. */
function carrier([program, ...args], options) {
  const child = spawn(program, args, { ...options, stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map();
  const ended = new Promise((done) => child.on('close', done));
  let next = 1;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, ...answer } = JSON.parse(line);
    const asked = waiting.get(id);
    waiting.delete(id);
    asked?.settle({ ...answer, id: asked.id });
  });
  return {
    carry(message) {
      if (message.id === undefined) {
        child.stdin.write(`${JSON.stringify(message)}\n`);
        return null;
      }
      const id = next++;
      child.stdin.write(`${JSON.stringify({ ...message, id })}\n`);
      return new Promise((settle) => waiting.set(id, { id: message.id, settle }));
    },
    end() {
      child.stdin.end();
      return ended;
    },
  };
}

async function textOf(request) {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

const hostOf = (origin) => (origin === undefined ? undefined : new URL(origin).host);

const isLocal = (host) => host === undefined || /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);
