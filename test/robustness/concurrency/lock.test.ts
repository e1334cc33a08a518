import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { nodeFileSystem } from '../../../src/platform/file-system.js';
import { createSystem, type LockOwner } from '../../../src/platform/process-identity.js';
import {
  acquireLock,
  forceUnlock,
  type LockContext,
  LockedError,
  removeDeadLocks,
} from '../../../src/store/lock.js';
import { freshFolder } from '../../support/store-root.js';

const machine = createSystem(nodeFileSystem);
let ground: LockContext;

beforeEach(() => {
  ground = { port: nodeFileSystem, machine, folder: freshFolder(), command: 'test' };
});

/** Plants a lock as another process would have left it: its owner's file, and the lock linked to it. */
function plant(content: string, name = 'owner.1.planted'): void {
  writeFileSync(join(ground.folder, name), content);
  linkSync(join(ground.folder, name), join(ground.folder, 'store.lock'));
}

/** Us, but for what a case changes. */
const owner = (changes: Partial<LockOwner>): string =>
  JSON.stringify({ ...machine.owner('planted'), ...changes });

/** A number that no process has. */
const UNUSED_PID = 4_194_300;

describe('T5: the eight identities of a holder', () => {
  const taken = () => {
    const lock = acquireLock(ground, 0);
    expect(lock.tookOver).toBe(true);
    lock.release();
    expect(existsSync(join(ground.folder, 'store.lock'))).toBe(false);
  };
  const waits = () => {
    expect(() => acquireLock(ground, 5)).toThrow(LockedError);
    expect(existsSync(join(ground.folder, 'store.lock'))).toBe(true);
  };

  it('dead: taken over', () => {
    plant(owner({ pid: UNUSED_PID }));
    taken();
  });

  it('reused number: taken over', () => {
    plant(owner({ start: '1' }));
    taken();
  });

  it('zombie: taken over', async () => {
    const child = spawn('sh', ['-c', 'sleep 0.01 & echo $!; exec sleep 20'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = (await once(child.stdout!, 'data')) as [Buffer];
    const pid = Number(String(line).trim());
    const stat = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    while (stat()[0] !== 'Z') await new Promise((go) => setTimeout(go, 5));
    plant(owner({ pid, start: stat()[19]! }));
    taken();
    child.kill('SIGKILL');
    await once(child, 'exit');
  });

  it('live: waited for, then named', () => {
    plant(owner({ nonce: 'other' }));
    waits();
    try {
      acquireLock(ground, 0);
    } catch (error) {
      expect(error).toMatchObject({ code: 'locked', status: 4 });
      expect(String(error)).toMatch(
        new RegExp(`process ${process.pid} on .* \\(planted\\), for less than a minute`),
      );
    }
  });

  it.each([
    ['another boot', { boot: 'other', pid: UNUSED_PID }],
    ['another namespace', { space: 'pid:[1]', pid: UNUSED_PID }],
  ])('%s: waited for', (_name, changes) => {
    plant(owner(changes));
    waits();
  });

  it.each([
    ['empty', ''],
    ['garbage', '{"pid":'],
  ])('%s: waited for', (_name, content) => {
    plant(content);
    waits();
  });
});

describe('lock', () => {
  it('leaves nothing behind', () => {
    const lock = acquireLock(ground, 0);
    expect(readdirSync(ground.folder)).toHaveLength(2);
    lock.release();
    expect(readdirSync(ground.folder)).toEqual([]);
  });

  it('passes over the claim of a claimer that died, and waits for one that lives', () => {
    plant(owner({ pid: UNUSED_PID, nonce: 'dead1' }));
    const claim = (content: string) => {
      writeFileSync(join(ground.folder, 'store.lock.dead1.brk'), content);
    };
    claim(owner({ nonce: 'claimer' }));
    expect(() => acquireLock(ground, 5)).toThrow(LockedError);
    claim(owner({ pid: UNUSED_PID, nonce: 'claimer' }));
    const lock = acquireLock(ground, 0);
    expect(removeDeadLocks(ground)).toBe(2);
    lock.release();
    expect(readdirSync(ground.folder)).toEqual([]);
  });

  it('is taken away by hand only where it is old and cannot be judged', () => {
    const age = (ms: number) => {
      const then = new Date(Date.now() - ms);
      utimesSync(join(ground.folder, 'store.lock'), then, then);
    };
    expect(forceUnlock(ground)).toBe(false);
    plant('', 'empty');
    expect(() => forceUnlock(ground)).toThrow(LockedError);
    age(61_000);
    expect(forceUnlock(ground)).toBe(true);
    plant(owner({ boot: 'other' }), 'boot');
    age(61_000);
    expect(forceUnlock(ground)).toBe(true);
    plant(owner({ nonce: 'other' }), 'live');
    age(61_000);
    expect(() => forceUnlock(ground)).toThrow(LockedError);
  });

  it('takes back its own lock whose release failed', () => {
    let fails = true;
    const port = {
      ...nodeFileSystem,
      unlink: (path: string) => {
        if (fails && path.endsWith('store.lock')) throw Object.assign(new Error('injected'), { code: 'EIO' });
        unlinkSync(path);
      },
    };
    acquireLock({ ...ground, port }, 0).release();
    expect(existsSync(join(ground.folder, 'store.lock'))).toBe(true);
    fails = false;
    acquireLock(ground, 0).release();
    expect(readdirSync(ground.folder)).toEqual([]);
  });

  it('works without hard links, without taking over', () => {
    const none = () => {
      throw Object.assign(new Error('no links here'), { code: 'ENOTSUP' });
    };
    const port = { ...nodeFileSystem, link: none };
    const lock = acquireLock({ ...ground, port }, 0);
    expect(() => acquireLock({ ...ground, port }, 5)).toThrow(LockedError);
    lock.release();
    acquireLock({ ...ground, port }, 0).release();
    expect(readdirSync(ground.folder)).toEqual([]);
  });
});
