import {
  type CommandContext,
  type CommandPlan,
  defineCommand,
  type Notice,
  type ResultItem,
} from '../../command/define-command.js';
import { toEntryJson } from '../../command/entry-format.js';
import { formatEntryId } from '../../command/find-entry.js';
import { defineTextList } from '../../command/params.js';
import { hasLongerName } from '../../matching/name-phrases.js';
import { rateSimilarity } from '../../matching/similarity/similarity.js';
import { isForBranch } from '../../notes/entries/entry.js';
import { redactAll } from '../../security/secrets.js';
import { pluralize } from '../../text/pluralize.js';
import { sanitizeLine } from '../../text/sanitize.js';
import { estimateTokens } from '../../text/tokens/estimate.js';
import { truncateToTokens } from '../context-block/truncate-layer.js';
import { REPEAT_THRESHOLDS } from '../failures/failure.js';
import { findPreviouslyShown } from '../prompt-context/already-told.js';
import { evaluateRule, explainVerdict, type GuardVerdict } from './evaluate.js';
import { type GuardedEntry, listGuardedEntries } from './guarded-entries.js';
import { isDenyRequested, mayDeny } from './may-deny.js';
import { listEntriesNamingCode } from './named-code.js';
import { listSolvedCalls, type SolvedCall } from './solved-calls.js';
import { describeCall, type ToolAction } from './tool-action.js';

/** The notes that are read before a tool call. */
const MOST_SAID = 3;

/** Warns before a call that went wrong before (FEATURES H6), each entry once a session. */
export const guard = defineCommand({
  name: 'guard',
  description: 'show what went wrong before with a tool call; without one, list what is watched',
  group: 'Agents',
  params: {
    tool: { kind: 'text', positional: 'one', description: 'the tool: Bash, Edit, Write, Skill, Task …' },
    words: {
      kind: 'text',
      positional: 'rest',
      description: 'the command; the skill; what another agent is asked',
    },
    file: defineTextList('a file that is written', 'FILE'),
    text: { kind: 'text', description: 'what is written', placeholder: 'TEXT' },
    before: { kind: 'text', description: 'the text that it replaces', placeholder: 'TEXT' },
    explain: { kind: 'flag', description: 'list what was compared, and why each warns or does not' },
    traps: { kind: 'flag', description: 'print what is compared as data, too' },
  },
  examples: [
    'daybook guard Bash "npm install axios"',
    'daybook guard Write --file src/stock.ts --text "import axios from \'axios\'"',
    'daybook guard --explain Bash "npm uninstall axios"',
    'daybook guard',
  ],
  surfaces: ['cli', 'hook'],
  requires: 'workspace',
  onLocked: 'queue',
  countsAsActivity: () => true,
  plan(ctx, { tool, words = '', file, text = '', before = '', traps, explain }) {
    const all = ctx.settings.guard === 'off' ? [] : listGuardedEntries(ctx.notebook, ctx.entries);
    const naming = ctx.settings.guard === 'off' ? [] : listEntriesNamingCode(ctx.notebook, ctx.entries);
    const hasBranch = [...all, ...naming].some(({ entry }) => entry.branch !== null);
    const branch = hasBranch ? ctx.query('branch') : null;
    const known = all.filter(({ entry }) => isForBranch(entry, branch));
    const solved = listSolvedCalls(ctx);
    if (tool === undefined) return listWatched(ctx, known, solved);
    // A tool's name has no space: this is the command alone.
    const call = /\s/.test(tool) ? { tool: 'Bash', words: `${tool} ${words}`.trim() } : { tool, words };
    const action = describeCall({ ...call, files: file, text, before });
    const find = (wanted: GuardVerdict, entries: readonly GuardedEntry[] = known) =>
      entries.filter(({ trap }) => evaluateRule(trap, action) === wanted);
    const [met, followed] = [find('breaks'), find('follows')];
    const named = find('names', naming)
      .filter(({ entry }) => isForBranch(entry, branch))
      .filter(isNot(met));
    const repeated = solved.filter(({ trap }) => evaluateRule(trap, action) === 'breaks');
    const { context, denied, shown, solvedIds } = formatAdvice(ctx, met, named, repeated);
    return {
      ...(explain
        ? explainRules([...known.filter(isNot(named)), ...named], solved, action)
        : warning(ctx, met, named, repeated)),
      data: {
        context,
        denied,
        advised: met.map(({ entry }) => toEntryJson(ctx, entry)),
        trace: {
          ...listIds('warned', [...[...met, ...shown].map(({ entry }) => entry.id), ...solvedIds]),
          ...listIds(
            'followed',
            followed.map(({ entry }) => entry.id),
          ),
        },
        ...(traps ? { traps: [...known, ...naming, ...solved].map(({ trap }) => trap) } : {}),
      },
    };
  },
});

