import { estimateTokens } from '../../text/tokens/estimate.js';

/** One line that may be shown: where it belongs, and how much it matters (higher first). */
export interface BudgetCandidate {
  readonly part: string;
  readonly line: string;
  readonly rank: number;
}

/** What fits a budget, and how many lines it left out. */
export interface BudgetedText {
  readonly text: string;
  readonly tokens: number;
  readonly omitted: number;
}

/** What a digest is made of. `hidden` counts what was never a candidate; `count` is exact where the budget is a promise. */
interface BudgetInput {
  readonly head: string;
  /** Titles of the parts in the order in which they are shown. */
  readonly parts: readonly string[];
  readonly candidates: readonly BudgetCandidate[];
  readonly hidden: number;
  readonly count: (text: string) => number;
  /** The line that counts what was left out. */
  readonly rest?: (omitted: number) => string;
  /** What a line costs when lines are chosen; an estimate where counting would take long. */
  readonly measure?: (text: string) => number;
}

const searchable = (omitted: number): string => `${omitted} more left out: daybook search WORDS`;

/**
 * The one way from many lines to a budget of tokens: the highest ranks that fit, shown part by part, and one line that
 * counts what was left out. When what was chosen by estimate proves too long, it is chosen again with a smaller aim.
 */
export function fitToBudget(material: BudgetInput, budget: number): BudgetedText {
  const { head, parts, candidates, hidden, count, rest = searchable, measure = estimateTokens } = material;
  for (let aim = budget; ; aim = Math.floor(aim * 0.9)) {
    const chosen = choose(head, candidates, aim, measure);
    const omitted = candidates.length - chosen.size + hidden;
    const text = write(
      head,
      parts,
      candidates.filter((candidate) => chosen.has(candidate)),
      omitted === 0 ? [] : [rest(omitted)],
    );
    const tokens = count(text);
    if (tokens <= budget || chosen.size === 0) return { text, tokens, omitted };
  }
}

/** Tokens kept free for the line that counts what was left out. */
const RESERVE = 20;

function choose(
  head: string,
  candidates: readonly BudgetCandidate[],
  budget: number,
  measure: (text: string) => number,
): Set<BudgetCandidate> {
  const chosen = new Set<BudgetCandidate>();
  const opened = new Set<string>();
  let left = budget - measure(head) - RESERVE;
  const ranked = candidates.map((candidate, at) => ({ candidate, at }));
  ranked.sort((a, b) => b.candidate.rank - a.candidate.rank || a.at - b.at);
  for (const { candidate } of ranked) {
    const cost =
      measure(`${candidate.line}\n`) + (opened.has(candidate.part) ? 0 : measure(heading(candidate.part)));
    if (cost > left) continue;
    left -= cost;
    opened.add(candidate.part);
    chosen.add(candidate);
  }
  return chosen;
}

function write(
  head: string,
  parts: readonly string[],
  chosen: readonly BudgetCandidate[],
  rest: readonly string[],
): string {
  const blocks = parts.flatMap((part) => {
    const lines = chosen.filter((candidate) => candidate.part === part).map(({ line }) => line);
    return lines.length === 0 ? [] : [`${heading(part)}${lines.join('\n')}`];
  });
  return `${[head, ...blocks, ...rest].join('\n\n')}\n`;
}

/** A part without a title follows the head at once. */
const heading = (part: string): string => (part === '' ? '' : `### ${part}\n\n`);
