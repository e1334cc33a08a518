import {
  type CommandContext,
  type CommandPlan,
  defineCommand,
  type ResultItem,
  UserError,
} from '../../command/define-command.js';
import { findNotesOrigin, isAgentWithForeignText } from '../../command/find-origin.js';
import {
  type CommandInput,
  defineChoice,
  defineFile,
  defineText,
  defineTextList,
  defineWords,
  requireChoice,
} from '../../command/params.js';
import { type FieldNames, parseStructuredInput } from '../../command/parse-structured-input.js';
import { createEntryDeps } from '../../command/planning-deps.js';
import { createUsageError } from '../../errors.js';
import { notePath } from '../../notes/kinds/index.js';
import { createUniqueNotePath, formatFileNamePart, formatFileTimestamp } from '../../records/file-name.js';
import {
  type Finding,
  parseFinding,
  FINDING_STATUSES as STATUSES,
  SYNTHESIS_AGENT,
} from '../../records/finding-record.js';
import { parseTitleAfter, readTaskNotes } from '../../records/note-sections.js';
import { isPlanComplete } from '../../records/plan-record.js';
import { asText, asTextList } from '../../records/snapshot.js';
import { cutText } from '../../text/sanitize.js';
import { planAutoSave } from '../auto-save/auto-save.js';
import { proposeForeign } from '../inbox/propose.js';
import { listTouchedFiles } from '../tool-log/touched-files.js';
import { consolidateFindings, type FindingInput, renderFinding, type Synthesis } from './synthesis.js';

const PARAMS = {
  agent: defineWords('the agent; or `merge` to join the findings of a task', { required: true }),
  task: defineText('the task that it is for', 'TASK'),
  status: defineChoice(STATUSES, 'completed, partial or failed'),
  summary: defineText('two or three sentences'),
  discovery: defineTextList('a key discovery'),
  file: defineTextList('a file made or changed: "path - what"', 'FILE'),
  question: defineTextList('an open question'),
  recommend: defineTextList('a recommendation'),
  said: defineText('the agent’s whole answer, to read the finding from'),
  of: defineText('the agent’s id, to list the files of its tool calls', 'ID'),
  input: defineFile('all of it as YAML or JSON; - for standard input'),
} as const;

/** Stores what agents found, and joins several findings (External Memory §Findings). */
export const finding = defineCommand({
  name: 'finding',
  description: 'record what an agent found; `finding merge --task T` joins the findings of a task',
  group: 'Other names and plumbing',
  params: PARAMS,
  actions: {
    merge: { description: 'join the findings of a task', params: { task: { required: true } } },
  },
  defaultAction: {
    description: 'record what an agent found',
    params: { ...PARAMS, agent: { description: 'the agent' } },
  },
  examples: [
    'daybook finding mobile-ui --task station_feature --summary "The screen is done." --discovery "maps need a key"',
    'daybook finding merge --task station_feature',
  ],
  isTool: true,
  onLocked: 'queue',
  countsAsActivity: () => true,
  updatesBlock: true,
  whenUnknown: 'write',
  plan(ctx, input) {
    if (input.said !== undefined) return returned(ctx, input, input.said);
    return input.agent === 'merge' ? merge(ctx, input.task) : keep(ctx, input);
  },
});

/** Stores an agent's last words once; a short assent is no finding. */
function returned(ctx: CommandContext, input: CommandInput<typeof PARAMS>, text: string): CommandPlan {
  const saved = planAutoSave(ctx, { signals: { agentReturned: true } });
  const plan = planResult(ctx, input, parseAgentResult(text));
  return {
    ...plan,
    changes: [...plan.changes, ...(saved?.changes ?? [])],
    ...(saved ? { statusFields: saved.signal, activityMarks: [{ mark: 'saved' } as const] } : {}),
  };
}

function planResult(
  ctx: CommandContext,
  input: CommandInput<typeof PARAMS>,
  result: AgentResult | null,
): CommandPlan {
  const { agent } = input;
  const isKnown =
    result &&
    readTaskNotes(ctx.notebook, 'finding')
      .map(parseFinding)
      .some((one) => one.agent === agent && isSame(one, result));
  if (result === null || isKnown)
    return {
      message: isKnown ? 'Already recorded.' : 'Nothing was found.',
      data: { finding: null },
      changes: [],
    };
  if (isAgentWithForeignText(ctx)) return askAbout(ctx, agent, result);
  const own = ctx
    .query('recentActivity', ctx.actor.session)
    .calls.filter(({ parent }) => parent === (input.of ?? ''));
  return keep(ctx, {
    ...input,
    task: input.task ?? onlyTask(ctx),
    status: result.status,
    summary: result.summary || undefined,
    discovery: result.discoveries,
    question: result.questions,
    recommend: result.recommendations,
    file: listTouchedFiles(own).flatMap(({ path, how }) => (how === 'modified' ? [path] : [])),
  });
}