/** Lists the entries that were compared with a call, with the reason of each result. */
function explainRules(
  known: readonly GuardedEntry[],
  solved: readonly SolvedCall[],
  action: ToolAction,
): Pick<CommandPlan, 'message' | 'items' | 'changes'> {
  return {
    message: `Compared with ${pluralize(known.length + solved.length, 'entry', 'entries')} by what a call can show.`,
    items: [
      ...known.map((one) => ({ ...row(one), why: explainVerdict(one.trap, action) })),
      ...solved.map((one) => ({ ...solvedRow(one), why: explainVerdict(one.trap, action) })),
    ],
    changes: [],
  };
}

/** Creates a test that excludes some entries. */
const isNot =
  (others: readonly GuardedEntry[]) =>
  ({ entry }: GuardedEntry): boolean =>
    others.every((one) => one.entry.id !== entry.id);

/** Formats the reply to a person: entries that the call breaks, and entries that name the edited code. */
function warning(
  ctx: CommandContext,
  met: readonly GuardedEntry[],
  named: readonly GuardedEntry[],
  solved: readonly SolvedCall[],
): Pick<CommandPlan, 'message' | 'items' | 'changes'> {
  const shown = once(met);
  const say =
    shown.length === 0
      ? named.length > 0
        ? 'Entries that name what this edits:'
        : solved.length > 0
          ? 'Warning: this failed before, and another command passed.'
          : 'No known mistake matches this call.'
      : `${denies(ctx, shown) ? 'Denied (setting `guard`)' : 'Warning'}: this ${shown.every(({ forbids }) => forbids) ? 'was rejected' : 'went wrong'} before.`;
  return {
    message: say,
    items: [...[...shown, ...once(named)].map(row), ...solved.map(solvedRow)],
    changes: [],
  };
}

/** The text for an agent, and the entries that only name the edited code. */
interface Advice {
  readonly context: string;
  readonly denied: boolean;
  readonly shown: readonly GuardedEntry[];
  /** Failed commands of the log that are named. */
  readonly solvedIds: readonly string[];
}

/** Formats the text for an agent: a denial every time, everything else once a session. */
function formatAdvice(
  ctx: CommandContext,
  met: readonly GuardedEntry[],
  named: readonly GuardedEntry[],
  solved: readonly SolvedCall[],
): Advice {
  const denied = denies(ctx, met);
  const before = findWarnedBefore(ctx);
  const isNew = ({ entry }: GuardedEntry) => !before.has(entry.id);
  const warned = once(met).filter((one) => denied || isNew(one));
  const shown = denied || !named.every(isNew) ? [] : takeWithin(MOST_TOKENS_OF_NAMED, once(named));
  const head = denied
    ? 'This call is denied, since it went wrong before (setting `guard: deny`). Do it another way; if it is right nevertheless, ask the user.'
    : 'Warning: this went wrong before. The call is not stopped; check whether it is still right.';
  const failed = solved.filter(({ id }) => !before.has(id)).slice(0, 1);
  const parts = [
    ...formatPart(head, warned.slice(0, MOST_SAID)),
    ...formatPart('Entries that name what this call edits:', shown),
    ...failed.map(({ line }) =>
      truncateToTokens(`${SOLVED}\n${line}`, MOST_TOKENS_OF_SOLVED, 'daybook guard', ctx.query('tokenizer')),
    ),
  ];
  return {
    context: redactAll(parts.join('\n\n')).value,
    denied: denied && warned.length > 0,
    shown,
    solvedIds: failed.map(({ id }) => id),
  };
}

