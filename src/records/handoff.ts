import type { CommandContext } from '../command/define-command.js';
import type { FieldNames } from '../command/parse-structured-input.js';
import { formatBlock, parseBlock } from '../notes/entries/block.js';
import { EMPTY_LINE, formatLine, parseLine } from '../notes/entries/entry-line.js';
import type { LocatedEntry } from '../notes/entries/read-entries.js';
import { notePath } from '../notes/kinds/index.js';
import type { Note } from '../notes/note.js';
import type { Notebook } from '../notes/notebook.js';
import { pluralize } from '../text/pluralize.js';

/** The outcomes of a session, as records write them (Mutable §Handoff Record, Format). */
export const HANDOFF_OUTCOMES = {
  complete: '✅ Complete',
  partial: '⚠️ Partial',
  failed: '❌ Failed',
} as const;

export type HandoffOutcome = keyof typeof HANDOFF_OUTCOMES;

/** The headings of a record, in their order. */
export const HANDOFF_HEADINGS = {
  actions: 'Key Actions',
  artifacts: 'Artifacts Created',
  memory: 'Memory Updates',
  open: 'Blockers / Open Questions',
} as const;

/** The hand-off record of a session (Mutable §Handoff Record), with its commits and namespace (FEATURES C6). */
export interface Handoff {
  /** The session, or a number of the day if it has no name. */
  readonly label: string;
  readonly goal: string;
  /** The next step that the session stated; null if it stated none. */
  readonly next: string | null;
  readonly outcome: HandoffOutcome | null;
  readonly turns: number | null;
  readonly minutes: number | null;
  readonly actions: readonly string[];
  readonly artifacts: readonly string[];
  readonly added: readonly string[];
  readonly corrected: readonly string[];
  readonly blockers: readonly string[];
  readonly questions: readonly string[];
  readonly commits: readonly string[];
  readonly workspace: string | null;
  readonly branch: string | null;
  readonly agent: string | null;
  readonly parent: string | null;
}

/** A record and its entry. */
export interface HandoffRecord extends Handoff {
  readonly entry: LocatedEntry;
}

/** Lists the records of a note from top to bottom; hand-written ones are read leniently. */
export const parseHandoffs = (note: Note, entries: readonly LocatedEntry[]): readonly HandoffRecord[] =>
  entries
    .filter(({ type }) => type === 'handoff')
    .map((entry) => ({ ...parseHandoff(note.text.slice(entry.start, entry.end)), entry }));

/** Reads the records of some notes, else of the current note, oldest first. */
export const readHandoffs = (
  { entries }: Pick<CommandContext, 'entries'>,
  notebook: Notebook,
  paths: readonly string[] = [`${notebook.content}/${notePath('handoff')}`],
): readonly HandoffRecord[] =>
  paths.flatMap((path) => notebook.note(path) ?? []).flatMap((note) => parseHandoffs(note, entries(note)));

/** Reads one record. Never throws; what is missing is empty or null. */
export function parseHandoff(source: string): Handoff {
  const { heading, fields, body } = parseBlock(source);
  const of = (name: string): string | null => fields.get(name) || null;
  const below = itemsBelow(body);
  const items = (heading: string) => below(heading).filter((line) => !isNone(line.replace(LABEL, '')));
  const memory = items(HANDOFF_HEADINGS.memory);
  const open = items(HANDOFF_HEADINGS.open);
  const isAsked = (line: string) => isQuestion(line.replace(TICKED, ''));
  const number = (pattern: RegExp): number | null => {
    const found = pattern.exec(of('duration') ?? '')?.[1];
    return found === undefined ? null : Number(found);
  };
  return {
    label: heading.slice(heading.indexOf(':') + 1).trim(),
    goal: of('goal') ?? '',
    next: of('next'),
    outcome: outcomeOf(of('outcome') ?? ''),
    turns: number(/(?<!\d)(\d+)\s*turn/i),
    minutes: number(/(?<!\d)(\d+)\s*m(?:in|$|\s)/i),
    actions: items(HANDOFF_HEADINGS.actions),
    artifacts: items(HANDOFF_HEADINGS.artifacts),
    added: memory.filter((line) => !CORRECTED.test(line)).map((line) => line.replace(ADDED, '')),
    corrected: memory.filter((line) => CORRECTED.test(line)).map((line) => line.replace(CORRECTED, '')),
    blockers: open.filter((line) => !isAsked(line)).map((line) => dropLabel(line, 'blocker')),
    questions: open.filter(isAsked).map((line) => dropLabel(line, 'question')),
    commits: (of('commits') ?? '')
      .split(/[,\s]+/)
      .map((one) => one.replaceAll('`', ''))
      .filter(Boolean),
    workspace: of('workspace'),
    branch: of('branch'),
    agent: of('agent') ?? of('by'),
    parent: of('parent') ?? of('parent session'),
  };
}

