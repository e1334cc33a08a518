/* Replays a labelled week inside this process: entries, lines by hand, prompts, commits and nights, with a frozen clock. */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { findCronAction } from '../../../src/bin/cli.js';
import { runCli } from '../../../src/cli/run-cli.js';
import { runHook } from '../../../src/hooks/run-hook.js';
import { freshFolder } from '../../support/store-root.js';
import { parseHookAnswer, QUICK } from '../../support/workspace.js';
import { answerAsked, answerRelated, answerWaiting } from './scripted-agent.js';

export interface WeekEvent {
  readonly id: string;
  readonly t: string;
  readonly via: 'log' | 'hand' | 'prompt' | 'done' | 'commit';
  readonly text?: string;
  readonly type?: string | null;
  readonly file?: string;
  readonly section?: string;
  readonly of?: string;
  readonly message?: string;
  readonly changes?: Readonly<Record<string, string | readonly [string, string] | null>>;
  readonly lasting?: boolean;
  readonly trueType?: string;
  readonly relation?: { readonly kind: 'replaces' | 'fixes' | 'repeats'; readonly of: string };
}

export interface Week {
  readonly project: string;
  readonly files: Readonly<Record<string, string>>;
  readonly days: readonly {
    readonly date: string;
    readonly events: readonly WeekEvent[];
    readonly morning: { readonly must: readonly (readonly string[])[]; readonly mustNot: readonly string[] };
  }[];
}

/** A workspace in which a week is replayed. `ids` maps label ids to entry ids. */
export interface Replay {
  readonly week: Week;
  readonly ids: Map<string, string>;
  /** Runs a command at a time. */
  run(now: string, ...args: readonly string[]): Promise<string>;
  /** Runs it with `--json` and returns its reply. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer has the keys of its command
  ask(now: string, ...args: readonly string[]): Promise<any>;
}

const OFFSET = '+02:00';

/** Replays a week and returns the block of each morning after a night. */
export async function replayWeek(week: Week, answers: boolean): Promise<readonly string[]> {
  const folder = freshFolder();
  const [root, home] = [join(folder, 'work'), join(folder, 'home')];
  for (const dir of [root, home]) mkdirSync(dir, { recursive: true });
  let turn = 0;
  const environment = (now: string) => ({
    HOME: home,
    DAYBOOK_HOME: join(home, '.daybook'),
    DAYBOOK_NOW: now,
    DAYBOOK_SEED: `week ${turn++}`,
    DAYBOOK_SESSION: now.slice(0, 10),
    NO_COLOR: '1',
    TZ: 'Europe/Berlin',
    PATH: process.env.PATH ?? '',
  });
  const run = async (now: string, ...args: readonly string[]): Promise<string> => {
    const said = { out: '', err: '' };
    const status = await runCli(args, {
      findCronAction,
      cwd: root,
      env: environment(now),
      out: (text) => {
        said.out += text;
      },
      err: (text) => {
        said.err += text;
      },
      terminal: false,
    });
    if (status !== 0 && status !== 1) throw new Error(`${args.join(' ')}: ${said.err}`);
    return said.out;
  };
  const replay: Replay = {
    week,
    ids: new Map(),
    run,
    ask: async (now, ...args) => JSON.parse(await run(now, ...args, '--json')),
  };
  const write = (path: string, content: string | null) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    if (content === null) rmSync(join(root, path));
    else writeFileSync(join(root, path), content);
  };
  const git = (now: string, ...args: readonly string[]) =>
    execFileSync('git', args, {
      cwd: root,
      env: { ...process.env, HOME: home, GIT_AUTHOR_DATE: now, GIT_COMMITTER_DATE: now },
      stdio: 'pipe',
    });
  const hook = async (now: string, event: string, input: object): Promise<string> => {
    let said = '';
    await runHook([event, 'claude'], {
      cwd: root,
      env: environment(now),
      read: () => JSON.stringify({ session_id: now.slice(0, 10), cwd: root, ...input }),
      out: (text) => {
        said += text;
      },
      elapsed: () => 1,
    });
    return parseHookAnswer(said).context;
  };

  const first = `${week.days[0]?.date}T08:00:00${OFFSET}`;
  git(first, 'init', '--quiet', '--initial-branch', 'main');
  git(first, 'config', 'user.name', 'Ada');
  git(first, 'config', 'user.email', 'ada@example.org');
  for (const [path, content] of Object.entries({ 'daybook.yaml': QUICK, ...week.files }))
    write(path, content);
  await run(first, 'init', '--quiet', '--adopt', '--agent', 'none');
  git(first, 'add', '--all');
  git(first, 'commit', '--quiet', '--message', 'Begin');

  /** The words of an event that gave no id, as a line by hand. */
  const textOf = (name: string): string =>
    week.days.flatMap(({ events }) => events).find(({ id }) => id === name)?.text ?? name;

  const play = async (event: WeekEvent, now: string) => {
    const { via, id, text = '', type, of = '' } = event;
    if (via === 'log') {
      // A text may begin with a dash.
      const reply = JSON.parse(
        await run(now, 'log', '--json', ...(type ? ['--type', type] : []), '--', text),
      );
      replay.ids.set(id, reply.entry.id);
      if (answers) await answerRelated(replay, now, event, reply);
    }
    if (via === 'hand') writeByHand(join(root, 'content', event.file ?? ''), event.section ?? '', text);
    if (via === 'prompt') await hook(now, 'UserPromptSubmit', { prompt: text });
    if (via === 'done') await run(now, 'done', replay.ids.get(of) ?? textOf(of));
    if (via === 'commit') {
      const { rename, ...changes } = event.changes ?? {};
      if (Array.isArray(rename)) {
        const [from, to] = rename as readonly [string, string];
        mkdirSync(dirname(join(root, to)), { recursive: true });
        renameSync(join(root, from), join(root, to));
      }
      for (const [path, content] of Object.entries(changes)) write(path, content as string | null);
      git(now, 'add', '--all');
      git(now, 'commit', '--quiet', '--message', event.message ?? '');
    }
  };

  const blocks: string[] = [];
  for (const { date, events } of week.days) {
    const at = (time: string) => `${date}T${time}:00${OFFSET}`;
    const [begin, end] = [events[0]?.t, events.at(-1)?.t];
    if (begin !== undefined && end !== undefined) {
      const told = await hook(at(begin), 'SessionStart', { source: 'startup' });
      if (answers) await answerAsked(replay, at(begin), told);
      for (const event of events) await play(event, at(event.t));
      await hook(at(end), 'SessionEnd', { reason: 'exit' });
      if (answers) await answerWaiting(replay, at(end), events);
    }
    const night = new Date(Date.parse(at('23:00')) + 6 * 3_600_000).toISOString();
    await run(night, 'cron', 'tick');
    blocks.push(readFileSync(join(root, 'CLAUDE.md'), 'utf8'));
  }
  return blocks;
}

/** Writes a line below a heading, which is made where it is missing. */
function writeByHand(path: string, section: string, text: string): void {
  if (!existsSync(path)) writeFileSync(path, '');
  const now = readFileSync(path, 'utf8');
  const heading = `## ${section}`;
  const at = `\n${now}`.indexOf(`\n${heading}\n`);
  if (at < 0) appendFileSync(path, `\n${heading}\n\n- ${text}\n`);
  else {
    const next = now.indexOf('\n## ', at + heading.length);
    const end = next < 0 ? now.length : next;
    const before = now.slice(0, end).trimEnd();
    const gap = before.endsWith(heading) ? '\n\n' : '\n';
    writeFileSync(path, `${before}${gap}- ${text}\n${now.slice(end)}`);
  }
}
