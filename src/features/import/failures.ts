import { createFailure, type Failure, type FailureGraph, parseFailures } from '../../records/failure.js';
import { isRecord, type Json } from '../../text/json-value.js';

/** The failures in a file, and whether they contain all of its fields. */
interface ForeignFailures {
  readonly graph: FailureGraph;
  readonly whole: boolean;
}

/** Keys under which a file may name the failed thing. */
const NAMES = ['what', 'item', 'name', 'failed_item', 'path'];

/**
 * Reads a file of a failure graph (MindSave §Failure Graph): a graph, a list, or one failure named by its file. Null if
 * it is none of these.
 */
export function parseFailureGraph(said: unknown, file: string): ForeignFailures | null {
  const graph = graphOf(said, file);
  if (graph === null || Object.keys(graph).length === 0) return null;
  return { graph, whole: saysAll(said, graph) };
}

function graphOf(said: unknown, file: string): FailureGraph | null {
  if (Array.isArray(said)) {
    const each = said.map((one) => (nameIn(one) === null ? null : graphOf(one, file)));
    return each.includes(null) ? null : Object.assign({}, ...each);
  }
  if (!isRecord(said)) return null;
  if (isRecord(said.failure_graph)) return graphOf(said.failure_graph, file);
  if (typeof said.reason === 'string') return parseFailures({ [nameIn(said) ?? baseOf(file)]: said });
  const isGraph = Object.values(said).every((one) => isRecord(one) && typeof one.reason === 'string');
  return isGraph ? parseFailures(said) : null;
}

const nameIn = (one: unknown): string | null => {
  const key = isRecord(one) ? NAMES.find((name) => typeof one[name] === 'string') : undefined;
  return key === undefined ? null : String((one as Json)[key]);
};

const baseOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1).replace(/\.\w+$/, '');

const KNOWN = new Set([...Object.keys(createFailure({ reason: '' })), ...NAMES]);

/** Returns true if the graph has every field of the file. */
function saysAll(said: unknown, graph: FailureGraph): boolean {
  const names = new Set([...Object.keys(graph), 'failure_graph']);
  const isKept = (one: unknown): boolean => {
    if (Array.isArray(one)) return one.every(isKept);
    if (!isRecord(one)) return true;
    return Object.entries(one).every(([key, value]) =>
      names.has(key) ? isKept(value) : KNOWN.has(key) && isPlain(key as keyof Failure, value),
    );
  };
  return isKept(said);
}

/** Returns a field in the graph's form: a list, or one word or number. */
const isPlain = (key: keyof Failure, value: unknown): boolean =>
  key === 'related' || key === 'alternatives'
    ? Array.isArray(value) && value.every((one) => typeof one === 'string')
    : typeof value === 'string' || typeof value === 'number';
