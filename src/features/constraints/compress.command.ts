import { type CommandContext, defineCommand } from '../../command/define-command.js';
import { readMemoryEntries } from '../../command/entry-format.js';
import { defineFile } from '../../command/params.js';
import { asTextList } from '../../records/snapshot.js';
import { pluralize } from '../../text/pluralize.js';
import { compressConstraints, formatGroup } from './compress-constraints.js';

/** Groups constraints that speak of one thing (MindSave §Constraint Compression Engine); nothing is written, nothing lost. */
export const compress = defineCommand({
  name: 'compress',
  description: 'group constraints by subject, and name those that contradict each other',
  group: 'Other names and plumbing',
  params: {
    input: defineFile('a list of constraints, one a line or YAML; - for standard input'),
  },
  examples: ['daybook compress', 'daybook compress --input constraints.txt'],
  isTool: true,
  plan(ctx, { input }) {
    const inputItems = input === undefined ? remembered(ctx) : listed(ctx, input);
    const found = compressConstraints(inputItems);
    const groups = Object.entries(found.symbolic);
    const left = groups.length + found.constraints.length;
    return {
      message:
        inputItems.length === 0
          ? 'There are no constraints yet.'
          : `${pluralize(inputItems.length, 'constraint')} in ${pluralize(left, 'line')}${found.conflicts.length > 0 ? `; ${found.conflicts.length} contradict each other` : ''}:`,
      items: [
        ...groups.map(([name, group]) => ({
          group: 'Groups',
          what: `${name}: ${formatGroup(group)}`,
          why: group.raw.map((one) => `«${one}»`).join(', '),
        })),
        ...found.constraints.map((what) => ({ group: 'As they are', what })),
        ...found.conflicts.map(({ name, wanted, refused }) => ({
          group: 'Conflicts',
          what: `conflict: ${name}`,
          why: `«${wanted.join('», «')}» against «${refused.join('», «')}»`,
        })),
      ],
      data: { symbolic: found.symbolic, constraints: found.constraints, conflicts: found.conflicts },
    };
  },
});

/** Valid preferences, rules and constraints of the permanent memory. */
const remembered = (ctx: CommandContext): readonly string[] =>
  readMemoryEntries(ctx, ctx.notebook)
    .filter(
      ({ type, superseded, status }) =>
        ['preference', 'rule', 'constraint'].includes(type) && superseded === null && status !== 'dropped',
    )
    .map(({ text }) => text);

/** A YAML list, a mapping with `constraints`, or one a line with or without a bullet. */
function listed(ctx: CommandContext, text: string): readonly string[] {
  const parsed = attempt(() => ctx.query('yaml').parseYaml(text));
  if (Array.isArray(parsed)) return asTextList(parsed);
  if (typeof parsed === 'object' && parsed !== null && 'constraints' in parsed)
    return asTextList(parsed.constraints);
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '').trim())
    .filter(Boolean);
}

/** Text that is no YAML is read as a list of lines; a missing parser is loaded first. */
function attempt(parse: () => unknown): unknown {
  try {
    return parse();
  } catch (error) {
    if (error instanceof Error && 'part' in error) throw error;
    return null;
  }
}
