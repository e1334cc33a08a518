// Scripted models on loopback: one scripted step per turn; requests are recorded.
import { createServer } from 'node:http';

/** A step: `{text?, tools?: [{name, input, namespace?}], usage?}`; an input of plain text is for a tool of Codex that takes no JSON. Gives `{url, requests, close}`; `requests` are bodies with tools. */
export const anthropic = (script) => serve(script, answerAnthropic);
export const openai = (script) => serve(script, answerOpenai);
export const gemini = (script) => serve(script, answerGemini);

function serve(script, answer) {
  const requests = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => answer({ path: request.url, body: read(text), response, script, requests }));
  });
  return new Promise((ready) => {
    server.listen(0, '127.0.0.1', () => {
      const url = `http://127.0.0.1:${server.address().port}`;
      ready({ url, requests, close: () => server.closeAllConnections() ?? server.close() });
    });
  });
}

const read = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
};

/** The next step; the last one again where the script is at its end. */
const next = (script, requests) => script[Math.min(requests.length, script.length) - 1] ?? { text: 'Done.' };

function json(response, status, value) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

const USAGE = {
  input_tokens: 1200,
  cache_creation_input_tokens: 300,
  cache_read_input_tokens: 4000,
  output_tokens: 42,
};

function answerAnthropic({ path, body, response, script, requests }) {
  if (path.includes('count_tokens')) return json(response, 200, { input_tokens: 1234 });
  if (!path.includes('/v1/messages'))
    return json(response, 404, {
      type: 'error',
      error: { type: 'not_found_error', message: 'nothing here' },
    });
  const isTurn = (body.tools ?? []).length > 0;
  if (isTurn) requests.push(body);
  const { text = '', tools = [], usage = {} } = isTurn ? next(script, requests) : { text: 'A title' };
  const used = { ...USAGE, ...usage };
  const content = [
    ...(text === '' ? [] : [{ type: 'text', text }]),
    ...tools.map(({ name, input }, i) => ({
      type: 'tool_use',
      id: `toolu_${requests.length}_${i}`,
      name,
      input,
    })),
  ];
  const stop_reason = tools.length > 0 ? 'tool_use' : 'end_turn';
  const message = { id: `msg_${requests.length}`, type: 'message', role: 'assistant', model: body.model };
  if (!body.stream)
    return json(response, 200, { ...message, content, stop_reason, stop_sequence: null, usage: used });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const event = (type, data) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  event('message_start', {
    message: { ...message, content: [], stop_reason: null, stop_sequence: null, usage: used },
  });
  for (const [index, block] of content.entries()) {
    const isText = block.type === 'text';
    event('content_block_start', {
      index,
      content_block: isText ? { type: 'text', text: '' } : { ...block, input: {} },
    });
    const delta = isText
      ? { type: 'text_delta', text: block.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
    event('content_block_delta', { index, delta });
    event('content_block_stop', { index });
  }
  event('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: used });
  event('message_stop', {});
  response.end();
}

function answerOpenai({ path, body, response, script, requests }) {
  if (path.includes('/models')) return json(response, 200, { object: 'list', data: [], models: [] });
  if (path.includes('/chat/completions')) return answerChat({ body, response, script, requests });
  if (!path.includes('/responses')) return json(response, 404, {});
  if (isUnheard(body)) {
    setTimeout(() => answerTurn({ response, script, requests }), UNHEARD_MS);
    return;
  }
  requests.push(body);
  answerTurn({ response, script, requests });
}

const UNHEARD_MS = 500;

/**
 * True where a server’s tool was called that Codex has not got yet: it waits a second at most for a server to start, and
 * offers its tools from the next request on. Then the step is repeated.
 */
const isUnheard = ({ input = [] }) => {
  const answered = input.filter(({ type }) => type === 'function_call_output').at(-1);
  return /^unsupported call: mcp__/.test(answered?.output);
};

let turns = 0;

function answerTurn({ response, script, requests }) {
  const { text = '', tools = [] } = next(script, requests);
  const turn = ++turns;
  const output = [
    ...(text === ''
      ? []
      : [
          {
            type: 'message',
            id: `msg_${turn}`,
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text, annotations: [] }],
          },
        ]),
    ...tools.map(({ name, input, namespace }, i) => ({
      ...(typeof input === 'string'
        ? { type: 'custom_tool_call', input }
        : { type: 'function_call', arguments: JSON.stringify(input) }),
      id: `fc_${turn}_${i}`,
      call_id: `call_${turn}_${i}`,
      name,
      status: 'completed',
      ...(namespace ? { namespace } : {}),
    })),
  ];
  const about = { id: `resp_${turn}`, object: 'response' };
  const usage = { input_tokens: 1000, output_tokens: 20, total_tokens: 1020 };
  const details = {
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const event = (data) => response.write(`event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`);
  event({ type: 'response.created', response: { ...about, status: 'in_progress', output: [] } });
  for (const [output_index, item] of output.entries()) {
    event({ type: 'response.output_item.added', output_index, item });
    event({ type: 'response.output_item.done', output_index, item });
  }
  event({
    type: 'response.completed',
    response: { ...about, status: 'completed', output, usage: { ...usage, ...details } },
  });
  response.end();
}

/** The older OpenAI shape, which compatible servers use. A request without tools is for a title. */
function answerChat({ body, response, script, requests }) {
  const isTurn = (body.tools ?? []).length > 0;
  if (isTurn) requests.push(body);
  const { text = '', tools = [] } = isTurn ? next(script, requests) : { text: 'A title' };
  const about = {
    id: `chat_${requests.length}`,
    object: 'chat.completion.chunk',
    created: 1,
    model: 'scripted',
  };
  const tool_calls = tools.map(({ name, input }, index) => ({
    index,
    id: `call_${requests.length}_${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
  const delta = { role: 'assistant', content: text, ...(tools.length > 0 ? { tool_calls } : {}) };
  const finish_reason = tools.length > 0 ? 'tool_calls' : 'stop';
  const usage = { prompt_tokens: 1000, completion_tokens: 20, total_tokens: 1020 };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const chunk of [
    { choices: [{ index: 0, delta, finish_reason: null }] },
    { choices: [{ index: 0, delta: {}, finish_reason }], usage },
  ])
    response.write(`data: ${JSON.stringify({ ...about, ...chunk })}\n\n`);
  response.end('data: [DONE]\n\n');
}

/** Gemini CLI's requests besides its turns: which model takes a prompt, and who is next. */
const ASIDE = JSON.stringify({
  reasoning: 'short',
  next_speaker: 'user',
  model_choice: 'flash',
  complexity_score: 1,
  complexity_reasoning: 'short',
});

function answerGemini({ path, body, response, script, requests }) {
  if (path.includes('countTokens')) return json(response, 200, { totalTokens: 100 });
  if (!/generateContent/i.test(path)) return json(response, 404, {});
  const isTurn = (body.tools ?? []).length > 0;
  if (isTurn) requests.push(body);
  const { text = '', tools = [] } = isTurn ? next(script, requests) : { text: ASIDE };
  const parts = [
    ...(text === '' ? [] : [{ text }]),
    ...tools.map(({ name, input }) => ({ functionCall: { name, args: input } })),
  ];
  const answer = {
    candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 1000, candidatesTokenCount: 20, totalTokenCount: 1020 },
    modelVersion: 'gemini-scripted',
  };
  if (!path.includes('stream')) return json(response, 200, answer);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(`data: ${JSON.stringify(answer)}\r\n\r\n`);
}
