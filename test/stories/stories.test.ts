import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { FULL } from '../support/workspace.js';
import { ReplyChecker } from './reply-checker.js';
import { readStory, tell } from './story.js';

const FOLDER = join('test', 'stories');
const stories = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));

/** What the commands of a story replied, as `--json` prints it, whether they were asked for JSON or not. */
const seen = vi.hoisted(() => ({
  args: [] as readonly string[],
  replies: [] as { args: readonly string[]; reply: { ok: boolean } }[],
}));

vi.mock('../../src/output/format-result.js', async (importOriginal) => {
  const real = await importOriginal<typeof import('../../src/output/format-result.js')>();
  const watch =
    <T, R>(toJson: (value: T) => string, format: (value: T, ...more: never[]) => R) =>
    (value: T, ...more: never[]): R => {
      seen.replies.push({ args: seen.args, reply: JSON.parse(toJson(value)) });
      return format(value, ...more);
    };
  return {
    ...real,
    formatJson: watch(real.formatJson, real.formatJson),
    formatPiped: watch(real.formatJson, real.formatPiped),
    formatErrorJson: watch(real.formatErrorJson, real.formatErrorJson),
    formatErrorText: watch(real.formatErrorJson, real.formatErrorText),
  };
});

vi.mock('../../src/output/terminal/format-terminal.js', async (importOriginal) => {
  const real = await importOriginal<typeof import('../../src/output/terminal/format-terminal.js')>();
  const { toJsonResult } = await import('../../src/output/format-result.js');
  return {
    ...real,
    formatTerminal(...[result, view]: Parameters<typeof real.formatTerminal>) {
      seen.replies.push({
        args: seen.args,
        reply: JSON.parse(JSON.stringify(toJsonResult(result as never))),
      });
      return real.formatTerminal(result, view);
    },
  };
});

const checker = new ReplyChecker();

test.each(stories)('%s', async (name) => {
  const path = join(FOLDER, name);
  seen.replies = [];
  const told = await tell(readStory(path), 'inside', (args) => {
    seen.args = args;
  });
  if (process.env.DAYBOOK_APPROVE) writeFileSync(path, told);
  expect(told).toBe(readFileSync(path, 'utf8'));
  const problems = await Promise.all(seen.replies.map(({ args, reply }) => checker.check(args, reply)));
  expect([...new Set(problems.flat())], 'differs from its schema in src/output/schemas').toEqual([]);
});

/** They serve, or answer in the form of a client. */
const WITHOUT_JSON = ['hook', 'mcp', 'serve', 'statusline', 'clean'];
/** They change the machine, or end with a signal. */
const NOT_IN_STORIES = ['cron start', 'cron install', 'cron uninstall'];

test('a reply of each command and of each action was checked against its schema', async () => {
  expect((await checker.unchecked()).toSorted()).toEqual([...WITHOUT_JSON, ...NOT_IN_STORIES].toSorted());
});

test('a key that no schema has, and one that is missing, are named', async () => {
  const reply = { ok: true, message: '', say: '', changes: [], notices: [], restored: [] };
  expect(await checker.check(['uninstall', '--yes'], reply)).toEqual([]);
  const { restored: _, ...less } = { ...reply, done: true };
  expect(await checker.check(['uninstall', '--yes'], less)).toEqual([
    expect.stringContaining("must have required property 'restored'"),
    expect.stringContaining('must NOT have additional properties {"additionalProperty":"done"}'),
  ]);
});

/** Where a person watches, the command must own the terminal; a test gives it a pipe. */
const piped = stories.filter((name) => readStory(join(FOLDER, name)).front.terminal !== 'true');

/** Every thirtieth story, and all in the full tests, also run by the built command, which must print the same. */
test.each(piped.filter((_, at) => FULL || at % 30 === 0))('%s, spawned', async (name) => {
  const path = join(FOLDER, name);
  expect(await tell(readStory(path), 'spawned')).toBe(readFileSync(path, 'utf8'));
});
