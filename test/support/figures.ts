/* `npm run figures`: runs the tests of trust and writes what they counted into the guide, dated, never typed by hand. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, platform, release } from 'node:os';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

const PAGE = 'content/guide/trust.md';

/** What each folder of tests tries, in the order of the page. */
const PARTS: readonly (readonly [start: string, title: string])[] = [
  ['test/robustness/crash/', 'Crashes, power cuts, failures of every call'],
  ['test/robustness/concurrency/', 'Many writers, people at work, groups of operations'],
  ['test/robustness/hostile/', 'Folders that attack their reader'],
  ['test/robustness/secrets/', 'Secrets and scrubbing'],
  ['test/robustness/', 'Promises of the commands'],
  ['test/unit/markdown/', 'Edits touch their own bytes only'],
  ['test/properties/', 'Edits touch their own bytes only, for any text'],
  ['test/unit/security/secrets', 'Patterns of secrets'],
  ['test/unit/text/sanitize', 'Invisible characters'],
  ['test/architecture/supply', 'What comes with it'],
];

interface Said {
  readonly taskId?: string | undefined;
  readonly type: string;
  readonly content: string;
}

/** Collects the lines in which tests say what they counted, and writes the page when all have run. */
export default class Figures implements Reporter {
  readonly said = new Map<string, string[]>();

  onUserConsoleLog({ taskId = '', type, content }: Said): void {
    if (type !== 'stdout') return;
    const lines = content.split('\n').filter((line) => /\d/.test(line));
    this.said.set(taskId, [...(this.said.get(taskId) ?? []), ...lines]);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const left = new Set(modules);
    const parts = PARTS.map(([start, title]) => {
      const own = [...left].filter((one) => one.relativeModuleId.startsWith(start));
      for (const one of own) left.delete(one);
      return this.part(title, own);
    });
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const failed = tests.filter((test) => test.result().state === 'failed');
    if (failed.length > 0) {
      console.error(`${failed.length} failed, so ${PAGE} is left as it is`);
      return;
    }
    writeFileSync(PAGE, [head(tests.length), ...parts.filter(Boolean)].join('\n'));
    console.log(`${tests.length} passed, 0 failed: ${PAGE}`);
  }

  part(title: string, modules: readonly TestModule[]): string {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    if (tests.length === 0) return '';
    const lines = joinAlike(tests.flatMap((test) => this.lines(test)));
    return [`## ${title}: ${tests.length} tests`, '', ...lines.map((line) => `- ${line}`), ''].join('\n');
  }

  /** What a test printed; a line that begins with a number gets the name of its test. */
  lines({ id, name }: TestCase): readonly string[] {
    return (this.said.get(id) ?? []).map((line) =>
      (/^\s*(?:\d|seed)/.test(line) ? `${name}: ${line}` : line).replace(/\s+/g, ' ').trim(),
    );
  }
}

const NUMBER = /\d+(?:\.\d+)?/g;

/** Makes one line of at least three that differ only in their beginning and their numbers; the numbers become ranges. */
export function joinAlike(lines: readonly string[]): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const line of lines) {
    const form = line.replace(/^\D*/, '').replaceAll(NUMBER, '0');
    groups.set(form, [...(groups.get(form) ?? []), line]);
  }
  return [...groups.values()].flatMap((alike) => {
    if (alike.length < 3) return alike;
    const numbers = alike.map((line) => (line.match(NUMBER) ?? []).map(Number));
    let nth = 0;
    const joined = alike[0]?.replaceAll(NUMBER, () => {
      const all = numbers.map((own) => own[nth] ?? 0);
      nth++;
      const [least, most] = [Math.min(...all), Math.max(...all)];
      return least === most ? `${least}` : `${least}–${most}`;
    });
    return [`${joined} (${alike.length} such lines)`];
  });
}

const head = (tests: number): string => `# Results of the safety tests

Written by \`npm run figures\` on ${new Date().toISOString().slice(0, 10)} for Daybook ${version()}: ${tests} tests, in ${
  process.env.DAYBOOK_FULL ? 'full' : 'quick'
} sizes, on Node ${process.version}, ${platform()} ${release().split('-')[0]}, ${cpus().length} processors. All passed. Each line is what a test printed; to repeat a test, set its seed (\`DAYBOOK_TEST_SEED\`).
`;

const version = (): string =>
  (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version;
