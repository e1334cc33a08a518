import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/notes/changes/change.js';
import { openStore, type Store } from '../../../src/store/store.js';
import { recordingPort, type Traced } from '../../support/faulty-file-system.js';
import { append, appending, hastyPort, operation, quickStore, workspace } from '../../support/store-root.js';

const A = 'content/A.md';
const B = 'content/B.md';

const OPERATIONS: Readonly<Record<string, (store: Store) => readonly Change[]>> = {
  'edit of a foreign note': (store) => [appending(store, A, 'new')],
  'edit of an own note': (store) => [appending(store, 'content/own.md', 'new')],
  create: () => [{ kind: 'create', path: 'content/new.md', text: 'new\n', why: '' }],
  'two notes': (store) => [appending(store, A, 'x'), appending(store, B, 'y')],
  move: (store) => [
    { kind: 'move', path: A, to: 'content/C.md', base: store.snapshot().note(A)?.hash ?? '', why: '' },
  ],
  remove: (store) => [{ kind: 'remove', path: A, base: store.snapshot().note(A)?.hash ?? '', why: '' }],
};

/** The calls of an operation that must be in order, as words: write, flush, rename. */
function orderOf(change: (store: Store) => readonly Change[]): readonly string[] {
  const root = workspace({ [A]: 'a\n', [B]: 'b\n' });
  append(quickStore(root), 'content/own.md', 'own');
  const changes = change(quickStore(root));
  const trace: Traced[] = [];
  openStore(root, { port: recordingPort(trace, hastyPort) }).transaction(0, (tx) => {
    tx.commit(operation(changes));
    trace.push({ call: 'close', args: ['reply'], result: null });
  });
  const open = new Map<unknown, string>();
  return trace.flatMap(({ call, args, result }) => {
    if (call === 'open') open.set(result, wordOf(String(args[0])));
    if (args[0] === 'reply') return ['reply'];
    if (call === 'write' || call === 'sync' || call === 'dataSync')
      return [`${call === 'dataSync' ? 'sync' : call} ${open.get(args[0])}`];
    if (call === 'rename' || call === 'link')
      return [`${call} ${wordOf(String(args[0]))} ${wordOf(String(args[1]))}`];
    return call === 'unlink' ? [`unlink ${wordOf(String(args[0]))}`] : [];
  });
}

function wordOf(path: string): string {
  const name = basename(path);
  if (name.endsWith('.tmp')) return 'new';
  if (name.startsWith('held.')) return 'held';
  return name.endsWith('.md') ? 'note' : name.replace('.jsonl', '');
}

describe('T7: the order of the calls', () => {
  it.each(Object.entries(OPERATIONS))(
    'T7: %s: flushed before it is named, named before it is told',
    (name, change) => {
      const order = orderOf(change);
      const reply = order.indexOf('reply');
      const named = order.flatMap((word, at) =>
        /^(rename new note|link new note|link note note|unlink note)$/.test(word) ? [at] : [],
      );
      expect(named.length, name).toBeGreaterThan(0);
      for (const at of named) {
        const writing = order.lastIndexOf('write new', at);
        if (writing >= 0) expect(order.slice(writing, at), `${name}: ${order}`).toContain('sync new');
        expect(order.slice(at, reply), `${name}: ${order}`).toContain('sync content');
      }
      const record = order.lastIndexOf('write journal', reply);
      expect(record, `${name}: ${order}`).toBeGreaterThan(Math.max(...named));
      expect(order.slice(record, reply), `${name}: ${order}`).toContain('sync journal');
      if (named.length > 1 || name === 'move')
        expect(order.indexOf('sync journal'), `${name}: ${order}`).toBeLessThan(named[0] ?? 0);
      console.log(
        `order (${name}): ${order.length} calls, ${named.length} names changed, each flushed before and after`,
      );
    },
  );
});
