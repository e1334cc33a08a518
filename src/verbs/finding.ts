import { pathOf } from '../kinds/index.js';
import { proposeForeign } from '../lifecycle/propose.js';
import { freeName, namePart, stampOf } from '../lifecycle/snapshot/name.js';
import { listOf, textOf } from '../lifecycle/snapshot/snapshot.js';
import { type AgentResult, resultOf } from '../lifecycle/task/agent-result.js';
import { consolidated } from '../lifecycle/task/consolidate.js';
import { type Finding, findingIn, MERGED, FINDING_STATUSES as STATUSES } from '../lifecycle/task/finding.js';
import { isDone } from '../lifecycle/task/plan.js';
import { sheetsOf, titled } from '../lifecycle/task/sheet.js';
import type { Synthesis } from '../lifecycle/task/synthesis.js';
import { type FindingSaid, writeFinding } from '../lifecycle/task/write-finding.js';
import { filesTouched } from '../lifecycle/trail/files.js';
import { type Saved, savedUnasked } from './auto-save.js';
import { isAgentWithForeignText, originOfNotes } from './origin.js';
import type { Input } from './params.js';
import { saidIn } from './said.js';
import { type Outcome, Refusal, type Row, verb, type World } from './verb.js';

const PARAMS = {
  agent: {
    kind: 'text',
    word: 'rest',
    required: true,
    about: 'whose finding it is; or `merge` to join those of a task',
  },
  task: { kind: 'text', about: 'the task that it is for', holder: 'TASK' },
  status: { kind: 'text', choices: STATUSES, about: 'completed, partial or failed' },
  summary: { kind: 'text', about: 'two or three sentences', holder: 'TEXT' },
  discovery: { kind: 'text', many: true, about: 'a key discovery', holder: 'TEXT' },
  file: { kind: 'text', many: true, about: 'a file made or changed: "path - what"', holder: 'FILE' },
  question: { kind: 'text', many: true, about: 'an open question', holder: 'TEXT' },
  recommend: { kind: 'text', many: true, about: 'a recommendation', holder: 'TEXT' },
  said: { kind: 'text', about: 'all that the agent answered: the finding is read from it', holder: 'TEXT' },
  of: { kind: 'text', about: 'the agent’s own id: its tool calls tell the files', holder: 'ID' },
  input: {
    kind: 'text',
    reads: true,
    about: 'all of it as YAML or JSON; - for standard input',
    holder: 'FILE',
  },
} as const;

/** Keeps what an agent found out, and joins what several did (External Memory §Findings). */
export const finding = verb({
  name: 'finding',
  about: 'keep what an agent found out; `finding merge --task T` joins those of a task',
  params: PARAMS,
  examples: [
    'daybook finding mobile-ui --task station_feature --summary "The screen is done." --discovery "maps need a key"',
    'daybook finding merge --task station_feature',
  ],
  faces: ['cli', 'mcp', 'hook'],
  needs: 'workspace',
  whenLocked: 'queue',
  activity: () => true,
  whenUnknown: 'write',
  think(world, input) {
    if (input.said !== undefined) return returned(world, input, input.said);
    return input.agent === 'merge' ? merge(world, input.task) : keep(world, input);
  },
});

/** What an agent brought back when it ended, kept once; a word of assent is no finding. */
function returned(world: World, input: Input<typeof PARAMS>, said: string): Outcome {
  const result = resultOf(said);
  const saved = savedUnasked(world, { signals: { agentReturned: true } });
  const marks: Outcome['marks'] = saved ? [{ mark: 'saved' }] : [];
  const isKnown =
    result &&
    sheetsOf(world.wiki, 'finding')
      .map(findingIn)
      .some((one) => one.agent === input.agent && isSame(one, result));
  if (result === null || isKnown) {
    const say = isKnown ? 'Known: this was found before.' : 'Nothing was found.';
    return {
      say,
      data: { finding: null },
      changes: saved?.changes ?? [],
      ...(saved ? { signal: saved.signal } : {}),
      marks,
    };
  }
  if (isAgentWithForeignText(world)) return askedAbout(world, input.agent, result, saved);
  const own = world
    .ask('lately', world.who.session)
    .calls.filter(({ parent }) => parent === (input.of ?? ''));
  const files = filesTouched(own).flatMap(({ path, how }) => (how === 'modified' ? [path] : []));
  const kept = keep(world, {
    ...input,
    task: input.task ?? onlyTask(world),
    status: result.status,
    summary: result.summary || undefined,
    discovery: result.discoveries,
    question: result.questions,
    recommend: result.recommendations,
    file: files,
  });
  return {
    ...kept,
    changes: [...kept.changes, ...(saved?.changes ?? [])],
    ...(saved ? { signal: saved.signal } : {}),
    marks,
  };
}

