/* Replays a labelled week with the built command: entries, lines by hand, prompts, commits and nights, with a frozen clock. */
import { execFileSync, spawnSync } from 'node:child_process';
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
import { freshFolder } from '../../support/store-root.js';
import { COMMAND, QUICK } from '../../support/workspace.js';
import { answerRelated, answerWaiting } from './scripted-agent.js';

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
  /** Runs the built command at a time. */
  run(now: string, ...args: readonly string[]): string;
  /** Runs it with `--json` and returns its reply. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer has the keys of its command
  ask(now: string, ...args: readonly string[]): any;
}

const OFFSET = '+02:00';

/** Replays a week and returns the block of each morning after a night. */
export function replayWeek(week: Week, answers: boolean): readonly string[] {
  const folder = freshFolder();
  const [root, home] = [join(folder, 'work'), join(folder, 'home')];
  for (const dir of [root, home]) mkdirSync(dir, { recursive: true });
  let turn = 0;
  const start = (now: string, args: readonly string[], input = ''): string => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [COMMAND, ...args], {
      cwd: root,
      encoding: 'utf8',
      input,
      env: {
        HOME: home,
        DAYBOOK_HOME: join(home, '.daybook'),
        DAYBOOK_NOW: now,
        DAYBOOK_SEED: `week ${turn++}`,
        TZ: 'Europe/Berlin',
        PATH: process.env.PATH ?? '',
      },
    });
    if (status !== 0 && status !== 1) throw new Error(`${args.join(' ')}: ${stderr}`);
    return stdout;
  };
  const replay: Replay = {
    week,
    ids: new Map(),
    run: (now, ...args) => start(now, args),
    ask: (now, ...args) => JSON.parse(start(now, [...args, '--json'])),
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
  const hook = (now: string, event: string, input: object) =>
    start(now, ['hook', event], JSON.stringify({ session_id: now.slice(0, 10), cwd: root, ...input }));

  const first = `${week.days[0]?.date}T08:00:00${OFFSET}`;
  git(first, 'init', '--quiet', '--initial-branch', 'main');
  git(first, 'config', 'user.name', 'Ada');
  git(first, 'config', 'user.email', 'ada@example.org');
  for (const [path, content] of Object.entries({ 'daybook.yaml': QUICK, ...week.files }))
    write(path, content);
  replay.run(first, 'init', '--quiet', '--adopt', '--agent', 'none');
  git(first, 'add', '--all');
  git(first, 'commit', '--quiet', '--message', 'Begin');

  /** The words of an event that gave no id, as a line by hand. */
  const textOf = (name: string): string =>
    week.days.flatMap(({ events }) => events).find(({ id }) => id === name)?.text ?? name;

  const play = (event: WeekEvent, now: string) => {
    const { via, id, text = '', type, of = '' } = event;
    if (via === 'log') {
      // A text may begin with a dash.
      const reply = JSON.parse(start(now, ['log', '--json', ...(type ? ['--type', type] : []), '--', text]));
      replay.ids.set(id, reply.entry.id);
      if (answers) answerRelated(replay, now, event, reply);
    }
    if (via === 'hand') writeByHand(join(root, 'content', event.file ?? ''), event.section ?? '', text);
    if (via === 'prompt') hook(now, 'UserPromptSubmit', { prompt: text });
    if (via === 'done') replay.run(now, 'done', replay.ids.get(of) ?? textOf(of));
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

  return week.days.map(({ date, events }) => {
    const at = (time: string) => `${date}T${time}:00${OFFSET}`;
    const [begin, end] = [events[0]?.t, events.at(-1)?.t];
    if (begin !== undefined && end !== undefined) {
      hook(at(begin), 'SessionStart', { source: 'startup' });
      for (const event of events) play(event, at(event.t));
      hook(at(end), 'SessionEnd', { reason: 'exit' });
      if (answers) answerWaiting(replay, at(end), events);
    }
    const night = new Date(Date.parse(at('23:00')) + 6 * 3_600_000).toISOString();
    replay.run(night, 'cron', 'tick');
    return readFileSync(join(root, 'CLAUDE.md'), 'utf8');
  });
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
