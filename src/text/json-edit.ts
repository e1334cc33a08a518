import { applyEdits, findNodeAtLocation, modify, type Node, type ParseError, parseTree } from 'jsonc-parser';

/** The path of a value in JSON: keys and indexes from the root. */
export type JsonPath = readonly (string | number)[];

/** True where a text is JSON with an object at its root; comments and commas at the end are forgiven. An empty text is too. */
export function isJsonObject(text: string): boolean {
  const errors: ParseError[] = [];
  return rootOf(text, errors)?.type === 'object' && errors.length === 0;
}

/** The value at a path, or undefined. */
export function findValue(text: string, path: JsonPath): unknown {
  const node = nodeAt(text, path);
  return node && plain(node);
}

/** The text with a value at a path, made where it is missing, with all that is missing above it; every other byte stays. */
export function setValue(text: string, path: JsonPath, value: unknown): string {
  const body = bodyOf(text);
  const node = nodeAt(body, path);
  if (node) return replaced(body, node, value);
  const key = path.at(-1);
  const above = nodeAt(body, path.slice(0, -1));
  if (above?.type !== 'object') return setValue(body, path.slice(0, -1), { [String(key)]: value });
  return inserted(body, above, (unit, lead) => `${JSON.stringify(key)}: ${written(value, unit, lead)}`);
}

/** The text with one more value at the end of a list, which is made where it is missing. */
export function appendItem(text: string, path: JsonPath, value: unknown): string {
  const list = nodeAt(text, path);
  if (list?.type !== 'array') return setValue(text, path, [value]);
  return inserted(text, list, (unit, lead) => written(value, unit, lead));
}

/** The text without the value at a path. */
export const removeValue = (text: string, path: JsonPath): string =>
  applyEdits(text, modify(text, [...path], undefined, {}));

const bodyOf = (text: string): string => (text.trim() === '' ? '{}\n' : text);

const rootOf = (text: string, errors: ParseError[] = []): Node | undefined =>
  parseTree(bodyOf(text), errors, { allowTrailingComma: true });

function nodeAt(text: string, path: JsonPath): Node | undefined {
  const root = rootOf(text);
  return root && findNodeAtLocation(root, [...path]);
}

/** The value of a node; an object has its own keys only. */
function plain({ type, value, children = [] }: Node): unknown {
  if (type === 'array') return children.map(plain);
  if (type !== 'object') return value;
  return Object.fromEntries(
    children.map(({ children: [key, one] = [] }) => [String(key?.value), one ? plain(one) : null]),
  );
}

/** Writes a value: in lines that begin with `lead`, indented by `unit`, or in one where there is no unit. */
const written = (value: unknown, unit: string, lead: string): string =>
  JSON.stringify(value, null, unit).replaceAll('\n', lead);

function replaced(text: string, { offset, length }: Node, value: unknown): string {
  const lead = `${eolOf(text)}${indentAt(text, offset)}`;
  return text.slice(0, offset) + written(value, unitOf(text), lead) + text.slice(offset + length);
}

/** Puts one more child at the end of a node: on a line of its own, unless its siblings share one. */
function inserted(text: string, node: Node, write: (unit: string, lead: string) => string): string {
  const unit = unitOf(text);
  const outer = `${eolOf(text)}${indentAt(text, node.offset)}`;
  const last = node.children?.at(-1);
  if (!last) {
    const at = node.offset + 1;
    const lead = outer + unit;
    const close = /^\s*\n/.test(text.slice(at)) ? '' : outer;
    return text.slice(0, at) + lead + write(unit, lead) + close + text.slice(at);
  }
  const at = last.offset + last.length;
  const isOneLine = !text.slice(node.offset, last.offset).includes('\n');
  const lead = `${eolOf(text)}${indentAt(text, last.offset)}`;
  const fresh = isOneLine ? ` ${write('', '')}` : lead + write(unit, lead);
  return `${text.slice(0, at)},${fresh}${text.slice(at)}`;
}

const eolOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

/** The blanks that the line of an offset begins with. */
const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? '';

/** One step of the text's own indentation. */
const unitOf = (text: string): string => /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
