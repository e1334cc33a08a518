import { expect, it } from 'vitest';
import { COMMAND_NAMES, COMMANDS } from '../../../src/app/command-registry.js';
import { formatCommandHelp, formatOverview } from '../../../src/cli/help.js';
import { wrapCommand, wrapText } from '../../../src/cli/wrap-text.js';
import { listNamedActions } from '../../../src/command/actions.js';

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

it('every command but the hidden ones is explained by --help --all, and named by --help', () => {
  const shown = commands.flatMap(({ name, group }) => (group === 'hidden' ? [] : [name]));
  const [first, all] = [formatOverview(commands, 'first', 80), formatOverview(commands, 'all', 80)];
  expect(shown.filter((name) => !new RegExp(`^  ${name} `, 'm').test(all))).toEqual([]);
  expect(shown.filter((name) => !new RegExp(`\\b${name}\\b`).test(first))).toEqual([]);
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
