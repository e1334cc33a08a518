// @module-tag full: it runs commands many times over
/* A note that cannot be read is unknown, not empty: each cause against commands, hooks and the server, through the built command. */
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settle } from '../support/store-root.js';
import {
  COMMAND,
  createWorkspace,
  drawRows,
  later,
  QUICK,
  type Reply,
  type Workspace,
} from '../support/workspace.js';

/** Root may read what it likes, so commands are run as nobody where this is root. */
const NOBODY = process.getuid?.() === 0 ? 65_534 : null;

const MEMORY = 'content/MEMORY.md';
const SESSION = 'content/SESSION.md';

/** How a note becomes unreadable, the message about it, and the remedy that the message names. */
interface Cause {
  readonly spoil: (path: string, text: string) => void;
  readonly why: RegExp;
  readonly remedy: RegExp;
}

const replaced = (make: (path: string, text: string) => void) => (path: string, text: string) => {
  rmSync(path);
  make(path, text);
};

const CAUSES: Readonly<Record<string, Cause>> = {
  'mode 000': {
    spoil: (path) => chmodSync(path, 0),
    why: /access is denied \(mode 0000\)/,
    remedy: /chmod u\+rw content\//,
  },
  'over the limit': {
    spoil: (path, text) => writeFileSync(path, text + `${'x'.repeat(99)}\n`.repeat(22_000)),
    why: /it has 2\.\d MB; a note has 2 MB at most/,
    remedy: /split it/,
  },
  'a folder': {
    spoil: replaced((path) => mkdirSync(path)),
    why: /it is a folder/,
    remedy: /move the folder away/,
  },
  'a pipe': {
    spoil: replaced((path) => execFileSync('mkfifo', [path])),
    why: /it is a named pipe/,
    remedy: /move it away/,
  },
  'a link': {
    spoil: (path) => {
      renameSync(path, `${path}.real`);
      symlinkSync(`${path}.real`, path);
    },
    why: /it is a symbolic link/,
    remedy: /put the file itself there/,
  },
  'Latin-1': {
    spoil: (path, text) => writeFileSync(path, Buffer.from(`${text}\n- caf\u00e9\n`, 'latin1')),
    why: /it is not UTF-8, but looks like Windows-1252/,
    remedy: /iconv -f WINDOWS-1252 -t UTF-8 content\//,
  },
  'UTF-16': {
    spoil: (path, text) => writeFileSync(path, Buffer.from(`\ufeff${text}`, 'utf16le')),
    why: /it is UTF-16/,
    remedy: /iconv -f UTF-16 -t UTF-8 content\//,
  },
  'NUL bytes': {
    spoil: (path, text) => writeFileSync(path, `${text}\n- a\0b\0\n`),
    why: /it contains NUL bytes, the first in line \d+/,
    remedy: /take them out/,
  },
};

const LEARNT = 'learned that the parser drops a byte order mark';

/** A workspace at work: a line of memory, a session worth promoting, a block that holds both. */
async function begun(files: Readonly<Record<string, string>> = {}): Promise<Workspace> {
  const bench = createWorkspace({
    'daybook.yaml': QUICK,
    [MEMORY]: '# Memory\n\n## Decisions\n\n- keep sessions in Postgres\n',
    [SESSION]: `# Session\n\n## Experience\n\n- ${LEARNT} in \`src/parse.ts\`\n`,
    'CLAUDE.md': '# Rules\n',
    ...files,
  });
  await bench.run(['log', 'the build needs Node 22', '--type', 'fact']);
  await bench.run(['context']);
  expect(bench.read('CLAUDE.md')).toContain('keep sessions in Postgres');
  return bench;
}

function spoil(bench: Workspace, path: string, cause: Cause): void {
  const file = join(bench.root, path);
  cause.spoil(file, readFileSync(file, 'utf8'));
  if (lstatSync(file).isFile()) settle(file);
}

/** Everything below the root but the state, as the disk has it: what it is, and its bytes where root may read them. */
function stand(root: string): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (folder: string) => {
    for (const name of readdirSync(join(root, folder))) {
      const path = join(folder, name);
      const file = join(root, path);
      const stat = lstatSync(file);
      if (name === '.daybook') continue;
      if (stat.isDirectory()) {
        found[path] = 'folder';
        walk(path);
      } else if (stat.isSymbolicLink()) found[path] = `link to ${readlinkSync(file)}`;
      else if (!stat.isFile()) found[path] = 'no file';
      else found[path] = stat.mode & 0o400 || NOBODY !== null ? readFileSync(file, 'latin1') : 'closed';
    }
  };
  walk('');
  return found;
}

