import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { findCronAction } from '../../src/bin/cli.js';
import { createServeAction, writeView } from '../../src/bin/web.js';
import { runCli } from '../../src/cli/run-cli.js';
import { runHook } from '../../src/hooks/run-hook.js';
import { printStatusLine } from '../../src/hooks/run-status-line.js';
import { nodeFileSystem } from '../../src/platform/file-system.js';
import { TEMPORARY } from '../support/fresh-folder.js';

/**
 * A story is a Markdown file that is run: what it says must come true.
 *
 * - front matter: `now` (ISO 8601 with offset), `rows` (FEATURES rows it keeps), `terminal: true` (a person watches),
 *   `columns` (width of that terminal)
 * - a fence `file=PATH` before the first command writes that file; after it, the file must read so
 * - a fence `sh` holds commands (`$ …`) and what they print; `[1]` is a status other than 0
 * - `$ now ISO` moves the clock, `$ cd DIR` goes to a folder of the story; other commands but `daybook` go to the shell
 */
export interface Story {
  readonly path: string;
  readonly front: Readonly<Record<string, string>>;
  readonly parts: readonly Part[];
}

type Part =
  | { readonly kind: 'prose'; readonly text: string }
  | {
      readonly kind: 'file';
      readonly open: string;
      readonly path: string;
      readonly text: string;
      readonly given: boolean;
    }
  | {
      readonly kind: 'shell';
      readonly open: string;
      readonly steps: readonly { command: string; output: string }[];
    };

export function readStory(path: string): Story {
  const text = readFileSync(path, 'utf8');
  const [, head = '', body = text] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  const front = Object.fromEntries(
    [...head.matchAll(/^(\w+): *(.*)$/gm)].map(([, key, value]) => [key, value]),
  );
  return { path, front, parts: readParts(body) };
}

function readParts(body: string): Part[] {
  const parts: Part[] = [];
  let acted = false;
  for (const piece of body.split(/^(`{3,}[^\n]*\n[\s\S]*?^`{3,}$)/m)) {
    const [, open = '', inner = ''] = /^(`{3,}[^\n]*)\n([\s\S]*?)^`{3,}$/m.exec(piece) ?? [];
    const file = /file=(\S+)/.exec(open)?.[1];
    if (file) parts.push({ kind: 'file', open, path: file, text: inner, given: !acted });
    else if (/^`{3,}sh$/.test(open)) {
      acted = true;
      parts.push({ kind: 'shell', open, steps: readSteps(inner) });
    } else parts.push({ kind: 'prose', text: piece });
  }
  return parts;
}

function readSteps(inner: string): { command: string; output: string }[] {
  const steps: { command: string; output: string }[] = [];
  for (const line of inner.split('\n').slice(0, -1)) {
    const last = steps.at(-1);
    if (line.startsWith('$ ')) steps.push({ command: line.slice(2), output: '' });
    else if (last) last.output += `${line}\n`;
  }
  return steps;
}

/** How a story's commands are run: inside this process, or each in one of its own. */
export type Way = 'inside' | 'spawned';

/** The story that runs; a story has the folder and the environment of this process for itself. */
let running: Promise<unknown> = Promise.resolve();

/** Runs a story in a fresh folder and gives its text as it came out: equal to the file's when every promise held. */
export function tell(
  story: Story,
  way: Way,
  onCommand: OnCommand = () => undefined,
  onReply?: OnReply,
): Promise<string> {
  const told = running.then(() => tellNext(story, way, onCommand, onReply));
  running = told.catch(() => undefined);
  return told;
}

/** Is called before each command that is run inside this process. */
type OnCommand = (args: readonly string[]) => void;

/** Is called with each reply from inside this process, and may run commands where it was printed. */
type OnReply = (reply: string, run: (args: readonly string[]) => Promise<Outcome>) => Promise<void>;

async function tellNext(story: Story, way: Way, onCommand: OnCommand, onReply?: OnReply): Promise<string> {
  // A short path with a blank: a message that contains it must fit a line of 60 columns.
  const base = realpathSync(mkdtempSync(join(TEMPORARY, 'day story ')));
  const [folder, home, calls] = [join(base, 'work'), join(base, 'home'), join(base, 'calls')];
  const stage: Stage = {
    folder,
    home,
    calls,
    cwd: folder,
    now: story.front.now ?? '2026-06-07T14:32:05+02:00',
    turn: 0,
    story,
    way,
    onCommand,
    ...(onReply ? { onReply } : {}),
  };
  for (const made of [folder, home, calls]) mkdirSync(made);
  try {
    const told: string[] = [];
    for (const part of story.parts) told.push(await play(part, stage));
    const head = readFileSync(story.path, 'utf8').match(/^---\n[\s\S]*?\n---\n/)?.[0] ?? '';
    return head + told.join('');
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

interface Stage {
  readonly folder: string;
  /** The user's home folder, beside the folder of the story: `../home`. */
  readonly home: string;
  /** What the shell's `daybook` is asked, and the replies. */
  readonly calls: string;
  cwd: string;
  now: string;
  turn: number;
  readonly story: Story;
  readonly way: Way;
  readonly onCommand: OnCommand;
  readonly onReply?: OnReply;
}

async function play(part: Part, stage: Stage): Promise<string> {
  if (part.kind === 'prose') return part.text;
  const fence = part.open.match(/^`+/)?.[0] ?? '```';
  if (part.kind === 'file') {
    const path = resolve(stage.folder, part.path);
    if (part.given) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, part.text);
      return `${part.open}\n${part.text}${fence}`;
    }
    const found = existsSync(path) ? readFileSync(path, 'utf8') : '(no such file)\n';
    return `${part.open}\n${found.endsWith('\n') ? found : `${found}\n`}${fence}`;
  }
  const lines: string[] = [];
  for (const { command } of part.steps) lines.push(`$ ${command}\n${await step(command, stage)}`);
  return `${part.open}\n${lines.join('')}${fence}`;
}

