import type { FindingInput } from './render-finding.js';

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

const clipped = (text: string): string => {
  const one = text.replace(/\s+/g, ' ').trim();
  return one.length > MAX_LENGTH ? `${one.slice(0, MAX_LENGTH - 1)}…` : one;
};

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
