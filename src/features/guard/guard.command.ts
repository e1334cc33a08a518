import {
  type CommandContext,
  type CommandReply,
  defineCommand,
  type Notice,
  type ResultItem,
} from '../../command/define-command.js';
import { toEntryJson } from '../../command/entry-format.js';
import { formatEntryId } from '../../command/find-entry.js';
import { defineFlag, defineText, defineTextList, defineWord, defineWords } from '../../command/params.js';
import { createUsageError } from '../../errors.js';
import { hasLongerName } from '../../matching/name-phrases.js';
import { rateSimilarity } from '../../matching/similarity/similarity.js';
import { appendPinTag, type Entry, isForBranch, listEntryLabels } from '../../notes/entries/entry.js';
import { REPEAT_THRESHOLDS } from '../../records/failure.js';
import { redactAll } from '../../security/secrets.js';
import { pluralize } from '../../text/pluralize.js';
import { sanitizeLine } from '../../text/sanitize.js';
import { estimateTokens } from '../../text/tokens/estimate.js';
import { describeChangedFile } from '../agent-sessions/live-sessions.js';
import { getShownText, getTypeName } from '../context-block/brief-lines.js';
import { truncateToTokens } from '../context-block/token-budget.js';
import { findPreviouslyShown } from '../prompt-context/already-told.js';
import { findKnownEntries } from '../search/find-relevant.js';
import type { GuardRule } from './guard-rule.js';
import { type GuardedEntry, listGuardedEntries } from './guarded-entries.js';
import { evaluateRule, explainVerdict } from './match-call.js';
import { isDenyRequested, mayDeny } from './may-deny.js';
import { findCallMentions, MENTIONS_HEAD, type Mention } from './mentions.js';
import { listSolvedCalls, type SolvedCall } from './solved-calls.js';
import { describeCall, type ToolAction } from './tool-action.js';

/** Most entries of a warning. */
const MOST_SAID = 3;

/**
 * Warns before each call that an entry rejects exactly or by a proved pattern (FEATURES H6), and mentions what else is
 * known about a call, each entry once a session.
 */
export const guard = defineCommand({
  name: 'guard',
  description: 'show what went wrong before with a tool call; without one, list what is watched',
  group: 'Agents',
  params: {
    tool: defineWord('the tool: Bash, Edit, Write, Skill, Task …'),
    words: defineWords('the command; the skill; what another agent is asked'),
    file: defineTextList('a file that is written', 'FILE'),
    text: defineText('what is written'),
    before: defineText('the text that it replaces'),
    intent: defineFlag('take the words as your intent, and show what is known about it'),
    explain: defineFlag('list what was compared, and why each warns or does not'),
    mentions: defineFlag('only mention what shares words with the call'),
    traps: defineFlag('print what is compared as data, too'),
  },
  examples: [
    'daybook guard Bash "npm install axios"',
    'daybook guard Write --file src/stock.ts --text "import axios from \'axios\'"',
    'daybook guard --explain Bash "npm uninstall axios"',
    'daybook guard --intent "refactor the export job"',
    'daybook guard',
  ],
  onLocked: 'queue',
  countsAsActivity: () => true,
  plan(
    ctx,
    { tool, words = '', file, text = '', before = '', intent, mentions: onlyMentions, traps, explain },
  ) {
    if (intent) return listKnown(ctx, [tool ?? '', words].join(' ').trim(), file);
    const isOff = ctx.settings.guard === 'off';
    const all = isOff || onlyMentions ? [] : listGuardedEntries(ctx.notebook, ctx.entries);
    const branch = all.some(({ entry }) => entry.branch !== null) ? ctx.query('branch') : null;
    const known = all.filter(({ entry }) => isForBranch(entry, branch));
    const solved = onlyMentions ? [] : listSolvedCalls(ctx);
    if (tool === undefined) return listWatched(ctx, known, solved);
    // A tool's name has no space: this is the command alone.
    const call = /\s/.test(tool) ? { tool: 'Bash', words: `${tool} ${words}`.trim() } : { tool, words };
    const action = describeCall({ ...call, files: file, text, before });
    const met = known.filter(({ trap }) => evaluateRule(trap, action) === 'breaks');
    const followed = known.filter(({ trap }) => evaluateRule(trap, action) === 'follows');
    const repeated = solved.filter(({ trap }) => isRepeated(trap, action));
    const mentions = isOff ? [] : findCallMentions(ctx, call.words, action, [...met, ...followed]);
    const { context, denied, shownIds } = formatAdvice(ctx, met, mentions, repeated, file);
    return {
      ...(explain ? explainRules(known, mentions, solved, action) : warning(ctx, met, mentions, repeated)),
      data: {
        context,
        denied,
        advised: met.map(({ entry }) => toEntryJson(ctx, entry)),
        trace: {
          ...listIds('warned', [...met.map(({ entry }) => entry.id), ...shownIds]),
          ...listIds(
            'followed',
            followed.map(({ entry }) => entry.id),
          ),
        },
        ...(traps ? { traps: [...known, ...solved].map(({ trap }) => trap) } : {}),
      },
    };
  },
});

