// Sessions at their sizes: `sessions show` of a long transcript and `sessions list` over many, each in a process of its own,
// beside reading the same bytes and nothing else. `node test/bench/sessions.mjs [megabytes] [sessions]`.
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const SELF = fileURLToPath(import.meta.url);
const CHUNK = 256 * 1024;
const ROUNDS = 3;
const idOf = (n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

if (process.argv[2] === 'read') readOnly(process.argv[3]);
else if (process.argv[1] === SELF)
  sessionTables({ megabytes: Number(process.argv[2] ?? 200), amount: Number(process.argv[3] ?? 1000) });

/** Prints peak memory and time of what is asked of many and long sessions; the most memory is 150 MB. */
export function sessionTables({ megabytes = 200, amount = 1000 } = {}) {
  const home = mkdtempSync(join(tmpdir(), 'daybook-sessions-'));
  try {
    const project = join(home, '.claude/projects/-p');
    mkdirSync(project, { recursive: true });
    mkdirSync(join(home, 'work'));
    writeFileSync(join(home, 'work/daybook.yaml'), 'timezone: UTC\n');
    const long = join(project, `${idOf(0)}.jsonl`);
    writeLong(long, megabytes * 1024 * 1024, join(home, 'work'));
    const rows = [
      ['list', []],
      ['show', [idOf(0)]],
      ['tree', [idOf(0)]],
    ].map(([act, words]) => row(`${act}, ${megabytes} MB`, [act, ...words], home, long));
    for (let n = 1; n < amount; n++) writeLong(join(project, `${idOf(n)}.jsonl`), 20_000, join(home, 'work'));
    rows.push(row(`list --all-clis, ${amount} sessions`, ['list', '--all-clis'], home, null));
    console.log('\n## Sessions (least of whole processes, beside a process that only reads the bytes)\n');
    console.log('| asked | ms | × reading | peak MB | goal |\n|---|---|---|---|---|');
    for (const cells of rows) console.log(`| ${cells.join(' | ')} |`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** A transcript in the shape of Claude Code's: prompts, answers, calls, results and long attachments. */
function writeLong(path, bytes, cwd) {
  const file = openSync(path, 'w');
  let [size, n, parent] = [0, 0, null];
  while (size < bytes) {
    const lines = turn(n++, parent, cwd, basename(path, '.jsonl'));
    parent = JSON.parse(lines.at(-1)).uuid;
    const text = `${lines.join('\n')}\n`;
    size += text.length;
    writeSync(file, text);
  }
}

function turn(n, parent, cwd, sessionId) {
  const at = new Date(Date.UTC(2026, 5, 1) + n * 5000).toISOString();
  const uuid = (k) => `${String(n).padStart(8, '0')}-0000-4000-8000-00000000000${k}`;
  const base = (k, before) => ({
    parentUuid: before,
    isSidechain: false,
    uuid: uuid(k),
    timestamp: at,
    cwd,
    sessionId,
  });
  const usage = { input_tokens: 1200, output_tokens: 40 };
  const call = [
    { type: 'tool_use', id: `t${n}`, name: 'Read', input: { file_path: `src/file-${n % 300}.ts` } },
  ];
  const result = [
    {
      type: 'tool_result',
      tool_use_id: `t${n}`,
      content: 'const line = 1;\n'.repeat(n % 40 === 0 ? 4000 : 120),
    },
  ];
  return [
    {
      ...base(1, parent),
      type: 'user',
      message: { role: 'user', content: `prompt ${n}: look at file ${n % 300}` },
    },
    {
      ...base(2, uuid(1)),
      type: 'attachment',
      attachment: { type: 'prompt_snapshot', text: 'x'.repeat(n % 50 === 0 ? 100_000 : 300) },
    },
    {
      ...base(3, uuid(2)),
      type: 'assistant',
      message: { id: `m${n}`, role: 'assistant', content: call, usage },
    },
    { ...base(4, uuid(3)), type: 'user', toolUseResult: {}, message: { role: 'user', content: result } },
    {
      ...base(5, uuid(4)),
      type: 'assistant',
      message: {
        id: `a${n}`,
        role: 'assistant',
        content: [{ type: 'text', text: `answer ${n} `.repeat(20) }],
        usage,
      },
    },
  ].map((line) => JSON.stringify(line));
}

function row(name, words, home, file) {
  const asked = [];
  const read = [];
  for (let round = 0; round < ROUNDS; round++) {
    asked.push(
      timed([resolve('dist/daybook.cjs'), 'sessions', ...words, '--workspace', join(home, 'work')], home),
    );
    if (file) read.push(timed([SELF, 'read', file], home));
  }
  const least = (all) => Math.min(...all.map(({ ms }) => ms));
  const peak = Math.max(...asked.map(({ megabytes }) => megabytes));
  const ratio = file ? (least(asked) / least(read)).toFixed(2) : '';
  return [
    name,
    least(asked).toFixed(0),
    ratio,
    peak.toFixed(0),
    `≤ 150 MB${peak > 150 ? ' **missed**' : ''}`,
  ];
}

/** Runs a process; returns its time and its peak memory, which it prints at its end. */
function timed(args, home) {
  const telling =
    "process.on('exit',()=>require('node:fs').writeSync(2,'peak '+process.resourceUsage().maxRSS+'\\n'))";
  const began = performance.now();
  const { stderr, status } = spawnSync(process.execPath, args, {
    env: {
      HOME: home,
      DAYBOOK_HOME: join(home, '.daybook'),
      PATH: process.env.PATH,
      NODE_OPTIONS: `--require ${peakTeller(home, telling)}`,
    },
    encoding: 'utf8',
  });
  const ms = performance.now() - began;
  const peak = /peak (\d+)/.exec(stderr)?.[1];
  if (status !== 0 || !peak) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return { ms, megabytes: Number(peak) / 1024 };
}

function peakTeller(home, code) {
  const path = join(home, 'peak.cjs');
  writeFileSync(path, code);
  return path;
}

function readOnly(path) {
  const file = openSync(path, 'r');
  const chunk = Buffer.allocUnsafe(CHUNK);
  let bytes = 0;
  for (let got = readSync(file, chunk); got > 0; got = readSync(file, chunk)) bytes += got;
  if (bytes !== statSync(path).size) throw new Error('short');
}
