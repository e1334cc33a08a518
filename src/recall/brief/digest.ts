import { estimateTokens } from './tokens.js';

/** One line that may be shown: where it belongs, and how much it matters (higher first). */
export interface Candidate {
  readonly part: string;
  readonly line: string;
  readonly rank: number;
}

/** What fits a budget, and how many lines it left out. */
export interface Digest {
  readonly text: string;
  readonly tokens: number;
  readonly omitted: number;
}

/** What a digest is made of. `hidden` counts what was never a candidate; `count` is exact where the budget is a promise. */
export interface Material {
  readonly head: string;
  /** Titles of the parts in the order in which they are shown. */
  readonly parts: readonly string[];
  readonly candidates: readonly Candidate[];
  readonly hidden: number;
  readonly count: (text: string) => number;
}

/**
 * The one way from many lines to a budget of tokens: the highest ranks that fit, shown part by part, and one line that
 * counts what was left out. When what was chosen by estimate proves too long, it is chosen again with a smaller aim.
 */
export function digest({ head, parts, candidates, hidden, count }: Material, budget: number): Digest {
  for (let aim = budget; ; aim = Math.floor(aim * 0.9)) {
    const chosen = choose(head, candidates, aim);
    const omitted = candidates.length - chosen.size + hidden;
    const text = write(
      head,
      parts,
      candidates.filter((candidate) => chosen.has(candidate)),
      omitted,
    );
    const tokens = count(text);
    if (tokens <= budget || chosen.size === 0) return { text, tokens, omitted };
  }
}

/** Tokens kept free for the line that counts what was left out. */
const RESERVE = 20;

function choose(head: string, candidates: readonly Candidate[], budget: number): Set<Candidate> {
  const chosen = new Set<Candidate>();
  const opened = new Set<string>();
  let left = budget - estimateTokens(head) - RESERVE;
  const ranked = candidates.map((candidate, at) => ({ candidate, at }));
  ranked.sort((a, b) => b.candidate.rank - a.candidate.rank || a.at - b.at);
  for (const { candidate } of ranked) {
    const cost =
      estimateTokens(`${candidate.line}\n`) +
      (opened.has(candidate.part) ? 0 : estimateTokens(heading(candidate.part)));
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
  chosen: readonly Candidate[],
  omitted: number,
): string {
  const blocks = parts.flatMap((part) => {
    const lines = chosen.filter((candidate) => candidate.part === part).map(({ line }) => line);
    return lines.length === 0 ? [] : [`${heading(part)}${lines.join('\n')}`];
  });
  const rest = omitted === 0 ? [] : [`${omitted} more left out: daybook search WORDS`];
  return `${[head, ...blocks, ...rest].join('\n\n')}\n`;
}

const heading = (part: string): string => `### ${part}\n\n`;
