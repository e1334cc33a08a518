import { rebase } from '../markdown/rebase.js';
import { type Splice, splice } from '../markdown/splice.js';
import { findChangedLines } from '../markdown/whole-lines.js';
import type { Change } from '../wiki/change.js';
import { isReadOnly } from '../wiki/note.js';
import { Refusal } from '../wiki/refusal.js';
import { refuseReadOnly } from '../wiki/unknown.js';
import { type Decoded, decode, encode, hashOf } from './decode.js';
import { Moved } from './failure.js';
import { readFile, statAt } from './file.js';
import type { Ground } from './layout.js';
import type { Ledger } from './ledger.js';
import { isGlobal, placeOf } from './place.js';
import type { Kept } from './record-line.js';
import { type Base, createFile, hashAt, type Made, moveFile, removeFile, replaceFile } from './replace.js';
import { LARGEST_NOTE } from './unreadable.js';
import { bytesOf } from './versions.js';

/** One change, planned against what is on the disk: what the journal will say of it, and how it is made. */
export interface Step {
  readonly kept: Kept;
  make(): StepMade;
}

export interface StepMade extends Made {
  /** What was really done: a save in place may have moved it. */
  readonly kept: Kept;
}

/** A change that is resumed may find itself half done. */
export type Stage = 'fresh' | 'resumed';

/** Plans a change; throws `Moved` where its base is not what the disk holds. */
export function planStep(ground: Ground, ledger: Ledger, change: Change, stage: Stage = 'fresh'): Step {
  if (isGlobal(change.path)) throw new RangeError(`${change.path} is written through the global store`);
  const file = placeOf(ground.port, ground.root, change.path);
  switch (change.do) {
    case 'create':
      return planCreate(ground, file, change);
    case 'edit':
      return planEdit(ground, writableBase(ground, ledger, file, change), change);
    case 'remove':
      return planRemove(ground, writableBase(ground, ledger, file, change), change);
    case 'move':
      return planMove(ground, baseOf(ground, ledger, file, change), change, stage);
  }
}

type Of<K extends Change['do']> = Extract<Change, { do: K }>;

function planCreate(ground: Ground, file: string, { path, text, why, version }: Of<'create'>): Step {
  const bytes = (version === undefined ? null : bytesOf(text, version)) ?? encode(text, false);
  const after = hashOf(bytes);
  checkSize(path, bytes);
  if (hashAt(ground, file) !== null) throw new Moved(path);
  const splices = [{ at: 0, old: '', new: text }];
  const kept: Kept = { do: 'create', path, before: null, after, splices, why, bytes: bytes.length };
  return { kept, make: () => ({ ...createFile(ground, path, file, bytes), kept }) };
}

function planEdit(ground: Ground, base: Base, { path, splices, why }: Of<'edit'>): Step {
  const now = textOf(base);
  const bytes = encode(splice(now.text, splices), now.bom);
  checkSize(path, bytes);
  const kept: Kept = {
    do: 'edit',
    path,
    before: base.hash,
    after: hashOf(bytes),
    splices,
    why,
    ...changedLines(now.text, splices),
    bytes: bytes.length,
  };
  return { kept, make: () => makeEdit(ground, base, kept, now.text, bytes) };
}

/** The lines that splices change in part, as the journal keeps them; nothing where there are none. */
export function changedLines(text: string, splices: readonly Splice[]): Pick<Kept, 'lines'> {
  const lines = findChangedLines(text, splices);
  return lines.length === 0 ? {} : { lines };
}

/** How often somebody may save in place under our hands before the verb is thought again. */
const OVERTAKEN_TRIES = 3;

/** Makes an edit; where somebody saved in place meanwhile, theirs comes back first and ours is made on top of it. */
function makeEdit(
  ground: Ground,
  base: Base,
  kept: Kept,
  text: string,
  bytes: Uint8Array,
  tries = OVERTAKEN_TRIES,
): StepMade {
  const made = replaceFile(ground, base, bytes);
  if (!made.overtaken) return { ...made, kept };
  made.back();
  ground.machine.sleep(QUIET_MS);
  const theirs = readFile(ground.port, base.file, LARGEST_NOTE);
  const decoded = theirs && decode(theirs.bytes);
  const moved = decoded && rebase(kept.splices, text, decoded.text);
  if (!decoded || !moved || tries === 0) throw new Moved(kept.path);
  const fresh = encode(splice(decoded.text, moved), decoded.bom);
  const { lines: _, ...rest } = kept;
  const next = {
    ...rest,
    before: hashOf(theirs.bytes),
    after: hashOf(fresh),
    splices: moved,
    ...changedLines(decoded.text, moved),
    bytes: fresh.length,
  };
  return makeEdit(
    ground,
    { ...base, hash: next.before, bytes: theirs.bytes, foreign: true },
    next,
    decoded.text,
    fresh,
    tries - 1,
  );
}

/** Whoever saves in place is through after this time. */
const QUIET_MS = 50;

function planRemove(ground: Ground, base: Base, { path, why }: Of<'remove'>): Step {
  const text = decode(base.bytes)?.text ?? null;
  const splices: readonly Splice[] = text === null ? [] : [{ at: 0, old: text, new: '' }];
  const kept: Kept = { do: 'remove', path, before: base.hash, after: null, splices, why, bytes: 0 };
  return { kept, make: () => ({ ...unlessOvertaken(removeFile(ground, base), path), kept }) };
}

function planMove(ground: Ground, base: Base, { path, to, why }: Of<'move'>, stage: Stage): Step {
  const file = placeOf(ground.port, ground.root, to);
  const there = hashAt(ground, file);
  if (there !== null && !(stage === 'resumed' && there === base.hash)) throw new Moved(to);
  const kept: Kept = {
    do: 'move',
    path,
    to,
    before: base.hash,
    after: base.hash,
    splices: [],
    why,
    bytes: base.bytes.length,
  };
  return { kept, make: () => ({ ...moveFile(ground, base, { path: to, file }), kept }) };
}

function unlessOvertaken(made: Made, path: string): Made {
  if (!made.overtaken) return made;
  made.back();
  throw new Moved(path);
}

/** The same for what is to be written or removed; refuses a read-only file, which a rename would replace all the same. */
function writableBase(
  ground: Ground,
  ledger: Ledger,
  file: string,
  change: { readonly path: string; readonly base: string },
): Base {
  const base = baseOf(ground, ledger, file, change);
  const mode = statAt(ground.port, file)?.mode;
  if (mode !== undefined && isReadOnly({ mode })) throw refuseReadOnly(change.path, mode);
  return base;
}

/** The bytes that a change starts from; throws `Moved` where they are not what the disk holds. */
export function baseOf(
  ground: Ground,
  ledger: Ledger,
  file: string,
  { path, base }: { readonly path: string; readonly base: string },
): Base {
  const bytes = readFile(ground.port, file)?.bytes;
  if (!bytes || hashOf(bytes) !== base) throw new Moved(path);
  return { path, file, hash: base, bytes, foreign: ledger.last(path)?.hash !== base };
}

/** The text that a change starts from; refuses what is not UTF-8. */
export function textOf({ path, bytes }: Base): Decoded {
  const decoded = decode(bytes);
  if (!decoded)
    throw new Refusal('not-utf8', `${path} is not UTF-8`, 'save it as UTF-8 in an editor', { path });
  return decoded;
}

function checkSize(path: string, bytes: Uint8Array): void {
  if (bytes.length <= LARGEST_NOTE) return;
  throw new Refusal(
    'too-large',
    `${path} would grow over ${LARGEST_NOTE} bytes`,
    'part it into several notes',
    { path },
  );
}