function giveAway(folder: string, uid: number): void {
  for (const item of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, item.name);
    if (item.isDirectory()) giveAway(path, uid);
    else if (!item.isSymbolicLink()) chownSync(path, uid, uid);
  }
  chownSync(folder, uid, uid);
}

let turn = 0;

/** Runs the built command in a process of its own, as a user who is not root. */
function run(bench: Workspace, args: readonly string[], how: { minutes?: number; input?: string } = {}) {
  const folder = join(bench.root, '..');
  if (NOBODY !== null) giveAway(folder, NOBODY);
  const env = {
    HOME: bench.home,
    DAYBOOK_HOME: join(bench.home, '.daybook'),
    DAYBOOK_NOW: later(how.minutes ?? 90),
    DAYBOOK_SEED: `unreadable ${turn++}`,
    TZ: 'UTC',
    NO_COLOR: '1',
    PATH: process.env.PATH ?? '',
  };
  const user = NOBODY === null ? {} : { uid: NOBODY, gid: NOBODY };
  const child = spawn(process.execPath, [COMMAND, ...args], { cwd: bench.root, env, ...user });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    said.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.err += chunk;
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(how.input ?? '');
  return new Promise<Reply>((done) => child.on('close', (status) => done({ status, ...said })));
}

/** Asserts that a reply names the note once, with its cause and its remedy on the same line. */
function names(reply: string, path: string, { why, remedy }: Cause, told: string): void {
  const lines = reply.split('\n').filter((line) => line.includes(path) && /cannot be read/.test(line));
  expect(lines, `${told}: ${reply}`).toHaveLength(1);
  expect(lines[0], told).toMatch(why);
  expect(lines[0], told).toMatch(remedy);
}

/** Commands that write what follows from the notes, and whether they say so and go on, or refuse. */
const DERIVED: readonly (readonly [args: readonly string[], status: number])[] = [
  [['recall'], 0],
  [['context'], 0],
  [['checkpoint'], 0],
  [['cron', 'run', 'context'], 0],
];

