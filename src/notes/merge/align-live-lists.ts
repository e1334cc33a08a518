import type { Outline } from '../../markdown/outline.js';
import type { TextVersions } from './merge-texts.js';

const OPENING = '<!-- daybook:list';
const CLOSING = '<!-- daybook:end';

/** A generated list of a note, from its opening comment to its closing one. */
interface LiveList {
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
  if (!ours.includes(OPENING) || !theirs.includes(OPENING)) return versions;
  const [before, mine, other] = [base, ours, theirs].map((text) => findLists(text, outline(text))) as [
    ReadonlyMap<string, LiveList>,
    ReadonlyMap<string, LiveList>,
    ReadonlyMap<string, LiveList>,
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

/** Finds the lists of a text by their opening comments, numbered where one occurs again. */
function findLists(text: string, { blocks }: Outline): ReadonlyMap<string, LiveList> {
  const found = new Map<string, LiveList>();
  const comments = blocks.filter(
    ({ kind, start }) => kind === 'html' && [OPENING, CLOSING].some((mark) => text.startsWith(mark, start)),
  );
  for (const [at, open] of comments.entries()) {
    const close = comments[at + 1];
    if (!close || !text.startsWith(OPENING, open.start) || !text.startsWith(CLOSING, close.start)) continue;
    const name = text.slice(open.start, open.end).trim();
    const times = [...found.keys()].filter((key) => key.startsWith(`${name}\n`)).length;
    const source = text.slice(open.start, close.end).trimEnd();
    found.set(`${name}\n${times}`, {
      start: open.start,
      end: open.start + source.length,
      source: source.replace(/\r\n?/g, '\n'),
    });
  }
  return found;
}

function replaceLists(
  text: string,
  lists: ReadonlyMap<string, LiveList>,
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
