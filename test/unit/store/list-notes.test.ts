import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { NoteSource } from '../../../src/notes/notebook.js';
import { type FileSystem, nodeFileSystem } from '../../../src/platform/file-system.js';
import { isLocal } from '../../../src/platform/filesystem-type.js';
import { createSystem } from '../../../src/platform/process-identity.js';
import { listNotes } from '../../../src/store/files/list-notes.js';
import { createStoreLayout, ensureStateFolder, type StoreContext } from '../../../src/store/layout.js';
import { openNoteIndex } from '../../../src/store/note-index/note-index.js';
import { read, SETTING } from '../../support/search-notebook.js';
import { freshFolder, put, quickStore, workspace } from '../../support/store-root.js';

/** A wiki on the disk; its clock is ahead of file times by this much, and listed folders are recorded. */
function ground(aheadMs: number, files: readonly string[]) {
  const root = workspace(Object.fromEntries(files.map((path) => [path, 'x'])));
  const listed: string[] = [];
  const port: FileSystem = {
    ...nodeFileSystem,
    list(folder) {
      listed.push(folder.slice(root.root.length + 1));
      return nodeFileSystem.list(folder);
    },
  };
  const machine = { ...createSystem(nodeFileSystem), wall: () => Date.now() + aheadMs };
  const all: StoreContext = {
    port,
    machine,
    root,
    at: createStoreLayout(root, port),
    fsync: 'off',
    command: 'test',
  };
  return { ground: all, listed, at: (path: string) => join(root.root, path) };
}

/** Longer than a tick of the clock that stamps files. */
const tick = () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);

const NOTES = ['content/MEMORY.md', 'content/evolving/2026-06-01.md', 'content/pages/a.md'];

describe.skipIf(!isLocal(freshFolder()))('a listing', () => {
  it('is valid as long as no name is added or removed: then no folder is listed again', () => {
    const { ground: notebook, listed, at } = ground(5000, NOTES);
    const before = listNotes(notebook);
    expect(before.folders.map(({ path }) => path).sort()).toEqual([
      'content',
      'content/evolving',
      'content/pages',
    ]);
    expect(listed.splice(0)).toHaveLength(3);
    tick();
    writeFileSync(at('content/pages/a.md'), 'another text');
    expect(listNotes(notebook, before)).toBe(before);
    expect(listed).toEqual([]);
  });

  it('is rebuilt after a name is added or removed', () => {
    const { ground: notebook, at } = ground(5000, [...NOTES, 'content/pages/deep/b.md']);
    const deeds: Readonly<Record<string, () => void>> = {
      'a new note': () => put(notebook.root.root, 'content/pages/deep/c.md', ''),
      'a note that goes': () => rmSync(at('content/pages/a.md')),
      'a name that changes': () => renameSync(at('content/pages/deep/c.md'), at('content/pages/deep/d.md')),
      'a note that moves': () => renameSync(at('content/pages/deep/d.md'), at('content/evolving/d.md')),
      'a new folder': () => mkdirSync(at('content/new')),
      'a note in it': () => put(notebook.root.root, 'content/new/e.md', ''),
      'a folder that hides': () => renameSync(at('content/new'), at('content/.new')),
      'a folder that goes': () => rmSync(at('content/pages/deep'), { recursive: true }),
      'a link for a note': () => {
        rmSync(at('content/MEMORY.md'));
        symlinkSync('evolving/d.md', at('content/MEMORY.md'));
      },
    };
    let before = listNotes(notebook);
    for (const [what, act] of Object.entries(deeds)) {
      tick();
      act();
      const now = listNotes(notebook, before);
      expect(now.paths, what).toEqual(listNotes(notebook).paths);
      expect(now, what).not.toBe(before);
      before = now;
    }
    expect(before.paths).toEqual(['content/evolving/2026-06-01.md', 'content/evolving/d.md']);
  });

  it('is kept with the catalogue, with what could not be read as a note', () => {
    const { ground: notebook, listed, at } = ground(5000, NOTES);
    put(notebook.root.root, 'content/latin.md', Buffer.from('- caf\xe9', 'latin1'));
    const { root, port, machine } = notebook;
    ensureStateFolder(notebook);
    listed.splice(0);
    const written: string[] = [];
    const found = (words: string, before: (files: NoteSource) => void = () => undefined) => {
      const store = quickStore(root, { port, machine });
      const writeCache = (name: string, bytes: Uint8Array) => {
        written.push(name);
        store.writeCache(name, bytes);
      };
      const files = { ...store, ...store.snapshot(), writeCache };
      before(files);
      const catalogue = openNoteIndex(files, { ...SETTING, read, clock: machine.wall });
      const { total } = catalogue.search({ words, limit: 5 });
      catalogue.close();
      return total;
    };
    put(root.root, 'content/pages/a.md', '- the parser is slow\n');
    expect(found('parser')).toBe(1);
    expect(listed.splice(0)).toHaveLength(3);
    expect(written.splice(0)).toEqual(['catalogue']);
    expect(found('parser')).toBe(1);
    expect(written).toEqual([]);
    expect(found('parser', (files) => files.list())).toBe(1);
    expect(listed.splice(0)).toHaveLength(3);
    expect(written).toEqual([]);
    tick();
    writeFileSync(at('content/latin.md'), '- the café is open\n');
    expect(found('café')).toBe(1);
    expect(listed).toEqual([]);
    put(root.root, 'content/pages/b.md', '- another parser\n');
    expect(found('parser')).toBe(2);
    expect(listed).toHaveLength(3);
  });

  it('is not relied on where a folder is as young as the look at it', () => {
    expect(listNotes(ground(0, NOTES).ground).folders).toEqual([]);
  });

  it('is empty where the content folder is a link, which is never followed', () => {
    const { ground: notebook, at } = ground(5000, ['elsewhere/a.md']);
    symlinkSync('elsewhere', at('content'));
    expect(listNotes(notebook)).toEqual({ paths: [], folders: [] });
  });
});

it('only of file systems of this machine is it known when a folder changed', () => {
  expect(isLocal('/proc')).toBe(false);
  expect(isLocal('/nowhere')).toBe(false);
});
