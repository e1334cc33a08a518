import { expect, it } from 'vitest';
import { COMMAND_NAMES, COMMANDS } from '../../../src/app/command-registry.js';
import { FORMS } from '../../../src/cli/forms.data.js';
import { formatCommandHelp, formatOverview } from '../../../src/cli/help.js';
import { resolveForm } from '../../../src/cli/resolve-form.js';
import { wrapCommand, wrapText } from '../../../src/cli/wrap-text.js';
import { listNamedActions } from '../../../src/command/actions.js';
import { HELP_GROUPS, OTHER_NAMES } from '../../../src/command/define-command.js';

const commands = await Promise.all(COMMAND_NAMES.map((name) => COMMANDS[name]()));

it.each([60, 80])('every line of help fits %s columns, except single words and examples', (width) => {
  const pages = [
    formatOverview(commands, 'first', width),
    formatOverview(commands, 'all', width),
    ...commands.flatMap((command) =>
      [null, ...listNamedActions(command)].map((action) => formatCommandHelp(command, action, width)),
    ),
  ];
  const long = pages.flatMap((page) =>
    page.split('\n').filter((line) => [...line].length > width && !isOneArgument(line)),
  );
  expect(long).toEqual([]);
});

/** An argument of an example is not broken, and neither is the backslash after it. */
const isOneArgument = (line: string): boolean =>
  /^ +(?:\S+ )?(?:\S+|"[^"]*"|'[^']*')(?: \\)?$/.test(line) || /^ +daybook /.test(line);

it('every command but the hidden ones is explained by --help --all; the first page names the visible ones in 40 lines', () => {
  const shown = commands.flatMap(({ name, group }) => (group === 'hidden' ? [] : [name]));
  const [first, all] = [formatOverview(commands, 'first', 80), formatOverview(commands, 'all', 80)];
  expect(shown.filter((name) => !new RegExp(`^  ${name} `, 'm').test(all))).toEqual([]);
  const visible = commands.flatMap(({ name, group }) =>
    HELP_GROUPS.includes(group as never) && group !== OTHER_NAMES ? [name] : [],
  );
  expect(visible.filter((name) => !new RegExp(`\\b${name}\\b`).test(first))).toEqual([]);
  expect(visible.length).toBeLessThanOrEqual(42);
  expect(first.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
});

it('each form runs a command by its other name, with the rest of what was typed', () => {
  const runs = FORMS.map(({ typed }) => resolveForm(typed.replace(/ N$/, ' 5').split(' ')).join(' '));
  expect(runs.map((line) => line.split(' ')[0])).toEqual(FORMS.map(({ runs: line }) => line.split(' ')[0]));
  expect(runs.filter((line) => !COMMAND_NAMES.includes(line.split(' ')[0] as never))).toEqual([]);
  expect(resolveForm(['-C', 'dir', 'redo', '5', '--json'])).toEqual([
    '-C',
    'dir',
    'undo',
    '--redo',
    '5',
    '--json',
  ]);
  expect(resolveForm(['reminders', 'snooze', '^id', '--until', 'monday'])).toEqual([
    'remind',
    '--snooze',
    '^id',
    '--until',
    'monday',
  ]);
  for (const other of [
    ['remind', '--when', 'monday'],
    ['remind', 'list'],
    ['history', 'a.md'],
    ['history', '--limit', '5'],
    ['log', 'undo --redo'],
    ['undo'],
  ])
    expect(resolveForm(other)).toEqual(other);
});

it('each example of a command with actions is on the page of one action, or on that of the command', () => {
  for (const command of commands.filter(({ actions }) => actions)) {
    const page = formatCommandHelp(command, null, 80).replaceAll(/ \\\n +/g, ' ');
    expect(command.examples.filter((example) => !page.includes(`  ${example}\n`))).toEqual([]);
  }
});

it('text is wrapped at blanks, and a command between its words', () => {
  expect(wrapText('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrapText('incomprehensibilities no', 5)).toEqual(['incomprehensibilities', 'no']);
  const [first = '', ...rest] = wrapCommand(
    `daybook log "${'a b '.repeat(14)}" --why "${'c '.repeat(10)}"`,
    '  ',
    80,
  );
  expect(first).toBe(`  daybook log "${'a b '.repeat(14)}" \\`);
  expect(rest).toEqual([`    --why "${'c '.repeat(10)}"`]);
});
