import { findOvertakenLines } from '../../matching/relations/find-overtaken.js';
import { isSameStatement } from '../../matching/relations/find-relation.js';
import { parseStatement, type Statement } from '../../matching/similarity/statement.js';
import { formatEntryText, isStanding } from '../../notes/entries/entry.js';
import { createIdOfVersion, parseIdTime } from '../../notes/entries/ids.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { parseFreeformEntry } from '../../notes/freeform/freeform-entry.js';
import { noteFolder } from '../../notes/kinds/index.js';
import { listLabels } from '../../notes/labels/labels.js';
import { isKeyboardTypo } from '../../text/edit-distance.js';
import { groupByKeys } from '../../text/group-by.js';
import {
  assessFreshness,
  describeStaleness,
  isHistoricalType,
  rateFreshness,
} from '../freshness/assess-references.js';
import { createOwnFileTest, type MemoryFile, readMemoryFiles } from '../import/read-memory-files.js';
import { findKindNote, type LintContext, type LintFinding, type LintRule } from './rule.js';

/** Rules about entries: what they say, and whether it is still true. */
export const ENTRY_RULES: readonly LintRule[] = [
  {
    name: 'stale',
    level: 'warning',
    why: 'an entry is misleading if the file, symbol or commit that it names has changed',
    find({ ctx, notes, notebook }) {
      const archive = `${notebook.content}/${noteFolder('archive')}`;
      const references = notes
        .filter(({ path }) => !path.startsWith(archive))
        .flatMap((note) =>
          ctx.entries(note).filter((entry) => isStanding(entry) && !isHistoricalType(entry.type)),
        );
      const found = assessFreshness(references, ctx.local, (claims) =>
        ctx.query('referenceStatuses', claims, PATIENCE_MS),
      );
      return references.flatMap(({ id, path, line }, at): LintFinding[] => {
        const freshness = found[at] ?? null;
        const mark = describeStaleness(freshness);
        if (mark === null) return [];
        const handle = id.startsWith('~') ? id : `^${id}`;
        const message = `${mark}; if it is still valid: daybook amend ${handle} --verify`;
        return [{ path, line, message, level: rateFreshness(freshness) < GONE ? 'warning' : 'info' }];
      });
    },
  },
  {
    name: 'duplicate',
    level: 'warning',
    why: 'two lines with the same meaning take two places in the brief, and only one of them gets corrected',
    find: (lint) =>
      findTwins(
        lint.notes
          .flatMap((note) => lint.ctx.entries(note))
          .filter((entry) => isLasting(entry) && entry.type !== 'prose' && isOpen(entry)),
      ),
  },
  {
    // A merge can keep two versions of an entry; the second has an id made of its words.
    name: 'two-versions',
    level: 'warning',
    why: 'two people reworded one entry; both versions are shown until one is dropped',
    find: ({ ctx, notes }) =>
      notes.flatMap((note) => {
        const own = ctx.entries(note).filter(({ hasId, id }) => hasId && parseIdTime(id) !== null);
        const byTime = groupByKeys(own.map((entry) => [entry.id.slice(0, 6), entry] as const));
        return own
          .filter((entry) => isOpen(entry) && entry.verified === null && isVersion(entry))
          .flatMap((second) => {
            const { path, id, line } = second;
            // A merge puts the second version behind the first.
            const all = byTime.get(id.slice(0, 6)) ?? [];
            const first = all.findLast((one) => one.line < line) ?? all.find((one) => one !== second);
            const message = `is another version of ^${first?.id} (line ${first?.line}), since a merge: keep one (daybook amend ${id} --drop), or keep both (--verify)`;
            return first === undefined ? [] : [{ path, line, message }];
          });
      }),
  },
  {
    name: 'contradiction',
    level: 'warning',
    why: 'an agent follows whichever of two contradicting lines it reads first',
    find(lint) {
      const note = findKindNote(lint, 'memory');
      const lines = note ? lint.ctx.entries(note).filter(isValid).map(toLine) : [];
      const found = findOvertakenLines(lines).map(({ earlier: { entry }, later, relation }) => {
        const says = relation === 'fixes' ? 'says that this is fixed, but it is open:' : 'contradicts';
        const message = `${says} ${entry.path}:${entry.line}: «${entry.text}»`;
        return { path: later.entry.path, line: later.entry.line, message };
      });
      return lines.length === 0 ? [] : [...found, ...findForeignContradictions(lint, lines)];
    },
  },
  {
    name: 'not-understood',
    level: 'info',
    why: 'a line without a type is searched, and the brief shows only the newest of them',
    find: ({ ctx, notes }) =>
      notes.flatMap((note) => {
        const untyped = ctx.entries(note).filter((entry) => isLasting(entry) && entry.type === 'prose');
        const misspelt = untyped.flatMap(findMisspeltLabel);
        const [first] = untyped;
        return first === undefined || misspelt.length > 0
          ? misspelt
          : [{ path: note.path, line: first.line, message: describeCount(untyped.length) }];
      }),
  },
];

