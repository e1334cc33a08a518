// @module-tag full: it runs commands many times over
/* Every way in which git leaves a note unmerged, and what `merge --resolve` makes of it: nothing that a side wrote is lost. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Clone, createClones } from '../../support/clones.js';

const NOTE = 'content/notes.md';
const BASE = '# Notes\n\n- one ^aaaaaa00001\n- two ^aaaaaa00002\n- three ^aaaaaa00003\n- four ^aaaaaa00004\n';

/** What one side does to the note: writes it, or moves it away and writes it elsewhere. */
type Side = (clone: Clone) => void;

const write =
  (text: string, path = NOTE): Side =>
  (clone) =>
    clone.write(path, text);
const remove: Side = (clone) => rmSync(join(clone.root, NOTE));
const rename =
  (to: string, more = ''): Side =>
  (clone) => {
    remove(clone);
    clone.write(to, BASE + more);
  };

interface Options {
  readonly setUp?: boolean;
  readonly attributes?: string;
  readonly how?: readonly string[];
  readonly base?: string;
}

/** One clone with a branch of each side, after an attempt to bring them together. */
async function meeting(
  ours: Side,
  theirs: Side,
  { setUp = false, attributes, how = ['merge', '--no-edit', 'theirs'], base = BASE }: Options = {},
) {
  const [clone] = (await createClones(1, { setUp, ...(attributes === undefined ? {} : { attributes }) })) as [
    Clone,
  ];
  clone.write(NOTE, base);
  clone.commit('base');
  clone.git('checkout', '--quiet', '-b', 'theirs');
  theirs(clone);
  clone.commit('theirs');
  clone.git('checkout', '--quiet', '-b', 'ours', 'HEAD~1');
  ours(clone);
  clone.commit('ours');
  const isClean = clone.tryGit(...how);
  return { clone, isClean };
}

async function resolve(clone: Clone, status = 0) {
  const reply = await clone.run(['merge', '--resolve']);
  expect(reply.status, reply.err + reply.out).toBe(status);
  expect(reply.out).not.toMatch(/^[<>=|]{7}/m);
  if (status === 0) expect(clone.git('ls-files', '--unmerged')).toBe('');
  return reply;
}

const add = (line: string) => `${BASE}${line}\n`;
const OURS = '- ours ^bbbbbb00001';
const THEIRS = '- theirs ^cccccc00001';

it('both added: both stand', { tags: 'desk' }, async () => {
  const { clone, isClean } = await meeting(write(add(OURS)), write(add(THEIRS)));
  expect(isClean).toBe(false);
  await resolve(clone);
  expect(clone.read(NOTE)).toBe(`${BASE}${OURS}\n${THEIRS}\n`);
  expect(clone.commit('merge')).toBe(true);
});

it('with the driver there is nothing to settle', async () => {
  const { clone, isClean } = await meeting(write(add(OURS)), write(add(THEIRS)), { setUp: true });
  expect(isClean).toBe(true);
  expect(clone.read(NOTE)).toBe(`${BASE}${OURS}\n${THEIRS}\n`);
  expect((await resolve(clone)).out).toContain('No note needs merging.');
});

it('both reworded: both versions stay, and the reply says so', { tags: 'desk' }, async () => {
  const { clone } = await meeting(
    write(BASE.replace('- two', '- two, ours')),
    write(BASE.replace('- two', '- two, theirs')),
  );
  const { err } = await resolve(clone);
  expect(err).toContain('both sides reworded ^aaaaaa00002');
  expect(clone.read(NOTE)).toMatch(/- two, ours \^aaaaaa00002\n- two, theirs \^aaaaaa\w{5}\n- three/);
});

it.each([
  ['ours', remove, write(add(THEIRS)), THEIRS],
  ['theirs', write(add(OURS)), remove, OURS],
] as const)('%s deleted, the other edited: the edit stands', async (_, ours, theirs, line) => {
  const { clone, isClean } = await meeting(ours, theirs);
  expect(isClean).toBe(false);
  const [one, other] = line === OURS ? ['ours', 'theirs'] : ['theirs', 'ours'];
  expect((await resolve(clone)).out).toContain(
    `- ${NOTE} stays as it is now: ${one} edited it, ${other} deleted it\n`,
  );
  expect(clone.read(NOTE)).toBe(add(line));
});

