import { expect, it } from 'vitest';
import { createInitializedWorkspace, drawRows, SEED } from '../support/workspace.js';

/* What `guard` lists as watched warns: however the sentence was written, and however the command is called. */

const COMMANDS = [
  'prisma migrate reset',
  'git push --force',
  'docker compose down -v',
  'terraform destroy',
  'kubectl delete namespace staging',
  'rails db:drop',
  'npm publish',
  'rm -rf build/cache',
  'pip install torch',
  'cargo update',
  'make deploy-prod',
  'alembic downgrade base',
  './scripts/seed.sh --wipe',
  'go mod tidy',
  'python manage.py flush',
  'aws s3 rm s3://backups --recursive',
];

/** The call that writes a statement about a command. */
const SENTENCES: readonly ((command: string) => readonly string[])[] = [
  (command) => ['log', `never run ${command} against staging`, '--type', 'rule'],
  (command) => ['log', `never run \`${command}\` without a backup`, '--type', 'rule'],
  (command) => ['log', `do not run ${command} on main`],
  (command) => ['log', `don't use ${command}, it is slow`],
  (command) => ['log', `rejected \`${command}\` because it takes an hour`],
  (command) => ['log', `gotcha: \`${command}\` drops the table -> ask Mia first`],
  (command) => ['reject', command, '--why', 'it failed twice'],
  (command) => ['feedback', 'add', '--mistake', `ran ${command}`, '--correction', 'ask first'],
];

const CALLS: readonly ((command: string) => string)[] = [
  (command) => command,
  (command) => `sudo ${command}`,
  (command) => `STAGE=staging ${command}`,
  (command) => `cd app && ${command}`,
  (command) => `bash -c "${command}"`,
  (command) => `time ${command} | tee log.txt`,
  (command) => `(${command}) > out.txt 2>&1`,
  (command) => `if true; then ${command}; fi`,
  (command) => `env -i PATH=/bin ${command}`,
  (command) => `nohup ${command} &`,
];

it('what is listed as watched warns in each form of its call', async () => {
  const rows = drawRows(
    COMMANDS.flatMap((command) => SENTENCES.map((write) => ({ command, write }))),
    16,
  );
  const [silent, listed]: [string[], string[]] = [[], []];
  for (const { command, write } of rows) {
    const bench = await createInitializedWorkspace();
    await bench.run(write(command));
    const { watched } = await bench.json(['guard']);
    if (watched.length === 0) continue;
    listed.push(command);
    for (const call of CALLS) {
      const { message } = await bench.json(['guard', 'Bash', call(command)]);
      if (!/^(?:Warning|Denied)/.test(message))
        silent.push(`${write(command).join(' ')} ← ${call(command)}: ${message}`);
    }
  }
  console.log(
    `${listed.length} of ${rows.length} statements are watched, each by ${CALLS.length} calls: ${silent.length} silent (seed ${SEED})`,
  );
  expect(silent).toEqual([]);
});