async function step(command: string, stage: Stage): Promise<string> {
  const [word, rest = ''] = command.split(/ (.*)/s);
  if (word === 'now') stage.now = rest;
  else if (word === 'cd') stage.cwd = resolve(stage.folder, rest);
  else if (word === 'daybook' && stage.way === 'inside' && isPlain(command)) return inside(command, stage);
  else return shell(command, stage);
  return '';
}

async function inside(command: string, stage: Stage): Promise<string> {
  const call = {
    args: words(command).slice(1),
    cwd: stage.cwd,
    env: { PATH: process.env.PATH, ...environment(stage) },
  };
  const { parts, status } = await runInside(
    { ...call, terminal: stage.story.front.terminal === 'true' },
    stage,
  );
  const reply = parts.map(({ text }) => text).join('');
  await stage.onReply?.(reply, (args) => runInside({ ...call, args, terminal: false }, stage));
  return tidy(reply, status, stage);
}

/** Returns true if a command needs no shell. Within quotes a shell looks only at `$`, backquotes and backslashes. */
const isPlain = (command: string): boolean => !/[|<>&;$`]/.test(command.replace(/'[^']*'|"[^"$`\\]*"/g, ''));

/** Runs a line by the real shell. Its `daybook` hands each call over to this process, unless the story is spawned. */
async function shell(command: string, stage: Stage): Promise<string> {
  const env = {
    ...process.env,
    ...environment(stage),
    NODE_EXTRA_CA_CERTS: '',
    PATH: `${dirname(writeDaybook(stage))}:${process.env.PATH}`,
    ...(stage.way === 'inside' ? { STORY_CALLS: stage.calls } : {}),
  };
  const child = spawn('sh', ['-c', `{ ${command}\n} 2>&1`], {
    cwd: stage.cwd,
    env,
    stdio: ['pipe', 'pipe', 'inherit', 'pipe', 'pipe'],
  });
  const [input, output, , asked, answers] = child.stdio as [Writable, Readable, null, Readable, Writable];
  input.end();
  const printed: Buffer[] = [];
  output.on('data', (part) => printed.push(part));
  createInterface(asked).on('line', async (id) => {
    await answerCall(join(stage.calls, id), stage);
    answers.write('\n');
  });
  const [status] = await once(child, 'close');
  return tidy(Buffer.concat(printed).toString(), status, stage);
}

/** The built command. */
const COMMAND = resolve('dist/daybook.cjs');

/** Writes the `daybook` of the shell, once a story: for any PATH. What it is asked it leaves in files; the reply is a script. */
function writeDaybook({ home }: Stage): string {
  const path = join(home, 'bin', 'daybook');
  if (existsSync(path)) return path;
  mkdirSync(dirname(path));
  const script = `#!/bin/sh
case $STORY_CALLS:$1 in :*|*:clean|*:mcp) exec "${process.execPath}" "${COMMAND}" "$@" ;; esac
call=$STORY_CALLS/$$
/bin/cat > "$call.in"
/usr/bin/env -0 > "$call.env"
printf '%s\\0' "$PWD" "$@" > "$call.args"
echo $$ >&3
read -r done <&4
. "$call.reply"
`;
  writeFileSync(path, script, { mode: 0o755 });
  return path;
}

