import type { CommandContext } from '../../command/define-command.js';
import type { MergedVersions } from '../../command/git-answers.js';
import { hasSameUnits } from '../../notes/merge/merge-file.js';
import { copyLabels, settleLabels } from '../../notes/merge/record-labels.js';
import type { Notebook } from '../../notes/notebook.js';
import { isMergedByLines } from './merged-by-lines.js';
import { findPlace, mergeAsDriver, type SettledFile, toEdit } from './resolve-conflicts.js';

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
    // An id that two entries had got was settled since: the merge is not repaired again.
    const before = new Set(listRepeatedIds(now));
    if (listRepeatedIds(text).some((id) => !before.has(id))) continue;
    texts.set(made.path, text);
    doubled.set(made.path, [...(doubled.get(made.path) ?? []), ...wanted.doubled, ...repaired.doubled]);
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

/** Lists the ids at ends of lines that a text has more than once. */
function listRepeatedIds(text: string): readonly string[] {
  const ids = [...text.matchAll(/ \^([0-9a-z]{11})$/gm)].map(([, id = '']) => id);
  return ids.filter((id, at) => ids.indexOf(id) < at);
}

/** Merges the common ancestors into one base, as git does where there are several. */
const mergeBases = (ctx: CommandContext, { path, bases, root }: MergedVersions): string =>
  bases.reduce((ours, theirs) => mergeAsDriver(ctx, path, { base: root, ours, theirs }).text);

const isUntouched = ({ bases, root, ours, theirs, merged }: MergedVersions): boolean =>
  isMergedByLines({ earlier: [root, ...bases], ours, theirs, merged: [merged] });