/** The most entries about an intent. */
const MOST_KNOWN = 8;

/** Lists the entries that are relevant to what someone is about to do, from this workspace and from global notes (FEATURES A8). */
function listKnown(ctx: CommandContext, intent: string, files: readonly string[]): CommandReply {
  if (intent === '' && files.length === 0)
    throw createUsageError('no intent is given', 'write: daybook guard --intent "refactor the export job"');
  const text = [intent, ...files].join('\n');
  const found = findKnownEntries(ctx, { text, purpose: 'question', most: MOST_KNOWN });
  const isGotcha = ({ type }: Entry) => type === 'gotcha';
  const json = (entries: readonly Entry[]) => entries.map((entry) => toEntryJson(ctx, entry));
  return {
    message:
      found.length === 0
        ? 'No entry is relevant to this.'
        : `Mind ${found.length === 1 ? 'this' : `these ${found.length}`}:`,
    items: found.map((entry) => ({
      path: entry.path,
      line: entry.line,
      group: entry.path.startsWith('~/') ? 'For all projects' : 'This project',
      what: appendPinTag(`${getTypeName(entry.type)}: ${getShownText(entry)}`, entry),
      why: [entry.why, ...listEntryLabels(entry)].filter(Boolean).join(', ') || null,
      id: entry.id,
    })),
    data: {
      gotchas: json(found.filter(isGotcha)),
      others: json(found.filter((entry) => !isGotcha(entry))),
    },
  };
}

/** A failed command of the log counts only where it is run again. */
const isRepeated = (trap: GuardRule, action: ToolAction): boolean =>
  evaluateRule(trap, { ...action, lines: [] }) === 'breaks';

/** Lists the entries that were compared with a call, with the reason of each result. */
function explainRules(
  known: readonly GuardedEntry[],
  mentions: readonly Mention[],
  solved: readonly SolvedCall[],
  action: ToolAction,
): Pick<CommandReply, 'message' | 'items' | 'changes'> {
  return {
    message: `Compared with ${pluralize(known.length + solved.length, 'entry', 'entries')} by what a call can show, and with the words of all others.`,
    items: [
      ...known.map((one) => ({ ...row(one), why: explainVerdict(one.trap, action) })),
      ...mentions.map((one) => ({
        ...row(one),
        why: 'is mentioned once a session: the call shares its words',
      })),
      ...solved.map((one) => ({ ...solvedRow(one), why: explainVerdict(one.trap, action) })),
    ],
    changes: [],
  };
}