it('an edit of which even the file was taken away stands', async () => {
  const { clone } = await meeting(remove, write(add(THEIRS)));
  remove(clone);
  expect((await resolve(clone)).out).toContain(`- ${NOTE} is kept: theirs edited it, ours deleted it\n`);
  expect(clone.read(NOTE)).toBe(add(THEIRS));
});

it('renamed against deleted: the renamed note stands', async () => {
  const { clone, isClean } = await meeting(rename('content/pages/new.md', `${OURS}\n`), remove);
  expect(isClean).toBe(false);
  expect((await resolve(clone)).out).toContain(
    '- content/pages/new.md stays as it is now: ours renamed it, theirs deleted it\n',
  );
  expect(clone.read('content/pages/new.md')).toBe(add(OURS));
  expect(existsSync(join(clone.root, NOTE))).toBe(false);
});

it.each([true, false])('renamed twice: one note with the entries of both (driver: %s)', async (setUp) => {
  const sides = [
    rename('content/pages/b.md', `${OURS}\n`),
    rename('content/pages/c.md', `${THEIRS}\n`),
  ] as const;
  const { clone, isClean } = await meeting(...sides, { setUp });
  expect(isClean).toBe(false);
  const { out } = await resolve(clone);
  expect(out).toContain(`- ${NOTE} is gone: both sides deleted or renamed it\n`);
  expect(out).toContain(
    '- content/pages/c.md is now content/pages/b.md: theirs renamed it to content/pages/c.md, the other side to content/pages/b.md\n',
  );
  expect(out).toContain('- content/pages/b.md ');
  expect(Object.keys(clone.files('content/pages'))).toEqual(['content/pages/b.md']);
  expect(clone.read('content/pages/b.md')).toBe(`${BASE}${OURS}\n${THEIRS}\n`);
});

it('renamed against edited: the edit follows', async () => {
  const { clone } = await meeting(rename('content/pages/b.md'), write(add(THEIRS)), { setUp: true });
  await resolve(clone);
  expect(clone.read('content/pages/b.md')).toBe(add(THEIRS));
});

it('both created a note', async () => {
  const path = 'content/pages/x.md';
  const { clone, isClean } = await meeting(
    write(`# X\n\n${OURS}\n`, path),
    write(`# X\n\n${THEIRS}\n`, path),
  );
  expect(isClean).toBe(false);
  await resolve(clone);
  expect(clone.read(path)).toBe(`# X\n\n${OURS}\n${THEIRS}\n`);
});

it('a driver that is gone leaves git’s own conflict, not one side', async () => {
  const { clone } = await meeting(write(add(OURS)), write(add(THEIRS)), { setUp: true, how: ['status'] });
  const driver = clone.git('config', '--local', 'merge.daybook.driver').replace('daybook.cjs', 'gone.cjs');
  clone.git('config', '--local', 'merge.daybook.driver', driver.trim());
  expect(clone.tryGit('merge', '--no-edit', 'theirs')).toBe(false);
  expect(clone.read(NOTE)).toMatch(/^<{7} /m);
  await resolve(clone);
  expect(clone.read(NOTE)).toBe(`${BASE}${OURS}\n${THEIRS}\n`);
});

it('a note that git is told not to merge is merged from its versions', async () => {
  const { clone, isClean } = await meeting(write(add(OURS)), write(add(THEIRS)), {
    attributes: '*.md -merge\n',
  });
  expect(isClean).toBe(false);
  expect(clone.read(NOTE)).toBe(add(OURS));
  await resolve(clone);
  expect(clone.read(NOTE)).toBe(`${BASE}${OURS}\n${THEIRS}\n`);
});

it('a rebase continues', async () => {
  const { clone, isClean } = await meeting(write(add(OURS)), write(add(THEIRS)), {
    how: ['rebase', 'theirs'],
  });
  expect(isClean).toBe(false);
  await resolve(clone);
  expect(clone.tryGit('rebase', '--continue')).toBe(true);
  expect(clone.read(NOTE)).toBe(`${BASE}${OURS}\n${THEIRS}\n`);
});

