import type { CommandContext, Notice } from '../../command/define-command.js';
import { readMemoryEntries } from '../../command/entry-format.js';
import { createEntryDeps } from '../../command/planning-deps.js';
import { joinLines } from '../../notes/entries/entry-line.js';
import { createIdGenerator } from '../../notes/entries/ids.js';
import { parseFreeform } from '../../notes/freeform/parse-freeform.js';
import { collectChanges } from '../../notes/notebook.js';
import { STOP_WORDS, stem } from '../../text/stem.js';
import { tokenizeText } from '../../text/tokenize.js';
import type { SessionSummary } from '../../transcripts/session-summary.js';
import { isAlreadyProposed, type Proposal, propose } from '../inbox/propose.js';
import { KnownLines } from '../promotion/known-lines.js';
import { formatCorrection, listRememberRequests, parseCorrection } from '../prompt-context/prompt-intents.js';
import { listDecisions, splitSentences } from '../snapshots/read-passage.js';

/** A past session. `label` is its name in the notes, `account` its messages and calls, `end` the time of the last one (ms). */
interface PastSession {
  readonly agent: string;
  readonly label: string;
  readonly account: SessionSummary;
  readonly end: number;
}

/** Most proposals of one import; older ones are dropped. */
const MOST_PROPOSED = 40;

/**
 * Plans proposals: requests to remember something, corrections, and decisions whose reason the agent stated; memory
 * itself is not changed.
 */
export function proposeStatements(ctx: CommandContext, sessions: readonly PastSession[]) {
  const known = new KnownLines(readMemoryEntries(ctx, ctx.notebook).filter(({ type }) => type !== 'prose'));
  const all = sessions.flatMap(listStatements);
  const fresh = all.filter(
    ({ words, proposal }) =>
      !isAlreadyProposed(words, ctx.notebook) &&
      (proposal.act !== 'keep' || known.findRepeated(proposal.line) === null),
  );
  const once = [...new Map(fresh.map((one) => [one.words, one])).values()];
  const { template } = createEntryDeps(ctx);
  const shown = once.slice(-MOST_PROPOSED);
  const changes = collectChanges(shown, ctx.notebook, ({ proposal, at, words }, now) =>
    propose(proposal, now, { ids: createIdGenerator(at, words), template }),
  );
  const left = once.length - shown.length;
  const message = `${left} older statements are not proposed: find them with \`daybook search --sessions WORDS\``;
  const notices: readonly Notice[] = left === 0 ? [] : [{ level: 'info', message }];
  return {
    changes,
    notices,
    proposed: shown.map(({ words }) => words),
  };
}

interface Statement {
  readonly proposal: Extract<Proposal, { act: 'keep' | 'feedback' }>;
  /** Identifies the proposal, so that it is made once, whichever session it is from. */
  readonly words: string;
  /** In ms. */
  readonly at: number;
}

function listStatements({ agent, label, account, end }: PastSession): readonly Statement[] {
  const found = `the ${agent} session ${label}`;
  const keep = (text: string, at: number): Statement => {
    const line = joinLines(text);
    return { proposal: { act: 'keep', line, found }, words: `keep «${line}», found in `, at };
  };
  const report = (said: NonNullable<ExchangeStatements['correction']>, at: number): Statement => ({
    proposal: { act: 'feedback', ...said, found },
    words: `feedback «${said.mistake}»`,
    at,
  });
  return account.prompts.flatMap(({ text, at, answer }, place): readonly Statement[] => {
    const time = at === null ? end : Date.parse(at);
    const { requests, correction, decisions } = readExchange(
      text,
      answer,
      account.prompts[place - 1]?.answer,
    );
    return [
      ...requests.map((one) => keep(one, time)),
      ...(correction === null ? [] : [report(correction, time)]),
      ...decisions.map((one) => keep(one, time)),
    ];
  });
}

/** What a prompt and its answer state for the future. */
interface ExchangeStatements {
  readonly requests: readonly string[];
  readonly correction: { readonly mistake: string; readonly correction: string } | null;
  readonly decisions: readonly string[];
}

/** Reads a prompt, its answer and the answer before it. */
export function readExchange(prompt: string, answer: string, before = ''): ExchangeStatements {
  const requests = listRememberRequests(prompt);
  const found = requests.length > 0 ? null : parseCorrection(prompt);
  const corrected = found && findCorrected(formatCorrection(found), before);
  return {
    requests,
    correction: corrected && found ? { mistake: corrected, correction: formatCorrection(found) } : found,
    decisions: listDecisions(answer, false)
      .filter((one) => REASON.test(one) && !ASIDE.test(one))
      .map((one) => (parseFreeform(one)?.type === 'decision' ? one : `decision: ${one}`)),
  };
}

const REASON = /\bbecause\b|\bsince\b|, as\b|\bso that\b|, so\b|\bdue to\b/i;
/** Openings of explanations, which decide nothing. */
const ASIDE = /^\W*(?:however|since|for example|but|if|when|although)\b/i;

/** Returns the sentence of an answer that shares most words with its correction, the last of them; null if none shares one. */
function findCorrected(correction: string, answer: string): string | null {
  const wanted = listStems(correction);
  let best: string | null = null;
  let most = 1;
  for (const sentence of answer.split(/\n+/).flatMap(splitSentences)) {
    const shared = [...listStems(sentence)].filter((word) => wanted.has(word)).length;
    if (shared >= most && sentence.length <= MAX_LENGTH) [best, most] = [sentence, shared];
  }
  return best;
}

const MAX_LENGTH = 240;

const listStems = (text: string): ReadonlySet<string> =>
  new Set(tokenizeText(text).flatMap(({ text: word }) => (STOP_WORDS.has(word) ? [] : stem(word))));
