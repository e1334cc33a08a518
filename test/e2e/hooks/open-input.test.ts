import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { COMMAND, createInitializedWorkspace } from '../../support/workspace.js';

const run = (command: string, args: readonly string[], cwd: string, input: string) =>
  new Promise<{ status: number | null; ms: number }>((done) => {
    const start = Date.now();
    const child = spawn(command, args, { cwd, stdio: ['pipe', 'ignore', 'ignore'] });
    child.stdin.on('error', () => undefined).write(input);
    child.on('exit', (status) => {
      child.stdin.destroy();
      done({ status, ms: Date.now() - start });
    });
  });

const OPEN_PIPE = 'mkfifo open-pipe; exec 3<>open-pipe; (cat >&3 &) ; "$0" "$@" < open-pipe';

test.concurrent.each(['', '{"session_id":', '{"session_id":"a"}'])(
  'a hook ends though its input %j stays open',
  async (input) => {
    const { root } = await createInitializedWorkspace();
    const hook = [COMMAND, 'hook', 'PreToolUse', 'claude'];
    const bySocket = await run(process.execPath, hook, root, input);
    const byPipe = await run('sh', ['-c', OPEN_PIPE, process.execPath, ...hook], root, input);
    expect(bySocket.status).toBe(0);
    expect(bySocket.ms).toBeLessThan(9000);
    expect(byPipe.status).toBe(0);
    expect(byPipe.ms).toBeLessThan(9000);
  },
  60_000,
);
