import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  buildWithSwitches,
  callWithout,
  type Guard,
  readSwitch,
  type Swap,
  swap,
} from '../../support/build-with-switches.js';
import { freshFolder } from '../../support/store-root.js';
import { drawRows } from '../../support/workspace.js';
import type { Attack } from './attacks.js';
import * as folderAttacks from './attacks.js';
import * as textAttacks from './text-attacks.js';

const attacks = { ...folderAttacks, ...textAttacks };

/** A guard, and the attack that must do harm without it. */
interface AttackedGuard extends Guard {
  readonly attack: Attack;
}

const guard = (name: string, attack: Attack, ...swaps: readonly Swap[]): AttackedGuard => ({
  name,
  swaps,
  attack,
});

/** Whatever names a file: its path must lie inside, and so must the folder that is really there. These are walls behind others. */
const PATHS_ANYWHERE = [
  swap(
    'store/path-containment.ts',
    "if (!isInnerPath(inner) || inner.split('/').includes('.git'))",
    'if (!inner)',
  ),
  swap('store/path-containment.ts', 'checkInside(port, base, dirname(file), path);\n  return', 'return'),
];

const GUARDS: readonly AttackedGuard[] = [
  guard(
    'state lies under the id of a registered root',
    attacks.shippedQueue,
    swap(
      'store/layout.ts',
      'return `${this.state}/${(entry ?? moved)?.id ?? freshIdOf(this.#root)}`;',
      'return this.state;',
    ),
  ),
  guard(
    'an id is random, and none that lies in the folder',
    attacks.shippedId,
    swap(
      'store/layout.ts',
      '`${createSeed()}${createSeed()}`.slice(0, ID_LENGTH);',
      "process.getBuiltinModule('node:fs').readdirSync(`${root.root}/.daybook`).find((name) => /^[0-9a-f]{32}$/.test(name));",
    ),
  ),
  guard(
    'a copy takes over nothing while the original stands',
    attacks.copiedQueue,
    swap('store/registry/recognize-workspace.ts', ' && !hasState(port, entry.path, entry.id);', ';'),
  ),
  guard(
    'of unused state only history is taken over',
    attacks.adoptedIntent,
    swap(
      'store/registry/adopt-history.ts',
      "if (line.t !== 'done') return [];",
      "if (line.t !== 'done') return [line as never];",
    ),
  ),
  guard(
    'a registry entry that others may write is not believed',
    attacks.writableEntry,
    swap('store/registry/registry.ts', 'if (isOpenToOthers(read.stat))', 'if (false)'),
  ),
  guard(
    'DAYBOOK_HOME does not lie in a workspace',
    attacks.homeInWorkspace,
    swap('store/workspace/global-root.ts', 'checkPlace(port, home);\n  return', 'return'),
  ),
  guard(
    'requests of the queue are validated',
    attacks.queuedContext,
    swap(
      'app/queue/run-queued-commands.ts',
      'parseRequest(request, command, runtime.request.now)',
      'createRequest(command, request.input as Input<Params>, request)',
    ),
  ),
  guard(
    'what leads out of the workspace is not done from the queue',
    attacks.queuedContext,
    swap('app/queue/check-queued-request.ts', 'if (!staysInside(param, input[name]))', 'if (!param)'),
  ),
  guard(
    'a command that is never queued is not done from the queue',
    attacks.queuedUndo,
    swap('app/queue/check-queued-request.ts', "if (command.onLocked !== 'queue')", 'if (!command)'),
  ),
  guard(
    'a request from the future waits',
    attacks.futureRequest,
    swap('app/queue/check-queued-request.ts', 'if (request.now > now + AHEAD_MS)', 'if (!now)'),
  ),
  guard(
    'the transcript of a session elsewhere is not read for the queue',
    attacks.foreignTranscript,
    swap(
      'app/queue/run-queued-commands.ts',
      "if (kinds.some(([, kind]) => kind === 'foreign'))",
      'if (!kinds)',
    ),
  ),
  guard(
    'recovery writes only files of Daybook',
    attacks.strangePath,
    swap('store/change-journal/check-record.ts', 'if (!isOurs(store, path, isHere))', 'if (!path)'),
  ),
  guard(
    'recovery goes only to worktrees of the repository',
    attacks.strangeWorktree,
    swap(
      'store/change-journal/check-record.ts',
      'if (!isHere && !isKin(port, worktree, root.root))',
      'if (!worktree)',
    ),
  ),
  guard(
    'a worktree is known in the repository that it names',
    attacks.forgedWorktree,
    swap('git/worktree.ts', 'found !== null && isListed(port, own, found) ? found : null', 'found'),
  ),
  guard(
    'a note with a further name elsewhere is not replaced',
    attacks.partedNames,
    swap(
      'store/files/atomic-replace.ts',
      'if (stat.nlink <= 1 || stat.nlink - 1 <= countOwnLinks(store, stat.ino))',
      'if (stat)',
    ),
  ),
  guard(
    'no link is followed in the place of state',
    attacks.linkedState,
    swap('platform/no-links.ts', 'withoutLinks(port, join(root, STATE));', 'port;'),
  ),
  guard(
    'no content folder is read behind a link',
    attacks.linkedContent,
    swap('store/files/list-notes.ts', "top === '' || linkOnWay(port, root.root, top) === null ?", 'port ?'),
    // The same link is looked for on the way to each note, and each note must really lie inside.
    swap('store/path-containment.ts', 'if (link !== null) throw linkedNote', 'if (!path) throw linkedNote'),
    swap('store/path-containment.ts', 'checkInside(port, base, dirname(file), path);\n  return', 'return'),
  ),
  guard(
    'a note that is a link is not read',
    attacks.linkedNote,
    swap('store/path-containment.ts', 'if (link !== null) throw linkedNote', 'if (!path) throw linkedNote'),
  ),
  guard(
    'the content folder lies inside',
    attacks.contentOutside,
    swap('store/workspace/find-workspace.ts', "isInnerPath(named) ? named : 'content'", 'named'),
    ...PATHS_ANYWHERE,
  ),
  guard(
    'the file with the context block lies inside',
    attacks.targetOutside,
    swap('config/check-setting.ts', 'isInnerPath(String(value)) && /', '/'),
    ...PATHS_ANYWHERE,
  ),
  guard(
    'a target that is a link leads to a file of the worktree',
    attacks.linkedTarget,
    swap('store/path-containment.ts', 'if (file === null || !isBelow(file, base))', 'if (file === null)'),
    ...PATHS_ANYWHERE,
  ),
  guard(
    'no file is opened through a link',
    attacks.linkedSource,
    swap('git/git.ts', 'else if (item.isFile()) paths.push(path);', 'else paths.push(path);'),
    swap('platform/file-system.ts', 'read: O_RDONLY | NO_FOLLOW | NO_WAIT,', 'read: O_RDONLY | NO_WAIT,'),
    // Where the system has no O_NOFOLLOW, the open file is compared with what stands at the path.
    swap('platform/file-io.ts', 'if (isFileAt(port, path, stat)) return', 'return'),
  ),
  guard(
    'an export takes nothing away behind a link',
    attacks.linkedExport,
    swap('store/publish.ts', '&& linkOnWay(port, top, dirname(path)) === null)', ')'),
  ),
  guard(
    'git reads no configuration of the repository',
    attacks.gitFilter,
    swap(
      'git/git.ts',
      'const env = { ...createGitEnvironment(repository.top, git.searchPath), ...place };',
      'const env = createGitEnvironment(repository.top, git.searchPath);',
    ),
  ),
  guard('git starts no monitor', attacks.gitMonitor, swap('git/git.ts', "    'core.fsmonitor=false',\n", '')),
  guard(
    'git sees no variable that could name a file or program',
    attacks.gitTrace,
    swap('git/git.ts', '.filter(([name]) => SEEN.test(name))', ''),
  ),
  guard(
    'git is none of the workspace',
    attacks.gitOfWorkspace,
    swap(
      'platform/find-program.ts',
      'return real !== null && !folders.some((one) => real === one || real.startsWith(one + sep));',
      'return real !== null;',
    ),
  ),
  guard(
    'a summariser of the environment needs trust',
    attacks.foreignSummariser,
    swap('store/registry/recognize-workspace.ts', 'if (trusted) return;', 'if (what) return;'),
  ),
  guard(
    'doctor runs this build, and no name from the search path',
    attacks.namedLikeUs,
    swap(
      'platform/run-program.ts',
      'programs().spawnSync(node, [command, ...words], how)',
      "programs().spawnSync('daybook', [...words], how)",
    ),
  ),
  guard(
    'doctor compares a command line with what init writes',
    attacks.vouchedHook,
    swap(
      'features/workspace/doctor.command.ts',
      'if (isInstalledProgram(ctx, agent, of, program)) return null;',
      'return null;',
    ),
  ),
  guard(
    'a guard that another user wrote denies nothing',
    attacks.foreignDenial,
    swap('features/guard/may-deny.ts', "(ctx.query('root').trusted === true || isOwn(ctx, watched))", 'true'),
  ),
  guard(
    'history that was taken over does not say who wrote an entry',
    attacks.adoptedDenial,
    swap(
      'store/change-journal/history.ts',
      'listDoneRecords(lines).filter(({ adopted }) => adopted !== true);',
      'listDoneRecords(lines);',
    ),
  ),
  guard(
    'hidden characters are stripped before storing',
    attacks.hiddenWords,
    swap('text/sanitize.ts', 'if (!SUSPICIOUS.test(text)) return text;', 'return text;'),
  ),
  guard(
    'imports are quoted',
    attacks.importingLine,
    swap('text/neutralize.ts', 'if (!/[@&]/.test(text)) return text;', 'return text;'),
  ),
  guard(
    'tags of clients are escaped',
    attacks.taggedLine,
    swap(
      'text/neutralize.ts',
      "text.includes('<') ? text.replace(isCode ? CLIENT_TAG : TAG, '&lt;') : text",
      'text',
    ),
  ),
  guard(
    'a block keeps its bytes while a note cannot be read',
    attacks.unreadableNote,
    swap('app/unknown-notes.ts', 'return request.size > 0 || isHeld ? otherwise : made;', 'return made;'),
  ),
  guard(
    'words are superseded only by those of the same origin or a higher one',
    attacks.overtakingAgent,
    swap('features/promotion/promote.ts', ' && isAtLeast(origin(), promotion.origins.of(old, notebook))', ''),
  ),
  guard(
    'words are superseded only where Daybook wrote their bytes',
    attacks.overtakenHand,
    swap('features/promotion/promote.ts', "line.trim() === '' || promotion.wrote(old.path, line)", 'true'),
  ),
];