const formatPart = (head: string, shown: readonly GuardedEntry[]): readonly string[] =>
  shown.length === 0 ? [] : [head, shown.map(formatAdviceLine).join('\n')];

const formatAdviceLine = ({ entry, line }: GuardedEntry): string =>
  `- ${NAMES[entry.type] ?? entry.type}: ${sanitizeLine(line)} [${placeOf(entry)}]`;

/** Tokens for entries that name the edited code, the heading included. */
const MOST_TOKENS_OF_NAMED = 110;

const SOLVED =
  'By this workspace’s log of calls, this failed before and another command passed. The call is not stopped.';
const MOST_TOKENS_OF_SOLVED = 120;

/** Takes the first entries whose lines fit into a number of tokens. */
function takeWithin(tokens: number, entries: readonly GuardedEntry[]): readonly GuardedEntry[] {
  let left = tokens;
  return entries.filter((entry) => {
    const cost = estimateTokens(formatAdviceLine(entry));
    if (cost <= left) left -= cost;
    else return false;
    return true;
  });
}

/** Names of the types in lists. */
const NAMES: Readonly<{ [type: string]: string }> = {
  failure: 'rejected',
  rejected: 'rejected',
  feedback: 'mistake',
  decision: 'decision',
  gotcha: 'gotcha',
  experience: 'note',
  prose: 'note',
};

const placeOf = ({ path, line, id }: GuardedEntry['entry']): string => `${path}:${line} ${formatEntryId(id)}`;

const denies = (ctx: CommandContext, met: readonly GuardedEntry[]): boolean =>
  met.some((watched) => mayDeny(ctx, watched));

/** Ids of entries that this session was already warned of. */
const findWarnedBefore = (ctx: CommandContext): ReadonlySet<string> =>
  new Set(findPreviouslyShown(ctx).flatMap(({ warned = [] }) => warned));

/** If several notes have the same mistake, keeps the first. */
const once = (met: readonly GuardedEntry[]): readonly GuardedEntry[] =>
  met.filter(
    ({ entry }, i) =>
      !met
        .slice(0, i)
        .some(
          (one) =>
            rateSimilarity(one.entry.text, entry.text) >= REPEAT_THRESHOLDS.warning &&
            !hasLongerName(one.entry.text, entry.text),
        ),
  );

const listIds = (name: 'warned' | 'followed', ids: readonly string[]) =>
  ids.length === 0 ? {} : { [name]: ids };

const row = ({ entry, line }: GuardedEntry): ResultItem => ({
  path: entry.path,
  line: entry.line,
  group: NAMES[entry.type] ?? entry.type,
  what: line,
  id: entry.id,
});

const solvedRow = ({ line }: SolvedCall): ResultItem => ({ group: 'solved', what: line });

function listWatched(
  ctx: CommandContext,
  known: readonly GuardedEntry[],
  solved: readonly SolvedCall[],
): CommandPlan {
  const counted = [
    ...(known.length === 0 ? [] : [pluralize(known.length, 'entry', 'entries')]),
    ...(solved.length === 0 ? [] : [pluralize(solved.length, 'failed command')]),
  ];
  const advising = known.filter((one) => isDenyRequested(ctx, one) && !mayDeny(ctx, one)).length;
  return {
    ...(advising === 0 ? {} : { notices: [onlyAdvised(advising)] }),
    message:
      counted.length === 0
        ? 'No entry is checked before tool calls. Record a rejection: `daybook reject WHAT --why WHY`.'
        : `${counted.join(' and ')} ${known.length + solved.length === 1 ? 'is' : 'are'} checked before each tool call.`,
    items: [...known.map(row), ...solved.map(solvedRow)],
    data: { watched: known.map(({ entry }) => toEntryJson(ctx, entry)) },
    changes: [],
  };
}

const onlyAdvised = (count: number): Notice => ({
  level: 'info',
  message: `${pluralize(count, 'entry', 'entries')} not written by Daybook here only advise; to let them deny: daybook trust`,
});
