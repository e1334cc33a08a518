import { addHandDates } from '../../command/add-hand-dates.js';
import type { CommandContext } from '../../command/define-command.js';
import { readMemoryEntries } from '../../command/entry-format.js';
import { createEntryDeps } from '../../command/planning-deps.js';
import { LOG_DAYS } from '../../config/settings.js';
import { addDays } from '../../dates/local-time.js';
import type { Change } from '../../notes/changes/change.js';
import { isPinned, isStanding } from '../../notes/entries/entry.js';
import { parseIdTime } from '../../notes/entries/ids.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import type { EntryType } from '../../notes/entry-types.js';
import { notePath } from '../../notes/kinds/index.js';
import { collectChanges, type Notebook } from '../../notes/notebook.js';
import { isAgainst } from '../context-block/rank-entries.js';
import { listGuardedEntries } from '../guard/guarded-entries.js';
import { answeredInboxPath, propose } from '../inbox/propose.js';
import { listHookRuns, listUses } from './receipts.js';
import { readShownText } from './shown-entries.js';

/** An entry that no hook showed for so many days is proposed for retirement. */
export const UNNEEDED_DAYS = 60;
/** In fewer sessions an entry may be missing by chance. */
const LEAST_SESSIONS = 10;
const MOST_A_WEEK = 5;
const WEEK_MS = 7 * 86_400_000;

/** What the brief calls decisions and what is known. Rules and rejections are never proposed: they matter when no one thinks of them. */
const TYPES: readonly EntryType[] = ['decision', 'learning', 'gotcha', 'fact'];

/** Lists memory entries that no hook showed for 60 days, oldest first; none while the log does not reach so far back. */
export function listUnneeded(ctx: CommandContext, notebook: Notebook): readonly LocatedEntry[] {
  const today = ctx.local(ctx.now).date;
  const since = addDays(today, -UNNEEDED_DAYS);
  const all = listHookRuns(ctx, addDays(today, -LOG_DAYS));
  const runs = all.filter(({ at }) => at >= since);
  const sessions = new Set(runs.flatMap((run) => (readShownText(run).trim() === '' ? [] : run.session)));
  if (runs.length === all.length || sessions.size < LEAST_SESSIONS) return [];
  const shown = new Set(listUses(ctx, runs).map(({ entry }) => entry.id));
  const guarded = new Set(listGuardedEntries(notebook, ctx.entries).map(({ entry }) => entry.id));
  return addHandDates(ctx, notebook, readMemoryEntries(ctx, notebook))
    .filter((entry) => TYPES.includes(entry.type) && isStanding(entry) && !isAgainst(entry))
    .filter(({ id, check, tags }) => check === null && !isPinned(tags) && !shown.has(id) && !guarded.has(id))
    .filter(({ at, verified }) => at !== null && at < since && (verified ?? '') < since)
    .toSorted((a, b) => ((a.at ?? '') < (b.at ?? '') ? -1 : 1));
}

/** Plans to ask whether entries that no hook showed may be retired, at most five a week. */
export function proposeUnneeded(ctx: CommandContext, notebook: Notebook): readonly Change[] {
  const texts = [`${notebook.content}/${notePath('inbox')}`, answeredInboxPath(notebook)].map(
    (path) => notebook.note(path)?.text ?? '',
  );
  const recent = [...texts.join('\n').matchAll(/^.{0,8}\] retire ~.*\^([0-9a-z]{11})\b/gm)].filter(
    ([, id = '']) => (parseIdTime(id, ctx.now) ?? 0) > ctx.now - WEEK_MS,
  );
  let left = MOST_A_WEEK - recent.length;
  return left <= 0
    ? []
    : collectChanges(listUnneeded(ctx, notebook), notebook, (target, now) => {
        const changes = left > 0 ? propose({ act: 'retire', target }, now, createEntryDeps(ctx)) : [];
        if (changes.length > 0) left -= 1;
        return changes;
      });
}