const [ROOT, DIST] = [resolve('.'), resolve('dist')];

/** Heavy modules lie beside the command, as the real build made them. */
const HEAVY = readdirSync(DIST).filter(
  (name) => /\.(?:cjs|br)$/.test(name) && !['cli.cjs', 'server.cjs', 'daybook.cjs'].includes(name),
);

const heavyBeside: Plugin = {
  name: 'heavy parts beside',
  setup({ onResolve }) {
    const names = HEAVY.map((name) => name.replace(/\.cjs$/, ''));
    onResolve({ filter: new RegExp(`/(?:${names.join('|')})\\.js$`) }, ({ path, kind }) =>
      kind === 'dynamic-import'
        ? { path: `./${basename(path).replace('.js', '.cjs')}`, external: true }
        : null,
    );
  },
};

/** All commands, hooks and the server in one bundle: it is quicker to make than three. */
const ENTRY = `
export { main as cli } from './src/bin/cli.ts';
export { main as hook } from './src/bin/hook.ts';
export { main as mcp } from './src/bin/mcp.ts';
`;

/** Starts the bundle as the launcher does; the code cache, which the first start makes, is beside it. */
const LAUNCHER = `
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const [file, cache] = ['all.cjs', 'all.code'].map((name) => __dirname + '/' + name);
const cachedData = existsSync(cache) ? readFileSync(cache) : undefined;
const code = '(function (exports, require, module, __filename, __dirname) {' + readFileSync(file) + '\\n})';
const script = new (require('node:vm').Script)(code, { filename: file, cachedData });
const all = { exports: {} };
script.runInThisContext()(all.exports, require, all, file, __dirname);
const word = process.argv.slice(2).find((arg) => !arg.startsWith('-'));
const name = { hook: 'hook', statusline: 'hook', mcp: 'mcp' }[word] ?? 'cli';
all.exports[name]({ keepCode() {} }).then((status) => {
  if (!cachedData) writeFileSync(cache, script.createCachedData());
  process.exit(status);
});
`;

