// Whether the evidence and its date are within the first tokens of the printed hits.
import { spawnSync } from 'node:child_process';
import { COMMAND, inFolder, printRow } from './measure.mjs';

const BUDGETS = [300, 600, 1200];
const DATED = /\b\d{4}-\d{2}-\d{2}\b/;
/** Only every n-th question is asked, because each is a process. */
const STEP = { locomo: 5, beam: 1 };

export const readTable = (sets, parts) => inFolder((home) => printTable(sets, parts, home));

function printTable(sets, { estimateTokens }, home) {
  console.log(
    `\n| printed by \`search --limit 20\` | questions | ${BUDGETS.map((tokens) => `evidence and date in ${tokens} tokens`).join(' | ')} |\n|---|---|---|---|---|`,
  );
  for (const [name, workspaces] of Object.entries(sets)) {
    const asked = workspaces.flatMap((one) =>
      one.questions.map((question) => ({ ...question, root: one.root })),
    );
    const some = asked.filter((_, i) => i % STEP[name] === 0);
    const found = BUDGETS.map(() => 0);
    for (const { q, evidence, root } of some) {
      const lines = search(q, root, home);
      let tokens = 0;
      const seen = new Map();
      for (const line of lines) {
        tokens += estimateTokens(line);
        const id = /\^([A-Za-z0-9-]+)$/.exec(line)?.[1];
        if (id && DATED.test(line)) seen.set(id, tokens);
      }
      BUDGETS.forEach((most, i) => {
        found[i] += evidence.filter((id) => (seen.get(id) ?? Infinity) <= most).length / evidence.length;
      });
    }
    printRow(name, some.length, ...found.map((sum) => `${((100 * sum) / some.length).toFixed(1)} %`));
  }
}

function search(words, cwd, home) {
  const { stdout } = spawnSync(process.execPath, [COMMAND, 'search', '--limit', '20', '--', words], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, DAYBOOK_HOME: home, DAYBOOK_NOW: '2026-06-07T12:00:00Z' },
  });
  return stdout.split('\n');
}
