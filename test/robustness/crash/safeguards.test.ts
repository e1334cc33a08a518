import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, describe, expect, it } from 'vitest';
import { MODULE_FILES } from '../../support/bundled.js';
import { freshFolder } from '../../support/store-root.js';
import type { Parts, Trial } from './trials.js';
import * as trials from './trials.js';

const HERE = dirname(fileURLToPath(import.meta.url));
const SOURCE = join(HERE, '../../../src');

/** A safeguard, the code that is it and what stands there when it is switched off, and the trial that must notice. */
interface Safeguard extends Code {
  readonly name: string;
  readonly trial: Trial;
  /** Where two guard the same thing, since one of them is missing on some systems: both are switched off. */
  readonly second?: Code;
}

interface Code {
  readonly file: string;
  readonly on: string;
  readonly off: string;
}

const SAFEGUARDS: readonly Safeguard[] = [
  {
    name: 'the lock is a link that only one can make',
    file: 'store/lock.ts',
    on: "if (getErrorCode(error) === 'EEXIST') return false;",
    off: "if (getErrorCode(error) === 'EEXIST') return true;",
    trial: trials.oneInside,
  },
  {
    name: 'a claim: the lock is looked at again before it is broken',
    file: 'store/lock.ts',
    on: "const still = now !== null && now !== 'unknown' && now.nonce === dead.nonce;",
    off: 'const still = now !== null;',
    trial: trials.slowBreaker,
  },
  {
    name: 'the holder’s identity: boot and namespace',
    file: 'platform/process-identity.ts',
    on: 'if (owner.boot !== boot || owner.space !== space) return false;',
    off: '',
    trial: trials.foreignHolder,
  },
  {
    name: 'flush of the file before the rename',
    file: 'platform/file-io.ts',
    on: "if (fsync !== 'off') port.sync(file);",
    off: '',
    trial: trials.powerCut,
  },
  {
    name: 'flush of the folder after the rename',
    file: 'platform/file-io.ts',
    on: "if (fsync !== 'full') return;",
    off: 'if (folder) return;',
    trial: trials.powerCut,
  },
  {
    name: 'flush of the journal before the reply',
    file: 'store/change-journal/journal.ts',
    on: "if (fsync !== 'off') port.dataSync(file);",
    off: '',
    trial: trials.powerCut,
  },
  {
    name: 'flush of the registry before the first write',
    file: 'store/registry/registry.ts',
    on: 'syncFolder(port, folder, fsync);',
    off: '',
    trial: trials.powerCutFirst,
  },
  {
    name: 'writing on where a write falls short, and the look at the size',
    file: 'platform/file-io.ts',
    on: 'while (done < bytes.length) {\n    const put =',
    off: 'if (done < bytes.length) {\n    const put =',
    trial: trials.shortWrites,
  },
  {
    name: 'the look at the note before the rename',
    file: 'store/files/atomic-replace.ts',
    on: 'if (ino !== null && statAt(port, file)?.ino !== ino) throw new ConflictError(path);',
    off: '',
    trial: trials.savedBefore,
  },
  {
    name: 'second names for files beside a note',
    file: 'store/files/atomic-replace.ts',
    on: 'beside = linkSiblings(ground, base.file, temporary);',
    off: '',
    trial: trials.savedOver,
  },
  {
    name: 'the look at the old file after the rename',
    file: 'store/files/atomic-replace.ts',
    on: 'const overtaken = now && computeHash(now.bytes) !== base.hash ? now.bytes : null;',
    off: 'const overtaken = null;',
    trial: trials.savedInto,
  },
  {
    name: 'rebasing ours on what a person saved',
    file: 'store/commit/step.ts',
    on: 'const moved = decoded && rebaseEdits(touched.splices, text, decoded.text);',
    off: 'const moved = decoded && touched.splices;',
    trial: trials.savedInto,
  },
  {
    name: 'the check of what was read',
    file: 'store/note-reader.ts',
    on: 'if (!isSameLook(readNoteState(ground, known, path), look)) return false;',
    off: '',
    trial: trials.readSet,
  },
  {
    name: 'waiting until a file is quiet',
    file: 'store/note-reader.ts',
    on: "if (known === 'at once') return 0;",
    off: 'if (known) return 0;',
    trial: trials.halfSaved,
  },
  {
    name: 'an operation is known by its id',
    file: 'store/commit/operation.ts',
    on: 'if (known) return known;',
    off: '',
    trial: trials.toldTwice,
  },
  {
    name: 'what gains comes before what loses',
    file: 'notes/changes/change.ts',
    on: '[...changes].sort((a, b) => rank(a) - rank(b))',
    off: '[...changes].sort((a, b) => rank(b) - rank(a))',
    trial: trials.killedMove,
  },
  {
    name: 'the intent before the first rename',
    file: 'store/commit/operation.ts',
    on: "if (intent === 'intent') ledger.append({ ...record, t: 'intent' });",
    off: '',
    trial: trials.killedMove,
  },
  {
    name: 'before-images',
    file: 'store/files/before-images.ts',
    on: 'renameAway(port, tx.path, imagePath(at.images, hash));',
    off: 'port.unlink(tx.path);',
    trial: trials.versions,
  },
  {
    name: 'cutting a torn tail off before the next record',
    file: 'store/change-journal/journal.ts',
    on: 'if (size === 0 || readRange(port, file, size - 1, 1)[0] === NEWLINE) return size;',
    off: 'if (size >= 0) return size;',
    trial: trials.tornTail,
  },
  {
    name: 'the look for entries that vanished',
    file: 'store/find-lost-lines.ts',
    on: 'return id !== null && !everywhere.has(id);',
    off: 'return id === everywhere;',
    trial: trials.vanished,
  },
  {
    name: 'the proof of an edit',
    file: 'app/plan-command.ts',
    on: 'if (!proof.ok) return',
    off: "if (note.path === '') return",
    trial: trials.proof,
  },
  {
    name: 'modes of the state folder',
    file: 'platform/file-io.ts',
    on: 'export const OWN_FILE = 0o600;',
    off: 'export const OWN_FILE = 0o644;',
    trial: trials.modes,
  },
  {
    name: 'no link is followed below the root',
    file: 'platform/file-system.ts',
    on: 'read: O_RDONLY | NO_FOLLOW | NO_WAIT,',
    off: 'read: O_RDONLY | NO_WAIT,',
    second: {
      file: 'platform/file-io.ts',
      on: 'if (isFileAt(port, path, stat)) return',
      off: 'return',
    },
    trial: trials.linkOut,
  },
];

