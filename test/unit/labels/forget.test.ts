import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawLabels, LABELS_FOLDER } from '../../support/labels-folder.js';
import { reportShare } from '../../support/report-share.js';
import { createWorkspace } from '../../support/workspace.js';

/* Facts that were derived from a passage and forgotten: in other words, and another fact of the same passage. */
const PATH = join(LABELS_FOLDER, 'forget.json');

interface Row {
  readonly source: string;
  readonly fact: string;
  readonly rewording: string;
  readonly neighbour: string;
}

const rows = drawLabels(existsSync(PATH) ? (JSON.parse(readFileSync(PATH, 'utf8')) as Row[]) : []);

const AGENT = { env: { DAYBOOK_BY: 'claude', DAYBOOK_SESSION: 's-9' } };

/** Forgets a fact of an ingested passage, and returns what an agent can then derive from the passage. */
async function tryAgain({ source, fact, rewording, neighbour }: Row) {
  const bench = createWorkspace({ 'docs/page.md': `# Page\n\n${source}\n` });
  await bench.run(['ingest', 'docs']);
  const lines = bench.read('content/sources/docs/page.md').split('\n');
  const place = `content/sources/docs/page.md:${lines.findIndex((line) => line.startsWith(source.slice(0, 20))) + 1}`;
  const derive = async (text: string) => {
    const { out } = await bench.run(['log', text, '--type', 'fact', '--from', place], AGENT);
    const id = /\^(\w{11})/.exec(out)?.[1];
    return id !== undefined && bench.read('content/MEMORY.md').includes(id) ? id : null;
  };
  await bench.run(['forget', `^${await derive(fact)}`, '--yes']);
  return { isBack: (await derive(rewording)) !== null, isKept: (await derive(neighbour)) !== null };
}

describe.skipIf(rows.length === 0)('labelled passages', () => {
  it('do not give a forgotten fact again in other words, and still give their other facts', async () => {
    const found: Awaited<ReturnType<typeof tryAgain>>[] = [];
    for (const row of rows) found.push(await tryAgain(row));
    const withheld = found.filter(({ isBack }) => !isBack).length;
    const kept = found.filter(({ isKept }) => isKept).length;
    reportShare('forgotten facts in other words, kept out or waiting', withheld, rows.length);
    reportShare('other facts of the same passage, written', kept, rows.length);
    expect(withheld / rows.length).toBeGreaterThanOrEqual(0.9);
    expect(kept / rows.length).toBeGreaterThanOrEqual(0.9);
  }, 120_000);
});