describe.each(drawRows(Object.entries(CAUSES), 2))('a memory that cannot be read: %s', (name, cause) => {
  it('is neither taken for empty nor written over by any command', async () => {
    const bench = await begun();
    spoil(bench, MEMORY, cause);
    const before = stand(bench.root);
    for (const [args, status] of DERIVED) {
      const told = `${name}: ${args.join(' ')}`;
      const reply = await run(bench, args);
      expect(reply.status, `${told}: ${reply.err}`).toBe(status);
      names(reply.err, MEMORY, cause, told);
      expect(stand(bench.root), told).toEqual(before);
      expect(reply.out, told).not.toContain('Nothing is remembered yet');
      expect(reply.out, told).not.toContain('promoted to MEMORY.md');
    }
  });

  it('refuses what is logged to it, and says why, with nothing written', async () => {
    const bench = await begun();
    spoil(bench, MEMORY, cause);
    const before = stand(bench.root);
    const reply = await run(bench, ['log', 'decided to use Redis', '--type', 'decision']);
    expect(reply.status).toBe(1);
    expect(reply.err).toContain(`${MEMORY} cannot be read`);
    expect(reply.err).toMatch(cause.why);
    expect(reply.err).toMatch(cause.remedy);
    expect(reply.err).toContain('nothing was written');
    expect(stand(bench.root)).toEqual(before);
    const other = await run(bench, ['log', 'tried the old parser', '--type', 'experience']);
    expect(other.status, other.err).toBe(0);
  });

  it('is named in one line by status, doctor and lint', async () => {
    const bench = await begun();
    spoil(bench, MEMORY, cause);
    const before = stand(bench.root);
    names((await run(bench, ['status'])).err, MEMORY, cause, 'status');
    const doctor = await run(bench, ['doctor']);
    expect(doctor.status).toBe(1);
    names(doctor.out, MEMORY, cause, 'doctor');
    expect(doctor.out).not.toContain('lost entries — overwritten');
    const lint = await run(bench, ['lint']);
    expect(lint.status).toBe(1);
    names(lint.out, MEMORY, cause, 'lint');
    expect(stand(bench.root)).toEqual(before);
  });

  it('is named by hooks and the server, which write nothing over it', async () => {
    const bench = await begun();
    spoil(bench, MEMORY, cause);
    const before = stand(bench.root);
    const event = (more: object) => JSON.stringify({ session_id: 's1', cwd: bench.root, ...more });
    const start = await run(bench, ['hook', 'SessionStart'], { input: event({ source: 'startup' }) });
    expect(start.status).toBe(0);
    names(JSON.parse(start.out).systemMessage, MEMORY, cause, 'hook SessionStart');
    expect(start.out).not.toContain('Nothing is remembered yet');
    const prompt = await run(bench, ['hook', 'UserPromptSubmit'], {
      input: event({ prompt: 'remember that we deploy on Tuesdays' }),
    });
    expect(prompt.out).toContain('cannot be read');
    await run(bench, ['hook', 'PreCompact'], { input: event({ trigger: 'manual' }) });
    await run(bench, ['hook', 'SessionEnd'], { input: event({ reason: 'other' }) });
    const call = (id: number, name: string, args: object) =>
      `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } })}\n`;
    const served = await run(bench, ['mcp'], {
      input: `${JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: { name: 'test', version: '1' },
        },
      })}\n${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n${call(2, 'mind_recall', {})}${call(3, 'mind_log', { msg: 'decided to use Redis', type: 'decision' })}${call(4, 'mind_status', {})}${call(5, 'mind_checkpoint', {})}`,
    });
    const answers = new Map(
      served.out
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
        .map(({ id, result }) => [id, result]),
    );
    for (const id of [2, 4, 5]) names(answers.get(id).content[0].text, MEMORY, cause, `server, call ${id}`);
    const refused = answers.get(3).content[0].text;
    expect(refused).toContain(`${MEMORY} cannot be read`);
    expect(refused).toMatch(cause.why);
    expect(refused).toMatch(cause.remedy);
    expect(answers.get(3).isError).toBe(true);
    expect(stand(bench.root)).toMatchObject(before);
  });

  it('is in use again as soon as it can be read', async () => {
    const bench = await begun();
    const text = bench.read(MEMORY);
    spoil(bench, MEMORY, cause);
    await run(bench, ['recall']);
    rmSync(join(bench.root, MEMORY), { recursive: true });
    bench.write(MEMORY, text);
    settle(join(bench.root, MEMORY));
    const reply = await run(bench, ['recall'], { minutes: 200 });
    expect(reply.err).toBe('');
    expect(reply.out).toContain('keep sessions in Postgres');
    expect(bench.read(MEMORY)).toContain('drops a byte order mark');
    expect(bench.read(SESSION)).not.toContain('drops a byte order mark');
  });
});

/** Notes that other work depends on, each unreadable in turn. */
const OTHERS: readonly (readonly [path: string, args: readonly string[], status: number])[] = [
  [SESSION, ['recall'], 0],
  [SESSION, ['checkpoint'], 0],
  ['content/FEEDBACK-LOG.md', ['feedback', 'audit'], 0],
  ['content/FEEDBACK-LOG.md', ['recall'], 0],
  ['content/REMINDERS.md', ['recall'], 0],
  ['content/INBOX.md', ['checkpoint'], 0],
  ['content/evolving/2026-06-07.md', ['recall'], 0],
  ['content/pages/x.md', ['lint', '--fix'], 1],
  ['content/pages/x.md', ['page', 'rename', 'y', 'z'], 1],
  [
    'content/archive/FEEDBACK-LOG-2025.md',
    [
      'feedback',
      'add',
      '--mistake',
      'forgot the lock',
      '--correction',
      'take it',
      '--trigger',
      'two writers',
    ],
    1,
  ],
  ['content/evolving/2026-06-06.md', ['cron', 'run', 'journal'], 1],
];

const MISTAKE = (n: number) =>
  `## FB-20260501-00${n} — pushed to main\n\n**Prevention**: open a branch\n**Seen**: 3\n\n`;

