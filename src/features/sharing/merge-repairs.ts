import type { CommandContext } from '../../command/define-command.js';
import type { MergedVersions } from '../../command/git-answers.js';
import { hasSameUnits } from '../../notes/merge/merge-file.js';
import { copyLabels, settleLabels } from '../../notes/merge/record-labels.js';
import type { Notebook } from '../../notes/notebook.js';
import { findPlace, isMergedByLines, mergeAsDriver, type SettledFile, toEdit } from './resolve-conflicts.js';

/**
 * Plans repairs of notes that were merged line by line: by a hosting site, `union`, or a machine without the driver.
 * Skips merges that a person edited; later changes stay.
 */
export function planMergeRepairs(
  ctx: CommandContext,
  notebook: Notebook,
  path: string | undefined,
): readonly SettledFile[] {
  const texts = new Map<string, string>();
  const doubled = new Map<string, readonly string[]>();
  for (const found of ctx.query('mergedFiles')) {
    const made = { ...found, base: mergeBases(ctx, found) };
    const note = notebook.note(made.path);
    const isWanted = path === undefined || made.path === path || made.path.endsWith(`/${path}`);
    if (!note || note.conflicts || !isWanted || !isUntouched(made)) continue;
    const now = texts.get(made.path) ?? note.text;
    const wanted = mergeAsDriver(ctx, made.path, made);
    const place = findPlace(ctx, made.path);
    const outline = (text: string) => notebook.outline({ ...note, text });
    // Keep the current numbers of records: a later merge may have changed them.
    const theirs = copyLabels(wanted.text, now);
    const base = copyLabels(made.merged, theirs);
    if (wanted.conflicts > 0) continue;
    const repaired = hasSameUnits(base, theirs, place, outline)
      ? { text: now, conflicts: 0, doubled: [] }
      : mergeAsDriver(ctx, made.path, { base, ours: now, theirs });
    const text = settleLabels(repaired.text);
    if (repaired.conflicts > 0 || text === now) continue;
    // Two entries with one id were settled since, such as by `lint --fix`: the merge is not repaired again.
    const before = new Set([now, wanted.text].flatMap(listRepeats));
    if (listRepeats(text).some((mark) => !before.has(mark))) continue;
    texts.set(made.path, text);
    const known = doubled.get(made.path) ?? [];
    doubled.set(made.path, [...new Set([...known, ...wanted.doubled, ...repaired.doubled])]);
  }
  return [...texts].flatMap(([own, after]): SettledFile[] => {
    const note = notebook.note(own);
    if (!note || note.text === after) return [];
    const what = 'has the entries as both sides wrote them; git had merged them by lines';
    const change = toEdit(note, after);
    return [
      {
        path: own,
        conflicts: 0,
        doubled: doubled.get(own) ?? [],
        before: note.text,
        after,
        change,
        waitsFor: 'none',
        what,
      },
    ];
  });
}

/** Lists the ids that a text has more than once, and the words of lines with an id. */
function listRepeats(text: string): readonly string[] {
  const seen = new Set<string>();
  return [...text.matchAll(/^(.*) (\^[0-9a-z]{11})$/gm)]
    .flatMap(([, words = '', id = '']) => [words.trim(), id])
    .filter((mark) => seen.has(mark) || !seen.add(mark));
}

/** Merges the common ancestors into one base, as git does where there are several. */
const mergeBases = (ctx: CommandContext, { path, bases, root }: MergedVersions): string =>
  bases.reduce((ours, theirs) => mergeAsDriver(ctx, path, { base: root, ours, theirs }).text);

const isUntouched = ({ bases, root, ours, theirs, merged }: MergedVersions): boolean =>
  isMergedByLines({ earlier: [root, ...bases], ours, theirs, merged: [merged] });
