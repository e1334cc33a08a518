import type { Blockquote, Nodes, PhrasingContent } from 'mdast';

const CALLOUT = /^\[!([\w-]+)\]([+-]?)[ \t]*/;
const BAD = /^(?:warning|caution|attention|danger|error|bug|failure|fail|missing)$/;

/** Turns a quote that begins with `[!kind]` into a callout; with `+` or `-` behind it, the callout folds. */
export function convertCallout(quote: Blockquote): void {
  const [first] = quote.children;
  const start = first?.type === 'paragraph' ? first.children[0] : undefined;
  const [mark, kind = '', fold] = CALLOUT.exec(start?.type === 'text' ? start.value : '') ?? [];
  if (mark === undefined || first?.type !== 'paragraph' || start?.type !== 'text') return;
  start.value = start.value.slice(mark.length);
  const { line: title, rest } = splitLine(first.children);
  const name = kind.slice(0, 1).toUpperCase() + kind.slice(1).toLowerCase();
  const isNamed = title.some((node) => node.type !== 'text' || node.value.trim() !== '');
  const label: PhrasingContent = { type: 'text', value: isNamed ? `${name}: ` : name };
  const className = ['callout', ...(BAD.test(kind.toLowerCase()) ? ['callout-bad'] : [])];
  quote.data = {
    hName: fold ? 'details' : 'div',
    hProperties: { className, ...(fold === '+' ? { open: true } : {}) },
  };
  quote.children.splice(
    0,
    1,
    {
      type: 'paragraph',
      children: [label, ...title],
      data: { hName: fold ? 'summary' : 'p', hProperties: { className: ['callout-title'] } },
    },
    ...(rest.length > 0 ? [{ ...first, children: rest }] : []),
  );
}

/** Splits inline nodes at the first line break in a text. */
function splitLine(nodes: readonly PhrasingContent[]): { line: PhrasingContent[]; rest: PhrasingContent[] } {
  const at = nodes.findIndex((node) => node.type === 'text' && node.value.includes('\n'));
  const text = nodes[at];
  if (text?.type !== 'text') return { line: [...nodes], rest: [] };
  const end = text.value.indexOf('\n');
  return {
    line: [...nodes.slice(0, at), { ...text, value: text.value.slice(0, end) }],
    rest: [{ ...text, value: text.value.slice(end + 1) }, ...nodes.slice(at + 1)],
  };
}

/** Marks what is between two `==`, and drops what is between two `%%`, across the inline nodes of a parent. */
export function markRanges(nodes: readonly Nodes[]): Nodes[] {
  if (!nodes.some((node) => node.type === 'text' && /==|%%/.test(node.value))) return [...nodes];
  const out: Nodes[] = [];
  const open = new Map<string, number>();
  for (const node of nodes) {
    const pieces = node.type === 'text' ? node.value.split(/(={2,}|%%)/) : [];
    if (node.type !== 'text') out.push(node);
    for (const [at, value] of pieces.entries()) {
      const start = open.get(value);
      const isSign = value === '==' || value === '%%';
      const [before = '', after = ''] = [pieces[at - 1], pieces[at + 1]];
      if (isSign && start !== undefined && (value === '%%' || !/\s$/.test(before))) {
        const inner = out.splice(start).slice(1) as PhrasingContent[];
        for (const [sign, place] of open) if (place >= start) open.delete(sign);
        if (value === '==') out.push({ type: 'emphasis', children: inner, data: { hName: 'mark' } });
      } else if (value !== '') {
        if (isSign && (value === '%%' || !/^\s/.test(after))) open.set(value, out.length);
        out.push({ type: 'text', value });
      }
    }
  }
  return out;
}
