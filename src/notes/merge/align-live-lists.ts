import type { Outline } from '../../markdown/outline.js';
import { findLiveLists, mayHaveLiveList } from '../live-lists.js';
import type { TextVersions } from './merge-lines.js';

/** A generated list of a note, from its opening comment to its closing one. */
interface ListSource {
  readonly start: number;
  readonly end: number;
  readonly source: string;
}

/**
 * Gives each generated list that both sides have the same content in all versions: the one that a side changed, else the
 * first by bytes. Daybook writes these lists again, so their lines are not merged.
 */
export function alignLiveLists(versions: TextVersions, outline: (text: string) => Outline): TextVersions {
  const { base, ours, theirs } = versions;
  if (!mayHaveLiveList(ours) || !mayHaveLiveList(theirs)) return versions;
  const [before, mine, other] = [base, ours, theirs].map((text) => findLists(text, outline(text))) as [
    ReadonlyMap<string, ListSource>,
    ReadonlyMap<string, ListSource>,
    ReadonlyMap<string, ListSource>,
  ];
  const chosen = new Map(
    [...mine].flatMap(([key, { source: one }]): [string, string][] => {
      const two = other.get(key)?.source;
      if (two === undefined || two === one) return [];
      const first = before.get(key)?.source;
      if (first === one || first === two) return [[key, first === one ? two : one]];
      return [[key, one < two ? one : two]];
    }),
  );
  return {
    base: replaceLists(base, before, chosen),
    ours: replaceLists(ours, mine, chosen),
    theirs: replaceLists(theirs, other, chosen),
  };
}

/** Finds the closed lists of a text by their opening comments, numbered where one occurs again. */
function findLists(text: string, outline: Outline): ReadonlyMap<string, ListSource> {
  const found = new Map<string, ListSource>();
  for (const { start, end, open } of findLiveLists(text, outline)) {
    const written = text.slice(start, end).trimEnd();
    if (written === open) continue;
    const times = [...found.keys()].filter((key) => key.startsWith(`${open}\n`)).length;
    const source = written.replace(/\r\n?/g, '\n');
    found.set(`${open}\n${times}`, { start, end: start + written.length, source });
  }
  return found;
}

function replaceLists(
  text: string,
  lists: ReadonlyMap<string, ListSource>,
  chosen: ReadonlyMap<string, string>,
): string {
  const eol = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  let out = text;
  for (const [key, { start, end }] of [...lists].reverse()) {
    const source = chosen.get(key);
    if (source !== undefined) out = out.slice(0, start) + source.replaceAll('\n', eol) + out.slice(end);
  }
  return out;
}
