import { type CommandContext, type CommandPlan, UserError } from '../../command/define-command.js';
import { readEntriesAt } from '../../command/entry-format.js';
import { isAgentWithForeignText } from '../../command/find-origin.js';
import {
  type CommandInput,
  defineChoice,
  defineFile,
  defineNumber,
  defineText,
  defineTextList,
  getChoice,
  type ParamDefinitions,
} from '../../command/params.js';
import { parseStructuredInput } from '../../command/parse-structured-input.js';
import { createEntryDeps } from '../../command/planning-deps.js';
import { createUsageError } from '../../errors.js';
import { replaceSpan } from '../../markdown/section-edits.js';
import { type Change, createEdit } from '../../notes/changes/change.js';
import { appendRecord, nextRecordNumber } from '../../notes/edit/upsert-note.js';
import { createEntryId } from '../../notes/entries/ids.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { listForeignCalls } from '../../notes/kinds/agent-files.js';
import { type KindName, notePath } from '../../notes/kinds/index.js';
import {
  createHandoffInput,
  formatArtifact,
  formatHandoff,
  HANDOFF_FIELDS,
  HANDOFF_NAMES,
  HANDOFF_OUTCOMES,
  type Handoff,
  type HandoffInput,
  type HandoffOutcome,
  type HandoffRecord,
  isNone,
  mapHandoffFields,
  mergeHandoffs,
  parseHandoff,
  readHandoffs,
} from '../../records/handoff.js';
import type { SessionSummary } from '../../transcripts/session-summary.js';
import { proposeForeign } from '../inbox/propose.js';
import { isRejectedCall } from '../search/find-relevant.js';
import { createHandoffFromTranscript, stripTranscriptFields } from './from-transcript.js';
import { handoffNotePath, listHandoffLabels, toHandoffJson, workspaceName } from './list-handoffs.js';

const OUTCOMES = Object.keys(HANDOFF_OUTCOMES) as readonly HandoffOutcome[];

/** The parameters of a hand-off. */
export const HANDOFF_PARAMS = {
  goal: defineText('what the session was for, in one line'),
  next: defineText('the next step'),
  outcome: defineChoice(OUTCOMES, 'complete, partial or failed', { placeholder: 'OUTCOME' }),
  action: defineTextList('an action, with something to verify it by'),
  artifact: defineTextList('a result: a file, a PR, a deploy'),
  added: defineTextList('a fact that memory gained', 'FACT'),
  corrected: defineTextList('a fact that was wrong in memory', 'FACT'),
  blocker: defineTextList('a blocker'),
  question: defineTextList('a question for the next session'),
  commit: defineTextList('a commit', 'SHA'),
  turns: defineNumber('how many turns it took'),
  minutes: defineNumber('how long it took'),
  parent: defineText('the session that started this one', 'SESSION'),
  transcript: defineText('the transcript of the session, for facts that are not given', 'FILE', {
    reaches: 'transcript',
  }),
  input: defineFile('all of it as YAML or JSON; - for standard input'),
} as const satisfies ParamDefinitions;

type HandoffOptions = Partial<CommandInput<typeof HANDOFF_PARAMS>>;

/** Records the hand-off of this session: in its existing record, else in a new one at the end. */
export function writeHandoff(
  ctx: CommandContext,
  options: HandoffOptions,
  facts = readFacts(ctx, options.transcript),
): CommandPlan {
  const { notebook } = ctx;
  const found = ownRecord(ctx);
  const old = found && facts ? { ...found, ...stripTranscriptFields(found, facts) } : found;
  const { notices, ...fields } = givenBy(ctx, options);
  const full = draft(ctx, fields, old, facts);
  const { changes, id } = found ? rewritten(ctx, found, mergeHandoffs(old ?? found, full)) : added(ctx, full);
  const made = readHandoffs(ctx, notebook.after(changes)).find(({ entry }) => entry.id === id);
  if (!made)
    throw new UserError('unwritable', 'cannot store this text as one record', 'write it as plain lines');
  return {
    message:
      changes.length === 0
        ? `${full.label} has all of this already.`
        : `Handed off as ${full.label}: ${made.goal}`,
    historyMessage: `hand-off ${full.label}: ${made.goal}`,
    notices,
    data: { handoff: toHandoffJson(ctx, made) },
    changes,
    location: `${handoffNotePath(notebook)}:${made.entry.line} ^${id}`,
  };
}

/**
 * Plans the hand-off of an ended session from its transcript (Mutable §Handoff Record). Null if the session did nothing, if the
 * transcript is gone, or if a person edited the record.
 */
