import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseWithRemark } from '../../../src/markdown/remark-outline.js';
import { type LocatedEntry, readEntries } from '../../../src/notes/entries/read-entries.js';
import { drawLabels, LABELS_FOLDER } from '../../support/labels-folder.js';
import { reportShare } from '../../support/report-share.js';
import { local } from '../../support/search-notebook.js';

/*
 * Types that the reader gives to lines labelled without knowledge of its rules. If it acts alone it must be
 * right; how often it acts is printed, not promised.
 */
const rows = <T>(name: string): T[] =>
  existsSync(join(LABELS_FOLDER, name))
    ? readFileSync(join(LABELS_FOLDER, name), 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => JSON.parse(line) as T)
    : [];

interface Line {
  readonly line: string;
  readonly section: string | null;
  readonly type: string;
  /** Other types that are right, too. */
  readonly also?: readonly string[];
  readonly clear: boolean;
  readonly text?: string;
  readonly why?: string;
  readonly alternatives?: readonly string[];
  readonly workaround?: string;
}

interface Paragraphs {
  readonly text: string;
  readonly statements: readonly string[];
  readonly types: readonly string[];
}

const read = (text: string): readonly LocatedEntry[] =>
  readEntries({ path: 'content/SESSION.md', text, bom: false, hash: '' }, parseWithRemark(text), {
    content: 'content',
    local,
  });

const plain = (text: string) => text.replace(/\s+/g, '');
const show = (missed: readonly string[]) => (missed.length > 0 ? console.log(missed.join('\n')) : undefined);

const LINES = drawLabels(rows<Line>('reader.jsonl'));
const SPLITS = drawLabels(rows<Paragraphs>('split.jsonl'));

describe.skipIf(LINES.length === 0)('labelled lines', () => {
  const found = LINES.map((want) => {
    const [entry] = read(`${want.section === null ? '' : `## ${want.section}\n\n`}- ${want.line}\n`);
    return { want, entry: entry as LocatedEntry };
  });
  const isRight = ({ want, entry }: (typeof found)[number]) =>
    [want.type, ...(want.also ?? [])].includes(entry.type);
  const told = ({ type, confidence }: LocatedEntry) =>
    confidence !== null && confidence > 0 && type !== 'experience';
  const acted = found.filter(({ entry }) => told(entry));

  it('have the right type if the words determine it', () => {
    show(
      acted
        .filter((one) => !isRight(one))
        .map(({ want, entry }) => `  ${entry.type} for ${want.type}: ${want.line}`),
    );
    const clear = found.filter(({ want }) => want.clear);
    reportShare('lines, acted on', acted.length, found.length);
    reportShare('clear lines, acted on', clear.filter(({ entry }) => told(entry)).length, clear.length);
    show(
      clear.filter(({ entry }) => !told(entry)).map(({ want }) => `  left alone, ${want.type}: ${want.line}`),
    );
    const headed = found.filter(({ entry }) => entry.confidence === null);
    reportShare('lines left to their heading, as labelled', headed.filter(isRight).length, headed.length);
    expect(
      reportShare('lines, type right', acted.filter(isRight).length, acted.length),
    ).toBeGreaterThanOrEqual(0.95);
  });

  it('keep wording, reason, alternatives and workaround apart', () => {
    const missed: string[] = [];
    let right = 0;
    let all = 0;
    for (const { want, entry } of acted.filter(isRight))
      for (const field of ['text', 'why', 'alternatives', 'workaround'] as const) {
        const value = want[field];
        if (value === undefined) continue;
        all++;
        if (plain([entry[field]].flat().join('|')) === plain([value].flat().join('|'))) right++;
        else missed.push(`  ${field} «${entry[field]}» for «${value}»: ${want.line}`);
      }
    show(missed);
    expect(reportShare('fields right', right, all)).toBeGreaterThanOrEqual(0.9);
  });
});

describe.skipIf(SPLITS.length === 0)('labelled paragraphs', () => {
  it('split into the statements that they are', () => {
    const missed: string[] = [];
    let types = 0;
    let wrong = 0;
    let right = 0;
    for (const { text, statements, types: wanted } of SPLITS) {
      const found = read(text);
      const sources = found.map(({ start, end }) =>
        text.slice(start, end).replace(/^\s*(?:[-*+]|\d+[.)])\s+(?:\[.\] )?/, ''),
      );
      if (sources.map(plain).join('\n') === statements.map(plain).join('\n')) {
        right++;
        for (const [at, { type, confidence }] of found.entries()) {
          if (confidence === null || confidence === 0) continue;
          types++;
          if (type !== wanted[at]) missed.push(`  ${type} for ${wanted[at]}: ${sources[++wrong && at]}`);
        }
      } else missed.push(`  ${JSON.stringify(sources)} for ${JSON.stringify(statements)}`);
    }
    show(missed);
    reportShare('statements of paragraphs, type right', types - wrong, types);
    expect(reportShare('paragraphs split exactly', right, SPLITS.length)).toBeGreaterThanOrEqual(0.9);
  });
});