/** Below this weight something that an entry names is gone; above, it only changed. */
const GONE = 0.8;

/** The time limit of git in ms; long, since lint runs at night. */
const PATIENCE_MS = 60_000;

const isLasting = ({ kind }: LocatedEntry): boolean => kind === 'memory' || kind === 'session';

const isOpen = ({ status, superseded }: LocatedEntry): boolean =>
  superseded === null && status !== 'done' && status !== 'dropped';

/** Returns true for a valid entry; progress counts even where it is done. */
const isValid = (entry: LocatedEntry): boolean =>
  entry.type === 'progress' ? entry.superseded === null : isStanding(entry);

/** Returns true if the id is made of the words of its entry. */
const isVersion = ({ id, text, why }: LocatedEntry): boolean =>
  createIdOfVersion(id, why === null ? text : `${text}\n${why}`, () => false) === id;

/** A line is compared with those that share one of so many rarest words of it, and with so many lines for each. */
const RAREST = 3;
const MAX_COMPARED = 40;

/** Finds each line that repeats an earlier one. */
function findTwins(entries: readonly LocatedEntry[]): LintFinding[] {
  const lines = entries.map((entry) => ({ entry, statement: parseStatement(formatEntryText(entry)) }));
  const counts = new Map<string, number>();
  for (const { stem } of lines.flatMap(({ statement }) => statement.words))
    counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const earlier = new Map<string, typeof lines>();
  return lines.flatMap((line): LintFinding[] => {
    const { entry, statement } = line;
    const keys = listKeys(statement, counts);
    const twin = [...new Set(keys.flatMap((key) => earlier.get(key) ?? []))].find(
      (other) => other.entry.type === entry.type && isSameStatement(other.statement, statement),
    )?.entry;
    for (const key of keys) earlier.set(key, [...(earlier.get(key) ?? []).slice(1 - MAX_COMPARED), line]);
    const message = `says what ${twin?.path}:${twin?.line} says: «${twin?.text}»`;
    return twin ? [{ path: entry.path, line: entry.line, message }] : [];
  });
}

/** Lists the rarest words of a line; one without any word to compare goes by its text. */
function listKeys({ words, text }: Statement, counts: ReadonlyMap<string, number>): string[] {
  const rarest = words.map(({ stem }) => stem).sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0));
  return rarest.length === 0 ? [text.trim()] : rarest.slice(0, RAREST);
}

const toLine = (entry: LocatedEntry) => ({ type: entry.type, text: formatEntryText(entry), entry });
type OwnLine = ReturnType<typeof toLine>;

/** Longer passages of other tools are no single statement (characters). */
const MAX_LENGTH = 300;

/** Finds the lines of memory that a file of another tool contradicts. Which of the two is newer is unknown. */
function findForeignContradictions({ ctx }: LintContext, lines: readonly OwnLine[]): readonly LintFinding[] {
  const foreign = readMemoryFiles(ctx)
    .filter(createOwnFileTest(ctx))
    .flatMap((file: MemoryFile) => {
      const text = file.text.replace(/\s+/g, ' ');
      return text.length > MAX_LENGTH ? [] : [{ type: parseFreeformEntry(text)?.type ?? 'rule', text, file }];
    });
  const isOwn = (line: OwnLine | (typeof foreign)[number]): line is OwnLine => 'entry' in line;
  const found = [
    ...findOvertakenLines([...foreign, ...lines], isOwn),
    ...findOvertakenLines([...lines, ...foreign], (line) => !isOwn(line)),
  ].flatMap(({ earlier, later, relation }): readonly LintFinding[] => {
    const [own, other] = isOwn(earlier) ? [earlier, later] : [later, earlier];
    if (relation !== 'replaces' || !isOwn(own) || isOwn(other)) return [];
    const { path, line } = own.entry;
    const place = `${other.file.file}:${other.file.line} (${other.file.tool})`;
    return [{ path, line, message: `contradicts ${place}: «${other.text}»` }];
  });
  return [...new Map(found.map((one) => [`${one.line} ${one.message}`, one])).values()];
}

const describeCount = (count: number): string =>
  count === 1
    ? '1 line has no type: a heading above it such as `## Decisions` gives it one'
    : `${count} lines have no type, this is the first: a heading such as \`## Decisions\` gives them one`;

/** A word before a colon at the beginning: probably meant as a label. */
const LABEL = /^[*_]{0,3}(\p{L}{5,22})[*_]{0,3}\s?[:：][*_]{0,3}\s/u;

function findMisspeltLabel({ path, line, text }: LocatedEntry): LintFinding[] {
  const label = LABEL.exec(text)?.[1];
  const labels = listLabels();
  if (!label || labels.has(label.toLowerCase())) return [];
  const near = [...labels.keys()].find((name) => isKeyboardTypo(label.toLowerCase(), name));
  const message = `\`${label}:\` is not a label, did you mean \`${near}:\`?`;
  return near === undefined ? [] : [{ path, line, message, level: 'warning' }];
}
