// Sessions at their sizes: `sessions show` of a long transcript and `sessions list` over many, each in a process of its own,
// beside reading the same bytes and nothing else; then `search --sessions` over many transcripts: the first time, when it
// makes its index, and again. `node test/bench/sessions.mjs [megabytes] [sessions] [megabytes to search]`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, openSync, readdirSync, readSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMMAND, createEnvironment, formatGoal, inFolder, printHead, printRow } from './measure.mjs';

const SELF = fileURLToPath(import.meta.url);
const CHUNK = 256 * 1024;
const ROUNDS = 3;
const idOf = (n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

if (process.argv[2] === 'read') readOnly(process.argv[3]);
else if (process.argv[1] === SELF) {
  sessionTables({ megabytes: Number(process.argv[2] ?? 200), amount: Number(process.argv[3] ?? 1000) });
  searchTable(Number(process.argv[4] ?? 200));
}

/** Prints peak memory and time of what is asked of many and long sessions; the most memory is 150 MB. */
export function sessionTables({ megabytes = 200, amount = 1000 } = {}) {
  return inFolder((home) => {
    const { project, work } = makeHome(home);
    const long = join(project, `${idOf(0)}.jsonl`);
    writeLong(long, megabytes * 1024 * 1024, work);
    printHead(
      'Sessions (least of whole processes, beside a process that only reads the bytes)',
      ...['asked', 'ms', '× reading', 'peak MB', 'goal'],
    );
    for (const [act, ...words] of [['list'], ['show', idOf(0)], ['tree', idOf(0)]])
      row(`${act}, ${megabytes} MB`, [act, ...words], home, long);
    for (let n = 1; n < amount; n++) writeLong(join(project, `${idOf(n)}.jsonl`), 20_000, work);
    row(`list --all-clis, ${amount} sessions`, ['list', '--all-clis'], home, null);
  });
}

/** A home with a workspace, and with a folder for transcripts. */
function makeHome(home) {
  const [project, work] = [join(home, '.claude/projects/-p'), join(home, 'work')];
  mkdirSync(project, { recursive: true });
  mkdirSync(work);
  writeFileSync(join(work, 'daybook.yaml'), 'timezone: UTC\n');
  return { project, work };
}

/** Prints how fast transcripts are indexed, the size of the index, and the time of a search with it. */
export function searchTable(megabytes) {
  return inFolder((home) => {
    const { project, work } = makeHome(home);
    const each = 5;
    for (let n = 0; n * each < megabytes; n++)
      writeLong(join(project, `${idOf(n)}.jsonl`), each * 1024 * 1024, work);
    const bytes = sizeOf(project);
    const search = (words) => timed([COMMAND, 'search', words, '--sessions', '--workspace', work], home);
    const first = search('file 17');
    const repeat = (words) => Math.min(...[0, 1, 2].map(() => search(words).cpu));
    const [common, rare] = [repeat('file 17'), repeat('1044')];
    const mb = bytes / 1e6;
    const rate = mb / (first.cpu / 1000);
    const share = sizeOf(join(home, '.daybook/cache/sessions')) / bytes;
    const node = Math.min(...[0, 1, 2].map(() => timed(['-e', '0'], home).cpu));
    printHead(`Search in ${mb.toFixed(0)} MB of transcripts`, 'what', 'measured', 'goal');
    printRow('indexing, MB for a second of processor time', rate.toFixed(1), formatGoal('≥', 20, rate));
    printRow('peak memory of it, MB', first.megabytes.toFixed(0), '');
    printRow('index, share of the files', share.toFixed(3), formatGoal('≤', 0.2, share));
    printRow('bare Node, ms of processor time', node.toFixed(0), '');
    for (const [what, ms] of [
      ['search for a word that few passages have, ms', rare],
      ['search for words of which each passage has one, ms', common],
    ]) {
      printRow(what, ms.toFixed(0), '');
      printRow('the same, × bare Node', (ms / node).toFixed(1), formatGoal('≤', 4, ms / node));
    }
  });
}

function sizeOf(folder) {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
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
    asked.push(timed([COMMAND, 'sessions', ...words, '--workspace', join(home, 'work')], home));
    if (file) read.push(timed([SELF, 'read', file], home));
  }
  const least = (all) => Math.min(...all.map(({ ms }) => ms));
  const peak = Math.max(...asked.map(({ megabytes }) => megabytes));
  const ratio = file ? (least(asked) / least(read)).toFixed(2) : '';
  const goal = `≤ 150 MB${peak > 150 ? ' **missed**' : ''}`;
  printRow(name, least(asked).toFixed(0), ratio, peak.toFixed(0), goal);
}

/** Runs a process; returns its time and its peak memory, which it prints at its end. */
function timed(args, home) {
  const telling =
    "process.on('exit',()=>{const {maxRSS,userCPUTime:u,systemCPUTime:s}=process.resourceUsage();require('node:fs').writeSync(2,'peak '+maxRSS+' cpu '+(u+s)+'\\n')})";
  const began = performance.now();
  const env = createEnvironment(home, { NODE_OPTIONS: `--require ${peakTeller(home, telling)}` });
  const { stderr, status } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  const ms = performance.now() - began;
  const [, peak, cpu] = /peak (\d+) cpu (\d+)/.exec(stderr) ?? [];
  if (status !== 0 || !peak) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return { ms, cpu: Number(cpu) / 1000, megabytes: Number(peak) / 1024 };
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
