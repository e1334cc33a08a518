// What saving and loading tasks is measured with: a shelf of snapshots, and a long transcript.
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const SNAPSHOTS = 20;
const MEGABYTES = 50;

/** Twenty tasks in work, as `save` writes them. */
export function makeShelf(vault) {
  const folder = join(vault, 'content', 'snapshots');
  mkdirSync(folder, { recursive: true });
  for (let n = 0; n < SNAPSHOTS; n++) {
    const day = `2026-05-${String(n + 1).padStart(2, '0')}`;
    const list = (what, of) => `${what}:\n${of.map((one) => `  - "${one}"`).join('\n')}`;
    const fields = [
      `snapshot_id: "task${n}_${day}"`,
      `created_at: "${day}T10:00:00+00:00"`,
      'version: "3.0"',
      'status: "in_progress"',
      `goal: "finish task ${n} of the payment worker"`,
      'state: "the routes are done, the tests are not"',
      'next_action: "write the refresh test"',
      list('active_files', ['src/auth.ts', 'src/routes.ts', 'test/auth.test.ts']),
      'blocker: "none"',
      list('constraints', ['no Tailwind', 'use CSS variables', 'keep the public API as it is']),
      list('decisions', ['use polling instead of websockets', 'keep sessions in Postgres']),
    ];
    const archive = '## Layer 3: Cold Archive (debug only)\n\n### Completed Steps\n1. moved the routes\n';
    writeFileSync(join(folder, `task${n}_${day}.md`), `---\n${fields.join('\n')}\n---\n\n${archive}`);
  }
}

/** A transcript of Claude Code of 50 MB: prompts, answers with usage, tool calls, and what tools gave. */
export function makeTranscript(vault) {
  const file = openSync(join(vault, 'transcript.jsonl'), 'w');
  const words = 'what a tool gave back, line by line, and nothing of it is needed here '.repeat(60);
  let written = 0;
  for (let turn = 0; written < MEGABYTES * 1024 * 1024; turn++) {
    const at = (ms) => new Date(Date.UTC(2026, 4, 10) + turn * 20_000 + ms).toISOString();
    const base = { sessionId: 's', isSidechain: false, userType: 'external' };
    const usage = { input_tokens: 10, cache_read_input_tokens: 40_000 + turn, output_tokens: 200 };
    const call = {
      type: 'tool_use',
      id: `t${turn}`,
      name: 'Read',
      input: { file_path: `/p/src/file${turn % 40}.ts` },
    };
    const given = [{ type: 'tool_result', tool_use_id: `t${turn}`, content: words }];
    const lines = [
      {
        ...base,
        type: 'user',
        uuid: `u${turn}`,
        timestamp: at(0),
        message: { role: 'user', content: 'go on' },
      },
      {
        ...base,
        type: 'assistant',
        uuid: `a${turn}`,
        parentUuid: `u${turn}`,
        timestamp: at(1000),
        message: { id: `m${turn}`, role: 'assistant', model: 'claude', content: [call], usage },
      },
      {
        ...base,
        type: 'user',
        uuid: `r${turn}`,
        parentUuid: `a${turn}`,
        timestamp: at(2000),
        toolUseResult: { content: words },
        message: { role: 'user', content: given },
      },
    ];
    written += writeSync(file, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  }
  closeSync(file);
}