export function writeHandoffAtEnd(ctx: CommandContext, transcript: string): CommandPlan | null {
  const isForeign = isAgentWithForeignText(ctx);
  try {
    const facts = readFacts(ctx, transcript, isForeign ? withoutOwnWords : undefined);
    if (facts === null) return null;
    const handed = writeHandoff(ctx, { transcript }, facts);
    return isForeign ? { ...handed, changes: [...handed.changes, ...askedAbout(ctx, transcript)] } : handed;
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}

/** Removes the agent's own words (title, answers, open tasks): after foreign text, they wait in the inbox. */
const withoutOwnWords = (account: SessionSummary): SessionSummary => ({
  ...account,
  about: { ...account.about, title: null },
  prompts: account.prompts.map((prompt) => ({ ...prompt, answer: '' })),
  todos: [],
});

function askedAbout(ctx: CommandContext, transcript: string): readonly Change[] {
  const todos = ctx.query('transcriptSummary', transcript)?.account.todos ?? [];
  const found = `what session ${ctx.actor.session ?? 'unnamed'} left to do`;
  return proposeForeign(todos, found, ctx.notebook, createEntryDeps(ctx));
}

/** Facts of the session's transcript; null without one, and if nothing was done. Throws `UserError` if it cannot be read. */
function readFacts(
  ctx: CommandContext,
  transcript: string | undefined,
  select = (account: SessionSummary): SessionSummary => account,
): HandoffInput | null {
  if (transcript === undefined) return null;
  const found = ctx.query('transcriptSummary', transcript);
  if (!found)
    throw new UserError(
      'no-file',
      `the transcript ${transcript} cannot be read`,
      'name the JSON lines that the agent writes',
    );
  const { client } = found;
  const account = dropOwnFiles(select(found.account), ctx.notebook.content);
  if (account.prompts.length + account.calls.length === 0) return null;
  const times = [account.first, account.last].flatMap((at) => at ?? []);
  const dates = new Set(times.map((at) => ctx.local(Date.parse(at)).date));
  return createHandoffFromTranscript(
    account,
    { session: ctx.actor.session ?? '', agent: client },
    { commits: ctx.query('commits', [...dates]), isRejected: (call) => isRejectedCall(ctx, call) },
  );
}

/** Returns the record as passed by options, else by the input. */
function givenBy(ctx: CommandContext, options: HandoffOptions) {
  const { input: text = '' } = options;
  const isRecord = /^## Session Log\b/m.test(text);
  const { fields, notices } = parseStructuredInput(ctx, isRecord ? undefined : text, HANDOFF_NAMES);
  const said = isRecord ? parseHandoff(text) : createHandoffInput(fields);
  const input = mapHandoffFields((name, kind) => {
    const option = HANDOFF_FIELDS[name].names[0] ?? name;
    const value = (options as Readonly<Record<string, unknown>>)[kind === 'list' ? option : name];
    if (kind === 'list') {
      const items = [value ?? [], said[name] ?? []].flat().map(String);
      return items.map(oneLine).filter((one) => !isNone(one));
    }
    return kind === 'line' ? oneLine(String(value ?? said[name] ?? '')) || null : (value ?? said[name]);
  });
  return { notices, ...input };
}

/** The existing record of this session; null if it has no name or no record. */
function ownRecord(ctx: CommandContext): HandoffRecord | undefined {
  const { session } = ctx.actor;
  return session === null
    ? undefined
    : readHandoffs(ctx, ctx.notebook).findLast(({ label }) => label === session);
}

/** Completes the record with gathered facts, the day's tool entries, new entries of memory, open blockers and its namespace. */
function draft(
  ctx: CommandContext,
  stated: HandoffInput,
  old: Handoff | undefined,
  facts: HandoffInput | null,
): Handoff {
  const { notebook, actor: who } = ctx;
  const { date } = ctx.local(ctx.now);
  const day = readEntriesAt(ctx, notebook, `${notebook.content}/${notePath('day', { date })}`);
  const readKind = (kind: KindName) => readEntriesAt(ctx, notebook, `${notebook.content}/${notePath(kind)}`);
  const goal =
    stated.goal ??
    old?.goal ??
    facts?.goal ??
    day.find(({ type }) => type === 'moment')?.text.split('\n', 1)[0];
  if (!goal)
    throw createUsageError(
      'no goal is given',
      'write: daybook handoff --goal "deploy v0.6.0" --outcome complete',
    );
  const fresh: Handoff = {
    ...stated,
    label: old?.label ?? labelFor(ctx, date),
    goal: oneLine(goal),
    outcome: outcomeNamed(stated.outcome),
    workspace: workspaceName(ctx),
    branch: ctx.query('branch'),
    agent: who.by,
  };
  const last = readHandoffs(ctx, notebook).at(-1)?.entry.at ?? '';
  const fill = (values: readonly string[], find: () => readonly string[]) =>
    values.length > 0 ? values : find().slice(0, MAX_COUNT);
  const full = {
    ...fresh,
    actions: fill(fresh.actions, () =>
      day.filter(({ type, at }) => type === 'tool' && (at ?? '') > last).map(firstLine),
    ),
    added: fill(fresh.added, () =>
      listGained(readKind('memory'), date, notebook.note(handoffNotePath(notebook))?.text ?? ''),
    ),
    blockers: fill(fresh.blockers, () =>
      readKind('session')
        .filter(({ type, status }) => type === 'blocker' && status !== 'done' && status !== 'resolved')
        .map(firstLine),
    ),
  };
  const isStated = old !== undefined && old.actions.length + old.questions.length > 0;
  const outcome = isStated && old.outcome !== null ? null : outcomeNamed(facts?.outcome ?? null);
  const whole = facts ? mergeHandoffs({ ...full, ...facts, goal: full.goal, outcome }, full) : full;
  return { ...whole, artifacts: verifyArtifacts(ctx, whole.artifacts) };
}

/** Formats artifacts, with a mark on files that are missing. */
export function verifyArtifacts(ctx: CommandContext, artifacts: readonly string[]): readonly string[] {
  const isMissing = (path: string) => ctx.query('fileStatuses', [path], 0)[0]?.modified === null;
  return artifacts.map((one) => formatArtifact(one, isMissing));
}

/** Removes Daybook's own files from the calls of a session, and calls that were only about them. */
export const dropOwnFiles = (account: SessionSummary, content: string): SessionSummary => ({
  ...account,
  calls: listForeignCalls(account.calls, content),
});

/** The session's name if it fits into a heading, else the next number of the day. */
function labelFor(ctx: CommandContext, date: string): string {
  const { session } = ctx.actor;
  return session !== null && /^[\w.:-]{1,80}$/.test(session)
    ? session
    : nextRecordNumber(date, listHandoffLabels(ctx));
}

function added(ctx: CommandContext, full: Handoff) {
  const id = createEntryId(ctx.ids, ctx.notebook.note(handoffNotePath(ctx.notebook)));
  const block = {
    kind: 'handoff',
    lines: formatHandoff(full, id),
    why: 'the hand-off of the session',
  } as const;
  return { changes: [appendRecord(block, ctx.notebook, (name) => ctx.query('template', name))], id };
}

/** Adds to the session's record, only if its block is as Daybook wrote it. */
function rewritten(ctx: CommandContext, old: HandoffRecord, now: Handoff) {
  const { entry } = old;
  const note = ctx.notebook.note(entry.path);
  if (!note) throw new RangeError(`there is no note ${entry.path}`);
  const { eol } = ctx.notebook.outline(note);
  const own = formatHandoff(old, entry.hasId ? entry.id : null).join(eol);
  if (note.text.slice(entry.start, entry.end).trimEnd() !== own)
    throw new UserError(
      'edited',
      `the record of this session was edited by hand (${entry.path}:${entry.line})`,
      'add new lines there by hand; Daybook does not change it',
      { path: entry.path },
    );
  const fresh = formatHandoff(now, entry.id).join(eol);
  const splices = replaceSpan(note.text, entry.start, entry.start + own.length, fresh);
  const why = 'more for the hand-off';
  return {
    changes: createEdit(note, splices, why),
    id: entry.id,
  };
}

/** Reads an outcome as records write it: `✅ Complete`. */
const outcomeNamed = (stated: string | null): Handoff['outcome'] =>
  stated === null
    ? null
    : getChoice('outcome', stated, OUTCOMES, stated.toLowerCase().replace(/[^a-z]/g, ''));

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Most items of one sort: a record is a summary. */
const MAX_COUNT = 12;

/** Entries of memory of today that no record lists yet, each with a link to its line. */
function listGained(memory: readonly LocatedEntry[], date: string, log: string): readonly string[] {
  const name = notePath('memory').replace(/\.md$/, '');
  return memory
    .filter(({ type, hasId, at }) => type !== 'prose' && hasId && at?.slice(0, 10) === date)
    .filter(({ superseded, status }) => superseded === null && status !== 'dropped')
    .filter(({ id }) => !log.includes(`#^${id}]]`))
    .map(({ text, id }) => `${text} [[${name}#^${id}]]`);
}

const firstLine = ({ text }: LocatedEntry): string => text.split('\n', 1)[0] ?? '';