/** What came back unasked in a session that read foreign text waits for a person, line by line. */
function askedAbout(world: World, agent: string, result: AgentResult, saved: Saved | null): Outcome {
  const desk = { ids: world.ids, template: (name: string) => world.ask('template', name) };
  const texts = [result.summary, ...result.discoveries].filter((text) => text.trim() !== '');
  const proposals = proposeForeign(texts, `the answer of the agent ${agent}`, world.wiki, desk);
  return {
    say:
      proposals.length === 0
        ? 'Known: a person was asked about this before.'
        : `What ${agent} found waits in ${pathOf('inbox')}: its session used the web or the server of another tool.`,
    data: { finding: null },
    changes: [...proposals, ...(saved?.changes ?? [])],
    ...(saved ? { signal: saved.signal, marks: [{ mark: 'saved' } as const] } : {}),
  };
}

const isSame = (one: Finding, { summary, discoveries }: AgentResult): boolean =>
  one.summary.replace(/\s+/g, ' ') === summary && one.discoveries.length === discoveries.length;

/** The task of the only plan that is open. */
function onlyTask({ wiki }: World): string | undefined {
  const open = sheetsOf(wiki, 'plan').filter((sheet) => !isDone(sheet));
  return open.length === 1 && open[0] ? titled(open[0]) : undefined;
}

function keep(world: World, input: Input<typeof PARAMS>): Outcome {
  const said = foundBy(input, saidIn(world, input.input), world.local(world.now).iso);
  refuseUnclear(said);
  const { agent, task, status, summary, discoveries } = said;
  const path = freePath(world, agent);
  return {
    say: `Kept the finding of ${agent}: ${path}`,
    did: `finding of ${agent}: ${summary || discoveries[0]}`,
    data: { finding: { path, agent, task, status } },
    changes: [
      { do: 'create', path, text: writeFinding(said, world.ask('template', 'finding')), why: 'a finding' },
    ],
  };
}

/** What was said by options, else by the input, in the seed's names. */
function foundBy(
  input: Input<typeof PARAMS>,
  said: ReadonlyMap<string, unknown>,
  timestamp: string,
): FindingSaid {
  const text = (option: string | undefined, key: string) => option ?? textOf(said.get(key));
  const list = (option: readonly string[], key: string) =>
    option.length > 0 ? option : listOf(said.get(key));
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

function refuseUnclear({ agent, status, summary, discoveries }: FindingSaid): void {
  if (agent.trim().toLowerCase() === MERGED)
    throw usage(`\`${MERGED}\` is what syntheses are called, not an agent`, 'name the agent otherwise');
  if (!STATUSES.some((one) => one === status))
    throw usage(`--status takes ${STATUSES.join(', ')}, found \`${status}\``, 'write: --status partial');
  if (summary === '' && discoveries.length === 0)
    throw usage('it is not said what was found', 'write: --summary "…" or --discovery "…"');
}

const usage = (what: string, hint: string): Refusal => new Refusal('usage', what, hint, {}, 2);

/** A name of its own, however many agents write in one second (External Memory §Directory Structure). */
function freePath({ wiki, local, now }: World, agent: string): string {
  const name = freeName(wiki, 'finding', `${namePart(agent)}_${stampOf(local(now))}`);
  return `${wiki.content}/${pathOf('finding', { name })}`;
}

function merge(world: World, task: string | undefined): Outcome {
  if (task === undefined)
    throw usage(
      'it is not said whose findings are to be joined',
      'write: daybook finding merge --task station_feature',
    );
  const [now, template] = [world.local(world.now), world.ask('template', 'finding')];
  const joined = consolidated(task, world.wiki, { now, template });
  if (!joined)
    throw new Refusal(
      'no-finding',
      `no finding is for the task ${task}`,
      'keep one: daybook finding AGENT --task T --summary "…"',
    );
  const { path, findings, found, change } = joined;
  return {
    say: `Joined ${findings.length} findings of ${task}: ${path}`,
    rows: rowsOf(found),
    data: { merged: { path, task, sources: findings.map((one) => one.path), ...found } },
    changes: [change],
    origins: {
      [path]: originOfNotes(
        world,
        findings.map((one) => one.path),
      ),
    },
  };
}

const rowsOf = ({ discoveries, contradictions }: Synthesis): Row[] => [
  ...discoveries.map(({ text, sources }) => ({
    group: 'Discoveries',
    what: text,
    why: sources.join(', '),
  })),
  ...contradictions.map(([one, other]) => ({
    group: 'Contradictions',
    what: `«${one.text}» against «${other.text}»`,
  })),
];