/** Formats the reply to a person: entries that the call breaks, and what else is known about it. */
function warning(
  ctx: CommandContext,
  met: readonly GuardedEntry[],
  mentions: readonly Mention[],
  solved: readonly SolvedCall[],
): Pick<CommandReply, 'message' | 'items' | 'changes'> {
  const shown = once(met);
  const message =
    shown.length > 0
      ? `${denies(ctx, shown) ? 'Denied (setting `guard`)' : 'Warning'}: this ${shown.every(({ forbids }) => forbids) ? 'was rejected' : 'went wrong'} before.`
      : solved.length > 0
        ? 'Warning: this failed before, and another command passed.'
        : mentions.length > 0
          ? MENTIONS_HEAD
          : 'Nothing is known about this call.';
  return { message, items: [...[...shown, ...mentions].map(row), ...solved.map(solvedRow)], changes: [] };
}

/** Formats the text for an agent: a warning every time, everything else once a session. */
function formatAdvice(
  ctx: CommandContext,
  met: readonly GuardedEntry[],
  mentions: readonly Mention[],
  solved: readonly SolvedCall[],
  files: readonly string[],
) {
  const denied = denies(ctx, met);
  const shownBefore = findPreviouslyShown(ctx);
  const warnedBefore = new Set(shownBefore.flatMap(({ warned = [] }) => warned));
  const isNew = ({ entry }: Mention) =>
    !warnedBefore.has(entry.id) && !shownBefore.some(({ text = '' }) => text.includes(entry.text));
  const head = denied
    ? 'This call is denied, since it went wrong before (setting `guard: deny`). Do it another way; if it is right nevertheless, ask the user.'
    : 'Warning: this went wrong before. The call is not stopped; check whether it is still right.';
  const shown = denied ? [] : mentions.filter(isNew);
  const failed = solved.filter(({ id }) => !warnedBefore.has(id)).slice(0, 1);
  const changed = describeChangedFile(ctx, files, shownBefore);
  const parts = [
    ...(changed === '' ? [] : [changed]),
    ...formatPart(head, once(met).slice(0, MOST_SAID).map(formatAdviceLine)),
    ...formatPart(MENTIONS_HEAD, shown.map(formatMention)),
    ...failed.map(({ line }) =>
      truncateToTokens(`${SOLVED}\n${line}`, MOST_TOKENS_OF_SOLVED, 'daybook guard', ctx.query('tokenizer')),
    ),
  ];
  return {
    context: redactAll(parts.join('\n\n')).value,
    denied,
    shownIds: [...shown.map(({ entry }) => entry.id), ...failed.map(({ id }) => id)],
  };
}

const formatPart = (head: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`${head}\n${lines.join('\n')}`];

const formatAdviceLine = ({ entry, line }: Mention): string =>
  `- ${NAMES[entry.type] ?? entry.type}: ${sanitizeLine(line)} [${placeOf(entry)}]`;

/** Most tokens of a mention. */
const MOST_TOKENS = 40;
const LEAST_CHARS = 30;

function formatMention({ entry, line }: Mention): string {
  const whole = sanitizeLine(line);
  let length = whole.length;
  const cut = () => (length < whole.length ? `${whole.slice(0, length).trimEnd()}…` : whole);
  while (length > LEAST_CHARS && estimateTokens(formatAdviceLine({ entry, line: cut() })) > MOST_TOKENS)
    length -= 10;
  return formatAdviceLine({ entry, line: cut() });
}

const SOLVED =
  'By this workspace’s log of calls, this failed before and another command passed. The call is not stopped.';
const MOST_TOKENS_OF_SOLVED = 120;

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

const placeOf = ({ path, line, id }: Mention['entry']): string => `${path}:${line} ${formatEntryId(id)}`;

const denies = (ctx: CommandContext, met: readonly GuardedEntry[]): boolean =>
  met.some((watched) => mayDeny(ctx, watched));

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

const row = ({ entry, line }: Mention): ResultItem => ({
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
): CommandReply {
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
  };
}

const onlyAdvised = (count: number): Notice => ({
  level: 'info',
  message: `${pluralize(count, 'entry', 'entries')} not written by Daybook here only advise; to let them deny: daybook trust`,
});