const folder = freshFolder();
let count = 0;

/** The parts that are tried, bundled from the sources; with a safeguard, from sources that lack it. */
async function partsWithout(safeguard: Safeguard | null): Promise<Parts> {
  const outfile = join(folder, `parts-${count++}.mjs`);
  const codes = safeguard ? [safeguard, ...(safeguard.second ? [safeguard.second] : [])] : [];
  const struck = new Map<string, number>();
  await build({
    entryPoints: [join(HERE, 'under-test.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    alias: MODULE_FILES,
    logLevel: 'silent',
    plugins: [
      {
        name: 'switch off',
        setup({ onLoad }) {
          onLoad({ filter: /\.ts$/ }, ({ path }) => {
            const contents = readFileSync(path, 'utf8');
            const code = codes.find(({ file }) => path === join(SOURCE, file));
            if (!code) return { contents, loader: 'ts' };
            struck.set(code.file, contents.split(code.on).length - 1);
            return { contents: contents.replace(code.on, () => code.off), loader: 'ts' };
          });
        },
      },
    ],
  });
  for (const { file } of codes)
    expect(struck.get(file), `${file} holds the code of the safeguard once`).toBe(1);
  return import(pathToFileURL(outfile).href);
}

const table: string[] = [];
afterAll(() => {
  const noticed = table.filter((row) => !row.includes('NOT NOTICED')).length;
  console.log(
    `${table.join('\n')}\nT26: ${table.length} safeguards switched off one at a time, ${noticed} noticed`,
  );
});

describe('T26: the tests of the tests', () => {
  it('with every safeguard on no trial finds anything', async () => {
    const parts = await partsWithout(null);
    for (const [name, trial] of Object.entries(trials as Readonly<Record<string, Trial>>))
      expect(trial(parts), name).toEqual([]);
  });

  it.each(SAFEGUARDS.map((safeguard) => [safeguard.name, safeguard] as const))(
    'without it a trial finds what is wrong: %s',
    async (name, safeguard) => {
      const found = findings(safeguard.trial, await partsWithout(safeguard));
      table.push(`off: ${name} | ${nameOf(safeguard.trial)}: ${found[0] ?? 'NOT NOTICED'}`);
      expect(found.length).toBeGreaterThan(0);
    },
  );
});

const nameOf = (trial: Trial): string =>
  Object.entries(trials).find(([, one]) => one === trial)?.[0] ?? 'a trial';

/** What a trial finds; that it cannot even be made is a finding too. */
function findings(trial: Trial, parts: Parts): readonly string[] {
  try {
    return trial(parts);
  } catch (error) {
    return [String(error).split('\n')[0] ?? 'it fails'];
  }
}
