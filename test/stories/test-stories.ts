/* The stories as tests. Each file beside this one tests a part of them, so that all workers have some. */
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, inject, test, vi } from 'vitest';
import { resolveForm } from '../../src/cli/resolve-form.js';
import { listReplyTitles, ReplyChecker } from './reply-checker.js';
import { readStory, tell } from './story.js';

const FOLDER = resolve('test/stories');
const FOUND = readdirSync(FOLDER);
const PARTS = FOUND.filter((name) => /^part-\d+\.test\.ts$/.test(name));
const STORIES = FOUND.filter((name) => name.endsWith('.md'));

/** Where a person watches, the command must own the terminal; a test gives it a pipe. A server does not end by itself. */
const PIPED = STORIES.filter(
  (name) => readStory(join(FOLDER, name)).front.terminal !== 'true' && name !== 'serve.md',
);

/** Their input comes from a client. The desk tests start the built command for them, and for every thirtieth story. */
const BY_CLIENTS = ['hooks.md', 'statusline.md'];
const AT_DESK = PIPED.filter((name, at) => at % 30 === 0 || BY_CLIENTS.includes(name));

/** They serve, or answer in the form of a client. */
const WITHOUT_JSON = ['hook', 'mcp', 'serve', 'statusline', 'clean'];
/** They change the machine, or end with a signal. */
const NOT_IN_STORIES = ['cron start'];
/** `daybook verify` is `cron run verify`, and the job gives no reply of its own. */
const ONLY_AS_JOB = ['verify'];

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

/** Tests every n-th story from this part's number on, and what their commands reply. */
export function testStories(part: number): void {
  const own = (names: readonly string[]) => names.filter((_, at) => at % PARTS.length === part - 1);

  test.each(own(STORIES))('%s', async (name) => {
    const path = join(FOLDER, name);
    seen.replies = [];
    const told = await tell(readStory(path), 'inside', (args) => {
      seen.args = [...resolveForm(args)];
    });
    if (process.env.DAYBOOK_APPROVE) writeFileSync(path, told);
    expect(told).toBe(readFileSync(path, 'utf8'));
    const problems = await Promise.all(seen.replies.map(({ args, reply }) => checker.check(args, reply)));
    expect([...new Set(problems.flat())], 'differs from its schema in src/output/schemas').toEqual([]);
  });

  test('of the parts that have ended, the last has seen a reply of each command and of each action', async () => {
    const folder = join(inject('runFolder'), 'replies');
    mkdirSync(folder, { recursive: true });
    // whole at once: another part may end now and read it
    const unfinished = join(inject('runFolder'), `replies-${part}`);
    writeFileSync(unfinished, checker.listChecked().join('\n'));
    renameSync(unfinished, join(folder, String(part)));
    const ended = readdirSync(folder);
    if (ended.length < PARTS.length) return;
    const checked = ended.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
    const unchecked = (await listReplyTitles()).filter((title) => !checked.includes(title));
    expect(unchecked.toSorted()).toEqual([...WITHOUT_JSON, ...NOT_IN_STORIES, ...ONLY_AS_JOB].toSorted());
  });

  const spawn = async (name: string) => {
    const path = join(FOLDER, name);
    expect(await tell(readStory(path), 'spawned')).toBe(readFileSync(path, 'utf8'));
  };
  test.each(own(AT_DESK))('%s, spawned', spawn);
  // nightly: each starts the command for every step, and the same steps run in this process
  const others = PIPED.filter((name) => !AT_DESK.includes(name));
  test.each(own(others))('%s, spawned', { tags: ['full', 'nightly'] }, spawn);
}
