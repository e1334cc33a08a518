// @module-tag full: it runs commands many times over

import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWorkspaceSessions } from '../../../src/app/agents/agent-sessions.js';
import { nodeFileSystem } from '../../../src/platform/file-system.js';
import { createSystem } from '../../../src/platform/process-identity.js';
import { parseRecords, toLine } from '../../../src/store/change-journal/record.js';
import { createStoreLayout } from '../../../src/store/layout.js';
import { createFileEngine } from '../../../src/store/session-logs/file-engine.js';
import { createLogEngine } from '../../../src/store/session-logs/log-engine.js';
import type { EngineName, SessionStore } from '../../../src/store/session-logs/sessions.js';
import type { StoredEvent } from '../../../src/transcripts/event.js';
import { appendMessages } from '../../../src/transcripts/operations.js';
import type { SessionState } from '../../../src/transcripts/session-state.js';
import { bundled } from '../../support/bundled.js';
import { createRandom } from '../../support/random.js';
import { freshFolder, stateOf, workspace } from '../../support/store-root.js';
import { FULL } from '../../support/tiers.js';

const AT = '2026-06-07T12:00:00.000Z';
const user = (content: string) => ({ role: 'user', content });
const say = (sessions: SessionStore, id: string, words: string, begins?: EngineName) =>
  sessions.extend(id, (state: SessionState) => appendMessages(state, [user(words)]), {
    at: AT,
    ...(begins ? { begins } : {}),
  });
const wordsIn = (sessions: SessionStore, id: string) =>
  [...(sessions.read(id)?.state.entries.values() ?? [])].flatMap((entry) =>
    entry.type === 'message' ? String(entry.message.content) : [],
  );

describe.each(['log', 'file'] as const)('the %s engine', (engine) => {
  const other = engine === 'log' ? 'file' : 'log';

  it('keeps its messages for later readers', () => {
    const root = workspace();
    for (const words of ['one', 'two', 'three']) say(openWorkspaceSessions(root, 'off'), 's', words, engine);
    const kept = openWorkspaceSessions(root, 'off').read('s');
    expect(wordsIn(openWorkspaceSessions(root, 'off'), 's')).toEqual(['one', 'two', 'three']);
    expect([kept?.engine, kept?.state.leaf, kept?.state.seq]).toEqual([engine, 'e3', 3]);
    expect(openWorkspaceSessions(root, 'off').ids()).toEqual(['s']);
  });

  it('becomes the other, and back, without losing a byte; later turns go on there', () => {
    const root = workspace();
    const sessions = openWorkspaceSessions(root, 'off');
    for (const words of ['one', 'zwei — “drei”\n', '\u0000 \u2028']) say(sessions, 's', words, engine);
    const before = JSON.stringify([...(sessions.read('s')?.state.entries ?? [])]);
    for (const to of [other, engine, engine] as const) {
      expect(sessions.migrate('s', to).engine).toBe(to);
      expect(JSON.stringify([...(openWorkspaceSessions(root, 'off').read('s')?.state.entries ?? [])])).toBe(
        before,
      );
    }
    expect(say(sessions, 's', 'four').state.leaf).toBe('e4');
    expect(openWorkspaceSessions(root, 'off').ids()).toEqual(['s']);
  });

  it('keeps no secret', () => {
    const root = workspace();
    say(openWorkspaceSessions(root, 'off'), 's', 'the key is AKIAZ7Q4MN2XK9RT5WLP', engine);
    const all = readdirSync(root.root, { recursive: true, withFileTypes: true })
      .filter((item) => item.isFile())
      .map((item) => readFileSync(join(item.parentPath, item.name), 'utf8'));
    expect(all.filter((text) => text.includes('AKIAZ7Q4MN2XK9RT5WLP'))).toEqual([]);
    expect(wordsIn(openWorkspaceSessions(root, 'off'), 's')[0]).toContain('[redacted:');
  });

  it('refuses ids that lead elsewhere', () => {
    const sessions = openWorkspaceSessions(workspace(), 'off');
    for (const id of ['../x', 'a/b', '.hidden', '', 'x'.repeat(200), 'a\0b'])
      expect(() => say(sessions, id, 'x', engine)).toThrow(/is not a session id/);
  });
});

describe('resume', () => {
  it('takes the event log before the file', () => {
    const root = workspace();
    const sessions = openWorkspaceSessions(root, 'off');
    say(sessions, 's', 'in the file', 'file');
    const file = stateOf(root.root, 'keep/sessions/s.json');
    const text = readFileSync(file, 'utf8');
    sessions.migrate('s', 'log');
    say(sessions, 's', 'in the log');
    writeFileSync(file, text);
    expect(wordsIn(openWorkspaceSessions(root, 'off'), 's')).toEqual(['in the file', 'in the log']);
  });
});

