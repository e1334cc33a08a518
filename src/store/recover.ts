import { join } from 'node:path';
import { rebase } from '../markdown/rebase.js';
import { type Splice, splice } from '../markdown/splice.js';
import type { Change } from '../wiki/change.js';
import { Refusal } from '../wiki/refusal.js';
import { codeOf, Moved, quietly } from './failure.js';
import { Unfit } from './file.js';
import { fileStrayHeld } from './images.js';
import type { Ground } from './layout.js';
import type { Ledger } from './ledger.js';
import { sweepLocks } from './lock.js';
import { abortOf, perform } from './operation.js';
import { clearOldParts } from './parts.js';
import { checkDeed } from './record-check.js';
import type { Deed, Kept } from './record-line.js';
import { TEMPORARY } from './replace.js';
import { contentMark, lookAt } from './snapshot.js';
import { planStep, type Step } from './step.js';
import { listFiles } from './walk.js';

/**
 * Completes what a process died over: what of an intent is not done yet is done, or the rest given up where its place is gone.
 * Where the system fails it stays for the next holder; nothing else waits for it. What Daybook would not have begun is given
 * up untouched.
 */
export function rollForward(ground: Ground, ledger: Ledger, version: (hash: string) => string | null): void {
  for (const deed of ledger.pending()) {
    try {
      const there = { ...ground, root: checkDeed(ground, deed) };
      perform(ledger, deed, stepsLeft(there, ledger, version, deed), 'stands');
    } catch (error) {
      const isUnfit = error instanceof RangeError || error instanceof Unfit;
      if (isUnfit || error instanceof Moved || error instanceof Refusal) ledger.append(abortOf(deed, error));
      else if (codeOf(error) === '') throw error;
    }
  }
}

/** Clears away what dead processes left; the caller holds the lock, so that nothing of it is still in use. */
export function sweep(ground: Ground): number {
  const { port } = ground;
  const temporary = strayFiles(ground);
  for (const path of temporary) quietly(() => port.unlink(path));
  const locks = { ...ground, folder: ground.at.locks };
  return temporary.length + clearOldParts(ground) + fileStrayHeld(ground) + sweepLocks(locks);
}

/** Files in the making that nobody will finish. */
export function strayFiles(ground: Ground): readonly string[] {
  const { port, root } = ground;
  const inside = listFiles(ground, ({ name }) => TEMPORARY.test(name)).map((path) => join(root.root, path));
  const beside = [root.root, root.worktree].flatMap((folder) =>
    port.list(folder).flatMap(({ name }) => (TEMPORARY.test(name) ? [join(folder, name)] : [])),
  );
  return [...new Set([...inside, ...beside])];
}

type Version = (hash: string) => string | null;

/** What was planned, each as a step; what the disk shows as done already is a step that does nothing. */
function stepsLeft(ground: Ground, ledger: Ledger, version: Version, { touched }: Deed): readonly Step[] {
  return touched.map((kept) =>
    isDone(ground, kept)
      ? doneStep(kept)
      : planStep(ground, ledger, changeOf(ground, version, kept), 'resumed'),
  );
}

const doneStep = (kept: Kept): Step => ({
  kept,
  make: () => ({ kept, overtaken: null, back: () => undefined, settle: () => undefined }),
});

function isDone(ground: Ground, kept: Kept): boolean {
  const now = lookAt(ground, () => null, kept.path);
  const mark = contentMark(now);
  if (kept.do === 'remove') return mark === null;
  if (kept.do === 'move')
    return mark === null && contentMark(lookAt(ground, () => null, kept.to ?? kept.path)) !== null;
  if (mark === kept.after) return true;
  if (kept.do === 'create') return mark !== null;
  return mark !== kept.before && now.note !== null && holds(now.note.text, kept.splices);
}

/** True where a text that somebody else has changed since shows what was put in, and nothing of what was taken out. */
function holds(text: string, splices: readonly Splice[]): boolean {
  return splices.every(({ old, new: fresh }) =>
    fresh.trim() === '' ? !text.includes(old.trim()) : text.includes(fresh.trim()),
  );
}

/** The change as it fits the file now; throws `Moved` where its place is gone. */
function changeOf(ground: Ground, version: Version, kept: Kept): Change {
  const { path, why, splices } = kept;
  const base = kept.before ?? '';
  if (kept.do === 'create')
    return {
      do: 'create',
      path,
      text: splice('', splices),
      why,
      ...(kept.after ? { version: kept.after } : {}),
    };
  if (kept.do === 'move') return { do: 'move', path, to: kept.to ?? path, base, why };
  if (kept.do === 'remove') return { do: 'remove', path, base, why };
  const now = lookAt(ground, () => null, path);
  if (now.note?.hash === kept.before) return { do: 'edit', path, base, splices, why };
  const from = version(base);
  const moved = now.note && from !== null ? rebase(splices, from, now.note.text) : null;
  if (!now.note || !moved) throw new Moved(path);
  return { do: 'edit', path, base: now.note.hash, splices: moved, why };
}
