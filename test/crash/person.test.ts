import {
  closeSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Machine, thisMachine } from '../../src/store/machine.js';
import { type Port, realPort } from '../../src/store/port.js';
import { openStore } from '../../src/store/store.js';
import { append, get, hastyPort, quickStore, workspace } from '../store/workspace.js';

const M = 'content/MEMORY.md';
const TEXT = '# Memory\n\n- one\n- two\n';
const SAVED = '- PERSON\n';

/** It is an hour later, so that no file is young and waited for: only the checks of the commit are tried. */
const later: Machine = { ...thisMachine(realPort), wall: () => Date.now() + 3_600_000 };

/** How people's editors save: over the old bytes, or by a new file in the old one's place. */
const EDITORS = {
  'in place': (path: string) =>
    writeFileSync(path, readFileSync(path, 'utf8').replace('- one\n', `- one\n${SAVED}`)),
  'by rename': (path: string) => {
    writeFileSync(`${path}~`, readFileSync(path, 'utf8').replace('- one\n', `- one\n${SAVED}`));
    renameSync(`${path}~`, path);
  },
} as const;

/** A port on which a person saves right before the n-th call that concerns a file, and what call that was. */
function interrupted(
  at: number,
  save: () => void,
): { readonly port: Port; readonly struck: () => string | null } {
  let count = 0;
  let struck: string | null = null;
  const entries = Object.entries(hastyPort).map(([call, act]) => [
    call,
    (...args: unknown[]) => {
      if (++count === at) {
        struck = `${call} ${args
          .filter((arg) => typeof arg === 'string')
          .map((arg) => String(arg).split('/').pop())
          .join(' ')}`;
        save();
      }
      return (act as (...all: unknown[]) => unknown)(...args);
    },
  ]);
  return { port: Object.fromEntries(entries) as unknown as Port, struck: () => struck };
}

describe('a person saves between read and write', () => {
  it.each(Object.entries(EDITORS))('%s: both changes are there, whenever it is', (name, save) => {
    let tried = 0;
    const blind: string[] = [];
    for (let at = 1; ; at++) {
      const root = workspace({ [M]: TEXT });
      append(quickStore(root), 'content/other.md', 'x');
      const { port, struck } = interrupted(at, () => save(join(root.root, M)));
      append(openStore(root, { port, fsync: 'off', machine: later }), M, '- ours');
      const during = struck();
      if (during === null) break;
      tried++;
      const text = get(root, M);
      if (!text.includes(SAVED) && /^rename \.daybook-\S+ MEMORY\.md$/.test(during)) blind.push(during);
      else
        expect(
          [text.includes(SAVED), text.includes('- ours\n'), text.length],
          `call ${at}: ${during}`,
        ).toEqual([true, true, TEXT.length + SAVED.length + '- ours\n'.length]);
    }
    console.log(
      `person ${name}: saved at each of ${tried} calls, ${blind.length} saves lost in the one call that cannot see them`,
    );
    expect(tried).toBeGreaterThan(40);
    expect(blind.length).toBeLessThanOrEqual(name === 'by rename' ? 1 : 0);
  });

  it('in place, into a file that was opened before: both changes are there', () => {
    let tried = 0;
    for (const call of ['rename', 'sync'] as const) {
      const root = workspace({ [M]: TEXT });
      append(quickStore(root), 'content/other.md', 'x');
      const file = openSync(join(root.root, M), 'r+');
      let saved = false;
      const save = () => {
        if (saved) return;
        saved = true;
        tried++;
        const text = TEXT.replace('- one\n', `- one\n${SAVED}`);
        ftruncateSync(file, 0);
        writeSync(file, text, 0);
        closeSync(file);
      };
      const rename: Port['rename'] = (from, to) => {
        if (call === 'rename' && to.endsWith('MEMORY.md')) save();
        realPort.rename(from, to);
        if (call === 'sync' && to.endsWith('MEMORY.md')) save();
      };
      append(openStore(root, { port: { ...hastyPort, rename } }), M, '- ours');
      expect(get(root, M), call).toBe('# Memory\n\n- one\n- PERSON\n- two\n- ours\n');
      expect(quickStore(root).history()[0]!.touched[0]!.splices).toEqual([
        { at: TEXT.length + SAVED.length, old: '', new: '- ours\n' },
      ]);
    }
    expect(tried).toBe(2);
  });

  it('what he saved over is brought back', () => {
    const root = workspace({ [M]: TEXT });
    const store = quickStore(root);
    append(store, M, '- ours');
    const { before, after } = store.history()[0]!.touched[0]!;
    writeFileSync(join(root.root, M), 'all new\n');
    expect([store.version(before!), store.version(after!)]).toEqual([TEXT, `${TEXT}- ours\n`]);
  });
});