/** After foreign text was read, an automatic finding waits in the inbox, line by line. */
function askAbout(ctx: CommandContext, agent: string, result: AgentResult): CommandPlan {
  const texts = [result.summary, ...result.discoveries].filter((text) => text.trim() !== '');
  const found = `the answer of the agent ${agent}`;
  const changes = proposeForeign(texts, found, ctx.notebook, createEntryDeps(ctx));
  return {
    message:
      changes.length === 0
        ? 'A person was already asked about this.'
        : `What ${agent} found waits in ${notePath('inbox')}: its session used the web or the server of another tool.`,
    data: { finding: null },
    changes,
  };
}

const isSame = (one: Finding, { summary, discoveries }: AgentResult): boolean =>
  one.summary.replace(/\s+/g, ' ') === summary && one.discoveries.length === discoveries.length;

/** The task of the only open plan. */
function onlyTask({ notebook }: CommandContext): string | undefined {
  const open = readTaskNotes(notebook, 'plan').filter((sheet) => !isPlanComplete(sheet));
  return open.length === 1 && open[0] ? parseTitleAfter(open[0]) : undefined;
}

/** The names of the fields in `--input`, those of the source document first. */
const INPUT_NAMES: FieldNames = {
  task: ['task_description'],
  status: [],
  summary: [],
  key_discoveries: ['discoveries', 'discovery'],
  files: ['files_modified_created', 'files_modified', 'file'],
  open_questions: ['questions', 'question'],
  recommendations: ['recommendation', 'recommend'],
  ignored: ['findings', 'agent', 'timestamp'],
};

function keep(ctx: CommandContext, input: CommandInput<typeof PARAMS>): CommandPlan {
  const { fields, notices } = parseStructuredInput(ctx, input.input, INPUT_NAMES);
  const now = ctx.local(ctx.now);
  const found = foundBy(input, fields, now.iso);
  refuseUnclear(found);
  const { agent, task, status, summary, discoveries } = found;
  // Many agents may write in one second.
  const wanted = `${formatFileNamePart(agent)}_${formatFileTimestamp(now)}`;
  const { path } = createUniqueNotePath(ctx.notebook, 'finding', wanted);
  const text = renderFinding(found, ctx.query('template', 'finding'));
  return {
    message: `Kept the finding of ${agent}: ${path}`,
    historyMessage: `finding of ${agent}: ${summary || discoveries[0]}`,
    notices,
    data: { finding: { path, agent, task, status } },
    changes: [{ kind: 'create', path, text, why: 'a finding' }],
  };
}

/** Returns the fields as passed by options, else by the input, in the seed's names. */
function foundBy(
  input: CommandInput<typeof PARAMS>,
  fields: ReadonlyMap<string, unknown>,
  timestamp: string,
): FindingInput {
  const text = (option: string | undefined, key: string) => option ?? asText(fields.get(key));
  const list = (option: readonly string[], key: string) => [...option, ...asTextList(fields.get(key))];
  return {
    agent: input.agent,
    task: text(input.task, 'task') ?? 'none',
    timestamp,
    status: text(input.status, 'status') ?? 'completed',
    summary: text(input.summary, 'summary') ?? '',
    discoveries: list(input.discovery, 'key_discoveries'),
    files: list(input.file, 'files'),
    questions: list(input.question, 'open_questions'),
    recommendations: list(input.recommend, 'recommendations'),
  };
}

function refuseUnclear({ agent, status, summary, discoveries }: FindingInput): void {
  if (agent.trim().toLowerCase() === SYNTHESIS_AGENT)
    throw createUsageError(
      `\`${SYNTHESIS_AGENT}\` is the name of syntheses, not of an agent`,
      'choose another name for the agent',
    );
  requireChoice('--status', status, STATUSES, 'partial');
  if (summary === '' && discoveries.length === 0)
    throw createUsageError('no finding is given', 'write: --summary "…" or --discovery "…"');
}