it.each(OTHERS)('%s: %j holds back what depends on it', async (path, args, status) => {
  const cause = CAUSES['Latin-1'] as Cause;
  const bench = await begun({
    'content/FEEDBACK-LOG.md': `# Feedback Log\n\n${[1, 2, 3].map(MISTAKE).join('')}`,
    'content/archive/FEEDBACK-LOG-2025.md': `# Feedback Log\n\n${MISTAKE(9)}`,
    'content/REMINDERS.md': '# Reminders\n\n- [ ] - | next session | look at the parser\n',
    'content/INBOX.md': '# Inbox\n\n## Proposals\n\n- [x] keep «we deploy on Tuesdays», found in CLAUDE.md\n',
    'content/evolving/2026-06-07.md': '# 2026-06-07\n\n### Decision\n\nuse the new parser\n',
    'content/evolving/2026-06-06.md': '# 2026-06-06\n',
    'content/pages/x.md': '# X\n\nSee ^k3m9p2x1ab4 there.\n',
    'content/pages/y.md': '# Y\n\n- one ^k3m9p2x1ab4\n- two ^k3m9p2x1ab4\n',
  });
  await bench.run(['handoff', '--goal', 'ship it', '--outcome', 'complete'], {
    now: '2026-06-06T12:00:00+02:00',
  });
  spoil(bench, path, cause);
  const before = stand(bench.root);
  const reply = await run(bench, args);
  expect(reply.status, reply.err + reply.out).toBe(status);
  expect(reply.err + reply.out).toContain(path);
  expect(reply.err + reply.out).toContain('it is not UTF-8');
  const after = stand(bench.root);
  expect(after[path]).toBe(before[path]);
  expect(after['CLAUDE.md']).toBe(before['CLAUDE.md']);
  if (status === 1) expect(after).toEqual(before);
});

describe('retention', () => {
  const old = '2026-01-01';
  const day = `content/evolving/${old}.md`;
  const gone = `content/archive/evolving/${old}.md`;

  it('moves a day over the limit whole, and undo brings it back', { tags: 'desk' }, async () => {
    const bench = await begun({ [day]: `# ${old}\n\n${`${'x'.repeat(99)}\n`.repeat(22_000)}` });
    const bytes = bench.read(day);
    const reply = await run(bench, ['cleanup', 'days']);
    expect(reply.out, reply.err).toContain('Archived 1 day');
    expect(bench.read(gone)).toBe(bytes);
    expect(stand(bench.root)[day]).toBeUndefined();
    const undo = await run(bench, ['undo']);
    expect(undo.status, undo.err).toBe(0);
    expect(bench.read(day)).toBe(bytes);
  });

  it.each(Object.keys(CAUSES).filter((name) => name !== 'over the limit'))(
    'leaves a day where it is: %s',
    async (name) => {
      const cause = CAUSES[name] as Cause;
      const bench = await begun({ [day]: `# ${old}\n\nOld.\n`, 'content/evolving/2026-01-02.md': '# Old\n' });
      spoil(bench, day, cause);
      const before = stand(bench.root);
      const reply = await run(bench, ['cleanup', 'days']);
      expect(reply.status, reply.err).toBe(0);
      const after = stand(bench.root);
      expect(after[day]).toBe(before[day]);
      expect(after['content/archive/evolving/2026-01-02.md']).toBe('# Old\n');
    },
  );
});

describe('a note that is read-only', () => {
  it('is refused, not replaced', async () => {
    const bench = await begun();
    chmodSync(join(bench.root, MEMORY), 0o444);
    const before = stand(bench.root);
    const reply = await run(bench, ['log', 'decided to use Redis', '--type', 'decision']);
    expect(reply.status).toBe(1);
    expect(reply.err).toContain(`${MEMORY} is read-only (mode 0444)`);
    expect(reply.err).toContain(`chmod u+w ${MEMORY}`);
    expect(stand(bench.root)).toEqual(before);
    const root = await bench.run(['log', 'decided to use Redis', '--type', 'decision']);
    expect(root.status).toBe(1);
    const recall = await run(bench, ['recall']);
    expect(recall.status).toBe(0);
    expect(recall.out).toContain('keep sessions in Postgres');
    expect(recall.err).toContain(`${MEMORY} is read-only`);
    expect(bench.read(SESSION)).toContain('drops a byte order mark');
  });

  it('keeps its block where it is the target', async () => {
    const bench = await begun();
    await bench.run(['log', 'decided to use Redis', '--type', 'decision']);
    chmodSync(join(bench.root, 'CLAUDE.md'), 0o444);
    const block = bench.read('CLAUDE.md');
    for (const args of [['recall'], ['context']]) {
      const reply = await run(bench, args);
      expect(reply.status, reply.err).toBe(0);
      expect(reply.err).toContain('CLAUDE.md is read-only (mode 0444)');
    }
    expect(bench.read('CLAUDE.md')).toBe(block);
  });
});