describe('the event log', () => {
  it('continues in another segment if one is full', () => {
    const root = workspace();
    const engine = createLogEngine(groundOf(root.root), join(root.root, 'logs'), 300);
    for (let seq = 1; seq <= 20; seq++) engine.append('s', engine.read('s'), [event(seq)]);
    expect(readdirSync(join(root.root, 'logs/s')).length).toBeGreaterThan(3);
    const fresh = createLogEngine(groundOf(root.root), join(root.root, 'logs'), 300);
    expect(fresh.read('s').events.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  });

  it('sets a torn end aside, never uses its number again, and sees what is missing', () => {
    const root = workspace();
    for (const words of ['one', 'two', 'three']) say(openWorkspaceSessions(root, 'off'), 's', words, 'log');
    const segment = stateOf(root.root, 'keep/eventlog/s/000001.jsonl');
    truncateSync(segment, readFileSync(segment).length - 30);
    const { state } = say(openWorkspaceSessions(root, 'off'), 's', 'four');
    expect(state.leaf).toBe('e4');
    const kept = openWorkspaceSessions(root, 'off').read('s');
    expect([kept?.report.damaged, kept?.report.missing]).toEqual([[], []]);
    expect(kept?.report.quarantined).toHaveLength(1);
    const lines = readFileSync(segment, 'utf8').split('\n');
    writeFileSync(segment, lines.toSpliced(1, 1).join('\n'));
    expect(openWorkspaceSessions(root, 'off').read('s')?.report.missing).toEqual([2]);
    expect(wordsIn(openWorkspaceSessions(root, 'off'), 's')).toEqual(['one', 'four']);
  });

  it('keeps a whole record whose line was not ended', () => {
    const root = workspace();
    for (const words of ['one', 'two']) say(openWorkspaceSessions(root, 'off'), 's', words, 'log');
    const segment = stateOf(root.root, 'keep/eventlog/s/000001.jsonl');
    truncateSync(segment, readFileSync(segment).length - 1);
    say(openWorkspaceSessions(root, 'off'), 's', 'three');
    expect(wordsIn(openWorkspaceSessions(root, 'off'), 's')).toEqual(['one', 'two', 'three']);
  });
});

const groundOf = (root: string) => {
  const place = { root, reason: '', content: 'content', worktree: root, global: join(root, '.global') };
  return {
    port: nodeFileSystem,
    machine: createSystem(nodeFileSystem),
    root: place,
    at: createStoreLayout(place, nodeFileSystem),
    fsync: 'off' as const,
    command: 'test',
  };
};

const event = (seq: number): StoredEvent => ({
  t: 'message',
  seq,
  prev: seq - 1,
  at: AT,
  parent: seq === 1 ? null : `e${seq - 1}`,
  message: user(`message ${seq} ${'ä'.repeat(seq % 7)}`),
});

/** Whole numbers below a bound, so that a failing corruption can be made again. */
function dice(seed: number): (below: number) => number {
  const random = createRandom(seed);
  return (below) => Math.floor(random() * below);
}

/** Six ways in which bytes go wrong. */
const KINDS: Readonly<Record<string, (bytes: Buffer, roll: (below: number) => number) => Buffer>> = {
  truncation: (bytes, roll) => bytes.subarray(0, roll(bytes.length)),
  splice(bytes, roll) {
    const at = roll(bytes.length);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.min(bytes.length, at + 1 + roll(200)))]);
  },
  zeros(bytes, roll) {
    const at = roll(bytes.length);
    return Buffer.from(bytes).fill(0, at, Math.min(bytes.length, at + 1 + roll(200)));
  },
  'bit flip'(bytes, roll) {
    const copy = Buffer.from(bytes);
    const at = roll(copy.length);
    copy[at] = (copy[at] ?? 0) ^ (1 << roll(8));
    return copy;
  },
  hole(bytes, roll) {
    const at = roll(bytes.length);
    return Buffer.concat([bytes.subarray(0, at), Buffer.alloc(1 + roll(300)), bytes.subarray(at)]);
  },
  'line ends': (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'),
};

