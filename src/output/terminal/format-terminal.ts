import { stripInvisible } from '../../text/sanitize.js';
import { formatRowId, formatWayBack, type PrintedItem, type PrintedResult } from '../format-result.js';
import { formatAge } from './format-age.js';
import { formatSpans, parseMarkdownLine, type Span, type Tone } from './spans.js';
import { measureColumns, wrapSpans } from './wrap-spans.js';

/** How a reply is shown on a terminal. */
export interface TerminalView {
  /** Columns of the terminal. */
  readonly width: number;
  readonly color: boolean;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
}

/** Narrower terminals get the type and id of a row on a line of their own. */
const NARROW = 64;
/** No terminal is treated as narrower. */
const LEAST_WIDTH = 20;
/** A longer label gets no hanging indent of its own width. */
const WIDEST_LABEL = 14;

/** Formats a result for a person: wrapped at words, with types, ids and ages in columns, then place and way back. */
export function formatTerminal(result: PrintedResult, view: TerminalView): string {
  const { plan } = result;
  const message = stripInvisible(plan.message);
  if (plan.format === 'plain') return message === '' ? '' : `${message}\n`;
  if (plan.format === 'diff') return formatTerminalDiff(message === '' ? '' : `${message}\n`, view);
  const parts = [
    ...(message === '' ? [] : message.split('\n').flatMap((line) => wrapLine(line, view))),
    ...formatRows(plan.items ?? [], view),
    ...formatPlace(stripInvisible(formatWayBack(result)), view),
  ];
  const text = formatTerminalDiff(stripInvisible(plan.preview ?? ''), view) + parts.join('\n').trimEnd();
  return text === '' ? '' : `${text}\n`;
}

/** Colours a unified diff; its lines are not wrapped. */
export function formatTerminalDiff(diff: string, { color }: Pick<TerminalView, 'color'>): string {
  return diff
    .split('\n')
    .map((line) => formatSpans([{ text: line, tone: getDiffTone(line) }], color))
    .join('\n');
}

function getDiffTone(line: string): Tone | undefined {
  if (/^(?:\+\+\+|---) /.test(line)) return 'heading';
  if (line.startsWith('@@')) return 'quiet';
  return line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : undefined;
}

/** Formats lines of an error or a notice; the first word, the program's name, is marked by `tone`. */
export function formatTerminalError(text: string, tone: 'bad' | 'warning', view: TerminalView): string {
  const lines = stripInvisible(text).trimEnd().split('\n');
  const formatted = lines.flatMap((line, index) => {
    const [, name = '', rest = line] = index === 0 ? (/^(daybook: )(.*)$/.exec(line) ?? []) : [];
    return wrap([{ text: name, tone }, ...parseMarkdownLine(rest)], view, 0, 2);
  });
  return `${formatted.join('\n')}\n`;
}

