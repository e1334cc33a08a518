import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { drawLabels, LABELS_FOLDER } from '../../support/labels-folder.js';
import { reportShare } from '../../support/report-share.js';
import { createWorkspace, later, type Workspace } from '../../support/workspace.js';

/*
 * What the end of sessions promotes from lines that were labelled without knowledge of its rules: without an answer,
 * and with an agent that answers by the labels.
 */
const FILE = join(LABELS_FOLDER, 'promotion.jsonl');

interface Row {
  readonly line: string;
  /** The type that was given with the line; null where none was. */
  readonly type: string | null;
  /** True for a line that lasts, and the type under which it does. */
  readonly keep: boolean;
  readonly as: string | null;
  readonly kind: string;
}

const ROWS = drawLabels(
  (existsSync(FILE) ? readFileSync(FILE, 'utf8').split('\n') : [])
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Row),
);

/** Lines of one session, and minutes from one to the next. */
const LINES = 12;
const PAUSE = 5 * 60;

/** A row as a person writes it into the session: its type is its label. */
const toText = ({ line, type }: Row): string =>
  (type === null || type === 'experience' ? line : `${type}: ${line}`).replace(/^- /, '');

/** The lines of days and session that a line of memory links to. */
function listPromotedLines(bench: Workspace): ReadonlySet<string> {
  const texts = bench.texts('content');
  const memory = texts['content/MEMORY.md'] ?? '';
  const linked = new Set([...memory.matchAll(/#\^([0-9a-z]{11})\]\]/g)].map(([, id]) => id));
  const lines = Object.values(texts).flatMap((text) => text.split('\n'));
  return new Set(
    lines.flatMap((line) => {
      const [, text, id] = /^- (.*) \^([0-9a-z]{11})$/.exec(line) ?? [];
      return text !== undefined && linked.has(id) ? [text] : [];
    }),
  );
}

interface Run {
  readonly promoted: ReadonlySet<string>;
  /** Tokens of the questions, and how many there were, by session. */
  readonly questions: readonly { readonly tokens: number; readonly count: number }[];
  readonly asked: readonly string[];
}

async function runSessions(rows: readonly Row[], isAnswering: boolean): Promise<Run> {
  const bench = createWorkspace({});
  const byText = new Map(rows.map((row) => [toText(row).toLowerCase(), row]));
  const questions: { tokens: number; count: number }[] = [];
  const asked: string[] = [];
  await bench.run(['init', '--adopt', '--quiet', '--agent', 'none'], { now: later(0) });
  for (let at = 0, session = 0; at < rows.length + LINES; at += LINES, session++) {
    const env = { DAYBOOK_SESSION: `s${session}`, DAYBOOK_BY: 'claude' };
    const start = { now: later(session * PAUSE), env };
    const { waiting, message } = await bench.json(['recall'], start);
    const text = message.split('\n\n').find((part: string) => part.startsWith('Worth keeping?')) ?? '';
    questions.push({ tokens: countTokens(text), count: waiting.length });
    asked.push(...waiting.map(({ text: line }: { text: string }) => line));
    const answers = waiting.map(({ id, text: line }: { id: string; text: string }) => {
      const row = byText.get(line.toLowerCase());
      if (!row) throw new Error(`no label for «${line}»`);
      return `${id}=${row.keep ? `type:${row.as}` : 'drop'}`;
    });
    const end = { now: later(session * PAUSE + 2), env };
    if (isAnswering && answers.length > 0)
      await bench.run(['checkpoint', ...answers.flatMap((one: string) => ['--answer', one])], end);
    const lines = rows.slice(at, at + LINES).map((row) => `- ${toText(row)}`);
    if (lines.length > 0)
      bench.write('content/SESSION.md', `# Session\n\n## Experience\n\n${lines.join('\n')}\n`);
    await bench.run(['log', `session ${session} goes on`, '--type', 'file'], {
      now: later(session * PAUSE + 20),
      env,
    });
  }
  return { promoted: listPromotedLines(bench), questions, asked };
}

describe.skipIf(ROWS.length === 0)('labelled lines of sessions', () => {
  const isPromoted =
    ({ promoted }: Run) =>
    (row: Row) =>
      promoted.has(toText(row));

  it('are promoted without an answer only where they last', async () => {
    const run = await runSessions(ROWS, false);
    const promoted = ROWS.filter(isPromoted(run));
    const wrong = promoted.filter(({ keep }) => !keep);
    console.log(wrong.map((row) => `  wrong: ${toText(row)}`).join('\n'));
    const lasting = ROWS.filter(({ keep }) => keep);
    reportShare('unanswered, of the lasting in memory', promoted.length - wrong.length, lasting.length);
    expect(promoted.filter(({ kind }) => kind === 'redacted')).toEqual([]);
    expect(new Set(run.asked).size).toBe(run.asked.length);
    expect(
      reportShare('unanswered, precision', promoted.length - wrong.length, promoted.length),
    ).toBeGreaterThanOrEqual(0.9);
  }, 120_000);

  it('are in memory where an agent answers, and the passing ones are not', async () => {
    const run = await runSessions(ROWS, true);
    const [lasting, passing] = [ROWS.filter(({ keep }) => keep), ROWS.filter(({ keep }) => !keep)];
    const missed = lasting.filter((row) => !isPromoted(run)(row));
    const wrong = passing.filter(isPromoted(run));
    console.log(missed.map((row) => `  missed: ${toText(row)}`).join('\n'));
    console.log(wrong.map((row) => `  wrong: ${toText(row)}`).join('\n'));
    const tokens = run.questions.map((one) => one.tokens);
    const counts = run.questions.map((one) => one.count);
    console.log(`tokens of questions a session: ${tokens.join(' ')}; questions: ${counts.join(' ')}`);
    expect(wrong.filter(({ kind }) => kind === 'redacted')).toEqual([]);
    expect(Math.max(...tokens)).toBeLessThanOrEqual(250);
    expect(reportShare('answered, passing in memory', wrong.length, passing.length)).toBeLessThanOrEqual(
      0.02,
    );
    expect(
      reportShare('answered, lasting in memory', lasting.length - missed.length, lasting.length),
    ).toBeGreaterThanOrEqual(0.95);
  }, 120_000);
});
