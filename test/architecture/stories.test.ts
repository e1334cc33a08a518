import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMMAND_NAMES, COMMANDS } from '../../src/app/command-registry.js';
import { FORMS } from '../../src/cli/forms.data.js';
import { readStory, words } from '../stories/story.js';

const stories = readdirSync('test/stories')
  .filter((name) => name.endsWith('.md'))
  .map((name) => readStory(join('test/stories', name)));
const commands = stories.flatMap(({ parts }) =>
  parts.flatMap((part) => (part.kind === 'shell' ? part.steps.map(({ command }) => command) : [])),
);

/** The rows of the feature list that this version keeps; each has at least one story. */
const ROWS = [
  'A1',
  'A2',
  'A3',
  'A4',
  'A5',
  'A6',
  'A7',
  'A8',
  'A9',
  'A10',
  'A11',
  'A12',
  'A13',
  'B1',
  'B2',
  'B3',
  'B4',
  'B5',
  'B6',
  'B7',
  'B8',
  'B9',
  'B10',
  'B11',
  'B12',
  'E1',
  'E2',
  'E3',
  'E4',
  'E5',
  'E6',
  'E7',
  'B13',
  'B15',
  'C1',
  'C2',
  'C3',
  'C4',
  'C5',
  'C6',
  'C7',
  'C8',
  'C9',
  'C10',
  'C11',
  'D1',
  'D2',
  'D3',
  'D4',
  'D5',
  'D7',
  'D8',
  'E8',
  'F1',
  'F4',
  'G1',
  'G2',
  'G3',
  'G4',
  'G5',
  'H1',
  'H2',
  'H3',
  'H4',
  'H5',
  'I1',
  'I6',
];

test.each(ROWS)('row %s has a story', (row) => {
  expect(
    stories.filter(({ front }) => front.rows?.split(/[\s,]+/).includes(row)).map(({ path }) => path),
  ).not.toEqual([]);
});

test('every verb and every other name is run by a story', () => {
  const run = new Set(commands.map((command) => words(command)[1]));
  const names = [...COMMAND_NAMES, ...FORMS.map(({ typed }) => typed.split(' ')[0] ?? '')];
  expect(names.filter((name) => !run.has(name))).toEqual([]);
});

test('every example in the help of a verb is a line of a story', async () => {
  const examples = (await Promise.all(COMMAND_NAMES.map((name) => COMMANDS[name]()))).flatMap(
    (command) => command.examples,
  );
  expect(examples.filter((example) => !commands.includes(example))).toEqual([]);
});
