import { spawnSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, writeFileSync, rmSync, cpSync, readdirSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
const N = Number(process.argv[2] ?? 60);
const [, , , , base, ours] = process.argv; // N CASES|'' BASE OURS: paths of two daybook.cjs
const builds = { base, ours };
const top = mkdtempSync(join(tmpdir(), 'pairs-'));
const env = { PATH: process.env.PATH, TZ: 'UTC' };
const cases = {
  log: { args: (n) => ['log', `fact number ${n} of the parser`, '--type', 'fact'] },
  search: { args: () => ['search', 'parser'] },
  hookPrompt: { args: () => ['hook', 'UserPromptSubmit'], input: JSON.stringify({ session_id: 's', prompt: 'what about the parser?' }) },
  hookPre: { args: () => ['hook', 'PreToolUse'], input: JSON.stringify({ session_id: 's', tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't' }) },
  hookPost: { args: () => ['hook', 'PostToolUse'], input: JSON.stringify({ session_id: 's', tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't' }) },
};
for (const [name, { args, input = '' }] of Object.entries(cases).filter(([n]) => !process.argv[3] || process.argv[3].split(',').includes(n))) {
  const times = { base: [], ours: [] };
  for (const b of Object.keys(builds)) {
    mkdirSync(join(top, name + b)); writeFileSync(join(top, name + b, 'daybook.yaml'), 'timezone: UTC\n');
  }
  const run = (b, n) => {
    const from = process.hrtime.bigint();
    const { status, stderr } = spawnSync(process.execPath, [builds[b], ...args(n)], { cwd: join(top, name + b), env: { ...env, HOME: join(top, 'home' + b), DAYBOOK_HOME: join(top, 'home' + b, '.daybook') }, input });
    if (status !== 0) throw new Error(`${name} ${b} ${stderr}`);
    return Number(process.hrtime.bigint() - from) / 1e6;
  };
  for (let n = -40; n < N; n++) for (const b of n % 2 ? ['base', 'ours'] : ['ours', 'base']) { const t = run(b, n); if (n >= 0) times[b].push(t); }
  const med = (v) => v.toSorted((x, y) => x - y)[v.length >> 1];
  const ratios = times.ours.map((t, i) => t / times.base[i]);
  const boots = Array.from({ length: 2000 }, () => med(ratios.map(() => ratios[Math.floor(Math.random() * ratios.length)]))).toSorted((a, b) => a - b);
  console.log(name, 'base', med(times.base).toFixed(2), 'ours', med(times.ours).toFixed(2), 'median ratio', med(ratios).toFixed(3), '95% upper', boots[1950].toFixed(3));
}
rmSync(top, { recursive: true });