/** The beginning of an item that is done or dropped; the mark stays part of its text. */
const TICKED = /^\[[xX-]\] /;
const dropLabel = (line: string, label: string): string =>
  line.replace(new RegExp(`^(\\[[xX-]\\] )?${label}:\\s*`, 'i'), (_, mark = '') => mark);
const addLabel = (line: string, label: string): string =>
  line.replace(/^(?:\[[xX-]\] )?/, (mark) => `${mark}${label}: `);

const LABEL = /^(?:added|corrected|blocker|question|file|pr|deploy):\s*/i;
const ADDED = /^added:\s*/i;
const CORRECTED = /^corrected:\s*/i;
const isQuestion = (line: string): boolean =>
  !/^blocker:/i.test(line) && (/[?？]\s*$/.test(line) || /^question:/i.test(line));

const OUTCOME_WORDS: readonly (readonly [HandoffOutcome, RegExp])[] = [
  ['partial', /⚠|partial/i],
  ['failed', /❌|fail/i],
  ['complete', /✅|complete|done/i],
];

const outcomeOf = (text: string): HandoffOutcome | null =>
  OUTCOME_WORDS.find(([, pattern]) => pattern.test(text))?.[0] ?? null;

/** The items below a heading of the record, found by the heading's first word. */
function itemsBelow(body: readonly string[]): (heading: string) => readonly string[] {
  const found = new Map<string, string[]>();
  let own: string[] = [];
  for (const line of body) {
    const [, heading] = /^ {0,3}#{3,6}[ \t]+(.+?)[ \t]*$/.exec(line) ?? [];
    const [, item] = /^ {0,1}(?:[-*+]|\d{1,9}[.)])[ \t]+(.*)$/.exec(line) ?? [];
    if (heading !== undefined) {
      own = found.get(firstWord(heading)) ?? [];
      found.set(firstWord(heading), own);
    } else if (item !== undefined) own.push(wholeOf(item));
  }
  return (heading) => found.get(firstWord(heading)) ?? [];
}

const firstWord = (heading: string): string => heading.toLowerCase().split(/[^\p{L}]+/u)[0] ?? '';

/** An item with its mark if it is done or dropped, its reason, and the link to its source. */
function wholeOf(item: string): string {
  const { box, text, why, from } = parseLine(item);
  const mark = box === 'done' ? '[x]' : box === 'dropped' ? '[-]' : '';
  return [mark, why === null ? text : `${text} — ${why}`, from].filter(Boolean).join(' ');
}

/** Formats a record in the seed's layout; empty fields are left out. */
export function formatHandoff(record: Handoff, id: string | null): string[] {
  const { label, goal, next, outcome: plan, commits, workspace, branch, agent, parent } = record;
  const duration = durationOf(record);
  const fields = [
    ['goal', goal],
    ['next', next],
    ['duration', duration],
    ['outcome', plan === null ? null : HANDOFF_OUTCOMES[plan]],
    ['commits', commits.length === 0 ? null : commits.map((one) => `\`${one}\``).join(', ')],
    ['workspace', workspace],
    ['branch', branch],
    ['agent', agent],
    ['parent', parent],
  ].filter((field): field is [string, string] => field[1] !== null && field[1] !== '');
  return formatBlock({ depth: 2, heading: `Session Log: ${label}`, id, fields, body: sectionsOf(record) });
}

const durationOf = ({ turns, minutes }: Handoff): string | null =>
  [turns === null ? '' : pluralize(turns, 'turn'), minutes === null ? '' : `${minutes} min`]
    .filter(Boolean)
    .join(', ') || null;

function sectionsOf({ actions, artifacts, added, corrected, blockers, questions }: Handoff): string[] {
  const parts: readonly (readonly [heading: string, items: readonly string[]])[] = [
    [HANDOFF_HEADINGS.actions, actions],
    [HANDOFF_HEADINGS.artifacts, artifacts],
    [
      HANDOFF_HEADINGS.memory,
      [...added.map((one) => `Added: ${one}`), ...corrected.map((one) => `Corrected: ${one}`)],
    ],
    [HANDOFF_HEADINGS.open, [...blockers.map(asBlocker), ...questions.map(asQuestion)]],
  ];
  const lines = parts.flatMap(([heading, items]) =>
    items.length === 0 ? [] : ['', `### ${heading}`, ...items.map((item) => asItem(item))],
  );
  return lines.slice(1);
}

const asBlocker = (text: string): string =>
  isQuestion(text.replace(TICKED, '')) ? addLabel(text.trimEnd(), 'Blocker') : text;
const asQuestion = (text: string): string => (/[?？]\s*$/.test(text) ? text : addLabel(text, 'Question'));

/** A generated line: it reads back as one item; a link at its end stays its source. */
function asItem(item: string): string {
  const { box, text, why, from } = parseLine(item);
  return formatLine({ ...EMPTY_LINE, box, text, why, from }, '-');
}