/** Wraps one line of Markdown; what follows hangs below its text. */
function wrapLine(line: string, view: TerminalView): readonly string[] {
  const [lead = ''] = /^\s*(?:[-*+] (?:\[[ x-]\] )?|\d+[.)] )?/.exec(line) ?? [];
  const [label = ''] = lead === '' ? (/^[A-Z][\w ]*: /.exec(line) ?? []) : [];
  const indent = measureColumns(lead) + (label.length <= WIDEST_LABEL ? label.length : 0);
  if (/^(?:```|\|)/.test(line)) return [line];
  return wrap([{ text: lead }, ...parseMarkdownLine(line.slice(lead.length))], view, 0, indent);
}

/** Wraps spans behind `start` columns that are already printed, and formats them. */
function wrap(
  spans: readonly Span[],
  { width, color }: TerminalView,
  start: number,
  indent: number,
): readonly string[] {
  const [first, ...rest] = spans;
  const isLead = first !== undefined && first.tone === undefined && /^\s*\S?\s*$/.test(first.text);
  const lead = isLead ? (first?.text ?? '') : '';
  const lines = wrapSpans(isLead ? rest : spans, {
    width: Math.max(width, LEAST_WIDTH),
    start: start + measureColumns(lead),
    indent,
  });
  return lines.map((line, at) => (at === 0 ? lead : ' '.repeat(indent)) + formatSpans(line, color));
}

/** Place and way back on one line where they fit, else each on its own. */
function formatPlace(line: string, view: TerminalView): readonly string[] {
  const text = line.trimStart();
  if (text === '') return [];
  const pieces = measureColumns(text) <= view.width ? [text] : text.split(' · ');
  const gap = line.startsWith('\n') ? [''] : [];
  return [...gap, ...pieces.flatMap((piece) => wrap([{ text: piece, tone: 'quiet' }], view, 0, 2))];
}

/** What a row shows before its text. */
interface Columns {
  readonly mark: string;
  readonly id: string;
  readonly type: string;
}

function getColumns({ mark = '', id, type, what, why }: PrintedItem): Columns {
  const label = id === undefined ? '' : formatRowId(id);
  const isSaid = label === '' || what.includes(label) || why?.includes(label);
  return { mark: mark.trim(), id: isSaid ? '' : label, type: type ?? '' };
}

function formatRows(items: readonly PrintedItem[], view: TerminalView): readonly string[] {
  const rows = items.map((item) => ({ item, columns: getColumns(item) }));
  const measure = (key: keyof Columns) =>
    rows.reduce((most, { columns }) => Math.max(most, measureColumns(columns[key])), 0);
  const widths = { mark: measure('mark'), id: measure('id'), type: measure('type') };
  const lines: string[] = [];
  let group: string | undefined;
  for (const { item, columns } of rows) {
    if (item.group !== undefined && item.type === undefined && item.group !== group)
      lines.push('', ...wrap([{ text: stripInvisible(item.group), tone: 'heading' }], view, 0, 2));
    group = item.group;
    lines.push(...formatRow(item, columns, widths, view));
  }
  return lines;
}

const MARK_TONES: Readonly<Record<string, Tone>> = { ok: 'good', BAD: 'bad' };

function formatRow(
  item: PrintedItem,
  columns: Columns,
  widths: Readonly<Record<keyof Columns, number>>,
  view: TerminalView,
): readonly string[] {
  const cells = (['mark', 'id', 'type'] as const).filter((key) => widths[key] > 0);
  const tones = { mark: MARK_TONES[columns.mark] ?? 'strong', id: 'id', type: 'type' } as const;
  const head = cells.flatMap((key): Span[] => {
    const padding = ' '.repeat(Math.max(0, widths[key] - measureColumns(columns[key])));
    return [
      { text: key === 'mark' ? padding : '' },
      { text: columns[key], tone: tones[key] },
      { text: `${key === 'mark' ? '' : padding}  ` },
    ];
  });
  const start = 2 + cells.reduce((sum, key) => sum + widths[key] + 2, 0);
  const isStacked = start > 8 && (view.width < NARROW || start > view.width / 2);
  const indent = isStacked ? 4 : start;
  const printed = `  ${formatSpans(head, view.color)}`;
  const body = wrap(getBody(item), view, indent, indent);
  const first = isStacked
    ? [printed.trimEnd(), `${' '.repeat(indent)}${body[0] ?? ''}`]
    : [printed + (body[0] ?? '')];
  const lines = [...first, ...body.slice(1)];
  const room = view.width - indent;
  const meta = getMeta(item, room, view.now);
  if (meta === '') return lines;
  const bodyColumns = getBody(item).reduce((sum, { text }) => sum + measureColumns(text), indent);
  const quiet = formatSpans([{ text: meta, tone: 'quiet' }], view.color);
  return body.length === 1 && bodyColumns + 2 + measureColumns(meta) <= view.width
    ? [...lines.slice(0, -1), `${lines.at(-1)}  ${quiet}`]
    : [...lines, ' '.repeat(indent) + quiet];
}

function getBody({ what, why, state }: PrintedItem): readonly Span[] {
  return [
    ...parseMarkdownLine(stripInvisible(what)),
    ...(why ? [{ text: ` — ${stripInvisible(why)}` }] : []),
    ...(state ? [{ text: `, ${stripInvisible(state)}`, tone: 'warning' as const }] : []),
  ];
}

/** Author, age and place of a row. What does not fit is left out in this order: author, age; the place always stays. */
function getMeta({ path, line, at, by }: PrintedItem, room: number, now: number): string {
  const place = path ? stripInvisible(`${path}${line ? `:${line}` : ''}`) : '';
  const parts = [by ?? '', at ? formatAge(at, now) : '', place];
  for (let from = 0; from < parts.length; from++) {
    const text = parts.slice(from).filter(Boolean).join(' · ');
    if (measureColumns(text) <= room || from === parts.length - 1) return text;
  }
  return '';
}