describe('T18: damage', () => {
  const each = FULL ? 1000 : 60;
  it(`${each * 6} corruptions of 6 kinds: nothing thrown, nothing intact lost, nothing damaged taken`, () => {
    const seed = 18;
    const roll = dice(seed);
    const events = Array.from({ length: 30 }, (_, n) => event(n + 1));
    const lines = events.map((one) => Buffer.from(toLine(one)).toString('latin1'));
    const whole = Buffer.from(lines.join(''), 'latin1');
    const known = new Set(events.map((one) => JSON.stringify(one)));
    const counts = { lost: 0, taken: 0 };
    const root = freshFolder();
    for (const [kind, spoil] of Object.entries(KINDS))
      for (let n = 0; n < each; n++) {
        const folder = join(root, 'logs', `${kind.replace(' ', '-')}-${n}`);
        mkdirSync(folder, { recursive: true });
        const bytes = spoil(whole, roll);
        writeFileSync(join(folder, '000001.jsonl'), bytes);
        const engine = createLogEngine(groundOf(root), join(root, 'logs'));
        const id = folder.slice(folder.lastIndexOf('/') + 1);
        const plain = ({ v: _, ...one }: StoredEvent & { readonly v?: number }) => JSON.stringify(one);
        const read = engine.read(id).events.map((one) => plain(one));
        const text = bytes.toString('latin1').replaceAll('\r', '');
        const intact = lines.filter((line) => `\n${text}`.includes(`\n${line}`)).length;
        counts.taken += read.filter((one) => !known.has(one)).length;
        counts.lost += Math.max(0, intact - read.length);
        const next = engine.append(id, engine.read(id), [
          { ...event(31), seq: engine.read(id).lastSeq + 1, prev: 30 },
        ]);
        if (next.events.length !== read.length + 1) counts.lost++;
      }
    console.log(
      `session log, seed ${seed}: ${each * 6} corruptions, ${counts.lost} intact lost, ${counts.taken} damaged taken`,
    );
    expect(counts).toEqual({ lost: 0, taken: 0 });
  });

  it('of a session file leaves what is intact, and is set aside before it is written again', () => {
    const root = freshFolder();
    const engine = createFileEngine(groundOf(root), join(root, 'sessions'));
    engine.append('s', engine.read('s'), [event(1), event(2), event(3)]);
    const file = join(root, 'sessions/s.json');
    expect(JSON.parse(readFileSync(file, 'utf8')).events).toHaveLength(3);
    writeFileSync(file, readFileSync(file, 'utf8').replace('message 2', 'massage 2'));
    const spoiled = engine.read('s');
    expect([spoiled.events.map(({ seq }) => seq), spoiled.lastSeq]).toEqual([[1, 3], 3]);
    const { report, events } = engine.append('s', spoiled, [event(4)]);
    expect([events.length, report.quarantined.length, report.missing]).toEqual([3, 1, [2]]);
    appendFileSync(file, 'x');
    expect(engine.read('s').events).toHaveLength(3);
  });
});

describe('many processes', () => {
  const [processes, each] = FULL ? [8, 2000] : [4, 60];

  it(`${processes} × ${each} events on one log, killed at random: all that was acknowledged is there, in order, no number twice`, async () => {
    const root = workspace();
    const bundle = bundled('test/support/session-appender.ts');
    openWorkspaceSessions(root, 'file').extend('s', () => [], { at: AT, begins: 'log' });
    const began = performance.now();
    const writers = Array.from({ length: processes }, (_, n) => writer(bundle, root.root, `w${n}`, each));
    const acknowledged = (await Promise.all(writers)).flat();
    const ms = performance.now() - began;
    const kept = openWorkspaceSessions(root, 'off').read('s');
    const words = wordsIn(openWorkspaceSessions(root, 'off'), 's');
    const seqs = [...(kept?.state.entries.keys() ?? [])].map((id) => Number(id.slice(1)));
    const segment = readFileSync(stateOf(root.root, 'keep/eventlog/s/000001.jsonl'));
    const { damaged } = parseRecords(segment);
    console.log(
      `session log: ${acknowledged.length} events of ${processes} processes, ${kills} kills, in ${Math.round(ms)} ms, ${Math.round((acknowledged.length / ms) * 1000)} a second`,
    );
    expect(acknowledged.filter(({ words: one }) => !words.includes(one))).toEqual([]);
    for (const { leaf, words: one } of acknowledged) {
      const entry = kept?.state.entries.get(leaf);
      expect(entry?.type === 'message' && entry.message.content).toBe(one);
    }
    expect([new Set(seqs).size, [...seqs].sort((a, b) => a - b)]).toEqual([seqs.length, seqs]);
    expect([damaged, kept?.report.missing]).toEqual([[], []]);
    for (let n = 0; n < processes; n++) {
      const own = words.filter((one) => one.startsWith(`w${n} `)).map((one) => Number(one.split(' ')[1]));
      expect(own).toEqual([...own].sort((a, b) => a - b));
    }
  }, 1_800_000);
});

let kills = 0;
/** A process lives no longer after its first word; on a busy machine it takes seconds to come to that. */
const LIFE_MS = FULL ? 8000 : 150;

interface Acknowledged {
  readonly leaf: string;
  readonly words: string;
}

/** Appends so many events by processes that are killed now and then; the next continues with what was not acknowledged. */
async function writer(
  bundle: string,
  root: string,
  name: string,
  amount: number,
): Promise<readonly Acknowledged[]> {
  const acknowledged: Acknowledged[] = [];
  let number = 0;
  while (number < amount) {
    const child = spawn(process.execPath, [bundle, root, name, String(number), String(amount)], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH },
    });
    let killer: NodeJS.Timeout | undefined;
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      killer ??= setTimeout(() => {
        if (child.kill('SIGKILL')) kills++;
      }, Math.random() * LIFE_MS);
    });
    await new Promise((done) => child.on('close', done));
    clearTimeout(killer);
    for (const line of text.split('\n').slice(0, -1)) {
      const one = JSON.parse(line) as Acknowledged;
      acknowledged.push(one);
      number = Number(one.words.split(' ')[1]) + 1;
    }
    number += text === '' ? 0 : 1; // what was being said may be there unacknowledged: it is not said again
  }
  return acknowledged;
}