let command: string;
beforeAll(async () => {
  const folder = freshFolder();
  const outdir = join(folder, 'dist');
  mkdirSync(outdir);
  cpSync(join(ROOT, 'templates'), join(folder, 'templates'), { recursive: true });
  for (const name of HEAVY) copyFileSync(join(DIST, name), join(outdir, name));
  writeFileSync(join(outdir, 'daybook.cjs'), LAUNCHER);
  await buildWithSwitches(GUARDS, {
    stdin: { contents: ENTRY, resolveDir: ROOT },
    outfile: join(outdir, 'all.cjs'),
    supported: { 'dynamic-import': false },
    plugins: [heavyBeside],
  });
  command = join(outdir, 'daybook.cjs');
});

describe('guards', () => {
  it.each(Object.entries(attacks))('with all of them on, an attack does no harm: %s', (_, attack) => {
    expect(attack(command)).toBe(false);
  });

  it.each(drawRows(GUARDS, 5).map((one) => [one.name, one] as const))(
    'without it harm is done: %s',
    (_, one) => {
      expect(callWithout(one, () => one.attack(command))).toBe(true);
    },
  );

  it('every attack is tried on a guard, and what is shipped has no switch', () => {
    expect(new Set(GUARDS.map(({ attack }) => attack))).toEqual(new Set(Object.values(attacks)));
    expect(GUARDS.length).toBeGreaterThan(12);
    const [name = ''] = Object.keys(callWithout(GUARDS[0] ?? null, readSwitch));
    expect(readFileSync(join(command, '../all.cjs'), 'utf8')).toContain(name);
    const shipped = readdirSync(DIST, { recursive: true, withFileTypes: true }).filter((item) =>
      item.isFile(),
    );
    expect(shipped.filter((item) => readFileSync(join(item.parentPath, item.name)).includes(name))).toEqual(
      [],
    );
  });
});
