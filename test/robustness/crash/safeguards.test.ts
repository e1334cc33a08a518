import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildWithSwitches, callWithout, type Guard, swap } from '../../support/build-with-switches.js';
import { freshFolder } from '../../support/store-root.js';
import type { Parts, Trial } from './trials.js';
import * as trials from './trials.js';

/** A safeguard, and the trial that must notice when it is off. */
interface Safeguard extends Guard {
  readonly trial: Trial;
}

const SAFEGUARDS: readonly Safeguard[] = [
  {
    name: 'the lock is a link that only one can make',
    swaps: [
      swap(
        'store/lock.ts',
        "if (getErrorCode(error) === 'EEXIST') return false;",
        "if (getErrorCode(error) === 'EEXIST') return true;",
      ),
    ],
    trial: trials.oneInside,
  },
  {
    name: 'a claim: the lock is looked at again before it is broken',
    swaps: [
      swap(
        'store/lock.ts',
        "const still = now !== null && now !== 'unknown' && now.nonce === dead.nonce;",
        'const still = now !== null;',
      ),
    ],
    trial: trials.slowBreaker,
  },
  {
    name: 'the holder’s identity: boot and namespace',
    swaps: [
      swap(
        'platform/process-identity.ts',
        'if (owner.boot !== boot || owner.space !== space) return false;',
        '',
      ),
    ],
    trial: trials.foreignHolder,
  },
  {
    name: 'flush of the file before the rename',
    swaps: [swap('platform/file-io.ts', "if (fsync !== 'off') port.sync(file);", '')],
    trial: trials.powerCut,
  },
  {
    name: 'flush of the folder after the rename',
    swaps: [swap('platform/file-io.ts', "if (fsync !== 'full') return;", 'if (folder) return;')],
    trial: trials.powerCut,
  },
  {
    name: 'flush of the journal before the reply',
    swaps: [swap('store/change-journal/journal.ts', "if (fsync !== 'off') port.dataSync(file);", '')],
    trial: trials.powerCut,
  },
  {
    name: 'flush of the registry before the first write',
    swaps: [swap('store/registry/registry.ts', 'syncFolder(port, folder, fsync);', '')],
    trial: trials.powerCutFirst,
  },
  {
    name: 'writing on where a write falls short, and the look at the size',
    swaps: [
      swap(
        'platform/file-io.ts',
        'while (done < bytes.length) {\n    const put =',
        'if (done < bytes.length) {\n    const put =',
      ),
    ],
    trial: trials.shortWrites,
  },
  {
    name: 'the look at the note before the rename',
    swaps: [
      swap(
        'store/files/atomic-replace.ts',
        'if (ino !== null && statAt(port, file)?.ino !== ino) throw new ConflictError(path);',
        '',
      ),
    ],
    trial: trials.savedBefore,
  },
  {
    name: 'second names for files beside a note',
    swaps: [swap('store/files/atomic-replace.ts', 'beside = linkSiblings(store, base.file, temporary);', '')],
    trial: trials.savedOver,
  },
  {
    name: 'the look at the old file after the rename',
    swaps: [
      swap(
        'store/files/atomic-replace.ts',
        'const overtaken = now && computeHash(now.bytes) !== base.hash ? now.bytes : null;',
        'const overtaken = null;',
      ),
    ],
    trial: trials.savedInto,
  },
  {
    name: 'rebasing ours on what a person saved',
    swaps: [
      swap(
        'store/commit/step.ts',
        'const moved = decoded && rebaseEdits(touched.splices, text, decoded.text);',
        'const moved = decoded && touched.splices;',
      ),
    ],
    trial: trials.savedInto,
  },
  {
    name: 'the check of what was read',
    swaps: [
      swap(
        'store/note-reader.ts',
        'if (!isSameLook(readNoteState(store, known, path), look)) return false;',
        '',
      ),
    ],
    trial: trials.readSet,
  },
  {
    name: 'waiting until a file is quiet',
    swaps: [swap('store/note-reader.ts', "if (known === 'at once') return 0;", 'if (known) return 0;')],
    trial: trials.halfSaved,
  },
  {
    name: 'an operation is known by its id',
    swaps: [swap('store/commit/operation.ts', 'if (known) return known;', '')],
    trial: trials.toldTwice,
  },
  {
    name: 'what gains comes before what loses',
    swaps: [
      swap(
        'notes/changes/change.ts',
        '[...changes].sort((a, b) => rank(a) - rank(b))',
        '[...changes].sort((a, b) => rank(b) - rank(a))',
      ),
    ],
    trial: trials.killedMove,
  },
  {
    name: 'the intent before the first rename',
    swaps: [
      swap(
        'store/commit/operation.ts',
        "if (intent === 'intent') journal.append({ ...record, t: 'intent' });",
        '',
      ),
    ],
    trial: trials.killedMove,
  },
  {
    name: 'before-images',
    swaps: [
      swap(
        'store/files/before-images.ts',
        'renameAway(port, tx.path, imagePath(at.images, hash));',
        'port.unlink(tx.path);',
      ),
    ],
    trial: trials.versions,
  },
  {
    name: 'cutting a torn tail off before the next record',
    swaps: [
      swap(
        'store/change-journal/journal.ts',
        'if (size === 0 || readRange(port, file, size - 1, 1)[0] === NEWLINE) return size;',
        'if (size >= 0) return size;',
      ),
    ],
    trial: trials.tornTail,
  },
  {
    name: 'the look for entries that vanished',
    swaps: [
      swap(
        'store/health-check.ts',
        'return id !== null && !everywhere.has(id);',
        'return id === everywhere;',
      ),
    ],
    trial: trials.vanished,
  },
  {
    name: 'the proof of an edit',
    swaps: [swap('app/plan-command.ts', 'if (!proof.ok) return', "if (note.path === '') return")],
    trial: trials.proof,
  },
  {
    name: 'modes of the state folder',
    swaps: [swap('platform/file-io.ts', 'export const OWN_FILE = 0o600;', 'export const OWN_FILE = 0o644;')],
    trial: trials.modes,
  },
  {
    name: 'no link is followed below the root',
    // Where a system has no such flag, the open file is compared with the one at the path.
    swaps: [
      swap('platform/file-system.ts', 'read: O_RDONLY | NO_FOLLOW | NO_WAIT,', 'read: O_RDONLY | NO_WAIT,'),
      swap('platform/file-io.ts', 'if (isFileAt(port, path, stat)) return', 'return'),
    ],
    trial: trials.linkOut,
  },
];