function merge(ctx: CommandContext, task: string | undefined): CommandPlan {
  if (task === undefined)
    throw createUsageError('no task is given', 'write: daybook handoff finding merge --task station_feature');
  const [now, template] = [ctx.local(ctx.now), ctx.query('template', 'finding')];
  const joined = consolidateFindings(task, ctx.notebook, { now, template });
  if (!joined)
    throw new UserError(
      'no-finding',
      `no finding is for the task ${task}`,
      'keep one: daybook handoff finding AGENT --task T --summary "…"',
    );
  const { path, findings, found, change } = joined;
  const sources = findings.map((one) => one.path);
  return {
    message: `Joined ${findings.length} findings of ${task}: ${path}`,
    items: rowsOf(found),
    data: { merged: { path, task, sources, ...found } },
    changes: [change],
    origins: { [path]: findNotesOrigin(ctx, sources) },
  };
}

const rowsOf = ({ discoveries, contradictions }: Synthesis): ResultItem[] => [
  ...discoveries.map(({ text: what, sources }) => ({ group: 'Discoveries', what, why: sources.join(', ') })),
  ...contradictions.map(([one, other]) => ({
    group: 'Contradictions',
    what: `«${one.text}» against «${other.text}»`,
  })),
];

/** An agent's last words, by the sections of a finding. */
export type AgentResult = Pick<FindingInput, 'summary' | 'discoveries' | 'questions' | 'recommendations'> & {
  readonly status: 'completed' | 'failed';
};

/** Most items of one sort; the client's transcript keeps the rest. */
const MAX_COUNT = 12;
const MAX_LENGTH = 400;

/**
 * Reads an agent’s result as a finding (External Memory §Findings): its first words are the summary, what it lists it
 * discovered; what stands below «open questions» or «recommendations» goes there. Null where it says nothing worth keeping.
 */
export function parseAgentResult(text: string): AgentResult | null {
  const lists: Record<Part, string[]> = { discoveries: [], questions: [], recommendations: [] };
  const prose: string[] = [];
  let part: Part = 'discoveries';
  for (const line of text.split(/\r\n|\n|\r/).filter(outsideFences())) {
    const heading = /^\s*(?:#{1,6}\s+(.+?)|\*\*([^*]+)\*\*:?)\s*$/.exec(line);
    const item = /^\s*(?:[-*+]|\d{1,3}[.)])\s+(\S.*)$/.exec(line)?.[1];
    if (heading) part = partOf(heading[1] ?? heading[2] ?? '');
    else if (item !== undefined) lists[/\?\s*$/.test(item) ? 'questions' : part].push(clipped(item));
    else if (line.trim() !== '' && lists.discoveries.length === 0) prose.push(line.trim());
  }
  const summary = clipped(sentences(prose.join(' ')));
  if (summary.length + lists.discoveries.join('').length < SHORTEST) return null;
  const most = (list: readonly string[]) => list.slice(0, MAX_COUNT);
  return {
    summary,
    discoveries: most(lists.discoveries),
    questions: most(lists.questions),
    recommendations: most(lists.recommendations),
    status: FAILED.test(summary) ? 'failed' : 'completed',
  };
}

type Part = 'discoveries' | 'questions' | 'recommendations';

const partOf = (heading: string): Part =>
  /question|unclear|unknown/i.test(heading)
    ? 'questions'
    : /recommend|suggest|next step/i.test(heading)
      ? 'recommendations'
      : 'discoveries';

/** True for a reply such as «Done.». */
const SHORTEST = 12;
const FAILED = /^(?:i )?(?:could not|couldn['’]t|was unable to|failed to)\b/i;

const clipped = (text: string): string => cutText(text.replace(/\s+/g, ' ').trim(), MAX_LENGTH);

/** The first two or three sentences: a dot within a word ends none. */
const sentences = (text: string): string =>
  (text.match(/\S[\s\S]*?(?:[.!?]+(?=\s|$)|[。！？]|$)\s*/g) ?? []).slice(0, 3).join('').trim();

/** True for lines outside code blocks. */
function outsideFences(): (line: string) => boolean {
  let inside = false;
  return (line) => {
    if (!/^\s*(?:```|~~~)/.test(line)) return !inside;
    inside = !inside;
    return false;
  };
}
