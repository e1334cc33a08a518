import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWorkspace, later } from '../support/workspace.js';

interface Package {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly license?: string;
  readonly integrity?: string;
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  readonly packages: Readonly<Record<string, Package & Manifest>>;
};
const installed = Object.entries(packages).filter(([path]) => path !== '');
const shipped = installed.filter(([, { dev }]) => !dev);

/** More would be more people to trust than one can know (trust.md §6.2). */
const MOST_PACKAGES = 70;

describe('T28: what comes with it', () => {
  it('few packages, none of which runs anything at its install, each by its hash', () => {
    console.log(
      `supply chain: ${shipped.length} packages at run time (at most ${MOST_PACKAGES}), ${installed.length} with those for building, 0 scripts at install`,
    );
    expect(shipped.length).toBeLessThanOrEqual(MOST_PACKAGES);
    expect(shipped.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([]);
    expect(
      installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path),
    ).toEqual([]);
  });

  it('each pinned, and locked as it is pinned', () => {
    const { dependencies, devDependencies } = packages[''] as Manifest;
    expect([dependencies, devDependencies]).toEqual([manifest.dependencies, manifest.devDependencies]);
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
      expect(packages[`node_modules/${name}`]?.version, name).toBe(version);
    }
  });

  it('each under a licence that lets it be passed on; `format` says MIT in its readme alone', () => {
    const odd = shipped.filter(
      ([path, { license }]) =>
        path !== 'node_modules/format' &&
        !/^\(?(MIT|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD|BlueOak-1\.0\.0)\b/.test(license ?? ''),
    );
    expect(odd.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
  });

  it('nothing asks the network: every module that could is watched while verbs run', async () => {
    const bench = createWorkspace({ 'CLAUDE.md': '# Rules\n' });
    const watch = resolve(import.meta.dirname, '../fixtures/no-network.cjs');
    let minutes = 0;
    for (const args of [
      ['log', 'chose SQLite because it is one file', '--type', 'decision'],
      ['recall'],
      ['search', 'SQLite'],
      ['remind', 'look at it', '--when', 'a week from Friday'],
      ['lint'],
      ['context'],
      ['doctor'],
      ['history'],
      ['undo'],
    ]) {
      const env = {
        HOME: bench.home,
        DAYBOOK_HOME: bench.home,
        DAYBOOK_NOW: later(++minutes),
        PATH: process.env.PATH ?? '',
      };
      const { status, stderr } = spawnSync(
        process.execPath,
        ['--require', watch, resolve('dist/daybook.cjs'), ...args],
        { cwd: bench.root, env, encoding: 'utf8' },
      );
      expect([status === 70, stderr.includes('asked the network')], `${args[0]}: ${stderr}`).toEqual([
        false,
        false,
      ]);
    }
  });
});