let bundle: string;
let whole: Parts;
beforeAll(async () => {
  bundle = join(freshFolder(), 'parts.cjs');
  const entry = join(import.meta.dirname, 'under-test.ts');
  await buildWithSwitches(SAFEGUARDS, { entryPoints: [entry], outfile: bundle });
  whole = loadParts(null);
});

/** Loads the parts as they are, or without a safeguard. */
function loadParts(safeguard: Safeguard | null): Parts {
  const require = createRequire(bundle);
  delete require.cache[bundle];
  return callWithout(safeguard, () => require(bundle));
}

/** What a trial finds without a safeguard; that it cannot even be made is a finding too. */
function findings({ trial }: Safeguard, parts: Parts): readonly string[] {
  try {
    return trial(parts);
  } catch (error) {
    return [String(error).split('\n')[0] ?? 'it fails'];
  }
}

const table: string[] = [];
afterAll(() => {
  const noticed = table.filter((row) => !row.includes('NOT NOTICED')).length;
  console.log(
    `${table.join('\n')}\nT26: ${table.length} safeguards switched off one at a time, ${noticed} noticed`,
  );
});

describe('T26: the tests of the tests', () => {
  it.each(Object.entries(trials as Readonly<Record<string, Trial>>))(
    'with every safeguard on a trial finds nothing: %s',
    (_, trial) => {
      expect(trial(whole)).toEqual([]);
    },
  );

  it.each(SAFEGUARDS.map((safeguard) => [safeguard.name, safeguard] as const))(
    'without it a trial finds what is wrong: %s',
    (name, safeguard) => {
      const found = findings(safeguard, loadParts(safeguard));
      table.push(`off: ${name} | ${nameOf(safeguard.trial)}: ${found[0] ?? 'NOT NOTICED'}`);
      expect(found.length).toBeGreaterThan(0);
    },
  );
});

const nameOf = (trial: Trial): string =>
  Object.entries(trials).find(([, one]) => one === trial)?.[0] ?? 'a trial';