it('a stash comes back', async () => {
  const { clone } = await meeting(write(add(OURS)), write(add(THEIRS)), { how: ['status'] });
  clone.write(NOTE, `${add(OURS)}- stashed ^dddddd00001\n`);
  clone.git('stash', '--quiet');
  clone.write(NOTE, `${add(OURS)}- committed ^eeeeee00001\n`);
  clone.commit('more');
  expect(clone.tryGit('stash', 'pop')).toBe(false);
  await resolve(clone);
  expect(clone.read(NOTE)).toBe(`${add(OURS)}- stashed ^dddddd00001\n- committed ^eeeeee00001\n`);
});

it('a note that a person settled stays as it is', async () => {
  const { clone } = await meeting(write(add(OURS)), write(add(THEIRS)));
  clone.write(NOTE, `${BASE}- by hand ^ffffff00001\n`);
  await resolve(clone);
  expect(clone.read(NOTE)).toBe(`${BASE}- by hand ^ffffff00001\n`);
});

it('work outside of the conflict stays, staged or not', async () => {
  const { clone } = await meeting(write(add(OURS)), write(add(THEIRS)));
  clone.write('staged.txt', 'staged\n');
  clone.git('add', 'staged.txt');
  clone.write('loose.txt', 'loose\n');
  clone.write(NOTE, clone.read(NOTE).replace('- one', '- one, by hand'));
  await resolve(clone);
  expect(clone.read(NOTE)).toBe(`${BASE}${OURS}\n${THEIRS}\n`.replace('- one', '- one, by hand'));
  expect(clone.git('status', '--short')).toBe('M  content/notes.md\nA  staged.txt\n?? loose.txt\n');
});

it('markers that were committed are settled too', async () => {
  const { clone } = await meeting(write(add(OURS)), write(add(THEIRS)));
  clone.commit('with the markers in it');
  expect((await clone.run(['doctor'])).out).toContain('content/notes.md is half merged');
  await resolve(clone);
  expect(clone.read(NOTE)).toBe(`${BASE}${OURS}\n${THEIRS}\n`);
});

it('line endings of Windows', async () => {
  const { clone } = await meeting(write(add(OURS)), write(add(THEIRS)), {
    how: ['config', 'core.autocrlf', 'true'],
  });
  clone.git('rm', '--quiet', '--cached', '-r', '.');
  clone.git('reset', '--quiet', '--hard');
  expect(clone.read(NOTE)).toContain('\r\n');
  expect(clone.tryGit('merge', '--no-edit', 'theirs')).toBe(false);
  await resolve(clone);
  expect(clone.read(NOTE)).toBe(`${BASE}${OURS}\n${THEIRS}\n`.replaceAll('\n', '\r\n'));
  expect(clone.git('show', `:${NOTE}`)).toBe(`${BASE}${OURS}\n${THEIRS}\n`);
});

it('a note with a filter is merged, and left to git, which alone runs it', async () => {
  const { clone } = await meeting(write(add(OURS)), write(add(THEIRS)), {
    attributes: '*.md filter=secret\n',
  });
  const { err } = await clone.run(['merge', '--resolve']);
  expect(clone.read(NOTE)).toBe(`${BASE}${OURS}\n${THEIRS}\n`);
  expect(err).toContain('is merged; mark it as resolved: git add');
  expect(clone.git('ls-files', '--unmerged')).toContain(NOTE);
});

it('a line without an id that one side moved into a conflict stays once', async () => {
  const begin = '# Notes\n\n- moved\n';
  const rest = BASE.replace('# Notes\n\n', '');
  const { clone } = await meeting(
    write(`# Notes\n\n${rest}- moved\n- ours\n`),
    write(`${begin}${rest}- theirs\n`),
    { base: begin + rest },
  );
  expect(clone.read(NOTE)).toContain('<<<<<<<');
  await resolve(clone);
  expect(
    clone
      .read(NOTE)
      .match(/^- (?:moved|ours|theirs)$/gm)
      ?.toSorted(),
  ).toEqual(['- moved', '- ours', '- theirs']);
});

