// @module-tag full: it runs commands many times over
/* `sync` in a repository whose own files, and whose remote, name programs: none of them runs. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createClones } from '../../support/clones.js';

const HOOKS = [
  'pre-commit',
  'commit-msg',
  'post-commit',
  'pre-push',
  'post-merge',
  'post-checkout',
  'reference-transaction',
  'pre-receive',
  'update',
  'post-receive',
  'post-update',
];

/** A clone that is hostile in every way that its git directory, its files and its hub allow. */
async function createHostileClone() {
  const [clone] = await createClones(1, { setUp: true });
  if (!clone) throw new Error('no clone');
  const hub = join(clone.root, '../hub.git');
  const marks = join(clone.root, '../marks');
  mkdirSync(marks);
  const program = (name: string): string => {
    const path = join(clone.root, '../programs', name);
    mkdirSync(join(clone.root, '../programs'), { recursive: true });
    writeFileSync(path, `#!/bin/sh\ntouch '${join(marks, name)}'\nexec cat\n`, { mode: 0o755 });
    return path;
  };
  clone.write('.gitattributes', `${clone.read('.gitattributes')}* diff=evil\n*.txt filter=evil merge=evil\n`);
  clone.write('other.txt', 'not a note\n');
  clone.commit('attributes');
  clone.git('push', '--quiet', 'origin', 'HEAD:main');
  for (const [place, side] of [
    [join(clone.root, '.git'), 'here'],
    [hub, 'hub'],
  ] as const) {
    mkdirSync(join(place, 'hooks'), { recursive: true });
    for (const hook of HOOKS)
      writeFileSync(join(place, 'hooks', hook), `#!/bin/sh\ntouch '${join(marks, `${side}-${hook}`)}'\n`, {
        mode: 0o755,
      });
    appendFileSync(
      join(place, 'config'),
      `
[core]
	fsmonitor = ${program(`${side}-fsmonitor`)}
	sshCommand = ${program(`${side}-ssh`)}
	askPass = ${program(`${side}-askpass`)}
	alternateRefsCommand = ${program(`${side}-alternates`)}
	pager = ${program(`${side}-pager`)}
	editor = ${program(`${side}-editor`)}
[filter "evil"]
	clean = ${program(`${side}-clean`)}
	smudge = ${program(`${side}-smudge`)}
[merge "evil"]
	driver = ${program(`${side}-driver`)} %A
[diff "evil"]
	textconv = ${program(`${side}-textconv`)}
[credential]
	helper = !${program(`${side}-credential`)}
[commit]
	gpgSign = true
[gpg]
	program = ${program(`${side}-gpg`)}
[push]
	gpgSign = true
[uploadpack]
	packObjectsHook = ${program(`${side}-pack`)}
`,
    );
  }
  appendFileSync(
    join(clone.root, '.git/config'),
    `[remote "origin"]\n\tuploadpack = ${program('upload')}\n\treceivepack = ${program('receive')}\n\tvcs = evil\n`,
  );
  return { clone, hub, marks: () => readdirSync(marks) };
}

describe('sync', () => {
  it('starts no program that the repository or its remote names', async () => {
    const { clone, hub, marks } = await createHostileClone();
    await clone.run(['log', 'shared all the same', '--type', 'fact']);
    for (const args of [['sync', '--dry-run'], ['sync', '--no-push'], ['sync']]) {
      const { status, err } = await clone.run(args);
      expect(status, err).toBe(0);
    }
    const shared = execFileSync('git', ['-C', hub, 'show', 'main:content/MEMORY.md'], { encoding: 'utf8' });
    expect(shared).toContain('shared all the same');
    expect(marks()).toEqual([]);
    // The trial shows something only if git itself would run them.
    execFileSync('git', ['-C', clone.root, 'status'], { stdio: 'ignore' });
    expect(marks()).not.toEqual([]);
  });

  it.each(['ext::sh -c "touch PWNED"', '--upload-pack=touch PWNED', 'evil::there', 'git://example.org/x'])(
    'refuses the remote %s',
    async (url) => {
      const [clone] = await createClones(1, { setUp: true });
      clone?.git('config', '--local', 'remote.origin.url', url);
      await clone?.run(['log', 'one fact', '--type', 'fact']);
      const { status, err } = (await clone?.run(['sync'])) ?? {};
      expect([status, err]).toEqual([
        1,
        expect.stringContaining('untrusted workspace is shared by https, ssh or a path'),
      ]);
      expect(existsSync(join(clone?.root ?? '', 'PWNED'))).toBe(false);
    },
  );
});