/** Merges two records of one session: later values win, lists are joined without duplicates. */
export function mergeHandoffs(old: Handoff, now: Handoff): Handoff {
  const merged = Object.entries(now).map(
    ([key, value]: [string, string | number | readonly string[] | null]) => {
      const known = old[key as keyof Handoff];
      if (!Array.isArray(value) || !Array.isArray(known)) return [key, value ?? known];
      const isTicked = (item: string) =>
        known.some((line: string) => TICKED.test(line) && line.replace(TICKED, '') === item);
      const isOpenItem = key === 'blockers' || key === 'questions';
      return [key, [...new Set([...known, ...value.filter((item) => !isOpenItem || !isTicked(item))])]];
    },
  );
  return { ...old, ...Object.fromEntries(merged), label: old.label, goal: now.goal || old.goal };
}

/** Words of a record that name nothing: `[none]`, `n/a`. */
export const isNone = (text: string): boolean =>
  text.trim() === '' ||
  /^[^\p{L}\p{N}]*(?:none|nothing|n\/a|no (?:blockers?|open questions?))[^\p{L}\p{N}]*$/iu.test(text);

/** Formats an artifact as the source document does (`File:`, `PR:`, `Deploy:`); a relative path is checked. */
export function formatArtifact(text: string, isMissing: (path: string) => boolean): string {
  const plain = text.replaceAll('`', '').trim();
  if (/^#\d+$|^https?:\/\/\S+\/(?:pull|merge_requests)\/\d+$/.test(plain)) return `PR: \`${plain}\``;
  if (/^https?:\/\/\S+$/.test(plain)) return `Deploy: \`${plain}\``;
  const path = /^(?:file: *)?(\S+)$/i.exec(plain)?.[1] ?? '';
  if (!/^(?![/~]|\w+:).*[./]/.test(path)) return text;
  return `File: \`${path}\` (${isMissing(path) ? 'missing' : 'verified'})`;
}

/** The path of a formatted file; null for other artifacts. */
export const parseArtifactPath = (text: string): string | null => /^File: `([^`]+)`/.exec(text)?.[1] ?? null;

/**
 * The fields of a record that can be passed: what each is, and its other names in `--input`, as `--json` shows a record, then as
 * the headings name it. The first name of a list is its option.
 */
export const HANDOFF_FIELDS = {
  goal: { kind: 'line', names: [] },
  next: { kind: 'line', names: ['next_step', 'next_action'] },
  outcome: { kind: 'text', names: [] },
  turns: { kind: 'number', names: [] },
  minutes: { kind: 'number', names: [] },
  actions: { kind: 'list', names: ['action', 'key_actions'] },
  artifacts: { kind: 'list', names: ['artifact', 'artifacts_created'] },
  added: { kind: 'list', names: [] },
  corrected: { kind: 'list', names: [] },
  blockers: { kind: 'list', names: ['blocker'] },
  questions: { kind: 'list', names: ['question', 'open_questions'] },
  commits: { kind: 'list', names: ['commit'] },
  parent: { kind: 'text', names: ['parent_session'] },
} as const;

type FieldName = keyof typeof HANDOFF_FIELDS;

/** The passed fields of a record; the outcome is not parsed yet. */
export type HandoffInput = Pick<Handoff, Exclude<FieldName, 'goal' | 'outcome'>> & {
  readonly goal: string | null;
  readonly outcome: string | null;
};

/** The names of the fields in `--input`; what only a written record has is passed over. */
export const HANDOFF_NAMES: FieldNames = {
  ...Object.fromEntries(Object.entries(HANDOFF_FIELDS).map(([name, { names }]) => [name, names])),
  ignored: [
    ...['id', 'label', 'workspace', 'branch', 'agent', 'entry'],
    ...['ok', 'message', 'say', 'changes', 'notices'],
  ],
};

/** Creates a record from the fields of an input; fields of another shape are empty or null. */
export const createHandoffInput = (fields: ReadonlyMap<string, unknown>): HandoffInput =>
  mapHandoffFields((name, kind) => {
    const value = fields.get(name);
    if (kind === 'list') return [value].flat().flatMap((one) => readText(one) ?? []);
    return kind === 'number' ? readNumber(value) : readText(value);
  });

/** Creates an input with a value for each field. */
export const mapHandoffFields = (
  read: (name: FieldName, kind: (typeof HANDOFF_FIELDS)[FieldName]['kind']) => unknown,
): HandoffInput =>
  Object.fromEntries(
    Object.entries(HANDOFF_FIELDS).map(([name, { kind }]) => [name, read(name as FieldName, kind)]),
  ) as unknown as HandoffInput;

const readText = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;

const readNumber = (value: unknown): number | null =>
  value !== undefined && value !== null && Number.isFinite(Number(value)) ? Number(value) : null;