it('the file with the context block is settled too, and staged without the block', async () => {
  const { clone } = await meeting(write(add('- ours')), write(add('- theirs')));
  clone.git('merge', '--abort');
  clone.write('CLAUDE.md', '# Rules\n'); // the project's own: git ignores one that holds the block alone
  clone.commit('rules');
  await clone.run(['init', '--share-sessions']);
  const filter = clone.git('config', '--local', '--get', 'filter.daybook.clean').trim();
  clone.git('config', '--local', '--unset', 'filter.daybook.clean'); // a clone that commits the block
  const block = (side: string) => `# Rules\n\n<!-- MIND:CONTEXT 12345678 -->\n- ${side}\n<!-- MIND:END -->\n`;
  const commit = (side: string) => {
    clone.git('checkout', '--quiet', '-B', `block-${side}`, 'ours');
    clone.write('CLAUDE.md', block(side));
    clone.write('.gitattributes', '/CLAUDE.md filter=daybook\n');
    clone.commit(side);
  };
  commit('theirs');
  commit('ours');
  clone.tryGit('merge', '--no-edit', 'block-theirs');
  expect(clone.git('ls-files', '--unmerged')).toContain('CLAUDE.md');
  clone.git('config', '--local', 'filter.daybook.clean', filter);
  const { err } = await resolve(clone);
  expect(err).not.toContain('git add');
  expect(clone.git('show', ':CLAUDE.md')).toBe('# Rules\n\n<!-- MIND:CONTEXT -->\n<!-- MIND:END -->\n');
  expect(clone.read('CLAUDE.md')).toContain('- ours');
});

it('a single note can be named, and a dry run writes nothing', async () => {
  const sides = [OURS, THEIRS].map(
    (line): Side =>
      (clone) => {
        clone.write(NOTE, add(line));
        clone.write('content/other.md', `# Other\n\n${line}\n`);
      },
  ) as [Side, Side];
  const { clone } = await meeting(...sides);
  const before = clone.read(NOTE);
  const dry = await clone.run(['merge', '--resolve', '--dry-run']);
  expect(dry.out).toContain('git: mark as merged: content/notes.md, content/other.md');
  expect(clone.read(NOTE)).toBe(before);
  const { merged } = await clone.json(['merge', '--resolve', 'notes.md']);
  expect(merged).toEqual([{ path: NOTE, conflicts: 0, doubled: [] }]);
  expect(clone.git('ls-files', '--unmerged')).toContain('content/other.md');
});

it('what waited in the queue follows', async () => {
  const memory = '# Memory\n\n## Facts\n\n';
  const path = 'content/MEMORY.md';
  const { clone } = await meeting(write(`${memory}${OURS}\n`, path), write(`${memory}${THEIRS}\n`, path));
  const { entry, queued } = await clone.json(['log', 'the build needs Node 22', '--type', 'fact']);
  expect(queued).toBe(true);
  await resolve(clone);
  expect(clone.read(path)).toBe(`${memory}${OURS}\n${THEIRS}\n- the build needs Node 22 ^${entry.id}\n`);
});

it('undo takes the settling back', async () => {
  const { clone } = await meeting(write(add(OURS)), write(add(THEIRS)));
  const marked = clone.read(NOTE);
  await resolve(clone);
  const undo = await clone.run(['undo']);
  expect(undo.status, undo.err).toBe(0);
  expect(clone.read(NOTE)).toBe(marked);
  await resolve(clone);
  expect(clone.read(NOTE)).toBe(`${BASE}${OURS}\n${THEIRS}\n`);
});

it('the words of the other side stay those of a teammate', async () => {
  const { clone } = await meeting(write(add(OURS)), (other) => {
    other.git('config', 'user.email', 'ben@example.org');
    other.write(NOTE, add(THEIRS));
    other.commit('theirs');
    other.git('config', 'user.email', 'a@example.org');
  });
  const origin = async (id: string) => (await clone.json(['why', id])).why.origin.origin;
  expect(await origin('cccccc00001')).toBe('teammate');
  expect(await origin('bbbbbb00001')).toBe('user');
  await resolve(clone);
  expect(await origin('cccccc00001')).toBe('teammate');
  expect(await origin('bbbbbb00001')).toBe('user');
  clone.commit('merge');
  expect(await origin('cccccc00001')).toBe('teammate');
  expect(await origin('bbbbbb00001')).toBe('user');
});
