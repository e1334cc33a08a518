import { compared } from '../../recall/likeness/likeness.js';
import { readSaying } from '../../recall/likeness/saying.js';
import type { Finding } from './finding.js';

/** One thing that one or more agents found, and the findings that say so. */
export interface Joined {
  readonly text: string;
  readonly sources: readonly string[];
}

/** What several findings come to (FEATURES E2). */
export interface Synthesis {
  readonly discoveries: readonly Joined[];
  readonly files: readonly Joined[];
  readonly questions: readonly Joined[];
  readonly recommendations: readonly Joined[];
  /** Two things that deny each other, both kept above. */
  readonly contradictions: readonly (readonly [Joined, Joined])[];
}

/** Joins findings: duplicates across agents become one with all its sources; what contradicts is listed, not settled. */
export function synthesis(findings: readonly Finding[]): Synthesis {
  const discoveries = joined(findings, ({ discoveries: own, summary }) =>
    own.length > 0 ? own : [summary.replace(/\s+/g, ' ')].filter(Boolean),
  );
  return {
    discoveries,
    files: joined(findings, ({ files }) => files),
    questions: joined(findings, ({ questions }) => questions),
    recommendations: joined(findings, ({ recommendations }) => recommendations),
    contradictions: contradictionsIn(discoveries),
  };
}

/** Above this likeness two discoveries are one (FEATURES A6: skip). */
const SAME = 0.9;

function joined(
  findings: readonly Finding[],
  of: (finding: Finding) => readonly string[],
): readonly Joined[] {
  const found: { text: string; sources: string[]; saying: ReturnType<typeof readSaying> }[] = [];
  for (const finding of findings)
    for (const text of of(finding)) {
      const saying = readSaying(text);
      const twin = found.find((one) => one.text === text || compared(one.saying, saying).likeness > SAME);
      if (!twin) found.push({ text, sources: [finding.name], saying });
      else if (!twin.sources.includes(finding.name)) twin.sources.push(finding.name);
    }
  return found.map(({ text, sources }) => ({ text, sources }));
}

function contradictionsIn(items: readonly Joined[]): (readonly [Joined, Joined])[] {
  const read = items.map((one) => ({ one, saying: readSaying(one.text) }));
  return read.flatMap(({ one, saying }, at) =>
    read.slice(at + 1).flatMap((other): (readonly [Joined, Joined])[] => {
      const { clash } = compared(saying, other.saying);
      return clash === 'denial' ? [[one, other.one]] : [];
    }),
  );
}

/** An item with its sources as links. */
export const withSources = ({ text, sources }: Joined): string =>
  `${text} (${sources.map((name) => `[[${name}]]`).join(', ')})`;
