import { splice } from '../markdown/splice.js';
import type { Note } from '../wiki/note.js';
import { encode, hashOf } from './decode.js';
import { Moved, quietly } from './failure.js';
import type { Ground } from './layout.js';
import type { Ledger } from './ledger.js';
import { abortOf, commit, deedOf, needsIntent, type Operation, takeBack } from './operation.js';
import { isGlobal, placeOf } from './place.js';
import type { Deed, Kept } from './record-line.js';
import { type Base, type Made, replaceFile } from './replace.js';
import { baseOf, changedLines, textOf } from './step.js';
import { LARGEST_NOTE } from './unreadable.js';

/** Operations of several askers that are made durable together: each note is replaced once, each operation has its record. */
export interface Group {
  /** A note as the operations so far leave it; undefined where none touches it. */
  note(path: string): Note | undefined;
  /** Takes in an operation that only edits notes, thought on the notes as they are by now; false where it must go alone. */
  add(operation: Operation): boolean;
  /** Makes them all, durably, and gives their numbers by id. Throws `Moved` where a person was faster; then none is done. */
  commit(): ReadonlyMap<string, number>;
}

interface File {
  readonly base: Base;
  readonly now: Note;
}

/** Opens a group; only under the lock, which stays held until it is committed. */
export function openGroup(ground: Ground, ledger: Ledger): Group {
  const files = new Map<string, File>();
  const operations: { readonly operation: Operation; readonly touched: readonly Kept[] }[] = [];
  return {
    note: (path) => files.get(path)?.now,
    add(operation) {
      const edits = editsOf(ground, ledger, operation, files);
      if (!edits) return false;
      for (const { file } of edits) files.set(file.now.path, file);
      operations.push({ operation, touched: edits.map(({ kept }) => kept) });
      return true;
    },
    commit() {
      const [first] = operations;
      if (!first) return new Map();
      if (operations.length === 1)
        return new Map([[first.operation.id, commit(ground, ledger, first.operation).seq]]);
      const next = ledger.nextSeq();
      const deeds = operations.map(({ operation, touched }, i) =>
        deedOf(ground, next + i, operation, touched),
      );
      const isKnownFirst = operations.some(({ operation }) => needsIntent(operation) === 'intent');
      const intents = deeds.map((deed) => ({ ...deed, t: 'intent' as const }));
      if (isKnownFirst) ledger.append(...intents);
      else ledger.announce(...intents);
      makeAll(ground, ledger, deeds, [...files.values()]);
      return new Map(deeds.map(({ id, seq }) => [id, seq]));
    },
  };
}

interface Edit {
  readonly kept: Kept;
  readonly file: File;
}

function editsOf(
  ground: Ground,
  ledger: Ledger,
  { changes }: Operation,
  files: ReadonlyMap<string, File>,
): readonly Edit[] | null {
  const paths = new Set(changes.map(({ path }) => path));
  if (changes.length === 0 || paths.size !== changes.length) return null;
  const edits: Edit[] = [];
  for (const change of changes) {
    if (change.do !== 'edit' || isGlobal(change.path)) return null;
    const { path, splices, why } = change;
    const { base, now } = files.get(path) ?? opened(ground, ledger, path, change.base);
    if (now.hash !== change.base) return null;
    const text = splice(now.text, splices);
    const bytes = encode(text, now.bom);
    if (bytes.length > LARGEST_NOTE) return null;
    const after = hashOf(bytes);
    const lines = changedLines(now.text, splices);
    const kept: Kept = {
      do: 'edit',
      path,
      before: now.hash,
      after,
      splices,
      why,
      ...lines,
      bytes: bytes.length,
    };
    edits.push({ kept, file: { base, now: { path, text, bom: now.bom, hash: after } } });
  }
  return edits;
}

function opened(ground: Ground, ledger: Ledger, path: string, hash: string): File {
  const base = baseOf(ground, ledger, placeOf(ground.port, ground.root, path), { path, base: hash });
  return { base, now: { path, hash, ...textOf(base) } };
}

/** With the intents known, each note once, then all records: whoever comes after a crash completes them one by one. */
function makeAll(ground: Ground, ledger: Ledger, deeds: readonly Deed[], files: readonly File[]): void {
  const made: Made[] = [];
  try {
    for (const { base, now } of files) {
      const one = replaceFile(ground, base, encode(now.text, now.bom));
      made.push(one);
      if (one.overtaken) throw new Moved(base.path);
    }
    ledger.append(...deeds.map((deed) => ({ ...deed, t: 'done' as const })));
  } catch (error) {
    if (takeBack(made)) quietly(() => ledger.append(...deeds.map((deed) => abortOf(deed, error))));
    throw error;
  }
  for (const one of made) one.settle();
}
