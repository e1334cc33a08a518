/** Why a value is no message of JSON-RPC 2.0, with the id to answer to where there is one. */
export interface Fault {
  readonly id?: string | number;
  readonly code: number;
  readonly message: string;
}

/** What is wrong with what stood on a line; null for a request, a notification or a response. */
export function faultOf(value: unknown): Fault | null {
  if (value === undefined) return { code: -32700, message: 'a line must be one JSON object' };
  if (!isObject(value)) return invalid(undefined, 'a line must be one JSON object, not a batch');
  const { jsonrpc, id, method, params } = value;
  if (id !== undefined && !isId(id)) return invalid(undefined, 'an id is a string or a whole number');
  if (jsonrpc !== '2.0') return invalid(id, 'a message says "jsonrpc": "2.0"');
  if (method === undefined && ('result' in value || 'error' in value)) return null;
  if (typeof method !== 'string') return invalid(id, 'a request names its method');
  if (params !== undefined && !isObject(params)) return invalid(id, 'params is an object');
  return null;
}

const invalid = (id: string | number | undefined, message: string): Fault =>
  id === undefined ? { code: -32600, message } : { id, code: -32600, message };

export const isId = (value: unknown): value is string | number =>
  typeof value === 'string' || Number.isSafeInteger(value);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