/** Runs what the `daybook` of the shell was asked, and writes the script that prints the reply. */
async function answerCall(call: string, stage: Stage): Promise<void> {
  const read = (what: string) => readFileSync(`${call}.${what}`, 'utf8').split('\0').slice(0, -1);
  const [cwd = '', ...args] = read('args');
  const env = Object.fromEntries(read('env').map((line) => line.split(/=(.*)/s)));
  const { STORY_CALLS: _, ...own } = env;
  const { parts, status } = await runInside(
    { args, cwd, env: own, input: `${call}.in`, terminal: false },
    stage,
  );
  const prints = parts.map(({ to, text }) => `printf %s '${text.replaceAll("'", "'\\''")}' >&${to}\n`);
  writeFileSync(`${call}.reply`, `${prints.join('')}exit ${status}\n`);
}

/** A call of the command. */
interface Call {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The file that is standard input; nothing if it is missing. */
  readonly input?: string;
  readonly terminal: boolean;
}

interface Outcome {
  readonly parts: readonly { readonly to: 1 | 2; readonly text: string }[];
  readonly status: number;
}

/** Runs a call in this process, which has the environment and the standard input of the call meanwhile. */
async function runInside(
  { args, cwd, env, input = '/dev/null', terminal }: Call,
  stage: Stage,
): Promise<Outcome> {
  const parts: { to: 1 | 2; text: string }[] = [];
  const out = (text: string) => parts.push({ to: 1, text });
  const ask = (question: string) => {
    out(`${question}y\n`);
    return 'y';
  };
  const common = { cwd: realpathSync(cwd), env, out };
  const hook = {
    ...common,
    read: () => readFileSync(input, 'utf8'),
    elapsed: () => 1,
    keep: () => undefined,
  };
  const [before, folder, { read }] = [{ ...process.env }, process.cwd(), nodeFileSystem];
  const descriptor = openSync(input, 'r');
  const fake: typeof read = (from, ...rest) => read(from === 0 ? descriptor : from, ...rest);
  setEnvironment(env);
  process.chdir(cwd);
  Object.assign(nodeFileSystem, { read: fake });
  try {
    if (args[0] === 'statusline') await printStatusLine(hook);
    else if (args[0] === 'hook' && /^\w/.test(args[1] ?? '')) await runHook(args.slice(1), hook);
    else {
      stage.onCommand(args);
      const status = await runCli(args, {
        ...common,
        err: (text) => parts.push({ to: 2, text }),
        terminal,
        ...(terminal ? { ask } : {}),
        findCronAction,
        writeView,
        ...(args[0] === 'serve' ? { serve: createServeAction(out, async () => undefined) } : {}),
      });
      return { parts, status };
    }
    return { parts, status: 0 };
  } finally {
    Object.assign(nodeFileSystem, { read });
    closeSync(descriptor);
    process.chdir(folder);
    setEnvironment(before);
  }
}

function setEnvironment(env: Call['env']): void {
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  Object.assign(process.env, env);
}

/** Each command has a seed of its own, so that the ids it mints are the same at every telling. */
function environment(stage: Stage): Record<string, string> {
  stage.turn += 1;
  return {
    HOME: stage.home,
    DAYBOOK_HOME: join(stage.home, '.daybook'),
    DAYBOOK_NOW: stage.now,
    DAYBOOK_SEED: `story ${stage.turn}`,
    TZ: stage.story.front.zone ?? 'Europe/Berlin',
    NO_COLOR: '1',
    ...(stage.story.front.columns ? { COLUMNS: stage.story.front.columns } : {}),
  };
}

const tidy = (printed: string, status: number, { folder, home }: Stage): string => {
  const text = printed
    .replaceAll(folder, '<folder>')
    .replaceAll(home, '<home>')
    .replace(/(127\.0\.0\.1:)\d+(\/enter\?token=)[\w-]+/g, '$1PORT$2TOKEN');
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${status === 0 ? '' : `[${status}]\n`}`;
};

/** Splits a command as a shell does, as far as stories need it: quotes and backslashes. */
export function words(command: string): string[] {
  const found: string[] = [];
  const pattern = /\s*((?:[^\s'"\\]|'[^']*'|"(?:[^"\\]|\\.)*"|\\.)+)/gs;
  for (const [, word = ''] of command.matchAll(pattern)) {
    found.push(
      word.replace(
        /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/gs,
        (_, single, double, bare) => single ?? bare ?? double.replace(/\\(["\\$`])/g, '$1'),
      ),
    );
  }
  return found;
}
